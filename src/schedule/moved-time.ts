// The new time of a reminder that is moved, where it is said by the old one: "half an hour later" counts from the reminder's own
// time, and "to nine" stays on its day. Anything else is counted from now. Pure.
import { findTimes, resolveWhen } from './parse/index.ts';
import { DAY, HOUR, MINUTE, toInstant, toLocal } from './recurrence/zoned.ts';

interface Move {
  readonly words: string;
  /** When it would have come. */
  readonly from: Date;
  readonly now: Date;
  readonly zone: string;
  readonly locale: string;
}

/** "Later" and what says the opposite of it, language by language; words of Chinese and Japanese may touch others. */
const PAIRS: readonly (readonly [later: string, earlier: string])[] = [
  ['later', 'earlier|sooner|eerder'],
  ['später', 'früher|eher|vorher'],
  ['más tarde|después', 'antes'],
  ['plus tard', 'plus tôt'],
  ['mais tarde|depois', 'mais cedo'],
  ['più tardi|dopo', 'più presto|prima'],
  ['позже', 'раньше'],
  ['बाद में|बाद', 'पहले'],
  ['لاحقا', 'قبل'],
];
const CJK = { later: /遅く|推迟|推遲|晚(?!上)/u, earlier: /早く|提前|早(?!上)/u };

const word = (words: string) => new RegExp(`(?<![\\p{L}\\p{M}])(?:${words})(?![\\p{L}\\p{M}])`, 'iu');
const WAYS = [
  ...PAIRS.flatMap(([later, earlier]) => [
    { sign: 1, said: word(later), later: later.split('|')[0] ?? '' },
    { sign: -1, said: word(earlier), later: later.split('|')[0] ?? '' },
  ]),
  { sign: 1, said: CJK.later, later: '' },
  { sign: -1, said: CJK.earlier, later: '' },
] as const;
/** What shifts a time too, though not by an amount alone: "push it back". */
const SHIFTS = [word('back|forward|up|vor|zurück|mais|na'), /後|前|延/u];

/** Whether words tell a new time by the old one: "half an hour later". Pure. */
export const countsFromOldTime = (words: string): boolean =>
  WAYS.some(({ said }) => said.test(words)) || SHIFTS.some((said) => said.test(words));

/** What may lead the amount: "by 30 minutes", "um eine halbe Stunde". */
const BY = /^\s*(?:by|um|von|de|d['’]|por|di|met|на)(?!\p{L})\s*/iu;

/** @returns the instant, or null if the words are not said by the old time */
export function movedTime(move: Move): Date | null {
  const { from, now } = move;
  if (from <= now) return null;
  return shifted(move) ?? (isClockAlone(move) ? onItsDay(move) : null);
}

/** Whether words say by how much, and not when: "half an hour later". Pure. */
export function isShift(words: string, { now, zone, locale }: Omit<Move, 'words' | 'from'>): boolean {
  return shifted({ words, from: now, now, zone, locale }) !== null;
}

function shifted({ words, from, zone, locale }: Move): Date | null {
  for (const { sign, said, later } of WAYS) {
    if (!said.test(words)) continue;
    const amount = words.replace(said, ' ').trim().replace(BY, '').trim();
    // "Una hora" alone is no time, with "más tarde" it is.
    for (const phrase of [amount, `${amount} ${later}`]) {
      const result = amount === '' ? null : resolveWhen(phrase, { now: from, zone, locale, movedFrom: from });
      if (!result?.ok || result.wallTime || result.schedule.kind !== 'once') continue;
      return new Date(from.getTime() + sign * (result.first.getTime() - from.getTime()));
    }
  }
  return null;
}

function isClockAlone({ words, locale }: Move): boolean {
  const found = findTimes(words, [locale.slice(0, 2), 'en'], locale);
  return found.length === 1 && found[0]?.kind === 'clock';
}

/** Of a bare hour the first from seven on; if that is not of the day any more, the first of the day. */
function onItsDay({ words, from, now, zone, locale }: Move): Date | null {
  const midnight = Math.floor(toLocal(from.getTime(), zone) / DAY) * DAY;
  for (const after of [7 * HOUR - MINUTE, -MINUTE]) {
    const options = { now: new Date(toInstant(midnight + after, zone)), zone, locale, movedFrom: from };
    const result = resolveWhen(words, options);
    if (!result.ok || result.schedule.kind !== 'once') return null;
    const isSameDay = Math.floor(toLocal(result.first.getTime(), zone) / DAY) * DAY === midnight;
    if (isSameDay && result.first > now) return result.first;
  }
  return null;
}
