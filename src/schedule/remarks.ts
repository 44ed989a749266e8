// What a receipt says beside the time itself, where the time is not what one would take it for: one that the clocks skip, days
// that some months lack, an earlier day that the words could have meant too. Pure.
import { dateIn } from '../language/dates.ts';
import type { Say } from '../language/say.ts';
import { type Remark, skippedTime } from './parse/index.ts';
import { civilOf, daysInMonth, monthAt, monthIndex, parseIsoDate, parseTime } from './recurrence/civil.ts';
import { DAY, toInstant, toLocal } from './recurrence/zoned.ts';
import type { CalendarSchedule, Schedule } from './schedule.ts';

interface Resolved {
  readonly schedule: Schedule;
  readonly first: Date;
  readonly remarks?: readonly Remark[];
}

/** The line of what was set or moved, with the remarks on its time. */
export function withRemarks(line: string, { schedule, first, remarks = [] }: Resolved, say: Say): string {
  const all = schedule.kind === 'calendar' ? [...remarks, ...skippedFirst(schedule, first)] : remarks;
  const withTimes = all.reduce((so, remark) => remarked(so, remark, say), line);
  return lackingDays(schedule).reduce((so, n) => say('reminder.lacking-day', { line: so, n }), withTimes);
}

function remarked(line: string, remark: Remark, say: Say): string {
  if (remark.kind === 'skipped')
    return say('reminder.skipped-time', { line, said: remark.said, at: remark.at });
  const day = dateIn(say, new Date(parseIsoDate(remark.day) * DAY), false);
  return say('reminder.not-before', { line, day });
}

/** Of a series only the first time is shown: whether that is one that the clocks skip. */
function skippedFirst({ times, zone }: CalendarSchedule, first: Date): readonly Remark[] {
  const midnight = Math.floor(toLocal(first.getTime(), zone) / DAY) * DAY;
  return times.flatMap((time) => {
    const local = midnight + parseTime(time);
    const remark = toInstant(local, zone) === first.getTime() ? skippedTime(local, zone) : null;
    return remark ? [remark] : [];
  });
}

/** Days of the month that some of the schedule's months do not have. */
function lackingDays(schedule: Schedule): readonly number[] {
  if (schedule.kind !== 'calendar' || (schedule.unit !== 'month' && schedule.unit !== 'year')) return [];
  const anchor = civilOf(parseIsoDate(schedule.anchor));
  const days = schedule.monthDays ?? (schedule.nth ? [] : [anchor.d]);
  const lengths = monthsOf(schedule).map(({ y, m }) => daysInMonth(y, m));
  return days.filter((day) => lengths.some((length) => length < day));
}

/** The months of the next years, enough to come by each kind of year. */
function monthsOf({ unit, every, anchor, months }: CalendarSchedule) {
  const first = civilOf(parseIsoDate(anchor));
  const steps = Array.from({ length: 48 }, (_, k) => k * every);
  if (unit === 'month') return steps.map((step) => monthAt(monthIndex(first) + step));
  return steps.flatMap((step) => (months ?? [first.m]).map((m) => ({ y: first.y + step, m })));
}
