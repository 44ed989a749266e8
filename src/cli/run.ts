// How every operator's command runs: settings, database, one result line, a clear sentence and exit code 1 on failure.

import { type Config, loadConfig, readEnvironment } from '../config.ts';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { messageOf, PeacrabError } from '../errors.ts';
import { createLog } from '../log.ts';
import { keepFilesPrivate, tightenFolders } from '../process/private-files.ts';

/** Runs `work` on the configured database and prints the line it returns. */
export function runOnDatabase(work: (database: Database, config: Config) => Promise<string>): Promise<void> {
  return run(() => {
    const config = loadConfig({ MODEL: 'demo', ...readEnvironment() });
    return onDatabase(config, (database) => work(database, config));
  });
}

/** Runs `work` and prints what it returns; what goes wrong is one sentence and exit code 1. */
export async function run(work: () => Promise<string>): Promise<void> {
  keepFilesPrivate();
  try {
    console.log(await work());
  } catch (error) {
    console.error(error instanceof PeacrabError ? error.message : `Unforeseen: ${messageOf(error)}`);
    process.exitCode = 1;
  }
}

/** Opens the configured database for `work` alone. @throws PeacrabError DATABASE_IN_USE while the bot runs on PGlite */
export async function onDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const log = createLog(config.logLevel);
  tightenFolders([config.dataDir, config.memoryDir], log);
  const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir }, log);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
