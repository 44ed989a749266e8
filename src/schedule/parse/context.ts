// Now, as the meaning needs it: the zone that counts, today as a day, and the way back to instants.
import { DAY, toInstant, toLocal } from '../recurrence/zoned.ts';

export type Context = {
  /** ms */
  readonly now: number;
  readonly zone: string;
  /** local day count of now in the zone */
  readonly today: number;
  /** local wall-clock ms of now */
  readonly local: number;
  /** the zone was named in the phrase */
  readonly named: boolean;
};

export function contextAt(now: Date, zone: string, named: boolean): Context {
  const local = toLocal(now.getTime(), zone);
  return { now: now.getTime(), zone, today: Math.floor(local / DAY), local, named };
}

/** A day and ms since its midnight, as an instant. */
export function instantOf(context: Context, day: number, time: number): number {
  return toInstant(day * DAY + time, context.zone);
}
