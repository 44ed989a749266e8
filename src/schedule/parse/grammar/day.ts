// Days by name: "tomorrow", "next friday", "mon, wed and fri", "next week", "the last friday", "end of the month".
import type { Fact, Join, Which } from '../fact.ts';
import { alt, memo, opt, type Rule, reading, role, seq, sign, skip } from '../rule.ts';
import { amount } from './amount.ts';

const WHICH: Readonly<Record<string, Which>> = {
  next: 'next',
  this: 'this',
  coming: 'coming',
  last: 'last',
  afternext: 'afternext',
};

const modifier = role('next', 'this', 'coming', 'last', 'afternext');
const wd = reading('wd', (r) => !r.plural);
const small = skip('the', 'of');

/** 7 or 14 days on: "monday week", "lundi en huit" */
const plus: Rule<number> = alt(
  seq([role('week')], () => 7),
  seq([role('fortnight')], () => 14),
);

/** "Montag in einer Woche", "vandaag over een week" */
const weeksOn: Rule<number> = seq([role('in'), amount], (_, a) =>
  a.seconds === 0 && a.months === 0 && a.days % 7 === 0 ? a.days : null,
);
const ahead = alt(plus, weeksOn);

const weekday: Rule<Fact> = alt(
  seq(
    [modifier, small, wd, opt(plus)],
    (w, _, d, p): Fact => ({ f: 'weekday', d: d.d, which: WHICH[w] ?? 'coming', plus: p ?? 0 }),
  ),
  seq(
    [wd, small, modifier],
    (d, _, w): Fact => ({ f: 'weekday', d: d.d, which: WHICH[w] ?? 'coming', plus: 0 }),
  ),
  seq([wd, ahead], (d, p): Fact => ({ f: 'weekday', d: d.d, which: 'coming', plus: p })),
  seq([wd], (d): Fact => ({ f: 'weekday', d: d.d, which: 'coming', plus: 0 })),
);

const anyWd = reading('wd');
const lead = skip('on', 'the', 'at', 'of', 'every');
const separator: Rule<Join> = alt(
  seq([opt(sign(',')), role('and')], (): Join => 'list'),
  seq([opt(sign(',')), role('or')], (): Join => 'or'),
  seq([sign(',')], (): Join => 'list'),
  seq([sign('/')], (): Join => 'list'),
  seq([role('to')], (): Join => 'range'),
  seq([sign('-')], (): Join => 'range'),
);
type Item = { readonly d: number; readonly plural: boolean };

/** 火・木曜日, 月水金: a weekday by its first character, only in a list */
const listed: Rule<Item> = (scan, at) =>
  scan.tokens[at - 1]?.text === '曜' ? anyWd(scan, at) : anyWdOrCharacter(scan, at);
const anyWdOrCharacter = alt<Item>(
  anyWd,
  seq([reading('wdchar')], (r): Item => ({ d: r.d, plural: false })),
);
const firstListed = seq([opt(role('from', 'between')), listed], (_, d) => d);
const nextListed = alt<{ readonly join: Join | null; readonly d: Item }>(
  seq([separator, lead, listed], (join, _, d) => ({ join, d })),
  seq([listed], (d) => ({ join: null, d })),
);

/** Two or more weekdays; separators may be missing from three on. */
const weekdayList: Rule<Fact> = (scan, at) => {
  const found: { value: Fact; end: number }[] = [];
  const walk = (items: readonly Item[], joins: readonly Join[], end: number, first: number) => {
    if (items.length >= 2) found.push({ value: listFact(items, joins, first), end });
    if (items.length >= 7) return;
    for (const hit of nextListed(scan, end)) {
      walk([...items, hit.value.d], hit.value.join ? [...joins, hit.value.join] : joins, hit.end, first);
    }
  };
  for (const start of firstListed(scan, at)) walk([start.value], [], start.end, 0);
  return found.sort((a, b) => b.end - a.end);
};

