// Schedules in words, for receipts and lists: "Sat 21 Nov, 09:00 Europe/Berlin, in 17 h" and
// "every weekday at 08:30 Europe/Berlin, next Mon 23 Nov, 08:30, in 2 d". The time in full, never guessed at.
import { civilOf, parseIsoDate, weekdayOf } from './recurrence/civil.ts';
import { next } from './recurrence/next.ts';
import { toLocal } from './recurrence/zoned.ts';
import type { CalendarSchedule, IntervalSchedule, Schedule } from './schedule.ts';

type DescribeOptions = {
  readonly now: Date;
  /** used for instants; a schedule is shown in its own zone */
  readonly zone: string;
  /** only decides the order of day and month: `en-US` has the month first */
  readonly locale?: string;
};

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const FULL_DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** One line: what fires, in which zone, and how far off the next firing is. */
export function describe(schedule: Schedule, options: DescribeOptions): string {
  if (schedule.kind === 'once') {
    const at = new Date(schedule.at);
    return `${describeInstant(at, { ...options, zone: schedule.zone })} ${schedule.zone}, ${describeDistance(at, options.now)}`;
  }
  const first = next(schedule, options.now);
  const pattern = `${describePattern(schedule)} ${schedule.zone}`;
  if (!first) return `${pattern}, no further times`;
  return `${pattern}, next ${describeInstant(first, { ...options, zone: schedule.zone })}, ${describeDistance(first, options.now)}`;
}

/** Without anything that is true today only: "Sat 21 Nov 2026, 09:00 Europe/Berlin", "every weekday at 08:30 Europe/Berlin". */
export function describeLasting(schedule: Schedule): string {
  const { zone } = schedule;
  if (schedule.kind !== 'once') return `${describePattern(schedule)} ${zone}`;
  return `${describeInstant(new Date(schedule.at), { now: new Date(0), zone })} ${zone}`;
}

/** "Sat 21 Nov, 09:00": wall time in `options.zone`; with the year when it is not this one, seconds when not 0. */
export function describeInstant(at: Date, options: DescribeOptions): string {
  const local = new Date(toLocal(at.getTime(), options.zone));
  const year = local.getUTCFullYear();
  const month = MONTHS[local.getUTCMonth()] ?? '';
  const thisYear = new Date(toLocal(options.now.getTime(), options.zone)).getUTCFullYear();
  const date =
    options.locale === 'en-US' ? `${month} ${local.getUTCDate()}` : `${local.getUTCDate()} ${month}`;
  const time = local.toISOString().slice(11, local.getUTCSeconds() === 0 ? 16 : 19);
  return `${DAYS[(local.getUTCDay() + 6) % 7]} ${date}${year === thisYear ? '' : ` ${year}`}, ${time}`;
}

/** "in 17 h", "in 2 d", "5 min ago", "now": rounded to the unit that says most. */
export function describeDistance(at: Date, now: Date): string {
  const ms = at.getTime() - now.getTime();
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (seconds === 0) return 'now';
  const [size, unit] =
    seconds < 90
      ? [1, 's']
      : seconds < 5400
        ? [60, 'min']
        : seconds < 129_600
          ? [3600, 'h']
          : seconds < 7_776_000
            ? [86_400, 'd']
            : seconds < 63_072_000
              ? [2_629_746, 'months']
              : [31_556_952, 'years'];
  const amount = `${Math.round(seconds / Number(size))} ${unit}`;
  return ms > 0 ? `in ${amount}` : `${amount} ago`;
}

/** The pattern alone, without zone and next firing: "every weekday at 08:30". */
export function describePattern(schedule: Exclude<Schedule, { kind: 'once' }>): string {
  switch (schedule.kind) {
    case 'cron':
      return `by cron "${schedule.expression}"`;
    case 'interval':
      return describeInterval(schedule);
    case 'calendar':
      return `${describeDays(schedule)} at ${list(schedule.times)}`;
  }
}

function describeInterval({ everySeconds, window }: IntervalSchedule): string {
  const every = `every ${span(everySeconds)}`;
  if (!window) return every;
  const days = window.weekdays
    ? ` ${weekdayList(window.weekdays)
        .replace(/^every /, 'on ')
        .replace('on weekday', 'on weekdays')}`
    : '';
  return `${every} from ${window.from} to ${window.to}${days}`;
}

function span(seconds: number): string {
  const parts = [
    [86_400, 'd'],
    [3600, 'h'],
    [60, 'min'],
    [1, 's'],
  ] as const;
  let left = seconds;
  return parts
    .flatMap(([size, unit]) => {
      const n = Math.floor(left / size);
      left -= n * size;
      return n > 0 ? [`${n} ${unit}`] : [];
    })
    .join(' ');
}

function list(items: readonly string[], joint = 'and'): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${joint} ${items.at(-1)}`;
}

function weekdayList(days: readonly number[]): string {
  const key = [...days].sort((a, b) => a - b).join('');
  if (key === '12345') return 'every weekday';
  if (key === '67') return 'every Sat and Sun';
  if (key === '1234567') return 'every day';
  return days.length === 1
    ? `every ${FULL_DAYS[(days[0] ?? 1) - 1]}`
    : `every ${list(days.map((d) => DAYS[d - 1] ?? ''))}`;
}

function describeDays(schedule: CalendarSchedule): string {
  const { every, unit, weekdays } = schedule;
  const anchor = parseIsoDate(schedule.anchor);
  if (unit === 'day')
    return every === 1
      ? weekdays
        ? weekdayList(weekdays)
        : 'every day'
      : every === 2
        ? 'every other day'
        : `every ${every} days`;
  if (unit === 'week') {
    const days = weekdayList(weekdays ?? [weekdayOf(anchor)]);
    return every === 1
      ? days
      : `${every === 2 ? 'every other week' : `every ${every} weeks`} on ${days.replace(/^every /, '')}`;
  }
  const days = monthDayList(schedule, civilOf(anchor).d);
  if (unit === 'month') return every === 1 ? `${days} of every month` : `${days} of every ${every} months`;
  const months = (schedule.months ?? [civilOf(anchor).m]).map((m) => MONTHS[m - 1] ?? '');
  const rhythm = every === 1 ? 'every year' : `every ${every} years`;
  return `${rhythm} on ${days.replace(/^on /, '')} of ${list(months)}`;
}

function monthDayList(schedule: CalendarSchedule, anchorDay: number): string {
  const numbers = schedule.monthDays ?? (schedule.nth ? [] : [anchorDay]);
  const days = numbers.map((d) => (d < 0 ? 'the last day' : `the ${ordinal(d)}`));
  const nth = (schedule.nth ?? []).map(({ n, weekdays }) => {
    const day = weekdayList(weekdays).replace(/^every /, '');
    return `the ${n < 0 ? (n === -1 ? 'last' : 'last but one') : ordinal(n)} ${day}`;
  });
  return `on ${list([...days, ...nth])}`;
}

function ordinal(n: number): string {
  const tail = n % 100 >= 11 && n % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return `${n}${tail}`;
}
