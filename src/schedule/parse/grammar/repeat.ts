// What makes a phrase recur: "every other", "alle 3 Tage", "daily", "2時間ごと", "un jeudi sur deux", "except".
import type { Fact } from '../fact.ts';
import { alt, digits, many, memo, opt, type Rule, reading, role, seq, sign, skip } from '../rule.ts';
import { amount, amountOf } from './amount.ts';
import { dayFact } from './day.ts';

const small = skip('the', 'of', 'approx');
const unit = reading('unit');
const article = opt(reading('num', (r) => r.article === true));
const count = reading('num', (r) => Number.isInteger(r.v) && r.v >= 1 && !r.article);
const ordinal = reading('ord', (r) => r.v >= 2 && r.v <= 60);

function every(n: number, unitOf: (Fact & { f: 'every' })['unit'], ord = false): Fact {
  return ord ? { f: 'every', n, unit: unitOf, ord } : { f: 'every', n, unit: unitOf };
}

/** "once a week", "once every 2 days": the same as "every" */
const lead = seq([opt(role('once')), role('every'), small], () => true);
const workdays: Fact = { f: 'weekdays', days: [1, 2, 3, 4, 5], join: 'range', plural: true, set: true };

export const everyFact: Rule<readonly Fact[]> = alt(
  seq([opt(role('once')), skip('the'), reading('adverb')], (_o, _t, r) => [every(r.n, r.u)]),
  // every hour and a half, every 2h30m, every 90 minutes
  seq([lead, amount], (_, a): readonly Fact[] | null => {
    const whole = a.seconds > 0 && a.days === 0 && a.months === 0;
    return whole ? [{ f: 'every', n: 1, unit: null, amount: a }] : null;
  }),
  seq([lead, count, skip('counter'), opt(sign('-')), unit], (_, n, _c, _d, u): readonly Fact[] | null =>
    u.u === 'weekend' || u.u === 'workday' ? null : [every(n.v * u.n, u.u)],
  ),
  seq([lead, ordinal, unit], (_, n, u): readonly Fact[] | null =>
    u.u === 'workday' || u.u === 'weekend' ? null : [every(n.v * u.n, u.u)],
  ),
  seq([lead, role('other'), unit], (_, _o, u): readonly Fact[] | null =>
    u.u === 'workday' ? null : [every(2 * u.n, u.u)],
  ),
  seq([role('alternate'), unit], (_, u): readonly Fact[] | null =>
    u.u === 'day' || u.u === 'week' || u.u === 'month' ? [every(2 * u.n, u.u)] : null,
  ),
  seq([lead, ordinal], (_, n) => [every(n.v, null, true)]),
  // at the end of every month
  seq(
    [
      skip('at', 'on', 'the', 'by', 'pin'),
      role('end', 'start'),
      small,
      role('every'),
      small,
      reading('unit', (r) => r.n === 1),
    ],
    (_x, e, _s, _e, _t, u): readonly Fact[] | null =>
      u.u === 'week' || u.u === 'month' || u.u === 'quarter' || u.u === 'year'
        ? [every(1, null), { f: 'edge', e: e === 'end' ? 'end' : 'start', u: u.u, n: 0 }]
        : null,
  ),
  seq([lead, article, unit], (_, _a, u): readonly Fact[] | null => {
    if (u.u === 'workday') return [every(1, null), workdays];
    return u.u === 'weekend'
      ? [every(1, null), { f: 'weekdays', days: [6, 7], join: 'range', plural: true, set: true }]
      : [every(u.n, u.u)];
  }),
  seq([lead, reading('dur')], (_, d): readonly Fact[] | null => {
    const a = amountOf(d.n, d.u);
    return a && a.seconds > 0 ? [{ f: 'every', n: 1, unit: null, amount: a }] : null;
  }),
  seq([lead, role('other')], () => [every(2, null)]),
  // de 15 em 15 dias
  seq(
    [role('of', 'from'), count, role('pin', 'in'), count, unit],
    (_, n, _i, same, u): readonly Fact[] | null =>
      n.v !== same.v
        ? null
        : u.u === 'hour' || u.u === 'minute' || u.u === 'day' || u.u === 'week' || u.u === 'month'
          ? [every(n.v * u.n, u.u)]
          : null,
  ),
  // cada dos lunes
  (scan, at) =>
    seq([lead, count], (_, n): readonly Fact[] => [every(n.v, null)])(scan, at).filter(
      ({ end }) => reading('wd')(scan, end).length > 0,
    ),
  // tous les 15 (du mois)
  seq(
    [lead, reading('num', (r) => r.digits !== undefined && r.v >= 1 && r.v <= 31)],
    (_, d): readonly Fact[] => [every(1, null), { f: 'date', d: d.v }],
  ),
  seq([lead], () => [every(1, null)]),
  seq([role('alternate')], () => [every(2, null)]),
  // after the amount: 2時間ごと, 3日おきに
  seq([amount, role('each')], (a): readonly Fact[] | null => {
    if (a.seconds > 0 && a.days === 0 && a.months === 0) return [{ f: 'every', n: 1, unit: null, amount: a }];
    if (a.seconds > 0) return null;
    if (a.months > 0) return a.days ? null : [every(a.months, 'month')];
    return a.days % 7 === 0 ? [every(a.days / 7, 'week')] : [every(a.days, 'day')];
  }),
  seq([amount, role('skip')], (a): readonly Fact[] | null => {
    if (a.seconds > 0 && a.days === 0) return [{ f: 'every', n: 1, unit: null, amount: a }];
    if (a.days > 0 && a.days % 7 === 0) return [every(a.days / 7 + 1, 'week')];
    return a.days > 0 ? [every(a.days + 1, 'day')] : a.months > 0 ? [every(a.months + 1, 'month')] : null;
  }),
);

