// The answer to "when?": a schedule, or a refusal that says what was not understood and how to say it.
import type { Line, PlainKey } from '../../language/say.ts';
import { toInstant, toLocal } from '../recurrence/zoned.ts';
import type { Schedule } from '../schedule.ts';

/**
 * What is true of a time and does not show in it: the wall time said is one that the clocks skip (both as `HH:MM`), or the day
 * could have been an earlier one (local date `YYYY-MM-DD`).
 */
export type Remark =
  | { readonly kind: 'skipped'; readonly said: string; readonly at: string }
  | { readonly kind: 'not-before'; readonly day: string };

type Why = 'past' | 'ambiguous' | 'nonexistent' | 'unparseable' | 'too-frequent';

export type WhenResult =
  | {
      readonly ok: true;
      readonly schedule: Schedule;
      /** its first firing after now */
      readonly first: Date;
      /** whether the person's zone played a part; false for elapsed time and for times with a zone of their own */
      readonly wallTime: boolean;
      readonly remarks?: readonly Remark[];
    }
  | {
      readonly ok: false;
      readonly why: Why;
      readonly line: Line;
      /** when ambiguous and both can be named: the readings to offer */
      readonly readings?: readonly Schedule[];
    };

/** What the meaning gives before the first firing is known. */
export type Meaning =
  | {
      readonly ok: true;
      readonly schedule: Schedule;
      readonly wallTime: boolean;
      readonly remarks?: readonly Remark[];
    }
  | {
      readonly ok: false;
      readonly why: Why;
      readonly line: Line;
      readonly readings?: readonly Schedule[];
    };

/** @param said the message that says what is wrong, and how to say it */
export function refuse(
  why: Why,
  said: PlainKey | Line,
  readings?: readonly Schedule[],
): Meaning & { ok: false } {
  const line: Line = typeof said === 'string' ? (say) => say(said) : said;
  return readings && readings.length > 1 ? { ok: false, why, line, readings } : { ok: false, why, line };
}

/** The remark on a wall time that the clocks skip; null for any other. @param local wall-clock ms */
export function skippedTime(local: number, zone: string): Remark | null {
  const at = toLocal(toInstant(local, zone), zone);
  return at === local ? null : { kind: 'skipped', said: clockOf(local), at: clockOf(at) };
}

const clockOf = (local: number): string => new Date(local).toISOString().slice(11, 16);
