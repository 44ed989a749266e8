// The two engines for suites that loop over both: PGlite in memory, and a real PostgreSQL server that the test run
// starts by itself (TEST_DATABASE_URL is set by scripts/test.ts).

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openPglite } from '../../src/database/pglite.ts';
import { openPostgres } from '../../src/database/postgres.ts';
import { ProcessLock } from '../../src/database/process-lock.ts';
import { silentLog } from '../../src/log.ts';
import { pgliteTemplate } from './template.ts';

const copy = promisify(execFile);

export type Engine = 'pglite' | 'postgres';

/** A fresh database with the schema in it. `url` is set on PostgreSQL: further connections may be opened on it. */
export interface TestDatabase {
  readonly database: Database;
  readonly url: string | null;
  /** A process that lives until its lock is released, or the database is closed. */
  alive(): Promise<ProcessLock>;
  close(): Promise<void>;
}

const serverUrl = (): string | undefined => process.env.TEST_DATABASE_URL;

/** The engines that can be tested here. Without a PostgreSQL server the run fails in CI and says so loudly elsewhere. */
export function engines(): readonly Engine[] {
  if (serverUrl()) return ['pglite', 'postgres'];
  if (process.env.CI)
    throw new Error(
      'TEST_DATABASE_URL is missing: in CI the PostgreSQL half may not be skipped. Use npm test.',
    );
  console.error(
    '*** The PostgreSQL half of this suite is NOT run: TEST_DATABASE_URL is missing. "npm test" starts a server. ***',
  );
  return ['pglite'];
}

/**
 * The engines for scenarios in which the engine makes no difference: the faster one that there is, and all of them with
 * LONG=1. What is SQL of our own (the flow, leases, the sweep, erasure) is run on each.
 */
export function scenarioEngines(): readonly Engine[] {
  return process.env.LONG ? engines() : engines().slice(-1);
}

/** The engine where a test names none: PostgreSQL if there is a server, since a PGlite costs a second of the processor to open. */
export const usualEngine = (): Engine => (serverUrl() ? 'postgres' : 'pglite');

/** Runs a suite once for each engine. */
export function onEveryEngine(
  name: string,
  suite: (open: () => Promise<TestDatabase>, engine: Engine) => void,
): void {
  for (const engine of engines()) {
    describe(`${name} (${engine})`, () => {
      const opened: TestDatabase[] = [];
      after(async () => {
        for (const database of opened) await database.close();
      });
      suite(async () => {
        const database = await openTestDatabase(engine);
        opened.push(database);
        return database;
      }, engine);
    });
  }
}

export async function openTestDatabase(engine: Engine): Promise<TestDatabase> {
  const { close, ...opened } = await openEngine(engine);
  const locks: ProcessLock[] = [];
  return {
    ...opened,
    async alive() {
      const lock = await ProcessLock.take(opened.database, opened.url, silentLog);
      locks.push(lock);
      return lock;
    },
    async close() {
      await Promise.all(locks.map((lock) => lock.release()));
      await close();
    },
  };
}

async function openEngine(engine: Engine): Promise<Omit<TestDatabase, 'alive'>> {
  if (engine === 'pglite') {
    const folder = mkdtempSync(join(tmpdir(), 'peacrab-db-'));
    await layTemplate(folder);
    const database = await openPglite(folder);
    const close = async () => {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    };
    return { database, url: null, close };
  }
  const url = await createDatabase();
  const database = await openPostgres(url, silentLog);
  await migrate(database);
  return {
    database,
    url,
    async close() {
      await database.close();
      await dropDatabase(url);
    },
  };
}

/** All that the tables hold as one text: to look for what must not be there. */
export async function everythingIn({ db }: Database): Promise<string> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`.execute(db);
  const all = tables.rows.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db));
  return JSON.stringify((await Promise.all(all)).map(({ rows }) => rows));
}

/** Lays a PGlite folder with the schema in it, copied from the one that the test run has made (test/fakes/template.ts). */
export async function layTemplate(folder: string): Promise<void> {
  const template = await pgliteTemplate();
  mkdirSync(folder, { recursive: true });
  // A tenth of the time that Node takes for a thousand files.
  if (process.platform !== 'win32') await copy('cp', ['-r', template, join(folder, 'db')]);
  else cpSync(template, join(folder, 'db'), { recursive: true });
}

/**
 * Makes a database on the test server, with the schema in it.
 *
 * @param kind 'empty' is without the schema
 * @returns its URL
 */
export async function createDatabase(kind: 'ready' | 'empty' = 'ready'): Promise<string> {
  const server = serverUrl();
  if (!server) throw new Error('TEST_DATABASE_URL is missing.');
  const name = `peacrab_test_${randomBytes(6).toString('hex')}`;
  const hasTemplate = kind === 'ready' && process.env.TEST_DATABASE_TEMPLATE;
  await onServer(`create database ${name}${hasTemplate ? ` template ${hasTemplate}` : ''}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

export async function dropDatabase(url: string): Promise<void> {
  await onServer(`drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
