// For the terminal with piped input: when everything taken in has been answered, and what still falls due soon.
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';

const lookEveryMs = 25;

/** Resolves when no message waits, no turn runs and nothing is left to be sent. */
export async function whenIdle(database: Database): Promise<void> {
  while (await isBusy(database)) await pause(lookEveryMs);
}

/** Resolves when nothing is due within `ms` of now any more, and all that was due has been delivered. */
export async function upcomingWithin(database: Database, clock: Clock, ms: number): Promise<void> {
  const until = new Date(clock.now().getTime() + ms);
  for (;;) {
    await whenIdle(database);
    const next = await database.db
      .selectFrom('schedule')
      .select('id')
      .where('state', '=', 'active')
      .where('next_at', '<=', until)
      .limit(1)
      .executeTakeFirst();
    if (!next || clock.now() > new Date(until.getTime() + 5000)) return;
    await pause(4 * lookEveryMs);
  }
}

async function isBusy(database: Database): Promise<boolean> {
  const inbox = await database.db
    .selectFrom('inbox')
    .select('id')
    .where('state', '<>', 'done')
    .limit(1)
    .executeTakeFirst();
  if (inbox) return true;
  const outbox = await database.db
    .selectFrom('outbox')
    .select('id')
    .where('state', 'in', ['waiting', 'sending', 'doubt'])
    .limit(1)
    .executeTakeFirst();
  return outbox !== undefined;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
