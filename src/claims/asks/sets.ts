// One verb that asks, and the things it asks for: "remind me tomorrow at 9 to water the plants, and on Friday at 17:15 to call".
import { findTimes } from '../../schedule/parse/index.ts';
import { type Read, type Reader, timed } from './timed.ts';

/** What stands between two things asked for with one verb. */
const AND =
  /[,;，、；،]\s*(?:(?:and|und|et|y|e|en|и|و|aur|also|auch|plus|dann|then)\s+)?|\s(?:and|und|et|y|e|en|и|aur|plus|sowie)\s|(?:それと|そして|以及|还有|還有|和)/giu;

export type ReadPart = Read & { readonly words: string };

/**
 * One thing, or several in parts that each have their time.
 *
 * @param text the clause as written
 * @param rest the same without its verb
 * @param verb which is put in front of each of several parts
 */
export function setsOf(text: string, rest: string, verb: string, reader: Reader): readonly ReadPart[] {
  const whole = [rest, text].map((part) => timed(part, reader));
  const one = whole.find(({ plain }) => plain);
  if (one) return [{ ...one, words: text }];
  const parts = partsOf(rest, reader)?.map((part) => ({ ...part, words: withVerb(verb, part.words) }));
  return parts ?? [{ ...(whole.find(({ time }) => time !== null) ?? timed(rest, reader)), words: text }];
}

/**
 * The parts, if each has a time of its own that resolves; a matter that only one has is that of all.
 *
 * @param day the words for the day of the part before: an hour without a day is on it
 */
function partsOf(rest: string, reader: Reader, day = ''): readonly ReadPart[] | null {
  for (const match of rest.matchAll(AND)) {
    const first = partAt(rest.slice(0, match.index), reader, day);
    if (first === null) continue;
    const right = rest.slice(match.index + match[0].length);
    const next = dayOf(first, reader);
    const last = partAt(right, reader, next);
    const others = last ? [last] : partsOf(right, reader, next);
    const all = others && shared([first, ...others]);
    if (all) return all;
  }
  return null;
}

/** One part; null if it has no time that resolves, or is more than one. */
function partAt(words: string, reader: Reader, day: string): ReadPart | null {
  const alone = { ...timed(words, reader), words };
  const { time } = alone;
  if (time?.schedule == null || !(alone.plain || alone.what === '')) return null;
  if (day === '' || time.day || time.schedule.kind !== 'once') return alone;
  const at = Math.max(0, words.indexOf(time.words));
  const lent = `${words.slice(0, at)}${day}${KANJI.test(day) ? '' : ' '}${words.slice(at)}`;
  const onDay = { ...timed(lent, reader), words: lent };
  if (onDay.time?.schedule == null) return { ...alone, plain: false };
  return { ...onDay, time: { ...onDay.time, lent: true }, what: alone.what };
}

const KANJI = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** "tomorrow" of "tomorrow at nine"; of a series there is none to lend. */
function dayOf({ time }: ReadPart, reader: Reader): string {
  if (time?.schedule?.kind !== 'once') return '';
  const days = findTimes(time.words, [reader.language], reader.locale).filter(({ kind }) => kind === 'day');
  const [first] = days;
  return first && days.length === 1 ? time.words.slice(first.at, first.end) : '';
}

/** Parts without a matter take that of the only one that has any. */
function shared(parts: readonly ReadPart[]): readonly ReadPart[] | null {
  const matters = parts.filter(({ what }) => what !== '');
  // "every weekday at 8 to stretch and at 18:00 to go home": on which days, nobody said
  const isSeries = parts[0]?.time?.schedule?.kind !== 'once';
  const told = parts.map((part, i) =>
    i > 0 && isSeries && part.time?.day !== true ? { ...part, plain: false } : part,
  );
  if (matters.length === parts.length) return told;
  const [only] = matters;
  if (matters.length !== 1 || !only) return null;
  const day = parts[0]?.time?.day === true;
  return told.map((part) => ({ ...part, what: only.what, plain: !day || part.time?.day === true }));
}

const withVerb = (verb: string, part: string): string =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Devanagari}]/u.test(part)
    ? part
    : `${verb.trim()} ${part.trim()}`;
