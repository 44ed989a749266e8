// Weekdays and dates, read backwards: chrono looks for the nearest day, and a note's day is never ahead.
import {
  ar,
  type Chrono,
  de,
  en,
  es,
  fi,
  fr,
  id,
  it,
  ja,
  nl,
  type ParsedResult,
  pt,
  ru,
  sv,
  uk,
  vi,
  zh,
} from 'chrono-node';
import { DateTime } from 'luxon';

export interface FoundDate {
  readonly from: DateTime;
  readonly to: DateTime;
  /** The words that were read. */
  readonly text: string;
  /** 1 Monday to 7 Sunday, if a weekday was all that was said. */
  readonly weekday: number | null;
  /** False if the words may well mean something else: "sun", "may", "3/4". */
  readonly plain: boolean;
}

type Parser = Pick<Chrono, 'parse'>;

const parsers: Readonly<Record<string, Parser>> = {
  ar,
  de,
  es,
  fi,
  fr,
  id,
  it,
  ja,
  nl,
  pt,
  ru,
  sv,
  uk,
  vi,
  zh,
};

/**
 * The first date of a phrase that is over, or today.
 *
 * @param today the person's wall time, as UTC
 */
export function findDate(phrase: string, today: DateTime, locale: string): FoundDate | null {
  const numeric = numericDate(phrase, today, locale);
  if (numeric) return numeric;
  for (const parser of parsersOf(locale)) {
    for (const result of read(parser, phrase, today)) {
      const found = dateOf(result, parser, today);
      if (found && found.from <= today) return found;
    }
  }
  return null;
}

function parsersOf(locale: string): readonly Parser[] {
  const language = locale.toLowerCase().split('-')[0] ?? 'en';
  // Month before day in the United States, and where only "en" is known.
  const english = /^en(?:-us)?$|^ja/iu.test(locale) ? en.casual : en.GB;
  const own = parsers[language];
  return own ? [own, english] : [english];
}

/**
 * Some of chrono's parsers read the reference in the host's zone whatever zone they are given: so the day goes in as noon
 * of that date on the host's own clock, and only calendar fields are taken out. Then the host's zone makes no difference.
 */
function read(parser: Parser, phrase: string, at: DateTime): readonly ParsedResult[] {
  return parser.parse(phrase, new Date(at.year, at.month - 1, at.day, 12), { forwardDate: false });
}

function dateOf(result: ParsedResult, parser: Parser, today: DateTime): FoundDate | null {
  const { start, text } = result;
  if (start.tags().has('casualReference/now')) return null;
  if (start.isCertain('weekday') && !start.isCertain('day')) return weekdayOf(result, parser, today);
  if (!start.isCertain('day'))
    return start.isCertain('month') ? monthOf(result, today) : todayOf(result, today);
  const from = backwards(result.start, today);
  const stretch = /^(?:last|past|previous)\s.*(?:days|weeks|months)$/iu.test(text) ? today : from;
  const to = result.end ? backwards(result.end, today) : stretch;
  const plain = !/^[\d\s/]+$/u.test(text) || start.isCertain('year');
  return from && to ? { from, to: DateTime.max(from, to), text, weekday: null, plain } : null;
}

/** "This morning": today, and the only time of day that names one. */
function todayOf(result: ParsedResult, today: DateTime): FoundDate | null {
  if (!/^this (?:morning|afternoon|evening)$/iu.test(result.text)) return null;
  const from = today.startOf('day');
  return { from, to: from, text: result.text, weekday: null, plain: true };
}

/** A bare weekday is the last one, today included; what is still ahead when said three days ago was meant ahead. */
function weekdayOf(result: ParsedResult, parser: Parser, today: DateTime): FoundDate | null {
  const { text } = result;
  const nearest = calendarDay(result.start);
  const earlier = read(parser, text, today.minus({ days: 3 }))[0];
  const day = nearest && nearest <= today ? nearest : earlier && calendarDay(earlier.start);
  if (!day || day > today) return null;
  return { from: day, to: day, text, weekday: day.weekday, plain: !/^\p{L}{1,3}\.?$/u.test(text) };
}

function monthOf(result: ParsedResult, today: DateTime): FoundDate | null {
  const first = backwards(result.start, today)?.startOf('month');
  const year = result.start.isCertain('year');
  return first
    ? { from: first, to: first.endOf('month'), text: result.text, weekday: null, plain: year }
    : null;
}

/** The date as chrono has it, or the last year's that has it if no year was said and it is still ahead. */
function backwards(start: ParsedResult['start'], today: DateTime): DateTime | null {
  const day = calendarDay(start);
  if (start.isCertain('year')) return day;
  const [month, date] = [start.get('month'), start.get('day')];
  if (month === null || date === null) return day;
  return lastSuch((back) => ({ year: today.year - back, month, day: date }), 9, today);
}

function lastSuch(
  parts: (back: number) => { readonly year: number; readonly month: number; readonly day: number },
  tries: number,
  today: DateTime,
): DateTime | null {
  for (let back = 0; back < tries; back += 1) {
    const day = DateTime.fromObject(parts(back), { zone: 'utc' });
    if (day.isValid && day <= today) return day;
  }
  return null;
}

function calendarDay(start: ParsedResult['start']): DateTime | null {
  const [year, month, day] = [start.get('year'), start.get('month'), start.get('day')];
  if (year === null || month === null || day === null) return null;
  const date = DateTime.fromObject({ year, month, day }, { zone: 'utc' });
  return date.isValid ? date : null;
}

/** What chrono leaves out: "17.11.", "17.11.2026", "on the 17th". */
function numericDate(phrase: string, today: DateTime, locale: string): FoundDate | null {
  const dotted = /(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d{4})?(?![\d.]*\d)/u.exec(phrase);
  if (dotted && !/^en-us$/iu.test(locale)) {
    const [text, day, month, year] = dotted;
    const parts = (back: number) => ({
      year: year ? Number(year) : today.year - back,
      month: Number(month),
      day: Number(day),
    });
    const date = lastSuch(parts, year ? 1 : 9, today);
    return date && { from: date, to: date, text, weekday: null, plain: true };
  }
  const ordinal = /\b(?:on )?the (\d{1,2})(?:st|nd|rd|th)\b(?!\s+(?:of|\p{L}+\s+\d))/iu.exec(phrase);
  if (!ordinal || new RegExp(`${ordinal[0]}\\s+(?:${MONTHS})`, 'iu').test(phrase)) return null;
  const date = lastSuch(
    (back) => {
      const month = today.minus({ months: back });
      return { year: month.year, month: month.month, day: Number(ordinal[1]) };
    },
    4,
    today,
  );
  return date && { from: date, to: date, text: ordinal[0], weekday: null, plain: true };
}

const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
