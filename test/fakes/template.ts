// Databases with the schema in them, made once and copied for every test: making one anew takes seconds of the processor.
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../src/database/migrate.ts';
import { openPglite } from '../../src/database/pglite.ts';
import { openPostgres } from '../../src/database/postgres.ts';
import { silentLog } from '../../src/log.ts';
import { lazy } from '../../src/process/lazy.ts';

const root = join(import.meta.dirname, '../..');
const cache = join(root, 'node_modules', '.cache', 'peacrab');

/**
 * A PGlite folder with the schema in it. It is kept beside the installed packages, under a name that changes with the
 * migrations and with PGlite, so that only the first run makes it.
 *
 * @returns the folder to copy
 */
export const pgliteTemplate: () => Promise<string> = lazy(async () => {
  const place = join(cache, `pglite-${fingerprint()}`);
  if (existsSync(place)) return place;
  mkdirSync(cache, { recursive: true });
  const making = mkdtempSync(join(cache, 'making-'));
  const database = await openPglite(making);
  await migrate(database);
  await database.close();
  try {
    renameSync(join(making, 'db'), place);
  } catch (error) {
    // Another process was first.
    if (!existsSync(place)) throw error;
  }
  rmSync(making, { recursive: true, force: true });
  return place;
});

/**
 * Makes a database with the schema in it on a PostgreSQL server.
 *
 * @param url of the server
 * @returns its name, for `create database ... template`
 */
export async function makePostgresTemplate(url: string): Promise<string> {
  const name = 'peacrab_template';
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`).finally(() => client.end());
  const its = new URL(url);
  its.pathname = `/${name}`;
  const database = await openPostgres(its.href, silentLog);
  await migrate(database);
  await database.close();
  return name;
}

function fingerprint(): string {
  const hash = createHash('sha256');
  const files = [
    ...globSync('migrations/*', { cwd: root }).sort(),
    'src/database/migrate.ts',
    'src/database/pglite.ts',
    'node_modules/@electric-sql/pglite/package.json',
  ];
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}
