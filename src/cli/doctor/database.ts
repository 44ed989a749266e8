// The store: whether it can be opened, by whom it is in use, and whether its schema is one that this program knows. Nothing
// is written: the start brings an older schema up to date.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { schemaState } from '../../database/migrate.ts';
import { lockFolder, openPglite } from '../../database/pglite.ts';
import { openPostgres } from '../../database/postgres.ts';
import { countTrouble } from '../../delivery/trouble.ts';
import { PeacrabError } from '../../errors.ts';
import { silentLog } from '../../log.ts';
import { examine, type Finding, type Found, fault, ok, warning } from './finding.ts';

interface DatabaseParts {
  /** DATABASE_URL, or null for PGlite in `dataDir`. */
  readonly url: string | null;
  readonly dataDir: string;
  readonly limitMs: number;
}

/** The oldest PostgreSQL that is still looked after. */
const oldestVersion = 14;

export function databaseRoom(parts: DatabaseParts): Promise<readonly Finding[]> {
  const { url, dataDir, limitMs } = parts;
  return examine('database', limitMs, () => (url === null ? embedded(dataDir) : server(url)));
}

async function server(url: string): Promise<readonly Found[]> {
  const database = await openPostgres(url, silentLog, 1);
  try {
    const { rows } = await sql<{ version: number; may_create: boolean }>`
      select current_setting('server_version_num')::int as version,
        coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as may_create`.execute(database.db);
    const [{ version, may_create: mayCreate } = { version: 0, may_create: false }] = rows;
    const major = Math.floor(version / 10_000);
    if (major < oldestVersion)
      return [
        fault(
          `PostgreSQL ${major} is older than ${oldestVersion}.`,
          'Use a newer server; "npm run backup" and "npm run restore" take everything along.',
        ),
      ];
    return [
      ok(`PostgreSQL ${major} answers.`),
      await schema(database, mayCreate),
      ...(await aside(database)),
    ];
  } finally {
    await database.close();
  }
}

async function embedded(dataDir: string): Promise<readonly Found[]> {
  if (!existsSync(join(dataDir, 'db')))
    return [ok(`PGlite in ${dataDir}: made at the first start. For a bot that matters set DATABASE_URL.`)];
  try {
    lockFolder(dataDir).release();
  } catch (error) {
    if (!(error instanceof PeacrabError) || error.code !== 'DATABASE_IN_USE') throw error;
    return [
      warning(
        `a Peacrab is running on ${dataDir}, so the database was not looked into.`,
        'If that is this bot, all is well: stop it to have the rest checked. Another one needs a DATA_DIR of its own, or DATABASE_URL for both.',
      ),
    ];
  }
  const database = await openPglite(dataDir);
  try {
    return [ok(`PGlite in ${dataDir} opens.`), await schema(database, true), ...(await aside(database))];
  } finally {
    await database.close();
  }
}

async function schema(database: Database, mayCreate: boolean): Promise<Found> {
  const { pending, unknown } = await schemaState(database);
  if (unknown.length > 0)
    return fault(
      `the schema is newer than this program (${unknown.join(', ')}).`,
      'Run the Peacrab that made it, or restore an older backup into an empty database.',
    );
  if (pending.length === 0) return ok('the schema is up to date.');
  if (!mayCreate)
    return fault(
      'the database’s user may not make tables, and the schema is not up to date.',
      'Let it: "grant create on schema public to ...", or make it the owner of the database.',
    );
  return ok(`the next start brings the schema up to date (${pending.length} steps).`);
}

/** What was set aside. Nothing is said of a database that is older than the list. */
async function aside({ db }: Database): Promise<readonly Found[]> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('trouble') is not null as there`.execute(
    db,
  );
  if (!rows[0]?.there) return [];
  const count = Object.values(await countTrouble(db)).reduce((sum, each) => sum + each, 0);
  if (count === 0) return [];
  return [
    warning(
      `${count} ${count === 1 ? 'thing was' : 'things were'} set aside because ${count === 1 ? 'it' : 'they'} could not be stored, read or sent.`,
      '"npm run trouble" shows what, and lets you try it again or drop it.',
    ),
  ];
}
