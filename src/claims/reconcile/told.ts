// What a sentence tells of how things stand: "you have 12 reminders", "there is no reminder for the gutters". Such a sentence
// promises nothing: it is true if the rows are so, whatever kind of claim its words look like. Pure.
import type { Told } from '../claim.ts';
import { clauseOf } from '../exclude.ts';
import type { Language } from '../language/language.ts';
import { conceptTerms } from '../learned/terms.ts';
import { factsOf } from '../request.ts';

/** How far a number or a "no" may stand from the reminder it belongs to, in words; in letters where no blanks divide words. */
const NEAR = 3;
const NEAR_LETTERS = 14;

const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** @param text spelled for patterns */
export function toldOf(text: string, languages: readonly Language[], locale?: string): Told {
  const [language] = languages;
  const things = language ? [...text.matchAll(language.thing)] : [];
  if (!language || things.length === 0) return { count: null, denies: false };
  const places = things.map(({ index, 0: word }) => ({ at: index, end: index + word.length }));
  return {
    count: countOf(text, places, languages, locale),
    denies: places.some((place) => isDenied(text, place, languages, locale)),
  };
}

type Place = { readonly at: number; readonly end: number };

/** The number that stands by the thing and is no time; behind it only where the number ends the sentence's matter ("リマインドは2件"). */
function countOf(
  text: string,
  places: readonly Place[],
  languages: readonly Language[],
  locale?: string,
): number | null {
  const times = factsOf(text, languages, locale);
  const numbers = [...text.matchAll(/(?<![a-z\p{N}.,:])\d{1,4}(?![\d.,:]\d)/gu)].filter(
    ({ index }) => !times.some(({ at, end }) => index >= at && index < end),
  );
  const dense = DENSE.test(text);
  for (const { index, 0: digits } of numbers)
    for (const { at, end } of places) {
      const before = index < at ? text.slice(index + digits.length, at) : null;
      if (before !== null && isNear(before, dense)) return Number(digits);
      if (before === null && languages[0]?.notAfter && isNear(text.slice(end, index), dense))
        return Number(digits);
    }
  return null;
}

/** Whether a "no" stands by the thing, in its clause. */
function isDenied(
  text: string,
  { at, end }: Place,
  languages: readonly Language[],
  locale?: string,
): boolean {
  const clause = clauseOf(text, at, end);
  const isNo = (part: string) => conceptTerms(part, languages, locale).concepts.has('negation');
  if (conceptTerms(clause.text, languages, locale).concepts.has('promise')) return false;
  const dense = DENSE.test(text);
  const before = lastOf(text.slice(clause.at, at), dense);
  const after = languages[0]?.notAfter ? firstOf(text.slice(end, clause.end), dense) : '';
  return isNo(before) || isNo(after);
}

const lastOf = (text: string, dense: boolean) =>
  dense ? text.slice(-NEAR_LETTERS) : text.trim().split(/\s+/u).slice(-NEAR).join(' ');
const firstOf = (text: string, dense: boolean) =>
  dense ? text.slice(0, NEAR_LETTERS) : text.trim().split(/\s+/u).slice(0, NEAR).join(' ');

const isNear = (between: string, dense: boolean) =>
  !/[.!?;:。！？；：\n]/u.test(between) &&
  (dense ? between.length <= NEAR_LETTERS : between.trim().split(/\s+/u).length <= NEAR);
