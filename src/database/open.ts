// Opens the configured engine with its schema up to date.
import { join } from 'node:path';
import type { Log } from '../log.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';

/**
 * @param settings `url` of a PostgreSQL server, or null for PGlite in `dataDir` (made if missing)
 * @throws PeacrabError DATABASE_DOWN, DATABASE_IN_USE, DATABASE_VERSION
 */
export async function openDatabase(
  settings: { readonly url: string | null; readonly dataDir: string },
  log: Log,
): Promise<Database> {
  const database = settings.url
    ? await openPostgres(settings.url, log)
    : await openPglite(join(settings.dataDir));
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}
