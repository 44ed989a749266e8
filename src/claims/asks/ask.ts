// What a person's message asks for that must leave a row, and what has become of each such thing at the turn's end. Plain data.
import type { Schedule } from '../../schedule/schedule.ts';

/**
 * What is asked for: something said at a time, work done at a time, a reminder changed, a correction of what was just said, a
 * reminder cancelled, the list of them, a note kept, a note erased, a change taken back, another persona, a task ticked off.
 */
export const askKinds = [
  'set',
  'work',
  'change',
  'meant',
  'cancel',
  'list',
  'note',
  'forget',
  'undo',
  'persona',
  'task',
] as const;
export type AskKind = (typeof askKinds)[number];

/** A time that the person named, and what it means. */
export type AskedTime = {
  /** as written */
  readonly words: string;
  /** null if it cannot be resolved without doubt */
  readonly schedule: Schedule | null;
  /** it names an hour or a stretch of time, not only a day */
  readonly hour: boolean;
  /** it needs no day of another time */
  readonly day: boolean;
  /** its day is that of the time before it in the message */
  readonly lent?: boolean;
};

/** One thing that the person asks for. */
export type Ask = {
  readonly kind: AskKind;
  /** the part of the message that asks for it, as written */
  readonly words: string;
  /** what it is about, without its time and the words of asking; '' if nothing tells */
  readonly what: string;
  /** null if none is named */
  readonly time: AskedTime | null;
  /** time and matter are told without doubt: it can be done as it stands */
  readonly plain: boolean;
  /** its time is the only one in the message: what is stored for another was misheard */
  readonly only: boolean;
};

/** Done, by a row of this turn or one that stands; put back as a question; refused, and said so; none of these. */
export const askStates = ['met', 'asked', 'refused', 'open'] as const;
export type AskState = (typeof askStates)[number];

/** As it is stored with the turn. */
export type SettledAsk = Pick<Ask, 'kind' | 'words'> & { readonly state: AskState };
