// Dates without a zone: a day is a count since 1970-01-01, a month a count since year 0. Pure arithmetic on
// the Gregorian calendar, shared by next.ts and the words. Days of the week are ISO: 1 is Monday.
import { DAY } from './zoned.ts';

type Civil = { readonly y: number; readonly m: number; readonly d: number };

export function dayOf(y: number, m: number, d: number): number {
  return Math.floor(Date.UTC(y, m - 1, d) / DAY);
}

export function civilOf(day: number): Civil {
  const date = new Date(day * DAY);
  return { y: date.getUTCFullYear(), m: date.getUTCMonth() + 1, d: date.getUTCDate() };
}

export function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/** The Monday on or before a day. */
export function mondayOf(day: number): number {
  return day - weekdayOf(day) + 1;
}

export function daysInMonth(y: number, m: number): number {
  return new Date(Date.UTC(y, m, 0)).getUTCDate();
}

/** Months since year 0, for stepping. */
export function monthIndex(c: Civil): number {
  return c.y * 12 + c.m - 1;
}

/** `{ y, m }` of a month index. */
export function monthAt(index: number): { readonly y: number; readonly m: number } {
  return { y: Math.floor(index / 12), m: (((index % 12) + 12) % 12) + 1 };
}

/** Calendar step by months, clamped to the month's end. */
export function addMonths(day: number, months: number): number {
  const c = civilOf(day);
  const { y, m } = monthAt(monthIndex(c) + months);
  return dayOf(y, m, Math.min(c.d, daysInMonth(y, m)));
}

/** The nth (or, for n = -1, last) day of a month whose weekday is in the list; null if the month lacks it. */
export function nthWeekday(y: number, m: number, n: number, weekdays: readonly number[]): number | null {
  const first = dayOf(y, m, 1);
  const days: number[] = [];
  for (let i = 0; i < daysInMonth(y, m); i++) {
    if (weekdays.includes(weekdayOf(first + i))) days.push(first + i);
  }
  return days.at(n < 0 ? n : n - 1) ?? null;
}

export function isoDate(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

export function parseIsoDate(iso: string): number {
  return Math.floor(Date.parse(`${iso}T00:00:00Z`) / DAY);
}

/** `HH:MM` to ms since midnight. */
export function parseTime(time: string): number {
  const [h = '0', m = '0'] = time.split(':');
  return (Number(h) * 60 + Number(m)) * 60_000;
}

/** Minutes since midnight to `HH:MM`. */
export function formatTime(minutes: number): string {
  const pad = (n: number) => String(n).padStart(2, '0');
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}
