// npm run doctor: looks over settings, machine, files, database, model, Slack and Discord, and says what to do for each
// fault. It changes nothing. Exit code 1 if there is a fault, 0 otherwise.
import { statfs } from 'node:fs/promises';
import { systemClock } from '../clock.ts';
import { readEnvironment } from '../config.ts';
import { examineAll } from './doctor/examination.ts';
import { hasFault, printed } from './doctor/print.ts';
import { run } from './run.ts';

await run(async () => {
  const env = readEnvironment();
  const rooms = await examineAll({
    env,
    envFile: '.env',
    clock: systemClock,
    nodeVersion: process.versions.node,
    freeBytes: async (folder) => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
    limitMs: 15_000,
    modelLimitMs: 120_000,
  });
  if (hasFault(rooms)) process.exitCode = 1;
  return printed(rooms, env);
});
