// What people are told at a limit: one polite sentence with the time it ends. Pure.
import { english, type Say } from '../../language/say.ts';
import type { Reached } from '../../people/limits.ts';
import { describeDistance, describeInstant, describeLength } from '../../schedule/describe.ts';

/** What a person is told at a limit, with the time it ends, in their zone if it is known. */
export function limitSentence(reached: Reached, zone: string | null, now: Date, say: Say = english): string {
  const end = endOf(reached, zone, now, say);
  return reached.by === 'tokens'
    ? say('limit.tokens', { end })
    : say(`limit.${reached.by}`, { n: reached.most, end });
}

/** What a person is told who presses Retry when the tokens of the day are used up. */
export const retrySentence = (reached: Reached, zone: string | null, now: Date, say: Say): string =>
  say('limit.retry', { end: endOf(reached, zone, now, say) });

/** "until Sat 21 Nov, 15:41 Europe/Berlin (in 12 min)", "for the next 12 min": never shorter than it is. */
export function endOf(
  { until }: Pick<Reached, 'until'>,
  zone: string | null,
  now: Date,
  say: Say = english,
): string {
  const left = upToMinute(until.getTime() - now.getTime());
  if (zone === null) return say('limit.for', { span: describeLength(left, say) });
  const end = new Date(upToMinute(until.getTime()));
  return say('limit.until', {
    until: describeInstant(end, { now, zone, say }),
    zone,
    distance: describeDistance(new Date(now.getTime() + left), now, say),
  });
}

const upToMinute = (ms: number): number => Math.ceil(ms / 60_000) * 60_000;
