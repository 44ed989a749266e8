// Dates, distances and lists as a language writes them. What counts is computed before: here it is only put into words.
import { DateTime } from 'luxon';
import { fileOf } from './languages.ts';
import type { Say } from './say.ts';

export type Unit = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year';

/** English has words of its own: "17 h", "2 d". */
const ENGLISH: Readonly<Record<Unit, string>> = {
  second: 's',
  minute: 'min',
  hour: 'h',
  day: 'd',
  month: 'months',
  year: 'years',
};

const localeOf = (say: Say): string => fileOf(say.language).head().dates.locale;

/** Formatters are dear to make: one for each language and use. */
const made = new Map<string, unknown>();
function kept<T>(say: Say, use: string, make: (locale: string) => T): T {
  const key = `${say.language} ${use}`;
  const formatter = (made.get(key) as T | undefined) ?? make(localeOf(say));
  made.set(key, formatter);
  return formatter;
}

/** "Sat 21 Nov", with the year if it is asked for. @param local wall time, as the UTC fields of a date */
export function dateIn(say: Say, local: Date, withYear: boolean): string {
  const { day, day_with_year: dayWithYear } = fileOf(say.language).head().dates;
  return formatted(say, local, withYear ? dayWithYear : day);
}

/** "21 Nov" */
export const shortDate = (say: Say, local: Date): string =>
  say.language === 'en'
    ? formatted(say, local, 'd LLL')
    : kept(
        say,
        'short date',
        (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
      ).format(local);

/** Luxon's tokens in this language, always with our own digits. */
export function formatted(say: Say, local: Date, tokens: string): string {
  const at = DateTime.fromJSDate(local, { zone: 'utc' });
  return at.reconfigure({ locale: localeOf(say), numberingSystem: 'latn' }).toFormat(tokens);
}

/** "Mon" or "Monday". @param day 1 is Monday */
export const weekdayIn = (say: Say, day: number, length: 'short' | 'long'): string =>
  formatted(say, new Date(Date.UTC(2024, 0, day)), length === 'short' ? 'ccc' : 'cccc');

/** "Nov". @param month 1 is January */
export function monthIn(say: Say, month: number): string {
  const first = new Date(Date.UTC(2024, month - 1, 1));
  if (say.language === 'en') return formatted(say, first, 'LLL');
  const options = { month: 'short', timeZone: 'UTC' } as const;
  return kept(say, 'month', (locale) => new Intl.DateTimeFormat(locale, options)).format(first);
}

/** "17 h" */
export const amountIn = (say: Say, amount: number, unit: Unit): string =>
  say.language === 'en'
    ? `${amount} ${ENGLISH[unit]}`
    : kept(
        say,
        unit,
        (locale) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }),
      ).format(amount);

/** "in 17 h", "5 min ago". @param amount below 0: ago */
export function distanceIn(say: Say, amount: number, unit: Unit): string {
  if (say.language !== 'en')
    return kept(say, 'distance', (locale) => new Intl.RelativeTimeFormat(locale, { style: 'short' })).format(
      amount,
      unit,
    );
  const span = amountIn(say, Math.abs(amount), unit);
  return amount > 0 ? `in ${span}` : `${span} ago`;
}

/** "Mon, Wed and Fri" */
export const listIn = (say: Say, items: readonly string[]): string =>
  // British English has no comma before the last "and".
  kept(say, 'list', (locale) => new Intl.ListFormat(locale === 'en' ? 'en-GB' : locale)).format(items);

/** "12,345" */
export const numberIn = (say: Say, amount: number): string =>
  kept(say, 'number', (locale) => new Intl.NumberFormat(locale)).format(amount);
