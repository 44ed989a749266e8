// Runs the files of migrations/ in order, under Kysely's lock, so that several processes may start at once.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Migration, Migrator } from 'kysely/migration';
import { messageOf, PeacrabError } from '../errors.ts';
import type { Database } from './database.ts';

const folder = join(import.meta.dirname, '../../migrations');

/**
 * Brings the schema up to date.
 *
 * @returns the names of the migrations that were run
 * @throws PeacrabError DATABASE_VERSION if one failed, or the database is newer than this program
 */
export async function migrate(database: Database): Promise<readonly string[]> {
  const migrator = new Migrator({ db: database.db, provider: { getMigrations: readMigrations } });
  const { error, results } = await migrator.migrateToLatest();
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
