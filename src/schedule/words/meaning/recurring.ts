// Recurring phrases (rules 19 to 25): which days, at which times, from when.
import { formatTime, isoDate } from '../../civil.ts';
import { next } from '../../next.ts';
import { type CalendarSchedule, type CalendarUnit, type NthWeekday, SHORTEST_GAP_SECONDS } from '../../schedule.ts';
import { DAY, MINUTE, toLocal } from '../../zoned.ts';
import type { Context } from '../context.ts';
import type { Clock, FactOf } from '../fact.ts';
import { type Meaning, refuse } from '../result.ts';
import type { Part } from '../reading.ts';
import { type Bag, bagOf } from './bag.ts';
import { interval, isInterval } from './interval.ts';
import { once } from './once.ts';
import { DEFAULT_TIME, timesOf, timesOfParts } from './time.ts';

const UNCLEAR = 'I could not read that as one schedule. Say it like "every weekday at 8:30" or "every 2 weeks on friday at 10".';
const TWO_TIMES = 'That leaves the time open. Please name the time or times of day.';
export const TOO_OFTEN = 'That is oftener than every five minutes. Please leave at least five minutes between reminders.';

type Refusal = Meaning & { readonly ok: false };
/** Days as a calendar has them, before times and anchor. */
type Pattern = Pick<CalendarSchedule, 'every' | 'unit' | 'weekdays' | 'monthDays' | 'nth' | 'months'> & {
  /** the days are given by the phrase, not by the anchor */
  readonly fixed: boolean;
  readonly times?: readonly number[];
};

/** Whether the facts speak of more than one time. */
export function isRecurring(bag: Bag): boolean {
  if (bag.has('every', 'except')) return true;
  if (bag.of('part').some((fact) => fact.plural)) return true;
  if (bag.of('weekdays').some((f) => f.join !== 'or' && (f.plural || !f.set || f.days[0] === 1) && (f.plural || f.join !== 'one'))) return true;
  if (bag.of('dates').some((f) => f.join === 'list') && bag.has('ofunit')) return true;
  const open = !bag.has('month', 'period', 'offset');
  return open && bag.of('nth').some((fact) => fact.n > 0 || bag.has('ofunit'));
}

export function recurring(context: Context, bag: Bag): Meaning {
  if (bag.has('or', 'elapsed', 'offset', 'sametime')) return refuse(bag.has('or') ? 'ambiguous' : 'unparseable', UNCLEAR);
  const split = startOf(context, bag);
  if (!split.ok) return split;
  const { rest, start } = split;
  if (isInterval(rest)) return interval(context, rest, start);
  if (rest.has('window')) return refuse('ambiguous', TWO_TIMES);
  const pattern = patternOf(context, rest);
  if ('ok' in pattern) return pattern;
  const times = timesOfDay(context, rest, pattern, start);
  if ('ok' in times) return times;
  return build(context, pattern, times.minutes, start);
}

type Split = { readonly ok: true; readonly rest: Bag; readonly start: number | null } | Refusal;

/** "starting monday": what follows the word is a day of its own. */
function startOf(context: Context, bag: Bag): Split {
  const at = bag.all.findIndex((fact) => fact.f === 'starting');
  if (at < 0) return { ok: true, rest: bag, start: null };
  const days = ['day', 'weekday', 'date', 'period', 'elapsed'];
  const after: number[] = [];
  for (let i = at + 1; i < bag.all.length && (after.length === 0 || bag.all[i]?.f === 'clock'); i++) {
    const kind = bag.all[i]?.f ?? '';
    if (days.includes(kind) || kind === 'clock' || kind === 'part') after.push(i);
    else break;
  }
  if (after.length === 0) return refuse('unparseable', UNCLEAR);
  const begin = bagOf(bag.all.filter((_, i) => after.includes(i)));
  const clocksLeft = bag.all.some((fact, i) => fact.f === 'clock' && !after.includes(i));
  const meaning = once(context, begin);
  if (!meaning.ok) return meaning;
  const at0 = meaning.schedule.kind === 'once' ? Date.parse(meaning.schedule.at) : context.now;
  const keep = bag.all.filter((fact, i) => i !== at && (!after.includes(i) || (!clocksLeft && (fact.f === 'clock' || fact.f === 'part'))));
  return { ok: true, rest: bagOf(keep), start: at0 };
}

/** The one "every" of the phrase; several go together when only one of them has a unit. */
function everyOf(bag: Bag): FactOf<'every'> | null {
  const all = bag.of('every').filter((fact) => fact.minute === undefined);
  const [unit, second] = all.filter((fact) => fact.unit !== null);
  if (second && !(second.unit === unit?.unit && second.n === unit?.n)) return null;
  const none = all.find((fact) => fact.unit === null && fact.n > 1) ?? all[0];
  if (unit && none && none.unit === null && none.n > 1) return null;
  return unit ?? none ?? { f: 'every', n: 1, unit: null };
}

