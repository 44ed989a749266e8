// A process of the schedule benchmark: sweeps each second as the bot does, or works graphile-worker's jobs. It is told which
// by its arguments and runs until it is ended.
import { openPostgres } from '../src/database/postgres.ts';
import { silentLog } from '../src/log.ts';
import { sweep } from '../src/schedule/sweep/sweep.ts';
import { startTicker } from '../src/schedule/sweep/ticker.ts';

const [kind, url = ''] = process.argv.slice(2);
if (kind === 'ours') {
  const database = await openPostgres(url, silentLog);
  await sweep(database, new Date());
  startTicker('sweep', () => sweep(database, new Date()), silentLog);
} else {
  // Loaded only where it is measured.
  const { Logger, run } = await import('graphile-worker');
  await run({
    connectionString: url,
    concurrency: 10,
    pollInterval: 1000,
    maxPoolSize: 12,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
    taskList: {
      remind: async (payload, { query }) => {
        const { n } = payload as { readonly n: number };
        await query(
          `insert into outbox (key, platform, room_id, conversation_id, person_id, kind, payload)
           values ($1, 'slack', $2, $2, $3, 'reminder', $4)`,
          [`job:${n}`, `room${n % 1000}`, `person${n % 1000}`, JSON.stringify({ text: `⏰ thing ${n}` })],
        );
      },
    },
  });
}
process.send?.('ready');
