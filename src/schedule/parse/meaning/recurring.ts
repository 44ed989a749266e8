// Recurring phrases (rules 19 to 25): which days, at which times, from when.
import { formatTime, isoDate } from '../../recurrence/civil.ts';
import { next } from '../../recurrence/next.ts';
import { DAY, MINUTE, toLocal } from '../../recurrence/zoned.ts';
import { type CalendarSchedule, SHORTEST_GAP_SECONDS } from '../../schedule.ts';
import type { Context } from '../context.ts';
import type { Clock } from '../fact.ts';
import type { Part } from '../reading.ts';
import { type Meaning, refuse } from '../result.ts';
import { type Bag, bagOf } from './bag.ts';
import { interval, isInterval } from './interval.ts';
import { once } from './once.ts';
import { type Pattern, patternOf, type Refusal } from './pattern.ts';
import { DEFAULT_TIME, timesOf, timesOfParts } from './time.ts';

/** Whether the facts speak of more than one time. */
export function isRecurring(bag: Bag): boolean {
  if (bag.has('except') || bag.of('every').some((fact) => fact.minute === undefined || fact.n > 0))
    return true;
  if (bag.of('part').some((fact) => fact.plural)) return true;
  if (
    bag
      .of('weekdays')
      .some(
        (f) => f.join !== 'or' && (f.plural || !f.set || f.days[0] === 1) && (f.plural || f.join !== 'one'),
      )
  )
    return true;
  if (bag.of('dates').some((f) => f.join === 'list') && bag.has('ofunit')) return true;
  const open = !bag.has('month', 'period', 'offset');
  return open && bag.of('nth').some((fact) => fact.n > 0 || bag.has('ofunit'));
}

export function recurring(context: Context, bag: Bag): Meaning {
  if (bag.has('or', 'elapsed', 'offset', 'sametime'))
    return refuse(bag.has('or') ? 'ambiguous' : 'unparseable', 'when.unclear');
  if (bag.has('until') && !(bag.has('date') && bag.of('date').every((fact) => fact.m === undefined))) {
    return refuse('unparseable', 'when.no-end');
  }
  const split = startOf(context, bag.without('until'));
  if (!split.ok) return split;
  const { rest, start } = split;
  if (isInterval(rest)) return interval(context, rest, start);
  if (rest.has('window')) return refuse('ambiguous', 'when.time-open');
  const pattern = patternOf(rest);
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
  if (after.length === 0) return refuse('unparseable', 'when.unclear');
  const begin = bagOf(bag.all.filter((_, i) => after.includes(i)));
  const clocksLeft = bag.all.some((fact, i) => fact.f === 'clock' && !after.includes(i));
  const meaning = once(context, begin);
  if (!meaning.ok) return meaning;
  const at0 = meaning.schedule.kind === 'once' ? Date.parse(meaning.schedule.at) : context.now;
  const keep = bag.all.filter(
    (fact, i) =>
      i !== at && (!after.includes(i) || (!clocksLeft && (fact.f === 'clock' || fact.f === 'part'))),
  );
  return { ok: true, rest: bagOf(keep), start: at0 };
}

type TimesOfDay = { readonly minutes: readonly number[] };

function timesOfDay(
  context: Context,
  bag: Bag,
  pattern: Pattern,
  start: number | null,
): TimesOfDay | Refusal {
  const clockFacts = bag.of('clock');
  const partFacts = bag.of('part');
  if ([...clockFacts, ...partFacts].some((f) => f.join === 'or' || (f.f === 'clock' && f.join === 'range')))
    return refuse('ambiguous', 'when.time-open');
  // two clock times side by side are no list, unless each has its part of the day
  if (clockFacts.length > 1 && partFacts.length !== clockFacts.length)
    return refuse('ambiguous', 'when.time-open');
  const clocks = clockFacts.flatMap((f) => f.items);
  const parts = partFacts.flatMap((f) => f.parts);
  const severalDays = bag.of('dates').length > 0 || bag.of('weekdays').length > 0;
  if (bag.has('times') && clocks.length + parts.length < 2 && !severalDays)
    return refuse('unparseable', 'when.time-open');
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
      if (time === undefined) return refuse('unparseable', 'when.time-open');
      minutes.push(time);
    }
  }
  if (minutes.length === 0) minutes.push(pattern.times?.[0] ?? DEFAULT_TIME);
  return { minutes: [...new Set(minutes)].sort((a, b) => a - b) };
}

function clockTime(clock: Clock, parts: readonly Part[]): number | Refusal {
  const times = timesOf(clock, parts);
  if (times.ok) return times.minutes[0] ?? refuse('unparseable', 'when.unclear');
  if (times.why === 'nonexistent') return refuse('nonexistent', 'when.no-such-time');
  return refuse('ambiguous', 'when.part');
}

function tooClose(minutes: readonly number[]): boolean {
  const gap = SHORTEST_GAP_SECONDS / 60;
  return (
    minutes.some((t, i) => i > 0 && t - (minutes[i - 1] ?? 0) < gap) ||
    (minutes.length > 1 && (minutes[0] ?? 0) + 1440 - (minutes.at(-1) ?? 0) < gap)
  );
}

/** The anchor is the date of the coming occurrence (rule 21), or the start that was named. */
function build(
  context: Context,
  pattern: Pattern,
  minutes: readonly number[],
  start: number | null,
): Meaning {
  if (tooClose(minutes)) return refuse('too-frequent', 'when.too-frequent');
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
  if (!first) return refuse('nonexistent', 'when.no-such-day');
  const firstDay = Math.floor(toLocal(first.getTime(), zone) / DAY);
  const schedule: CalendarSchedule = { kind: 'calendar', ...days, anchor: isoDate(firstDay), times, zone };
  return { ok: true, schedule, wallTime: !context.named };
}
