// Schedules in words, for receipts and lists: "Sat 21 Nov, 09:00 Europe/Berlin, in 17 h" and
// "every weekday at 08:30 Europe/Berlin, next Mon 23 Nov, 08:30, in 2 d". The time in full, never guessed at; in the language
// of the reader, and in English for the model.
import {
  amountIn,
  dateIn,
  distanceIn,
  formatted,
  listIn,
  monthIn,
  type Unit,
  weekdayIn,
} from '../language/dates.ts';
import { english, type Say } from '../language/say.ts';
import { civilOf, parseIsoDate, weekdayOf } from './recurrence/civil.ts';
import { next } from './recurrence/next.ts';
import { toLocal } from './recurrence/zoned.ts';
import type { CalendarSchedule, IntervalSchedule, Schedule } from './schedule.ts';

type DescribeOptions = {
  readonly now: Date;
  /** used for instants; a schedule is shown in its own zone */
  readonly zone: string;
  /** only decides the order of day and month in English: `en-US` has the month first */
  readonly locale?: string;
  /** English if absent */
  readonly say?: Say;
};

/** One line: what fires, in which zone, and how far off the next firing is. */
export function describe(schedule: Schedule, options: DescribeOptions): string {
  const { now, say = english } = options;
  const { zone } = schedule;
  const about = (at: Date) => ({
    instant: describeInstant(at, { ...options, zone }),
    distance: describeDistance(at, now, say, zone),
  });
  if (schedule.kind === 'once') return say('time.once', { zone, ...about(new Date(schedule.at)) });
  const first = next(schedule, now);
  const pattern = describePattern(schedule, say);
  if (!first) return say('time.no-more', { pattern, zone });
  const { instant, distance } = about(first);
  return say('time.next', { pattern, zone, next: instant, distance });
}

/** Without anything that is true today only: "Sat 21 Nov 2026, 09:00 Europe/Berlin", "every weekday at 08:30 Europe/Berlin". */
export function describeLasting(schedule: Schedule): string {
  const { zone } = schedule;
  if (schedule.kind !== 'once') return `${describePattern(schedule)} ${zone}`;
  return `${describeInstant(new Date(schedule.at), { now: new Date(0), zone })} ${zone}`;
}

/**
 * In a few words, for a list in the head block: "Mon 09:30", "today 16:00", "Sat 5 Dec, 09:00", "every weekday at 08:30"; the
 * next time of what comes more seldom than weekly, the zone where it is not `options.zone`.
 */
export function describeBriefly(schedule: Schedule, options: DescribeOptions): string {
  const { now } = options;
  const { zone } = schedule;
  const elsewhere = zone === options.zone ? '' : ` ${zone}`;
  // Elsewhere it may be another day already.
  const there = { ...options, zone, today: elsewhere === '' };
  if (schedule.kind === 'once') return `${nearInstant(new Date(schedule.at), there)}${elsewhere}`;
  const pattern = describePattern(schedule);
  const isPlain = schedule.kind === 'calendar' && schedule.every === 1 && /day|week/.test(schedule.unit);
  const first = isPlain ? null : next(schedule, now);
  return `${pattern}${elsewhere}${first ? `, next ${nearInstant(first, there)}` : ''}`;
}

/** Within six days the weekday says which day it is. */
function nearInstant(at: Date, options: DescribeOptions & { readonly today?: boolean }): string {
  const [local, today] = [at, options.now].map((each) => new Date(toLocal(each.getTime(), options.zone)));
  if (!local || !today) return describeInstant(at, options);
  const days = Math.floor(local.getTime() / DAY_MS) - Math.floor(today.getTime() / DAY_MS);
  if (days < 0 || days > 6) return describeInstant(at, options);
  const isToday = days === 0 && options.today === true;
  return `${isToday ? 'today' : formatted(english, local, 'ccc')} ${timeOf(local)}`;
}

const DAY_MS = 86_400_000;

/** "09:00", without the seconds that "in 20 minutes" has. @param local wall time, as the UTC fields of a date */
const timeOf = (local: Date): string => local.toISOString().slice(11, 16);

/** "Sat 21 Nov, 09:00": wall time in `options.zone`, to the minute; with the year when it is not this one. */
export function describeInstant(at: Date, options: DescribeOptions): string {
  const { say = english } = options;
  const local = new Date(toLocal(at.getTime(), options.zone));
  return say('time.instant', { date: dayOf(local, options), time: timeOf(local) });
}

/** "Sat 21 Nov": the day of an instant in `options.zone`. */
export const describeDay = (at: Date, options: DescribeOptions): string =>
  dayOf(new Date(toLocal(at.getTime(), options.zone)), options);

function dayOf(local: Date, { now, zone, locale, say = english }: DescribeOptions): string {
  const isOther = new Date(toLocal(now.getTime(), zone)).getUTCFullYear() !== local.getUTCFullYear();
  if (locale === 'en-US' && say.language === 'en')
    return formatted(say, local, isOther ? 'ccc LLL d yyyy' : 'ccc LLL d');
  return dateIn(say, local, isOther);
}

/**
 * "in 17 h", "in 2 d", "5 min ago", "now": rounded to the unit that says most.
 *
 * @param zone where days are counted as the calendar has them: tomorrow evening is never "in 2 d"
 */