/** "twice a day", "3 times a week": only with the times named beside it */
export const timesFact: Rule<readonly Fact[]> = seq(
  [
    role('times'),
    skip('of', 'pin', 'on', 'the', 'at'),
    opt(
      alt<unknown>(
        role('every'),
        reading('num', (r) => r.article === true),
      ),
    ),
    opt(unit),
  ],
  (_t, _s, _e, u): readonly Fact[] => [{ f: 'times', n: 2 }, ...(u ? [every(u.n, u.u)] : [])],
);

/** "un jeudi sur deux": the every comes after the day */
export const everyAfter: Rule<readonly Fact[]> = alt(
  seq([article, dayFact, role('skip')], (_, d): readonly Fact[] | null =>
    d.f === 'weekday' && d.which === 'coming' ? [every(2, null), d] : null,
  ),
  seq([article, unit, role('skip')], (_, u): readonly Fact[] | null =>
    u.u === 'day' || u.u === 'week' || u.u === 'month' ? [every(2, u.u)] : null,
  ),
);

const thing = alt<Fact>(
  seq([reading('wd')], (d): Fact => ({ f: 'weekday', d: d.d, which: 'coming', plus: 0 })),
  seq([unit], (u): Fact | null =>
    u.u === 'day' || u.u === 'week' || u.u === 'month' ? every(2 * u.n, u.u) : null,
  ),
);
const joint = many(
  alt<unknown>(
    sign(','),
    role('and', 'other', 'the'),
    reading('num', (r) => r.v === 1),
    thing,
  ),
  4,
);
/** "segunda sim, segunda não", "un lunes sí y otro no" */
export const everySecond: Rule<readonly Fact[]> = seq(
  [article, thing, role('yes'), joint, role('no')],
  (_a, fact): readonly Fact[] => (fact.f === 'every' ? [fact] : [every(2, null), fact]),
);

/** "on the hour", "at :15 every hour", "at quarter past": minutes of an hour not named */
export const minuteFact: Rule<Fact> = alt(
  seq([skip('at', 'on'), sign(':'), digits((t) => t.length === 2, true)], (_a, _s, m): Fact | null =>
    Number(m) < 60 ? { f: 'every', n: 0, unit: null, minute: Number(m) } : null,
  ),
  seq(
    [role('on', 'at'), role('the'), reading('unit', (r) => r.u === 'hour')],
    (): Fact => ({ f: 'every', n: 0, unit: null, minute: 0 }),
  ),
  seq([role('onthehour')], (): Fact => ({ f: 'every', n: 1, unit: null, minute: 0 })),
  seq(
    [skip('at', 'on', 'the'), role('half'), skip('past'), reading('unit', (r) => r.u === 'hour')],
    (): Fact => ({ f: 'every', n: 0, unit: null, minute: 30 }),
  ),
  seq(
    [skip('at', 'on', 'the'), role('half'), role('past')],
    (): Fact => ({ f: 'every', n: 0, unit: null, minute: 30 }),
  ),
  seq(
    [skip('at', 'on'), opt(reading('num', (r) => r.article === true)), role('quarter'), role('past')],
    (): Fact => ({ f: 'every', n: 0, unit: null, minute: 15 }),
  ),
  seq(
    [skip('at', 'on'), opt(reading('num', (r) => r.article === true)), role('quarter'), role('before')],
    (): Fact => ({ f: 'every', n: 0, unit: null, minute: 45 }),
  ),
  seq(
    [
      skip('at', 'on'),
      reading('num', (r) => Number.isInteger(r.v) && r.v < 60 && !r.article),
      skip('minuteword'),
      role('past'),
      skip('the'),
      opt(reading('unit', (r) => r.u === 'hour')),
    ],
    (_a, n): Fact => ({
      f: 'every',
      n: 0,
      unit: null,
      minute: n.v,
    }),
  ),
);

const wd = alt(
  seq([reading('wd')], (r) => [r.d]),
  seq([reading('wdset')], (r) => [...r.days]),
);
const separator = alt(
  seq([opt(sign(',')), role('and', 'or')], () => true),
  seq([sign(',')], () => true),
);
const day = seq([skip('on', 'the', 'every', 'at', 'of'), wd], (_, d) => d);

/** "except sunday", "but not on mondays and fridays" */
export const exceptFact: Rule<Fact> = memo(
  alt(
    seq(
      [day, opt(seq([opt(separator), day], (_, d) => d)), role('exceptpost')],
      (a, b): Fact => ({ f: 'except', days: [...a, ...(b ?? [])] }),
    ),
    seq(
      [role('except'), day, opt(seq([separator, day], (_, d) => d)), opt(seq([separator, day], (_, d) => d))],
      (_, a, b, c): Fact => ({
        f: 'except',
        days: [...a, ...(b ?? []), ...(c ?? [])],
      }),
    ),
  ),
);
