// Amounts of time: "5 minutes", "2h30m", "an hour and a half", "eineinhalb Stunden", "一个半小时".
import type { Amount } from '../fact.ts';
import type { Unit } from '../reading.ts';
import { alt, digits, memo, opt, type Rule, reading, role, seq, sign, skip } from '../rule.ts';

const SECONDS: Readonly<Partial<Record<Unit, number>>> = { second: 1, minute: 60, hour: 3600 };
const DAYS: Readonly<Partial<Record<Unit, number>>> = { day: 1, week: 7 };
const MONTHS: Readonly<Partial<Record<Unit, number>>> = { month: 1, quarter: 3, year: 12 };

/** `n` units; null where it makes no sense (half a month has no fixed length). */
export function amountOf(n: number, u: Unit, times = 1): Amount | null {
  const count = n * times;
  const { [u]: seconds } = SECONDS;
  if (seconds) return { seconds: Math.round(count * seconds), days: 0, months: 0 };
  const { [u]: days } = DAYS;
  if (days) {
    const whole = Math.trunc(count * days);
    return { seconds: Math.round((count * days - whole) * 86_400), days: whole, months: 0 };
  }
  const { [u]: months } = MONTHS;
  if (!months || !Number.isInteger(count * months)) return null;
  return { seconds: 0, days: 0, months: count * months };
}

function sum(a: Amount, b: Amount): Amount {
  return { seconds: a.seconds + b.seconds, days: a.days + b.days, months: a.months + b.months };
}

const number = reading('num');
const article = opt(reading('num', (r) => r.article === true));
const counter = skip('counter');

/** 2, a, 2 and a half, 2½, half, 1 1/2 */
const fraction: Rule<number> = alt(
  seq([role('half')], () => 0.5),
  seq([role('quarter')], () => 0.25),
  seq([role('threequarter')], () => 0.75),
  seq(
    [digits((t) => t === '1'), sign('/', true), digits((t) => t === '2' || t === '4', true)],
    (_a, _s, b) => 1 / Number(b),
  ),
  seq([digits((t) => t === '3'), sign('/', true), digits((t) => t === '4', true)], () => 0.75),
);
/** "een half uur" is half of one; "2 half" is not a thing that is said, "two and a half" is */
const quantity: Rule<number> = alt(
  seq(
    [number, skip('counter'), opt(alt<unknown>(role('and'), role('counter'))), article, fraction, counter],
    (n, _c, and, _t, f) => (n.article || (and === null && n.v === 1 && !n.digits) ? null : n.v + f),
  ),
  seq([fraction, article, counter], (f) => f),
  seq([number, counter], (n) => n.v),
);

const unit = reading('unit', (r) => r.u !== 'weekend' && r.u !== 'workday');
const extra: Rule<number> = alt(
  seq([opt(role('and')), article, role('half')], () => 0.5),
  seq([role('and'), article, role('quarter')], () => 0.25),
  seq([role('and'), article, role('threequarter')], () => 0.75),
);

const item: Rule<Amount> = alt(
  seq([quantity, opt(sign('-')), unit, opt(extra)], (n, _d, u, more) => amountOf(n + (more ?? 0), u.u, u.n)),
  seq([article, reading('dur')], (_, d) => amountOf(d.n, d.u)),
);

const small = digits((t) => t.length === 2, true);
/** 2h30: the minutes' unit left out */
const hoursMinutes: Rule<Amount> = seq([number, reading('unit', (r) => r.u === 'hour'), small], (n, _, m) =>
  Number(m) < 60 ? { seconds: n.v * 3600 + Number(m) * 60, days: 0, months: 0 } : null,
);

const separator = opt(
  alt(
    role('and'),
    seq([sign(','), opt(role('and'))], () => 'and' as const),
  ),
);

/** An amount written with a number. */
export const amount: Rule<Amount> = memo(
  alt(
    hoursMinutes,
    seq([item, separator, item, separator, item], (a, _x, b, _y, c) => sum(sum(a, b), c)),
    seq([item, separator, item], (a, _, b) => sum(a, b)),
    item,
  ),
);

/** A unit alone, meaning one of it: "через час", "hora y media" */
export const bareAmount: Rule<Amount> = memo(
  seq([unit, opt(extra)], (u, more) => amountOf(1 + (more ?? 0), u.u, u.n)),
);