export function describeDistance(at: Date, now: Date, say: Say = english, zone?: string): string {
  const ms = at.getTime() - now.getTime();
  if (Math.round(Math.abs(ms) / 1000) === 0) return say('time.now');
  const { amount, unit } = rounded(Math.abs(ms));
  if (unit === 'day' && zone !== undefined) return distanceIn(say, daysBetween(now, at, zone), unit);
  return distanceIn(say, ms > 0 ? amount : -amount, unit);
}

function daysBetween(from: Date, to: Date, zone: string): number {
  const day = (at: Date) => Math.floor(toLocal(at.getTime(), zone) / DAY_MS);
  return day(to) - day(from);
}

/** "12 min": the same as a length of time. */
export function describeLength(ms: number, say: Say = english): string {
  const { amount, unit } = rounded(ms);
  return amountIn(say, amount, unit);
}

const UNITS: readonly (readonly [below: number, size: number, unit: Unit])[] = [
  [90, 1, 'second'],
  [5400, 60, 'minute'],
  [129_600, 3600, 'hour'],
  [7_776_000, 86_400, 'day'],
  [63_072_000, 2_629_746, 'month'],
  [Number.POSITIVE_INFINITY, 31_556_952, 'year'],
];

function rounded(ms: number): { readonly amount: number; readonly unit: Unit } {
  const seconds = Math.round(ms / 1000);
  const [, size, unit] = UNITS.find(([below]) => seconds < below) ?? [0, 1, 'second' as const];
  return { amount: Math.round(seconds / size), unit };
}

/** The pattern alone, without zone and next firing: "every weekday at 08:30". */
export function describePattern(schedule: Exclude<Schedule, { kind: 'once' }>, say: Say = english): string {
  switch (schedule.kind) {
    case 'cron':
      return say('pattern.cron', { expression: schedule.expression });
    case 'interval':
      return describeInterval(schedule, say);
    case 'calendar':
      return say('pattern.at', { days: describeDays(schedule, say), times: listIn(say, schedule.times) });
  }
}

function describeInterval({ everySeconds, window }: IntervalSchedule, say: Say): string {
  const span = describeSpan(everySeconds, say);
  if (!window) return say('pattern.every', { span });
  const { from, to, weekdays } = window;
  if (!weekdays) return say('pattern.window', { span, from, to });
  if (keyOf(weekdays) === WORKING) return say('pattern.window-weekdays', { span, from, to });
  return say('pattern.window-days', { span, from, to, days: dayNames(weekdays, say) });
}

/** "1 d 2 h" */
function describeSpan(seconds: number, say: Say): string {
  let left = seconds;
  const parts = (['day', 'hour', 'minute', 'second'] as const).flatMap((unit) => {
    const size = { day: 86_400, hour: 3600, minute: 60, second: 1 }[unit];
    const n = Math.floor(left / size);
    left -= n * size;
    return n > 0 ? [amountIn(say, n, unit)] : [];
  });
  return parts.join(' ');
}

const WORKING = '12345';
const ALL = '1234567';
const keyOf = (days: readonly number[]): string => days.toSorted((a, b) => a - b).join('');

/** "weekday", "day", "Monday", "Mon and Wed" */
function dayNames(days: readonly number[], say: Say): string {
  const key = keyOf(days);
  if (key === WORKING) return say('pattern.a-weekday');
  if (key === ALL) return say('pattern.a-day');
  if (days.length === 1) return weekdayIn(say, days[0] ?? 1, 'long');
  const inOrder = key === '67' ? [6, 7] : days;
  return listIn(
    say,
    inOrder.map((day) => weekdayIn(say, day, 'short')),
  );
}

function everyWeekday(days: readonly number[], say: Say): string {
  const key = keyOf(days);
  if (key === WORKING) return say('pattern.weekdays');
  if (key === ALL) return say('pattern.daily');
  if (days.length > 1) return say('pattern.several-days', { days: dayNames(days, say) });
  return say('pattern.one-day', { n: days[0] ?? 1, day: dayNames(days, say) });
}

function describeDays(schedule: CalendarSchedule, say: Say): string {
  const { every: n, unit, weekdays } = schedule;
  const anchor = parseIsoDate(schedule.anchor);
  if (unit === 'day') {
    if (n > 1) return say('pattern.n-days', { n });
    return weekdays ? everyWeekday(weekdays, say) : say('pattern.daily');
  }
  if (unit === 'week') {
    const of = weekdays ?? [weekdayOf(anchor)];
    return n === 1 ? everyWeekday(of, say) : say('pattern.n-weeks', { n, days: dayNames(of, say) });
  }
  const days = monthDays(schedule, civilOf(anchor).d, say);
  if (unit === 'month') return say('pattern.monthly', { n, days });
  const months = (schedule.months ?? [civilOf(anchor).m]).map((month) => monthIn(say, month));
  return say('pattern.yearly', { n, days, months: listIn(say, months) });
}

function monthDays(schedule: CalendarSchedule, anchorDay: number, say: Say): string {
  const numbers = schedule.monthDays ?? (schedule.nth ? [] : [anchorDay]);
  const days = numbers.map((n) => (n < 0 ? say('pattern.last-day') : say('pattern.month-day', { n })));
  const nth = (schedule.nth ?? []).map(({ n, weekdays }) => {
    const day = dayNames(weekdays, say);
    if (n > 0) return say('pattern.nth-day', { n, day });
    return n === -1 ? say('pattern.last-weekday', { day }) : say('pattern.last-but-one', { day });
  });
  return listIn(say, [...days, ...nth]);
}