function listFact(items: readonly Item[], joins: readonly Join[], _first: number): Fact {
  const days = items.map((i) => i.d);
  const plural = items.some((i) => i.plural);
  const [join] = joins;
  if (joins.includes('or')) return { f: 'weekdays', days, join: 'or', plural, set: false };
  if (joins.includes('range')) {
    return { f: 'weekdays', days: expand(days, joins), join: 'range', plural, set: false };
  }
  const bare = join === undefined && days.length === 2 && !plural;
  return { f: 'weekdays', days, join: bare ? 'one' : 'list', plural, set: false };
}

/** mon-wed and fri: ranges filled in, Sunday to Monday going round */
function expand(days: readonly number[], joins: readonly Join[]): readonly number[] {
  const all: number[] = [];
  days.forEach((d, i) => {
    const before = days[i - 1];
    if (i > 0 && before !== undefined && (joins[i - 1] ?? 'range') === 'range') {
      for (let x = (before % 7) + 1; x !== d; x = (x % 7) + 1) all.push(x);
    }
    all.push(d);
  });
  return [...new Set(all)];
}

const days: Rule<Fact> = alt(
  weekdayList,
  seq(
    [reading('wd', (r) => r.plural)],
    (r): Fact => ({ f: 'weekdays', days: [r.d], join: 'one', plural: true, set: false }),
  ),
  seq(
    [reading('wdset')],
    (r): Fact => ({ f: 'weekdays', days: r.days, join: 'range', plural: r.plural, set: true }),
  ),
);

const unit = reading(
  'unit',
  (r) => r.n === 1 && ['day', 'week', 'month', 'quarter', 'year', 'weekend', 'workday'].includes(r.u),
);
const STEP: Readonly<Record<string, number>> = { next: 1, this: 0, coming: 1, last: -1, afternext: 2 };

const period: Rule<{ u: Fact & { f: 'period' } }> = memo(
  alt(
    seq([modifier, small, unit], (w, _, u) => ({ u: periodOf(u.u, w) })),
    seq([unit, small, modifier], (u, _, w) => ({ u: periodOf(u.u, w) })),
    seq([reading('period')], (r) => ({ u: { f: 'period' as const, u: r.u, n: r.n } })),
  ),
);

function periodOf(u: (Fact & { f: 'period' })['u'], word: string): Fact & { f: 'period' } {
  const n = u === 'weekend' && word === 'coming' ? 0 : (STEP[word] ?? 0);
  return { f: 'period', u, n };
}

const monthName = seq([reading('month')], (m): Fact => ({ f: 'month', m: m.m }));

const edgeOfMonth = seq(
  [role('end', 'start'), small],
  (e): Fact => ({ f: 'edge', e: e === 'end' ? 'end' : 'start', u: 'month', n: 0 }),
);

/** "end of next month", "month end": an edge; of a named month it is an edge and a month */
const edge: Rule<Fact> = alt(
  seq([reading('edge')], (r): Fact => ({ f: 'edge', e: r.e, u: r.u, n: r.n })),
  seq(
    [role('end', 'start'), small, period],
    (e, _, p): Fact => ({ f: 'edge', e: e === 'end' ? 'end' : 'start', u: p.u.u, n: p.u.n }),
  ),
  seq(
    [role('end', 'start'), small, unit],
    (e, _, u): Fact => ({ f: 'edge', e: e === 'end' ? 'end' : 'start', u: u.u, n: 0 }),
  ),
  seq(
    [unit, role('end', 'start')],
    (u, e): Fact => ({ f: 'edge', e: e === 'end' ? 'end' : 'start', u: u.u, n: 0 }),
  ),
  seq(
    [period, small, role('end', 'start')],
    (p, _, e): Fact => ({ f: 'edge', e: e === 'end' ? 'end' : 'start', u: p.u.u, n: p.u.n }),
  ),
  (scan, at) => edgeOfMonth(scan, at).filter(({ end }) => monthName(scan, end).length > 0),
);

