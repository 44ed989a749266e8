// The next firing of a schedule: one pure function over all four kinds. DST is decided in zoned.ts alone;
// cron works in naive local time and its result is put into the zone by the same rule.

import type { CalendarSchedule, IntervalSchedule, Schedule } from '../schedule.ts';
import { calendarDays, firstPeriod } from './calendar.ts';
import { parseIsoDate, parseTime, weekdayOf } from './civil.ts';
import { cronNext } from './cron.ts';
import { DAY, toInstant, toLocal } from './zoned.ts';

/** Periods looked at before a calendar is taken to be empty: Feb 29 across 2100 needs 8 years. */
const PERIODS = 800;

/**
 * The first firing strictly after an instant, or null if there is none (a past once, a cron that never fires).
 * Pure and total for schedules made by this folder; an unknown zone counts as UTC.
 */
export function next(schedule: Schedule, after: Date): Date | null {
  const ms = after.getTime();
  const at = nextMs(schedule, ms);
  return at === null ? null : new Date(at);
}

/** Up to `count` firings after an instant, in order. */
export function nextN(schedule: Schedule, after: Date, count: number): Date[] {
  const found: Date[] = [];
  for (let from: Date | null = after; found.length < count; ) {
    from = next(schedule, from);
    if (from === null) break;
    found.push(from);
  }
  return found;
}

function nextMs(schedule: Schedule, after: number): number | null {
  switch (schedule.kind) {
    case 'once': {
      const at = Date.parse(schedule.at);
      return at > after ? at : null;
    }
    case 'cron':
      return cronNext(schedule, after);
    case 'calendar':
      return calendarNext(schedule, after);
    case 'interval':
      return schedule.window ? windowNext(schedule, after) : elapsedNext(schedule, after);
  }
}

function elapsedNext(schedule: IntervalSchedule, after: number): number {
  const anchor = Date.parse(schedule.anchor);
  const step = schedule.everySeconds * 1000;
  if (after < anchor) return anchor;
  return anchor + (Math.floor((after - anchor) / step) + 1) * step;
}

function windowNext(schedule: IntervalSchedule, after: number): number | null {
  const { window, zone } = schedule;
  if (!window) return null;
  const from = parseTime(window.from);
  const length = (parseTime(window.to) - from + DAY) % DAY || (window.to === window.from ? DAY : 0);
  const floor = Math.max(after, Date.parse(schedule.anchor) - 1);
  const firstDay = Math.floor(toLocal(floor, zone) / DAY) - 1;
  const step = schedule.everySeconds * 1000;
  for (let day = firstDay; day < firstDay + 16; day++) {
    if (window.weekdays && !window.weekdays.includes(weekdayOf(day))) continue;
    const start = day * DAY + from;
    // skip the part of the grid that is surely over; two hours cover any change of the clock
    const skip = Math.max(0, Math.floor((toLocal(floor, zone) - 2 * 3_600_000 - start) / step));
    let best: number | null = null;
    for (let local = start + skip * step; local <= start + length; local += step) {
      const at = toInstant(local, zone);
      if (at > floor && (best === null || at < best)) best = at;
      if (best !== null && local > toLocal(best, zone) + 2 * 3_600_000) break;
    }
    if (best !== null) return best;
  }
  return null;
}

function calendarNext(schedule: CalendarSchedule, after: number): number | null {
  const anchor = parseIsoDate(schedule.anchor);
  const from = Math.max(anchor, Math.floor(toLocal(after, schedule.zone) / DAY) - 1);
  const times = schedule.times.map(parseTime);
  const first = firstPeriod(schedule, anchor, from);
  for (let k = first; k < first + PERIODS; k++) {
    let best: number | null = null;
    for (const day of calendarDays(schedule, anchor, k)) {
      if (day < from) continue;
      for (const time of times) {
        const at = toInstant(day * DAY + time, schedule.zone);
        if (at > after && (best === null || at < best)) best = at;
      }
      if (best !== null) return best;
    }
  }
  return null;
}