function patternOf(context: Context, bag: Bag): Pattern | Refusal {
  const every = everyOf(bag);
  const unclear = refuse('unparseable', UNCLEAR);
  if (!every || bag.has('period') || bag.of('every').some((f) => f.minute !== undefined)) return unclear;
  if (bag.has('month') && !bag.has('nth', 'lastday', 'edge', 'date')) return unclear;
  const kinds = [bag.has('weekday', 'weekdays'), bag.has('nth', 'lastday', 'edge', 'date', 'dates'), bag.has('day')];
  if (bag.has('day') || kinds.filter(Boolean).length > 1) return refuse('ambiguous', UNCLEAR);
  if (bag.has('weekday', 'weekdays')) return weekPattern(bag, every);
  if (kinds[1]) return monthPattern(bag, every);
  return plainPattern(context, bag, every);
}

function weekPattern(bag: Bag, every: FactOf<'every'>): Pattern | Refusal {
  const lists = bag.of('weekdays');
  if (lists.some((f) => f.join === 'or')) return refuse('ambiguous', 'That names different days. Say "and" if you mean both.');
  if (bag.of('weekday').some((f) => f.which !== 'coming' || f.plus !== 0)) return refuse('unparseable', UNCLEAR);
  if (bag.has('ofunit') && bag.of('ofunit').some((f) => f.u !== 'week')) return refuse('unparseable', UNCLEAR);
  const named = [...lists.flatMap((f) => f.days), ...bag.of('weekday').map((f) => f.d)];
  const except = bag.of('except').flatMap((f) => f.days);
  const days = [...new Set(named)].filter((d) => !except.includes(d)).sort((a, b) => a - b);
  if (days.length === 0) return refuse('nonexistent', 'That leaves no day.');
  const { n, unit } = every;
  if (unit !== null && unit !== 'week' && !(unit === 'day' && n === 1)) return refuse('ambiguous', UNCLEAR);
  if (every.ord && n > 2) return refuse('ambiguous', 'Every third week, or the third of each month? Please say which.');
  if (n > 1 && lists.some((f) => f.set && f.days.length === 5)) return refuse('ambiguous', UNCLEAR);
  return { every: n, unit: 'week', weekdays: days, fixed: true };
}

function monthPattern(bag: Bag, every: FactOf<'every'>): Pattern | Refusal {
  const { n, unit } = every;
  const unclear = refuse('unparseable', UNCLEAR);
  if (bag.has('except')) return unclear;
  const months = [...bag.of('month').map((f) => f.m), ...bag.of('date').flatMap((f) => (f.m === undefined ? [] : [f.m]))];
  if (bag.of('date').some((f) => f.y !== undefined) || bag.of('month').some((f) => f.y !== undefined)) return unclear;
  if (unit === 'day' || unit === 'week' || (every.ord && unit === null)) return unclear;
  const edges = bag.of('edge');
  if (edges.length > 0) return edgePattern(edges, every);
  const nth: NthWeekday[] = bag.of('nth').map((f) => ({ n: f.n, weekdays: f.days }));
  const listed = bag.of('dates');
  if (listed.some((f) => f.join === 'or')) return refuse('ambiguous', 'That names different days. Say "and" if you mean both.');
  const monthDays = [...bag.of('date').map((f) => f.d), ...listed.flatMap((f) => f.days), ...bag.of('lastday').map((f) => (f.first ? 1 : -1))];
  if (monthDays.some((d) => d > 31)) return refuse('nonexistent', 'There is no such day in the calendar.');
  const days = { ...(nth.length > 0 ? { nth } : {}), ...(monthDays.length > 0 ? { monthDays } : {}), fixed: true };
  if (months.length > 0) {
    if (unit !== null && unit !== 'year') return unclear;
    if (months.some((m) => m < 1 || m > 12)) return refuse('nonexistent', 'There is no such day in the calendar.');
    return { every: n, unit: 'year', months: [...new Set(months)], ...days };
  }
  if (unit === 'year') return unclear;
  const size = unit === 'quarter' || bag.of('ofunit').some((f) => f.u === 'quarter') ? 3 : 1;
  return { every: n * size, unit: 'month', ...days };
}

function edgePattern(edges: readonly FactOf<'edge'>[], every: FactOf<'every'>): Pattern | Refusal {
  const [edge] = edges;
  if (!edge || edges.length > 1 || edge.n > 0) return refuse('unparseable', UNCLEAR);
  const end = edge.e === 'end';
  const { n } = every;
  switch (edge.u) {
    case 'week':
      return { every: n, unit: 'week', weekdays: [end ? 5 : 1], fixed: true, ...(end ? { times: [1020] } : {}) };
    case 'month':
      return { every: n, unit: 'month', monthDays: [end ? -1 : 1], fixed: true };
    case 'quarter':
      return { every: 1, unit: 'year', months: end ? [3, 6, 9, 12] : [1, 4, 7, 10], monthDays: [end ? -1 : 1], fixed: true };
    case 'year':
      return { every: n, unit: 'year', months: [end ? 12 : 1], monthDays: [end ? -1 : 1], fixed: true };
    default:
      return refuse('unparseable', UNCLEAR);
  }
}