const day = reading('unit', (r) => r.u === 'day' && r.n === 1);
const lastDay: Rule<Fact> = alt(
  seq(
    [reading('ord', (r) => r.v === -1 || r.v === 1), day],
    (r): Fact => ({ f: 'lastday', first: r.v === 1 }),
  ),
  seq([day, reading('ord', (r) => r.v === -1)], (): Fact => ({ f: 'lastday', first: false })),
  seq([reading('lastday')], (): Fact => ({ f: 'lastday', first: false })),
);

const nthDays: Rule<readonly number[]> = alt(
  // "prima di venerdì" is no first friday
  (scan, at) =>
    anyWd(scan, at).flatMap((hit) =>
      hit.value.plural && hit.end > at + 1 ? [] : [{ value: [hit.value.d], end: hit.end }],
    ),
  seq([reading('wdset')], (r) => r.days),
);
const ordinal: Rule<number> = alt(
  seq([reading('ord', (r) => r.v <= 10)], (r) => r.v),
  seq([role('nth'), reading('num', (r) => r.v >= 1 && r.v <= 5)], (_, r) => r.v),
  seq([role('last')], () => -1),
);
const alsoNth = seq([opt(sign(',')), role('and'), skip('the'), ordinal], (_c, _a, _t, n) => n);
const nth: Rule<Fact> = alt(
  seq(
    [ordinal, alsoNth, skip('counter'), nthDays],
    (n, also, _, d): Fact => ({ f: 'nth', n, also, days: d }),
  ),
  seq([ordinal, skip('counter'), nthDays], (n, _, d): Fact => ({ f: 'nth', n, days: d })),
  seq([nthDays, ordinal], (d, n): Fact => ({ f: 'nth', n, days: d })),
);

const named: Rule<Fact> = seq([reading('day', (r) => !r.part)], (r): Fact => ({ f: 'day', n: r.n }));
/** "today week", "tomorrow week" */
const dayPlus: Rule<Fact> = seq(
  [reading('day', (r) => !r.part && r.n >= 0), ahead],
  (r, p): Fact => ({ f: 'day', n: r.n + p }),
);

/** "lundi 23": too late for a clock time without its word */
export const weekdayDate: Rule<readonly Fact[]> = seq(
  [wd, reading('num', (r) => r.digits?.length === 2 && r.v >= 13 && r.v <= 31)],
  (day, n): readonly Fact[] => [
    { f: 'weekday', d: day.d, which: 'coming', plus: 0 },
    { f: 'date', d: n.v },
  ],
);

/** 下下周五: a week and the last character of a weekday */
export const weekCharacter: Rule<readonly Fact[]> = seq(
  [reading('period', (r) => r.u === 'week'), reading('wdchar')],
  (p, d): readonly Fact[] => [
    { f: 'period', u: 'week', n: p.n },
    { f: 'weekday', d: d.d, which: 'coming', plus: 0 },
  ],
);

export const dayFact: Rule<Fact> = memo(
  alt(
    dayPlus,
    named,
    nth,
    lastDay,
    days,
    seq([period], (p): Fact => p.u),
    edge,
    weekday,
  ),
);

/** "this evening", said in two words */
const thisPart: Rule<readonly Fact[]> = seq(
  [
    role('this'),
    reading('part', (r) => !r.plural && r.p !== 'noon' && r.p !== 'midnight' && r.p !== 'endofday'),
  ],
  (_, r): readonly Fact[] => [
    { f: 'day', n: 0 },
    { f: 'part', parts: [r.p], plural: false, join: 'one', tied: true },
  ],
);

/** "tonight", "this morning": a day and a part in one word */
export const dayWithPart: Rule<readonly Fact[]> = alt(
  seq([reading('day', (r) => r.part !== undefined)], (r): readonly Fact[] => [
    { f: 'day', n: r.n },
    { f: 'part', parts: [r.part ?? 'tonight'], plural: false, join: 'one', tied: true },
  ]),
  thisPart,
);
