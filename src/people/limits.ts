// How much a person and the whole bot may use: turns an hour for each person, over the last sixty minutes; tokens a day
// for the whole bot, over the day of the operator's zone. From counts and instants to "may" or "not before". Pure.
import { DateTime } from 'luxon';

export interface Allowance {
  /** Turns that a person may have in an hour for what they write; 0: no limit. */
  readonly turnsPerHour: number;
  /** Tokens of the whole bot in a day, in and out; 0: no limit. */
  readonly tokensPerDay: number;
  /** IANA zone whose day counts. */
  readonly zone: string;
}

/** A limit that has been reached, and when it ends. */
export interface Reached {
  readonly by: 'turns' | 'tokens' | 'loop';
  /** How much there is. */
  readonly most: number;
  readonly until: Date;
}

const hourMs = 3_600_000;

/** From when on a person's turns count. */
export const hourBefore = (now: Date): Date => new Date(now.getTime() - hourMs);

/** @param oldest when the oldest of the newest `turnsPerHour` turns began; null: there were fewer */
export function turnsReached(
  { turnsPerHour: most }: Allowance,
  oldest: Date | null,
  now: Date,
): Reached | null {
  if (most === 0 || oldest === null) return null;
  const until = new Date(oldest.getTime() + hourMs);
  return until > now ? { by: 'turns', most, until } : null;
}

/** @param used the tokens of the day so far */
export function tokensReached(
  { tokensPerDay: most, zone }: Allowance,
  used: number,
  now: Date,
): Reached | null {
  return most === 0 || used < most ? null : { by: 'tokens', most, until: dayOf(now, zone).end };
}

/** The day in which an instant lies, from midnight to midnight. */
export function dayOf(now: Date, zone: string): { readonly start: Date; readonly end: Date } {
  const start = DateTime.fromJSDate(now, { zone }).startOf('day');
  return { start: start.toJSDate(), end: start.plus({ days: 1 }).startOf('day').toJSDate() };
}
