// Ticks the sweep each second through node-cron, whose logger is routed into ours. Timers decide nothing: a tick that is
// missed or doubled changes no outcome, because the rows say what is due.
import cron from 'node-cron';
import type { Log } from '../../log.ts';

interface Ticker {
  stop(): Promise<void>;
}

/**
 * Runs `tick` each second, never two at a time.
 *
 * @param expression a six-field cron line, for other work than the sweep's
 */
export function startTicker(
  name: string,
  tick: () => Promise<unknown>,
  log: Log,
  expression = '* * * * * *',
): Ticker {
  let running: Promise<unknown> = Promise.resolve();
  const logger = {
    info: (message: string) => log.debug({ ticker: name }, message),
    warn: (message: string) => log.debug({ ticker: name }, message),
    error: (message: string | Error) => log.error({ ticker: name, error: String(message) }, 'a tick failed'),
    debug: (message: string | Error) => log.debug({ ticker: name }, String(message)),
  };
  const task = cron.schedule(
    expression,
    () => {
      running = tick().catch((error: unknown) =>
        log.error({ ticker: name, error: String(error) }, 'a tick failed; the next one tries again'),
      );
      return running;
    },
    { name, noOverlap: true, logger },
  );
  return {
    async stop() {
      await task.destroy();
      await running;
    },
  };
}
