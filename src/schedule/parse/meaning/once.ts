// One-time phrases: the first instant after now that all the facts allow, or why there is none.
import { addMonths, isoDate } from '../../recurrence/civil.ts';
import { DAY, MINUTE } from '../../recurrence/zoned.ts';
import type { Schedule } from '../../schedule.ts';
import { type Context, instantOf } from '../context.ts';
import type { Amount, Clock, Fact } from '../fact.ts';
import type { Part } from '../reading.ts';
import { type Meaning, type Remark, refuse, skippedTime } from '../result.ts';
import { type Bag, bagOf } from './bag.ts';
import { type Days, daysOf, moved } from './days.ts';
import { agree, DEFAULT_TIME, timesOf, timesOfParts } from './time.ts';

function onceAt(context: Context, at: number): Schedule {
  return { kind: 'once', at: new Date(at).toISOString(), zone: context.zone };
}

function meant(context: Context, at: number, wallTime: boolean, remarks: readonly Remark[] = []): Meaning {
  if (!Number.isFinite(at) || at > context.now + 200 * 366 * DAY)
    return refuse('nonexistent', 'when.too-far');
  if (at <= context.now) return refuse('past', 'when.past');
  return { ok: true, schedule: onceAt(context, at), wallTime: wallTime && !context.named, remarks };
}

/** The meaning of facts that speak of one time. */
export function once(context: Context, bag: Bag): Meaning {
  if (bag.has('or')) return refuse('ambiguous', 'when.two-times', choices(context, bag));
  const elapsed = bag.of('elapsed');
  if (elapsed.length > 0) return elapsedTime(context, bag);
  const named = daysOf(context, bag);
  if (named && !named.ok)
    return named.why === 'ambiguous' ? { ...named, ...withReadings(context, bag) } : named;
  const offsets = bag.of('offset');
  let days = named;
  let shift = 0;
  for (const { amount, sign } of offsets) {
    if (!days && amount.seconds === 0) return refuse('unparseable', 'when.vague');
    if (days) days = moved(days, amount, sign);
    shift += sign * amount.seconds * 1000;
  }
  const taker = bag.has('nth', 'lastday', 'edge') || bag.of('date').some((fact) => fact.m === undefined);
  if (bag.has('ofunit') && !taker) return refuse('unparseable', 'when.vague');
  if (bag.has('month') && !taker) return refuse('unparseable', 'when.which-month-day');
  return timeOnDays(context, bag, days, shift);
}

/** For two facts that fix different days: each on its own, as what the person may have meant. */
function withReadings(context: Context, bag: Bag): { readings?: readonly Schedule[] } {
  const kinds: readonly Fact['f'][] = ['day', 'date', 'weekday', 'nth', 'lastday', 'edge', 'period'];
  const facts = bag.all.filter((fact) => kinds.includes(fact.f));
  const readings = facts.flatMap((keep) => {
    const rest = bagOf(bag.all.filter((fact) => fact === keep || !facts.includes(fact)));
    const meaning = facts.length > 1 ? once(context, rest) : null;
    return meaning?.ok ? [meaning.schedule] : [];
  });
  return readings.length > 1 ? { readings } : {};
}

/** "3pm or 4pm": each clock time, each day on its own. */
function choices(context: Context, bag: Bag): readonly Schedule[] {
  const at = bag.all.findIndex((fact) => fact.f === 'or');
  const before = bag.all.slice(0, at);
  const after = bag.all.slice(at + 1).filter((fact) => fact.f !== 'or');
  const missing = (side: readonly Fact[], other: readonly Fact[]) => [
    ...side,
    ...other.filter((fact) => !side.some((mine) => mine.f === fact.f || (isDay(mine) && isDay(fact)))),
  ];
  return [missing(before, after), missing(after, before)].flatMap((facts) => {
    const meaning = once(context, bagOf(facts));
    return meaning.ok ? [meaning.schedule] : [];
  });
}

function isDay(fact: Fact): boolean {
  return ['day', 'date', 'weekday', 'nth', 'lastday', 'edge', 'period'].includes(fact.f);
}

function elapsedTime(context: Context, bag: Bag): Meaning {
  const [first, second] = bag.of('elapsed');
  if (!first || second) return refuse('ambiguous', 'when.two-times');
  if (first.past) return refuse('past', 'when.past');
  const { amount } = first;
  const rest = bag.without('elapsed', 'zone');
  if (rest.all.length === 0) return meant(context, afterAmount(context, amount), amount.months > 0);
  const timed = rest.all.every((fact) => fact.f === 'clock' || fact.f === 'part' || fact.f === 'sametime');
  if (timed && amount.seconds === 0 && (amount.days > 0 || amount.months > 0)) {
    const day = addMonths(context.today, amount.months) + amount.days;
    return timeOnDays(context, rest, { ok: true, days: [day], today: false }, 0);
  }
  const other = once(context, rest);
  const mine = meant(context, afterAmount(context, amount), false);
  const readings = [mine, other].flatMap((meaning) => (meaning.ok ? [meaning.schedule] : []));
  return refuse('ambiguous', 'when.two-times', readings);
}

