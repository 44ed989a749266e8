// When we are called into a running discussion, the platform is asked once what was said there before. It may refuse or take
// long: then we go on without.
import { sleep } from '../clock.ts';
import type { Overheard } from '../delivery/channel.ts';
import { messageOf } from '../errors.ts';
import type { Log } from '../log.ts';

/** How many messages are asked for. */
export const linesAsked = 15;
const dayMs = 24 * 3_600_000;

/** What is older is not asked for. */
export const discussionSince = (calledAt: Date): Date => new Date(calledAt.getTime() - dayMs);

/** What could be read in time, oldest first. Never throws. @param withinMs how long we wait for it */
export async function readInTime(
  read: () => Promise<readonly Overheard[]>,
  log: Log,
  withinMs = 2000,
): Promise<readonly Overheard[]> {
  const over = new AbortController();
  const late = sleep(withinMs, over.signal).then((): readonly Overheard[] => {
    if (!over.signal.aborted) log.debug({}, 'what was said before took too long to read; going on without');
    return [];
  });
  const found = read().catch((error: unknown): readonly Overheard[] => {
    log.debug({ error: messageOf(error) }, 'what was said before could not be read; going on without');
    return [];
  });
  try {
    return await Promise.race([found, late]);
  } finally {
    over.abort();
  }
}
