// A guard against two programs that answer each other without end, where the platform does not say that one is a bot: nobody
// writes ten messages in a row, each within two seconds of our answer to the one before. Pure.
import type { Reached } from './limits.ts';

/** So many messages, each set off by an answer, are a loop. */
export const inARow = 10;
const quietMs = 10 * 60_000;
/** How far back messages are looked at: ten of them, with answers that take a while, and the quiet after them. */
const lookBackMs = 40 * 60_000;

/** From when on messages count. */
export const loopsSince = (now: Date): Date => new Date(now.getTime() - lookBackMs);

/** An answer of ours: when it was ready, and when the platform had it. */
export interface Answered {
  readonly ready: Date;
  readonly sent: Date;
}

/**
 * Whether one person's messages in a conversation have made a loop that we are to stay out of now.
 *
 * @param theirs when each of the person's messages reached us, oldest first
 * @param ours our answers there, in any order
 * @param withinMs how soon after an answer a message counts as set off by it; 0: no guard
 */
export function loopReached(
  theirs: readonly Date[],
  ours: readonly Answered[],
  withinMs: number,
  now: Date,
): Reached | null {
  let count = 0;
  let until = 0;
  for (const [index, at] of theirs.entries()) {
    if (at.getTime() < until) continue;
    const before = theirs[index - 1];
    count = before && isSetOff(before, at, ours, withinMs) ? count + 1 : 0;
    if (count < inARow) continue;
    until = at.getTime() + quietMs;
    count = 0;
  }
  return until > now.getTime() ? { by: 'loop', most: inARow, until: new Date(until) } : null;
}

/** Whether we had answered the message before, and this one came right after. */
const isSetOff = (before: Date, at: Date, ours: readonly Answered[], withinMs: number): boolean =>
  withinMs > 0 &&
  ours.some(({ ready, sent }) => ready > before && ready <= at && at.getTime() <= sent.getTime() + withinMs);
