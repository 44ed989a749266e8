// Which mentions of a time belong together: "tomorrow at 11 and 16" is two times on one day, "every monday and
// wednesday 7:30" one repetition. A ref is one time that a person could be promised.
import type { Fact } from '../fact.ts';
import type { Part as PartOfDay } from '../reading.ts';
import type { Before, Clock, Day, Elapsed, Instant, Mention, Part, Repeat } from './mention.ts';

export type Ref = {
  readonly at: number;
  readonly end: number;
  readonly clock: Clock | null;
  readonly day: Day | null;
  readonly elapsed: Elapsed | null;
  readonly repeat: Repeat | null;
  /** further clock times of the same repetition */
  readonly more: readonly Clock[];
  readonly part: PartOfDay | null;
  readonly zone: string | null;
  readonly before: Before | null;
  readonly instant: Instant | null;
};

const NONE = {
  clock: null,
  day: null,
  elapsed: null,
  repeat: null,
  more: [],
  part: null,
  zone: null,
  before: null,
  instant: null,
};

/** How far apart, in characters, two mentions may be to be one time. */
const NEAR = 60;

/** The times that the facts of one text name, in order of place. Times in an aside are left out if others are there. */
export function refsOf(facts: readonly Mention[]): readonly Ref[] {
  const of = <K extends Mention['kind']>(kind: K) =>
    facts.filter((f): f is Extract<Mention, { kind: K }> => f.kind === kind);
  const instants = of('instant');
  if (instants.length > 0)
    return instants.map((instant) => ({ ...NONE, at: instant.at, end: instant.end, instant }));
  const all = of('clock');
  const straight = all.filter((clock) => !clock.aside);
  const clocks = straight.length > 0 ? straight : all;
  const days = of('day').filter((day) => !day.past);
  const repeats = of('repeat');
  const parts = of('part');
  const before = of('before')[0] ?? null;
  const zone = of('zone')[0];
  const make = (fact: { at: number; end: number }, fields: Partial<Ref>): Ref => ({
    ...NONE,
    part: partNear(parts, fact)?.part ?? null,
    zone: zone && nearest(clocks, zone) === fact ? zone.zone : zone && clocks.length === 0 ? zone.zone : null,
    before,
    at: fact.at,
    end: fact.end,
    ...fields,
  });
  if (repeats.length > 0) return [repeating(repeats, clocks, days, make)];
  const refs = of('elapsed').map((elapsed) => {
    const clock = elapsed.days ? (nearest(clocks, elapsed) ?? null) : null;
    return make(elapsed, { elapsed, clock });
  });
  const used = new Set<Clock>(refs.flatMap((ref) => (ref.clock ? [ref.clock] : [])));
  // "in 20 minutes (13:00)": the elapsed time and the clock say the same thing, and the clock is the surer
  const usedDays = new Set<Day>();
  for (const clock of clocks) {
    if (used.has(clock)) continue;
    const day = dayFor(clock, days, clocks);
    if (day) usedDays.add(day);
    refs.push(make(clock, { clock, day }));
  }
  if (clocks.length === 0) for (const day of days) refs.push(make(day, { day }));
  return refs.sort((a, b) => a.at - b.at);
}

function repeating(
  repeats: readonly Repeat[],
  clocks: readonly Clock[],
  days: readonly Day[],
  make: (repeat: Repeat, fields: Partial<Ref>) => Ref,
): Ref {
  const first = repeats[0] as Repeat;
  // "weekly ... friday": the day completes it; "every friday, weekly" already has it
  const best = repeats.find((r) => !r.facts.every(isBareUnit)) ?? first;
  const unit = best.facts.length === 1 ? unitOf(best) : null;
  const day =
    unit === 'week'
      ? days.find((each) => each.weekday !== null)
      : unit === 'month' || unit === 'year'
        ? days.find((each) => each.facts.some((fact) => fact.f === 'date'))
        : undefined;
  const completed: readonly Fact[] = (day?.facts ?? []).map((fact) =>
    fact.f === 'weekday' ? { ...fact, which: 'coming', plus: 0 } : fact,
  );
  const repeat: Repeat = { ...best, facts: [...best.facts, ...completed] };
  const [clock = null, ...more] = clocks;
  return make(best, { repeat, clock, more });
}

/** "every week": says neither how many nor which day. */
const isBareUnit = (fact: Fact) =>
  fact.f === 'every' && fact.n === 1 && ['week', 'month', 'year'].includes(fact.unit ?? '');

function unitOf({ facts: [fact] }: Repeat): string | null {
  return fact && isBareUnit(fact) && fact.f === 'every' ? fact.unit : null;
}

function distance(a: { at: number; end: number }, b: { at: number; end: number }): number {
  return a.end <= b.at ? b.at - a.end : b.end <= a.at ? a.at - b.end : 0;
}

function nearest<T extends { at: number; end: number }>(
  items: readonly T[],
  to: { at: number; end: number },
): T | undefined {
  return items
    .filter((item) => distance(item, to) <= NEAR)
    .sort((a, b) => distance(a, to) - distance(b, to))[0];
}

function partNear(parts: readonly Part[], to: { at: number; end: number }): Part | undefined {
  const near = nearest(parts, to);
  return near && distance(near, to) <= 24 ? near : undefined;
}

/** The day of a clock time: the nearest, one that no other clock time is closer to preferred; a list shares its day. */
function dayFor(clock: Clock, days: readonly Day[], clocks: readonly Clock[]): Day | null {
  if (days.length === 0) return null;
  const before = days.filter((day) => day.end <= clock.at).at(-1);
  const after = days.find((day) => day.at >= clock.end);
  if (!before) return after ?? days[0] ?? null;
  if (!after) return before;
  // a day right after the clock time ("at 9 on friday") wins over one far before it, unless it opens the next time
  const nextClock = clocks.find((other) => other.at > clock.at);
  const opens =
    nextClock !== undefined &&
    nextClock.at > after.at &&
    distance(after, nextClock) <= distance(clock, after);
  return !opens && distance(clock, after) < distance(before, clock) ? after : before;
}

/** The text between two refs, without the mentions in it. */
export function between(text: string, a: Ref, b: Ref, mentions: readonly Mention[]): string {
  let rest = '';
  for (let i = a.end; i < b.at; i++) if (!mentions.some((m) => m.at <= i && i < m.end)) rest += text[i];
  return rest;
}
