// "Last Tuesday", "gestern", "先週", "21 November": words for days that are over, or today, as dates on one person's
// calendar. The runtime knows "yesterday" and "last week" in every language; weekdays and dates come from chrono.

import { DateTime } from 'luxon';
import { within, withoutWideGaps } from '../text/reading-limits.ts';
import { type FoundDate, findDate } from './past-date.ts';
import { termsOf } from './words.ts';

/** First and last day, YYYY-MM-DD, both included and never after today; `rest` is the phrase without the day's words. */
export interface PastDays {
  readonly from: string;
  readonly to: string;
  readonly rest: string;
}

const units = ['day', 'week', 'month', 'year'] as const;

interface Span {
  readonly from: DateTime;
  readonly to: DateTime;
  readonly text: string;
  readonly unit: (typeof units)[number];
}

/**
 * Finds the past day or days a phrase speaks of.
 *
 * @param now the instant at which it is said
 * @param zone IANA zone of the person; null: UTC
 * @param locale BCP 47: the language of the words, beside English, and the order of numbers in 3/4
 * @returns null if the phrase names no day, or one still to come
 */
export function pastDay(asked: string, now: Date, zone: string | null, locale: string): PastDays | null {
  const phrase = within('pastDay', withoutWideGaps(asked));
  const local = DateTime.fromJSDate(now, { zone: zone ?? 'utc' });
  // Calendar arithmetic needs no zone any more: from here on the local wall time, as if it were UTC.
  const today = local.setZone('utc', { keepLocalTime: true });
  const span = relativeSpan(phrase, today, locale);
  const weekday = span?.unit === 'week' ? findDate(phrase.replace(span.text, ' '), today, locale) : null;
  if (span && weekday?.weekday) {
    const day = span.from.plus({ days: weekday.weekday - 1 });
    return days(phrase, [span.text, weekday.text], day, day, today);
  }
  const date = findDate(phrase, today, locale);
  if (date && (!span || date.text.length > span.text.length) && isMeant(phrase, date))
    return days(phrase, [date.text], date.from, date.to, today);
  if (!span) return null;
  return days(phrase, [span.text], span.from, span.to, today);
}

function days(
  phrase: string,
  texts: readonly string[],
  from: DateTime,
  to: DateTime,
  today: DateTime,
): PastDays | null {
  const [first, last] = [from, to].map((day) => day.toFormat('yyyy-MM-dd'));
  const now = today.toFormat('yyyy-MM-dd');
  if (first === undefined || last === undefined || first > now) return null;
  const rest = texts.reduce((left, text) => left.replace(text, ' '), phrase);
  return { from: first, to: [last, now].sort()[0] ?? now, rest: rest.replace(/\s+/gu, ' ').trim() };
}

/** "sun", "may" and "3/4" are days only where nothing else is asked for: "sun cream" is no Sunday. */
function isMeant(phrase: string, date: FoundDate): boolean {
  return date.plain || termsOf(phrase.replace(date.text, ' ')).length === 0;
}

/** "Yesterday", "last week", "this month" in the language of the locale or English; the longest that is there. */
function relativeSpan(phrase: string, today: DateTime, locale: string): Span | null {
  const spans: Span[] = [];
  const before = /(?:the )?day before yesterday/iu.exec(phrase);
  if (before) spans.push({ ...spanOf('day', -2, today), text: before[0] });
  for (const language of new Set([locale, 'en'])) {
    const format = relativeFormat(language);
    for (const unit of units) {
      for (const offset of unit === 'day' ? [-2, -1, 0] : [-1, 0]) {
        const text = format.format(offset, unit);
        const found = /\p{N}/u.test(text) ? null : wordsIn(text).exec(phrase);
        if (found) spans.push({ ...spanOf(unit, offset, today), text: found[0] });
      }
    }
  }
  return spans.sort((a, b) => b.text.length - a.text.length)[0] ?? null;
}

function spanOf(unit: Span['unit'], offset: number, today: DateTime): Omit<Span, 'text'> {
  const day = today.plus({ [unit]: offset });
  return { from: day.startOf(unit), to: day.endOf(unit), unit };
}

function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  const known = isLocale(locale) ? locale : 'en';
  return new Intl.RelativeTimeFormat(known, { numeric: 'auto' });
}

function isLocale(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length === 1;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The words as a pattern: whole words, except in scripts without spaces or with endings that stick to the word. */
function wordsIn(text: string): RegExp {
  const words = text
    .replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
    .replace(/['’]/gu, "['’]")
    .replace(/\s+/gu, '\\s+');
  const spaced = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text);
  return new RegExp(spaced ? `(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])` : words, 'iu');
}
