// Every N hours or minutes (rule 22): elapsed time from now, or a grid within a window of the day.
import { formatTime } from '../../recurrence/civil.ts';
import { HOUR, MINUTE, toInstant } from '../../recurrence/zoned.ts';
import { type IntervalSchedule, SHORTEST_GAP_SECONDS } from '../../schedule.ts';
import type { Context } from '../context.ts';
import type { Clock } from '../fact.ts';
import { type Meaning, refuse } from '../result.ts';
import type { Bag } from './bag.ts';
import { timesOf } from './time.ts';

const SECONDS: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600 };

/** Whether the "every" counts hours, minutes or seconds. */
export function isInterval(bag: Bag): boolean {
  return stepOf(bag) !== null || bag.of('every').some((fact) => fact.minute !== undefined);
}

function stepOf(bag: Bag): number | null {
  const all = bag.of('every');
  // "on the hour", and nothing about how often
  if (all.length > 0 && all.every((fact) => fact.minute !== undefined)) return 3600;
  for (const { n, unit, amount } of all) {
    if (amount) return amount.seconds;
    if (unit && SECONDS[unit]) return n * SECONDS[unit];
  }
  return null;
}

/** `start`: the instant named as the start, or null. */
export function interval(context: Context, bag: Bag, start: number | null): Meaning {
  const everySeconds = stepOf(bag);
  if (everySeconds === null) return refuse('unparseable', 'when.unclear-interval');
  if (bag.of('every').filter((fact) => fact.minute === undefined && fact.unit !== null).length > 1) {
    const others = bag
      .of('every')
      .filter((fact) => fact.unit !== null && !SECONDS[fact.unit] && !(fact.unit === 'day' && fact.n === 1));
    if (others.length > 0) return refuse('unparseable', 'when.unclear-interval');
  }
  if (bag.has('date', 'dates', 'nth', 'lastday', 'edge', 'day', 'period', 'month', 'part', 'times', 'ofunit'))
    return refuse('unparseable', 'when.unclear-interval');
  if (everySeconds < SHORTEST_GAP_SECONDS) return refuse('too-frequent', 'when.too-frequent');
  const windows = windowsOf(bag);
  if (windows.length > 1) return refuse('ambiguous', 'when.unclear-interval');
  const weekdays = weekdaysOf(bag);
  const minute = bag.of('every').find((fact) => fact.minute !== undefined)?.minute;
  const clocks = bag.of('clock').filter((fact) => fact.join !== 'range');
  if (clocks.length > 0 && start === null) return refuse('ambiguous', 'when.stretch');
  const [window] = windows;
  if (window || weekdays) return windowed(context, everySeconds, window ?? null, weekdays, minute);
  const anchor =
    start ?? (minute === undefined ? context.now + everySeconds * 1000 : nextMinute(context, minute));
  return {
    ok: true,
    schedule: { kind: 'interval', everySeconds, anchor: new Date(anchor).toISOString(), zone: context.zone },
    wallTime: !context.named && (start !== null || minute !== undefined),
  };
}

/** The next instant whose wall clock shows this minute of an hour. */
function nextMinute(context: Context, minute: number): number {
  const hour = Math.floor(context.local / HOUR) * HOUR;
  const local = [0, 1, 2].map((n) => hour + n * HOUR + minute * MINUTE).find((t) => t > context.local);
  return toInstant(local ?? context.local + HOUR, context.zone);
}

type Range = { readonly from: Clock; readonly to: Clock; readonly office: boolean };

function windowsOf(bag: Bag): readonly Range[] {
  const ranges = bag.of('clock').flatMap((fact): Range[] => {
    const [from, to] = fact.items;
    return fact.join === 'range' && from && to ? [{ from, to, office: false }] : [];
  });
  return [...bag.of('window'), ...ranges];
}

function weekdaysOf(bag: Bag): readonly number[] | null {
  const named = [...bag.of('weekdays').flatMap((f) => f.days), ...bag.of('weekday').map((f) => f.d)];
  const except = bag.of('except').flatMap((f) => f.days);
  if (named.length === 0 && except.length === 0) return null;
  const all = named.length > 0 ? named : [1, 2, 3, 4, 5, 6, 7];
  return [...new Set(all)].filter((d) => !except.includes(d)).sort((a, b) => a - b);
}

/** Minutes of a window's ends: the start by the usual rule, the end as the nearest reading after it. */
function ends(range: Range): readonly [number, number] | null {
  const from = timesOf(range.from, []);
  const to = range.to;
  if (!from.ok || !timesOf(to, []).ok) return null;
  const [start] = from.minutes;
  if (start === undefined) return null;
  const plain = timesOf(to, []);
  const readings =
    to.mode === 'free'
      ? [(to.h % 12) * 60 + to.m, (to.h % 12) * 60 + 720 + to.m]
      : plain.ok
        ? plain.minutes
        : [];
  const after = readings.map((t) => ((t - start - 1 + 2880) % 1440) + 1 + start).sort((a, b) => a - b);
  return after[0] === undefined ? null : [start, after[0]];
}

function windowed(
  context: Context,
  everySeconds: number,
  range: Range | null,
  weekdays: readonly number[] | null,
  minute: number | undefined,
): Meaning {
  const span = range ? ends(range) : ([0, 1439] as const);
  if (!span) return refuse('nonexistent', 'when.no-such-time');
  const [from, to] = minute === undefined || range ? span : ([minute, 1439] as const);
  if (minute !== undefined && from % 60 !== minute) return refuse('unparseable', 'when.unclear-interval');
  const days = weekdays ?? (range?.office ? [1, 2, 3, 4, 5] : null);
  const last = Math.floor(((to - from) * 60) / everySeconds) * everySeconds;
  if (86_400 - last < SHORTEST_GAP_SECONDS && to - from < 1440)
    return refuse('too-frequent', 'when.too-frequent');
  const schedule: IntervalSchedule = {
    kind: 'interval',
    everySeconds,
    anchor: new Date(context.now).toISOString(),
    zone: context.zone,
    window: {
      from: formatTime(from % 1440),
      to: formatTime(to % 1440),
      ...(days && days.length < 7 ? { weekdays: days } : {}),
    },
  };
  return { ok: true, schedule, wallTime: !context.named };
}
