// What people are told at a limit: one polite sentence with the time it ends. Pure.
import type { Reached } from '../../people/limits.ts';
import { describeDistance, describeInstant } from '../../schedule/describe.ts';

/** What a person is told at a limit, with the time it ends, in their zone if it is known. */
export function limitSentence(reached: Reached, zone: string | null, now: Date): string {
  return `Sorry, ${causeOf(reached)}, so I did not answer this and only note what you write here ${endOf(reached, zone, now)}; reminders and commands work all the same.`;
}

/** What a person is told who presses Retry at the limit. */
export function retrySentence(reached: Reached, zone: string | null, now: Date): string {
  return `Sorry, ${causeOf(reached)}, so I cannot try this again ${endOf(reached, zone, now)}.`;
}

function causeOf({ by, most }: Reached): string {
  switch (by) {
    case 'turns':
      return `you have had your ${most === 1 ? 'one turn' : `${most} turns`} of an hour`;
    case 'tokens':
      return 'my tokens for today are used up';
    case 'loop':
      return `each of your last ${most} messages here came right after mine, as if two programs talked to each other`;
  }
}

/** "until Sat 21 Nov, 15:41 Europe/Berlin (in 12 min)", "for the next 12 min": never shorter than it is. */
export function endOf({ until }: Pick<Reached, 'until'>, zone: string | null, now: Date): string {
  const distance = describeDistance(
    new Date(now.getTime() + upToMinute(until.getTime() - now.getTime())),
    now,
  );
  if (zone === null) return `for the next ${distance.replace(/^in /, '')}`;
  const end = new Date(upToMinute(until.getTime()));
  return `until ${describeInstant(end, { now, zone })} ${zone} (${distance})`;
}

const upToMinute = (ms: number): number => Math.ceil(ms / 60_000) * 60_000;
