// Runs the files of migrations/ in order, under Kysely's lock, so that several processes may start at once.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { messageOf, PeacrabError } from '../errors.ts';
import { isAway } from './away.ts';
import type { Database } from './database.ts';

const folder = join(import.meta.dirname, '../../migrations');

/**
 * Brings the schema up to date.
 *
 * @returns the names of the migrations that were run
 * @throws PeacrabError DATABASE_DOWN if the server went away, DATABASE_VERSION if one failed, or the database is newer than this program
 */
export async function migrate(database: Database): Promise<readonly string[]> {
  const { error, results } = await migratorOf(database).migrateToLatest();
  if (error && isAway(error)) {
    throw new PeacrabError(
      'DATABASE_DOWN',
      `The database went away while it was brought up to date (${messageOf(error)}). What was done is kept; start again.`,
      { cause: error },
    );
  }
  if (error) {
    throw new PeacrabError(
      'DATABASE_VERSION',
      `The database could not be brought up to date: ${messageOf(error)}. Nothing was changed by the failing step; ` +
        'if the database was made by a newer Peacrab, run that one.',
      { cause: error },
    );
  }
  return (results ?? []).map((result) => result.migrationName);
}

/**
 * Orders steps of one millisecond by their names' code units, as it orders what is to be run. By itself Kysely takes the locale's
 * order there, in which 0013b comes before 0013 for an operator with Thai settings, and then calls the migrations corrupted.
 */
export function migratorOf({ db }: Database): Migrator {
  const nameComparator = (one: string, other: string) => (one < other ? -1 : Number(one > other));
  return new Migrator({ db, provider: { getMigrations: readMigrations }, nameComparator });
}

/** How the schema compares with this program's migrations. */
interface SchemaState {
  /** Those that the next start will run. */
  readonly pending: readonly string[];
  /** Those of a newer program. */
  readonly unknown: readonly string[];
}

/** Compares, and changes nothing. */
export async function schemaState({ db }: Database): Promise<SchemaState> {
  const ours = Object.keys(await readMigrations());
  const done = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`
    .execute(db)
    .then(async ({ rows }) => {
      if (!rows[0]?.there) return [];
      return (await sql<{ name: string }>`select name from kysely_migration`.execute(db)).rows;
    });
  const names = done.map(({ name }) => name);
  return {
    pending: ours.filter((name) => !names.includes(name)),
    unknown: names.filter((name) => !ours.includes(name)),
  };
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort();
  const migrations: Record<string, Migration> = {};
  for (const name of names) {
    migrations[name.replace(/\.ts$/, '')] = (await import(
      pathToFileURL(join(folder, name)).href
    )) as Migration;
  }
  return migrations;
}