/** Months are calendar steps in wall time; days, weeks and less are exact. */
function afterAmount(context: Context, amount: Amount): number {
  const exact = (amount.days * 86_400 + amount.seconds) * 1000;
  if (amount.months === 0) return context.now + exact;
  const day = addMonths(context.today, amount.months);
  return instantOf(context, day, context.local - context.today * DAY) + exact;
}

type Candidates =
  | { readonly ok: true; readonly sets: readonly (readonly number[])[] }
  | (Meaning & { ok: false });

function timeOnDays(context: Context, bag: Bag, days: Days | null, shift: number): Meaning {
  const parts = bag.of('part').flatMap((fact) => fact.parts);
  if (!agree(parts) || bag.of('part').some((fact) => fact.join !== 'one'))
    return refuse('ambiguous', 'when.two-times');
  const candidates = times(context, bag, days, parts);
  if (!candidates.ok) return candidates;
  const [only, ...more] = candidates.sets;
  if (!only) return refuse('unparseable', 'when.vague');
  const readings = candidates.sets.map((set) => search(context, days, set, bag, shift));
  if (more.length > 0) {
    return refuse(
      'ambiguous',
      'when.two-times',
      readings.flatMap((m) => (m.ok ? [m.schedule] : [])),
    );
  }
  return readings[0] ?? refuse('unparseable', 'when.vague');
}

/** Minutes since midnight to try, one set for each time that was named. */
function times(context: Context, bag: Bag, days: Days | null, parts: readonly Part[]): Candidates {
  const clocks = bag.of('clock').flatMap((fact) => fact.items);
  for (const { from, to } of bag.of('window')) clocks.push(from, to);
  if (bag.has('sametime')) {
    if (clocks.length > 0 || parts.length > 0) return refuse('ambiguous', 'when.two-times');
    return { ok: true, sets: [[(context.local - context.today * DAY) / MINUTE]] };
  }
  if (clocks.length === 0) {
    if (parts.length > 0) {
      const defaults = timesOfParts(parts);
      return defaults ? { ok: true, sets: [defaults] } : refuse('unparseable', 'when.vague');
    }
    if (!days) return refuse('unparseable', 'when.vague');
    return { ok: true, sets: [days.times ?? [DEFAULT_TIME]] };
  }
  const sets: (readonly number[])[] = [];
  for (const clock of clocks) {
    const minutes = timesOf(clock, parts);
    if (!minutes.ok) {
      if (minutes.why === 'nonexistent') return refuse('nonexistent', 'when.no-such-time');
      return refuse('ambiguous', 'when.part', contradicting(context, days, clock, parts, bag));
    }
    sets.push(atMidnight(clock, days, bag) ?? minutes.minutes);
  }
  const same = sets.every((set) => set.join() === sets[0]?.join());
  return { ok: true, sets: same ? sets.slice(0, 1) : sets };
}

/** Midnight of today, or of the eve of a holiday, is the one at its end. */
function atMidnight(clock: Clock, days: Days | null, bag: Bag): readonly number[] | null {
  if (!clock.midnight || !days) return null;
  return days.today || days.eve || bag.of('part').some((fact) => fact.parts.includes('tonight'))
    ? [1440]
    : null;
}

function contradicting(
  context: Context,
  days: Days | null,
  clock: Clock,
  parts: readonly Part[],
  bag: Bag,
): readonly Schedule[] {
  const plain = timesOf(clock, []);
  const other =
    clock.mode === 'literal' ? null : timesOf({ ...clock, mode: 'free', h: clock.h % 12 || 12 }, parts);
  return [plain, other].flatMap((set) => {
    if (!set?.ok) return [];
    const meaning = search(context, days, set.minutes, bag, 0);
    return meaning.ok ? [meaning.schedule] : [];
  });
}

/**
 * The first instant ahead. Without a day: over today and the days after it, the earliest of all readings. On a
 * named day only the preferred reading counts, save today, where any that is still ahead will do.
 */
function search(
  context: Context,
  days: Days | null,
  minutes: readonly number[],
  bag: Bag,
  shift: number,
): Meaning {
  const wall = true;
  const remarks = (day: number, t: number) =>
    bag.has('offset') ? [] : remarksOn(context, days, day * DAY + t * MINUTE);
  if (!days) {
    const all = [-1, 0, 1, 2].flatMap((n) =>
      minutes.map((t) => ({ at: instantOf(context, context.today + n, t * MINUTE) + shift, n, t })),
    );
    const [first] = all.filter(({ at }) => at > context.now).sort((a, b) => a.at - b.at);
    return first
      ? meant(context, first.at, wall, remarks(context.today + first.n, first.t))
      : refuse('past', 'when.past');
  }
  const lenient = days.today || days.times !== undefined || !bag.has('clock');
  for (const day of days.days) {
    for (const t of lenient ? minutes : minutes.slice(0, 1)) {
      const at = instantOf(context, day, t * MINUTE) + shift;
      if (at > context.now) return meant(context, at, wall, remarks(day, t));
    }
  }
  return refuse('past', 'when.past');
}

/** @param local the wall time that was said, in ms */
function remarksOn(context: Context, days: Days | null, local: number): readonly Remark[] {
  const skipped = skippedTime(local, context.zone);
  const over = days?.passedOver;
  return [
    ...(skipped ? [skipped] : []),
    ...(over === undefined ? [] : [{ kind: 'not-before' as const, day: isoDate(over) }]),
  ];
}
