// Opens the configured engine with its schema up to date.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import { openWhenThere, type Waiting } from './away.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';

/**
 * @param settings `url` of a PostgreSQL server, or null for PGlite in `dataDir` (made if missing)
 * @param waiting waits for a server that is away, without it that is an error; hears too that a first start takes longer
 * @throws PeacrabError DATABASE_DOWN, DATABASE_REFUSED, DATABASE_IN_USE, DATABASE_VERSION
 */
export async function openDatabase(
  settings: { readonly url: string | null; readonly dataDir: string },
  log: Log,
  waiting?: Waiting,
): Promise<Database> {
  const { url, dataDir } = settings;
  if (url === null) {
    if (!existsSync(join(dataDir, 'db')))
      waiting?.say('Making the database, once; that takes some seconds …');
    return upToDate(await openPglite(dataDir));
  }
  const open = async () => upToDate(await openPostgres(url, log));
  return waiting ? openWhenThere(open, waiting) : open();
}

async function upToDate(database: Database): Promise<Database> {
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}
