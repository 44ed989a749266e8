// A process of the schedule benchmark: sweeps each second as the bot does, or works graphile-worker's jobs. It is told which
// by its arguments and runs until it is ended.
import { openPostgres } from '../src/database/postgres.ts';
import { silentLog } from '../src/log.ts';
import { sweep } from '../src/schedule/sweep.ts';
import { startTicker } from '../src/schedule/ticker.ts';

/** What we use of graphile-worker; it is a reference for measuring, nothing of the bot. */
interface Graphile {
  run(options: {
    readonly connectionString: string;
    readonly concurrency: number;
    readonly pollInterval: number;
    readonly maxPoolSize: number;
    readonly noHandleSignals: boolean;
    readonly logger: unknown;
    readonly taskList: Readonly<
      Record<
        string,
        (
          payload: { readonly n: number },
          helpers: { query(text: string, values: readonly unknown[]): Promise<unknown> },
        ) => Promise<void>
      >
    >;
  }): Promise<unknown>;
  Logger: new (factory: () => () => void) => unknown;
}

const [kind, url = ''] = process.argv.slice(2);
if (kind === 'ours') {
  const database = await openPostgres(url, silentLog);
  await sweep(database, new Date());
  startTicker('sweep', () => sweep(database, new Date()), silentLog);
} else {
  const name = process.env.GRAPHILE_WORKER ?? 'graphile-worker';
  const graphile = (await import(name)) as Graphile;
  await graphile.run({
    connectionString: url,
    concurrency: 10,
    pollInterval: 1000,
    maxPoolSize: 12,
    noHandleSignals: true,
    logger: new graphile.Logger(() => () => undefined),
    taskList: {
      remind: async ({ n }, { query }) => {
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
