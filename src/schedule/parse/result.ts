// The answer to "when?": a schedule, or a refusal that says what was not understood and how to say it.
import type { Schedule } from '../schedule.ts';

type Why = 'past' | 'ambiguous' | 'nonexistent' | 'unparseable' | 'too-frequent';

export type WhenResult =
  | {
      readonly ok: true;
      readonly schedule: Schedule;
      /** its first firing after now */
      readonly first: Date;
      /** whether the person's zone played a part; false for elapsed time and for times with a zone of their own */
      readonly wallTime: boolean;
    }
  | {
      readonly ok: false;
      readonly why: Why;
      /** one line for a person */
      readonly message: string;
      /** when ambiguous and both can be named: the readings to offer */
      readonly readings?: readonly Schedule[];
    };

/** What the meaning gives before the first firing is known. */
export type Meaning =
  | { readonly ok: true; readonly schedule: Schedule; readonly wallTime: boolean }
  | {
      readonly ok: false;
      readonly why: Why;
      readonly message: string;
      readonly readings?: readonly Schedule[];
    };

export function refuse(why: Why, message: string, readings?: readonly Schedule[]): Meaning & { ok: false } {
  return readings && readings.length > 1
    ? { ok: false, why, message, readings }
    : { ok: false, why, message };
}
