// The time and the matter of one thing that is asked for, and whether both are told without doubt.
import {
  clean,
  findTimes,
  isTime,
  type Mention,
  resolveWhen,
  splitWhen,
  type WhenOptions,
} from '../../schedule/parse/index.ts';
import { MASK } from '../voice.ts';
import type { Ask } from './ask.ts';

export type Read = Pick<Ask, 'what' | 'time' | 'plain'>;

/** Who asks, when, and the language (ISO 639-1) of their words. */
export type Reader = WhenOptions & { readonly language: string };

/** Time and matter of a part of a message. */
export function timed(part: string, reader: Reader): Read {
  const split = splitWhen(part, reader);
  if (!split) return { what: trimmed(part), time: null, plain: false };
  const { when, result, what } = own(part, split, reader);
  const matter = trimmed(what);
  // "half an hour before" tells no time by itself
  const schedule = result.ok && !BEFORE.test(part) ? result.schedule : null;
  const told = findTimes(when, [reader.language], reader.locale).filter(isTime);
  const isWhole = matter !== '' && !matter.includes(MASK) && splitWhen(matter, reader) === null;
  return {
    what: matter,
    time: {
      words: when.trim(),
      schedule,
      hour: schedule?.kind === 'interval' || told.some(namesHour),
      day: told.some(({ kind }) => kind !== 'clock'),
    },
    plain: schedule !== null && told.length > 0 && isWhole,
  };
}

/** "Every weekday" names none, "every weekday at 9" does. */
const namesHour = (mention: Mention): boolean =>
  mention.kind === 'repeat' ? mention.facts.some(({ f }) => f === 'clock') : mention.kind !== 'day';

/** "Half an hour before": counts from another time than now. */
const BEFORE =
  /(?<!\p{L})(?:before(?:hand)?|prior|ahead|avant|antes|prima|vorher|davor|zuvor|van tevoren|ervoor|до|заранее|قبل|पहले|pehle)(?!\p{L})|за \d+|前一|前に|分前|間前|提前|早\p{L}?分钟/iu;

type Split = NonNullable<ReturnType<typeof splitWhen>>;

/** A word that is a time in another language only ("due", "di", "Sam") is none if the rest makes another time without it. */
function own(part: string, split: Split, reader: Reader): Split {
  const { when, result } = split;
  const mentions = findTimes(when, [reader.language], reader.locale);
  if (!mentions.some(isTime) || !result.ok) return split;
  const core = when.slice(
    Math.min(...mentions.map(({ at }) => at)),
    Math.max(...mentions.map(({ end }) => end)),
  );
  const at = part.indexOf(core);
  const isOwn = at < 0 || when.replace(core, '').search(/\p{N}/u) >= 0;
  if (core === when || isOwn) return split;
  const alone = resolveWhen(core, reader);
  if (!alone.ok || JSON.stringify(alone.schedule) === JSON.stringify(result.schedule)) return split;
  const what = `${clean(part.slice(0, at))} ${clean(part.slice(at + core.length))}`;
  return { when: core, result: alone, what: clean(what) };
}

/** Without the marks and particles that only joined it to the words of asking. */
function trimmed(text: string): string {
  const bare = text.replace(/^[\s,.:;!?¿¡、，。]+|[\s,;、，。！？]+$|(?<=\p{L}{3})\.$/gu, '');
  return KANA.test(bare) ? bare.replace(/\s+/gu, '').replace(JOINING, '') : bare.replace(ENDING, '');
}

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const JOINING = /(?:のを|ことを|ように?|って|を|に|と|も)?(?:ください|下さい)?$/u;
/** What is left of a verb in two parts. */
const ENDING = / (?:erinnern|wecken|benachrichtigen|herinneren|wekken|waarschuwen)[?.!]*$/iu;
