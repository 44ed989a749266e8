// The answer to "when?": a schedule, or a refusal that says what was not understood and how to say it.
import type { Line, PlainKey } from '../../language/say.ts';
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
      readonly line: Line;
      /** when ambiguous and both can be named: the readings to offer */
      readonly readings?: readonly Schedule[];
    };

/** What the meaning gives before the first firing is known. */
export type Meaning =
  | { readonly ok: true; readonly schedule: Schedule; readonly wallTime: boolean }
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
