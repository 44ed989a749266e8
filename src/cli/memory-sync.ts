// `npm run memory:sync`: rebuilds the memory files from the rows and takes up what was added to them by hand. On PGlite
// the bot must be stopped, because only one process may open its folder.
import { systemClock } from '../clock.ts';
import { syncedLine, syncMemory } from '../memory/sync.ts';
import { runOnDatabase } from './run.ts';

await runOnDatabase(async (database, config) =>
  syncedLine(await syncMemory(database, config.memoryDir, systemClock, config.admins)),
);
