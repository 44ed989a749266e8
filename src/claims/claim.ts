// What a reply claims: the shape that detect.ts finds and reconcile.ts holds against the rows. Plain data.
import type { Schedule } from '../schedule/schedule.ts';

/**
 * What kind of lasting effect is claimed: something said or asked later, changed or taken away, kept, put on, erased, taken back,
 * or a deed that nothing here can do (`deed`: mailed, booked, paid).
 */
export const claimKinds = [
  'reminder',
  'recurring',
  'follow_up',
  'cancelled',
  'changed',
  'memory',
  'persona',
  'forgotten',
  'undone',
  'deed',
] as const;
export type ClaimKind = (typeof claimKinds)[number];

/** When a promise falls due: an instant (ISO, UTC), or a local date `YYYY-MM-DD` when only a day is named. */
export type Due =
  | { readonly kind: 'instant'; readonly at: string }
  | { readonly kind: 'date'; readonly date: string };

/** A time as the reply names it. */
export type When = {
  /** the first time it falls due; null if the words name one that has passed or does not exist */
  readonly due: Due | null;
  /** other sensible readings of the same words ("next tuesday") */
  readonly also: readonly Due[];
  /** for a repeating promise: what it should be */
  readonly repeats: Schedule | null;
  /** the clock time was named, so an hour matters and not only the day */
  readonly timed: boolean;
  /** the words are the person's, the reply names no time */
  readonly asked: boolean;
  /** the time was told beside the promise, by the sentence next to it or by the person: not by the promise itself */
  readonly lent?: boolean;
};

/** Telling words, folded, that say what a claim is about. */
export type About = {
  /** of the whole sentence, then of the person's message */
  readonly subject: readonly string[];
  /** of the claim's own clause; of the whole sentence for a cancellation whose clause names nothing that the person named */
  readonly said: readonly string[];
  /** those of `said` that the person's message has too, words of asking aside */
  readonly named: readonly string[];
};

/** What a sentence tells of how things stand, whatever else it claims. */
export type Told = {
  /** how many reminders it says there are; null if it names no number of them */
  readonly count: number | null;
  /** it says that there is no such reminder */
  readonly denies: boolean;
};

export type Claim = About &
  Told & {
    readonly kind: ClaimKind;
    /** the sentence that makes the claim, as written */
    readonly sentence: string;
    /** null if no time is named */
    readonly when: When | null;
    readonly due: Due | null;
    /** for `persona`: words of the claimed persona, folded; `default` for a claimed return to it */
    readonly persona: readonly string[];
    /** for `cancelled`: every reminder is said to be gone */
    readonly all: boolean;
    /** the person's message asks for this kind of effect */
    readonly wanted: boolean;
    /** the person's message, or the sentence, names a time */
    readonly timed: boolean;
    /** unclear: a careful reader would ask; worth a question to the model */
    readonly certainty: 'sure' | 'unclear';
  };
