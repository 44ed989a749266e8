// How every operator's command runs: settings, database, one result line, a clear sentence and exit code 1 on failure.
import { type Config, loadConfig, readEnvironment } from '../config.ts';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { messageOf, PeacrabError } from '../errors.ts';
import { createLog } from '../log.ts';

/** Runs `work` on the configured database and prints the line it returns. */
export async function runOnDatabase(
  work: (database: Database, config: Config) => Promise<string>,
): Promise<void> {
  try {
    const config = loadConfig({ MODEL: 'demo', ...readEnvironment() });
    const database = await openDatabase(
      { url: config.databaseUrl, dataDir: config.dataDir },
      createLog(config.logLevel),
    );
    try {
      console.log(await work(database, config));
    } finally {
      await database.close();
    }
  } catch (error) {
    console.error(error instanceof PeacrabError ? error.message : `Unforeseen: ${messageOf(error)}`);
    process.exitCode = 1;
  }
}
