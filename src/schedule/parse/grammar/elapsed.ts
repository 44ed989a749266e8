// Elapsed time from now: "in 5 minutes", "2 hours later", "20m", "an hour ago"; and amounts counted from
// another day: "a week from monday", "monday week", "the day after christmas".
import type { Amount, Fact } from '../fact.ts';
import { alt, opt, type Rule, reading, role, seq, sign, skip } from '../rule.ts';
import { amount, bareAmount } from './amount.ts';

const elapsed = (a: Amount): Fact => ({ f: 'elapsed', amount: a, past: false });
const ago = (a: Amount): Fact => ({ f: 'elapsed', amount: a, past: true });
const approx = skip('approx', 'the');
const anyAmount = alt(amount, bareAmount);
/** "через час", "ghante baad": elsewhere an hour alone is not one hour */
const BARE: readonly string[] = ['ru', 'hi', 'ar'];
const ownAmount: Rule<Amount> = (scan, at) =>
  (BARE.includes(scan.lexicon.language.code) ? anyAmount : amount)(scan, at);

/** "après 18h" is after a time of day, "after 2 hours" is not */
const AFTER_AMOUNT: readonly string[] = ['en', 'de', 'es', 'it', 'hi', 'ar'];
const [within, inOrAfter] = [role('in'), role('in', 'after')];
const starter: Rule<unknown> = (scan, at) =>
  (AFTER_AMOUNT.includes(scan.lexicon.language.code) ? inOrAfter : within)(scan, at);

export const elapsedFact: Rule<Fact> = alt(
  seq([skip('approx'), role('agopre'), approx, anyAmount, opt(role('ago'))], (_x, _a, _b, a) => ago(a)),
  seq([skip('in', 'approx'), anyAmount, skip('approx'), role('ago')], (_, a) => ago(a)),
  seq([skip('approx'), starter, approx, ownAmount, skip('approx'), opt(role('later'))], (_x, _i, _b, a) =>
    elapsed(a),
  ),
  seq([approx, amount, skip('approx', 'of'), role('later', 'after')], (_, a) => elapsed(a)),
  seq([approx, bareAmount, role('later')], (_, a) => elapsed(a)),
  seq([approx, amount, skip('approx')], (_, a) => elapsed(a)),
);

/** "in 2 or 3 hours", "in a day or two": two times, which is one too many */
export const elapsedRange: Rule<readonly Fact[]> = alt(
  seq(
    [skip('in', 'approx'), reading('num'), alt<unknown>(role('or', 'to'), sign('-')), amount],
    (_i, _n, _o, a): readonly Fact[] => [elapsed(a), elapsed(a)],
  ),
  seq(
    [skip('in', 'approx'), amount, role('or'), reading('num', (r) => r.v < 60)],
    (_i, a): readonly Fact[] => [elapsed(a), elapsed(a)],
  ),
);

/** "in 2 business days" */
export const workdaysFact: Rule<Fact> = seq(
  [
    skip('in', 'approx', 'after'),
    reading('num', (r) => Number.isInteger(r.v) && r.v >= 1),
    reading('unit', (r) => r.u === 'workday'),
    opt(role('later')),
  ],
  (_, n): Fact => ({ f: 'period', u: 'workday', n: n.v }),
);

const weekly = (a: Amount): boolean => a.seconds === 0 && a.months === 0 && a.days > 0 && a.days % 7 === 0;

/** "a week from", "two days after", "the day before"; the day itself is a fact of its own, before or after */
export const offsetFact: Rule<Fact> = alt(
  seq([skip('in', 'the'), anyAmount, role('from', 'after')], (_, a, r): Fact | null =>
    r === 'from' && a.seconds > 0 ? null : { f: 'offset', amount: a, sign: 1 },
  ),
  seq([skip('the'), anyAmount, role('prior')], (_, a): Fact => ({ f: 'offset', amount: a, sign: -1 })),
  seq([skip('the'), anyAmount, role('on')], (_, a): Fact | null =>
    weekly(a) ? { f: 'offset', amount: a, sign: 1 } : null,
  ),
  // a week today, two weeks tomorrow, a week monday: only right before the day
  (scan, at) =>
    seq([alt(amount, bareAmount)], (a): Fact | null =>
      weekly(a) ? { f: 'offset', amount: a, sign: 1 } : null,
    )(scan, at).filter(({ end }) =>
      [reading('day', (r) => r.n >= 0), reading('wd'), role('this', 'next', 'coming')].some(
        (rule) => rule(scan, end).length > 0,
      ),
    ),
);
