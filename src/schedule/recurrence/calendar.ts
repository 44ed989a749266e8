// Which days a calendar schedule's k-th period holds: arithmetic on dates alone, no zone, no clock.

import type { CalendarSchedule } from '../schedule.ts';
import {
  civilOf,
  dayOf,
  daysInMonth,
  mondayOf,
  monthAt,
  monthIndex,
  nthWeekday,
  weekdayOf,
} from './civil.ts';

/** The number (0 is the anchor's) of the last period that starts on or before `from`. */
export function firstPeriod(schedule: CalendarSchedule, anchor: number, from: number): number {
  const { every, unit } = schedule;
  switch (unit) {
    case 'day':
      return Math.max(0, Math.floor((from - anchor) / every));
    case 'week':
      return Math.max(0, Math.floor((mondayOf(from) - mondayOf(anchor)) / (7 * every)));
    case 'month':
      return Math.max(0, Math.floor((monthIndex(civilOf(from)) - monthIndex(civilOf(anchor))) / every));
    case 'year':
      return Math.max(0, Math.floor((civilOf(from).y - civilOf(anchor).y) / every));
  }
}

/** The days of period `k`, ascending, as day counts. */
export function calendarDays(schedule: CalendarSchedule, anchor: number, k: number): readonly number[] {
  const { every, unit, weekdays } = schedule;
  if (unit === 'day') {
    const day = anchor + k * every;
    return !weekdays || weekdays.includes(weekdayOf(day)) ? [day] : [];
  }
  if (unit === 'week') {
    const monday = mondayOf(anchor) + 7 * k * every;
    const list = weekdays ?? [weekdayOf(anchor)];
    return [...list].sort((a, b) => a - b).map((weekday) => monday + weekday - 1);
  }
  const civil = civilOf(anchor);
  if (unit === 'month') {
    const { y, m } = monthAt(monthIndex(civil) + k * every);
    return monthDays(schedule, civil.d, y, m);
  }
  const months = [...(schedule.months ?? [civil.m])].sort((a, b) => a - b);
  return months.flatMap((m) => monthDays(schedule, civil.d, civil.y + k * every, m));
}

function monthDays(schedule: CalendarSchedule, anchorDay: number, y: number, m: number): number[] {
  const length = daysInMonth(y, m);
  const found = new Set<number>();
  const listed = schedule.monthDays ?? (schedule.nth ? [] : [anchorDay]);
  for (const d of listed) {
    const day = d < 0 ? length + 1 + d : d;
    if (day >= 1 && day <= length) found.add(dayOf(y, m, day));
  }
  for (const { n, weekdays } of schedule.nth ?? []) {
    const day = nthWeekday(y, m, n, weekdays);
    if (day !== null) found.add(day);
  }
  const days = [...found].sort((a, b) => a - b);
  return schedule.weekdays ? days.filter((day) => schedule.weekdays?.includes(weekdayOf(day))) : days;
}