const UNITS: Readonly<Record<string, readonly [CalendarUnit, number]>> = {
  day: ['day', 1], week: ['week', 1], month: ['month', 1], quarter: ['month', 3], year: ['year', 1],
}; // prettier-ignore

function plainPattern(_context: Context, bag: Bag, every: FactOf<'every'>): Pattern | Refusal {
  const except = bag.of('except').flatMap((f) => f.days);
  if (bag.has('ofunit') && !bag.of('ofunit').every((f) => every.unit === 'day' && f.u === 'week')) return refuse('unparseable', UNCLEAR);
  if (every.unit === null) {
    // "every morning" is every day; "every" alone says nothing
    if (every.n > 1 || !bag.has('part', 'clock')) return refuse('unparseable', UNCLEAR);
    if (!bag.has('part') && !bag.of('clock').some((f) => f.items.every((c) => c.mode === 'literal'))) return refuse('unparseable', UNCLEAR);
  }
  const [unit, size] = UNITS[every.unit ?? 'day'] ?? ['day', 1];
  if (except.length > 0) {
    if (unit !== 'day' || every.n > 1) return refuse('unparseable', UNCLEAR);
    const days = [1, 2, 3, 4, 5, 6, 7].filter((d) => !except.includes(d));
    return days.length > 0 ? { every: 1, unit: 'week', weekdays: days, fixed: true } : refuse('nonexistent', 'That leaves no day.');
  }
  return { every: every.n * size, unit, fixed: false };
}

type TimesOfDay = { readonly minutes: readonly number[] };

function timesOfDay(context: Context, bag: Bag, pattern: Pattern, start: number | null): TimesOfDay | Refusal {
  const clockFacts = bag.of('clock');
  const partFacts = bag.of('part');
  if ([...clockFacts, ...partFacts].some((f) => f.join === 'or' || (f.f === 'clock' && f.join === 'range'))) return refuse('ambiguous', TWO_TIMES);
  const clocks = clockFacts.flatMap((f) => f.items);
  const parts = partFacts.flatMap((f) => f.parts);
  if (bag.has('times') && clocks.length + parts.length < 2) return refuse('unparseable', TWO_TIMES);
  if (clocks.length === 0 && parts.length === 0 && start !== null) {
    return { minutes: [Math.floor((toLocal(start, context.zone) % DAY) / MINUTE)] };
  }
  const minutes: number[] = [];
  // "8 in the morning and 6 in the evening": each clock time has its own part
  const paired = clocks.length > 1 && parts.length === clocks.length;
  for (const [i, clock] of clocks.entries()) {
    const mine = paired ? parts.slice(i, i + 1) : parts;
    const time = clockTime(clock, mine);
    if (typeof time !== 'number') return time;
    minutes.push(time % 1440);
  }
  if (clocks.length === 0) {
    for (const part of parts) {
      const [time] = timesOfParts([part]) ?? [];
      if (time === undefined) return refuse('unparseable', TWO_TIMES);
      minutes.push(time);
    }
  }
  if (minutes.length === 0) minutes.push(pattern.times?.[0] ?? DEFAULT_TIME);
  return { minutes: [...new Set(minutes)].sort((a, b) => a - b) };
}

function clockTime(clock: Clock, parts: readonly Part[]): number | Refusal {
  const times = timesOf(clock, parts);
  if (times.ok) return times.minutes[0] ?? refuse('unparseable', UNCLEAR);
  if (times.why === 'nonexistent') return refuse('nonexistent', 'There is no such time of day.');
  return refuse('ambiguous', 'The part of the day does not fit the hour. Please say the time as 18:00 or 6 pm.');
}

function tooClose(minutes: readonly number[]): boolean {
  const gap = SHORTEST_GAP_SECONDS / 60;
  return minutes.some((t, i) => i > 0 && t - (minutes[i - 1] ?? 0) < gap) || (minutes.length > 1 && (minutes[0] ?? 0) + 1440 - (minutes.at(-1) ?? 0) < gap);
}

/** The anchor is the date of the coming occurrence (rule 21), or the start that was named. */
function build(context: Context, pattern: Pattern, minutes: readonly number[], start: number | null): Meaning {
  if (tooClose(minutes)) return refuse('too-frequent', TOO_OFTEN);
  const { fixed, times: _times, ...days } = pattern;
  const { zone } = context;
  const times = minutes.map(formatTime);
  const from = start === null ? context.now : Math.max(context.now, start - 1);
  const today = Math.floor(toLocal(start ?? context.now, zone) / DAY);
  const anchor = isoDate(today);
  const single: CalendarSchedule = fixed
    ? { kind: 'calendar', ...days, every: 1, anchor, times, zone }
    : { kind: 'calendar', every: 1, unit: 'day', anchor, times, zone };
  const first = next(single, new Date(from));
  if (!first) return refuse('nonexistent', 'There is no such day in the calendar.');
  const firstDay = Math.floor(toLocal(first.getTime(), zone) / DAY);
  const schedule: CalendarSchedule = { kind: 'calendar', ...days, anchor: isoDate(firstDay), times, zone };
  return { ok: true, schedule, wallTime: !context.named };
}

