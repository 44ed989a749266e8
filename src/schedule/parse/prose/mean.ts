// What a ref means for a person at a moment: its facts as one phrase's, judged by the same rules as a phrase. A clock time
// and the part of the day beside it may be far apart in prose and need not fit; then the hour is taken as it is.
import { isDeepStrictEqual } from 'node:util';
import { next } from '../../recurrence/next.ts';
import type { Schedule } from '../../schedule.ts';
import type { Clock as ClockTime, Fact } from '../fact.ts';
import { judge } from '../meaning/meaning.ts';
import type { Part } from '../reading.ts';
import type { Ref } from './group.ts';

export type At = { readonly now: Date; readonly zone: string };

export type Meant = {
  readonly schedule: Schedule;
  readonly first: Date;
};

/** What facts mean together, or null if they mean no time to come. */
export function meaningOf(facts: readonly Fact[], { now, zone }: At): Meant | null {
  const meaning = judge([facts], { now, zone });
  const first = meaning?.ok ? next(meaning.schedule, now) : null;
  return meaning?.ok && first ? { schedule: meaning.schedule, first } : null;
}

/** The facts of a ref's day and of its clock times, if it names any. `day` replaces its own. */
export function meaningOfRef(ref: Ref, at: At, day: readonly Fact[] = dayFacts(ref)): Meant | null {
  const items = clocksOf(ref);
  const zone: readonly Fact[] = ref.zone ? [{ f: 'zone', zone: ref.zone }] : [];
  if (items.length === 0) return meaningOf(day, at);
  const clock = (times: readonly ClockTime[]): Fact => ({
    f: 'clock',
    items: times,
    join: times.length > 1 ? 'list' : 'one',
  });
  const parts: readonly Fact[] =
    ref.part === null ? [] : [{ f: 'part', parts: [ref.part], plural: false, join: 'one' }];
  const settled = clock(items.map((c) => inPart(c, ref.part)));
  const together =
    parts.length > 0 && !ref.repeat ? meaningOf([...day, clock(items), ...parts, ...zone], at) : null;
  const plain = together ?? meaningOf([...day, settled, ...zone], at);
  if (plain) return plain;
  // "tonight at 1": the day has no such time left, so the coming one is meant
  const today = day.every((fact) => fact.f === 'day' && fact.n === 0);
  return today && !ref.repeat ? meaningOf([settled, ...zone], at) : null;
}

function dayFacts(ref: Ref): readonly Fact[] {
  return ref.repeat?.facts ?? ref.elapsed?.facts ?? ref.day?.facts ?? [];
}

/** The clock times of a ref; noon and midnight are clock times, too. */
function clocksOf(ref: Ref): readonly ClockTime[] {
  if (ref.clock) return [ref.clock, ...ref.more].map(({ clock }) => clock);
  return [];
}

const LATER: readonly Part[] = ['afternoon', 'lateday', 'evening', 'tonight'];
const EARLY: readonly Part[] = ['dawn', 'morning', 'firstthing', 'midnight'];

/** The hour of a clock time with a part of the day beside it. */
function inPart(clock: ClockTime, part: Part | null): ClockTime {
  if (part === null || clock.mode === 'am' || clock.mode === 'pm' || clock.h > 12 || clock.h === 0)
    return clock;
  const literal = (h: number): ClockTime => ({ h, m: clock.m, mode: 'literal', strict: true });
  const pm = (clock.h % 12) + 12;
  if (LATER.includes(part)) return literal(pm);
  if (part === 'night') return literal(clock.h >= 5 && clock.h < 12 ? pm : clock.h % 12);
  if (part === 'midday' || part === 'noon') return literal(clock.h < 6 ? pm : clock.h);
  return EARLY.includes(part) ? literal(clock.h % 12) : clock;
}

/** The same hour on a dial: one may be of the morning and the other of the evening. */
export const sameHour = (a: ClockTime, b: ClockTime): boolean => a.h % 12 === b.h % 12 && a.m === b.m;

/** Whether two days are the same in words; "friday" may be "next friday". */
export function sameDay(a: readonly Fact[], b: readonly Fact[]): boolean {
  const plain = (facts: readonly Fact[]) =>
    facts.map((fact) => (fact.f === 'weekday' ? { ...fact, which: 'coming' } : fact));
  return isDeepStrictEqual(plain(a), plain(b));
}
