// A language's numbers, units, weekdays and months, from words to values.
import type { TimeWords, Unit } from '../language/pack.ts';
import { anyOf, compile } from '../pattern.ts';

/** Minutes in a unit; a month counts 30 days. */
export const MINUTES: Readonly<Record<Unit, number>> = {
  minute: 1,
  hour: 60,
  day: 1440,
  week: 10_080,
  month: 43_200,
};

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The named groups of a match. */
export type Groups = Readonly<Record<string, string>>;

export type Vocabulary = {
  /** NaN for what is no number */
  readonly numberOf: (text: string) => number;
  /** of the groups s (a fixed stretch) or n and u (a number of units) */
  readonly stretchOf: (groups: Groups) => { readonly minutes: number; readonly unit: Unit } | null;
  /** plain English names of the weekdays in a text */
  readonly weekdayNames: (text: string) => readonly string[];
  /** 1 to 12, or 0 */
  readonly monthOf: (text: string) => number;
  readonly unitOf: (text: string) => Unit | null;
};

const whole = (pattern: string) => compile(`^(?:${pattern})$`);

/** Compiles a language's words; done once for each language. */
export function vocabularyOf(words: TimeWords): Vocabulary {
  const weekdays = words.weekdays.map(whole);
  const months = words.months.map(whole);
  const units = Object.entries(words.units).map(([unit, source]) => [unit as Unit, whole(source)] as const);
  const stretches = Object.entries(words.stretches).map(
    ([source, minutes]) => [whole(source), minutes] as const,
  );
  const weekdayIn = anyOf([words.weekdays.join('|')], {}, true);
  const numberOf = (text: string): number => {
    const digits = Number(text.replace(',', '.'));
    return Number.isNaN(digits) ? (words.numbers[text.replace(/\s+/gu, ' ')] ?? Number.NaN) : digits;
  };
  const unitOf = (text: string): Unit | null => units.find(([, is]) => is.test(text))?.[0] ?? null;
  return {
    numberOf,
    unitOf,
    stretchOf: (groups) => {
      const { s, u, n } = groups;
      if (s) {
        const minutes = stretches.find(([is]) => is.test(s))?.[1];
        return minutes === undefined ? null : { minutes, unit: 'minute' };
      }
      const unit = u === undefined ? 'minute' : (unitOf(u) ?? 'minute');
      const count = numberOf(n ?? '');
      return Number.isNaN(count) || count <= 0 ? null : { minutes: Math.round(count * MINUTES[unit]), unit };
    },
    weekdayNames: (text) =>
      [...text.matchAll(weekdayIn)].flatMap((m) =>
        weekdays.flatMap((is, i) => (is.test(m[0]) ? [WEEKDAYS[i] ?? ''] : [])),
      ),
    monthOf: (text) => months.findIndex((is) => is.test(text)) + 1,
  };
}
