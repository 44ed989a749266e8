// Elapsed time from now: "in 5 minutes", "2 hours later", "20m", "an hour ago"; and amounts counted from
// another day: "a week from monday", "monday week", "the day after christmas".
import type { Amount, Fact } from '../fact.ts';
import { alt, opt, type Rule, reading, role, seq, skip } from '../rule.ts';
import { amount, bareAmount } from './amount.ts';

const elapsed = (a: Amount): Fact => ({ f: 'elapsed', amount: a, past: false });
const ago = (a: Amount): Fact => ({ f: 'elapsed', amount: a, past: true });
const approx = skip('approx', 'the');
const anyAmount = alt(amount, bareAmount);

export const elapsedFact: Rule<Fact> = alt(
  seq([skip('approx'), role('agopre'), approx, anyAmount, opt(role('ago'))], (_x, _a, _b, a) => ago(a)),
  seq([skip('in', 'approx'), anyAmount, skip('approx'), role('ago')], (_, a) => ago(a)),
  seq([skip('approx'), role('in', 'after'), approx, anyAmount, skip('approx'), opt(role('later'))], (_x, _i, _b, a) => elapsed(a)),
  seq([approx, amount, skip('approx', 'of'), role('later', 'after')], (_, a) => elapsed(a)),
  seq([approx, bareAmount, role('later')], (_, a) => elapsed(a)),
  seq([approx, amount, skip('approx')], (_, a) => elapsed(a)),
);

const weekly = (a: Amount): boolean => a.seconds === 0 && a.months === 0 && a.days > 0 && a.days % 7 === 0;

/** "a week from", "two days after", "the day before"; the day itself is a fact of its own, before or after */
export const offsetFact: Rule<Fact> = alt(
  seq([skip('in'), anyAmount, role('from', 'after')], (_, a): Fact => ({ f: 'offset', amount: a, sign: 1 })),
  seq([skip('the'), anyAmount, role('before', 'by')], (_, a): Fact | null => (a.seconds ? null : { f: 'offset', amount: a, sign: -1 })),
  seq([skip('the'), anyAmount, role('on')], (_, a): Fact | null => (weekly(a) ? { f: 'offset', amount: a, sign: 1 } : null)),
  // a week today, two weeks tomorrow, a week monday: only right before the day
  (scan, at) =>
    seq([amount], (a): Fact | null => (weekly(a) ? { f: 'offset', amount: a, sign: 1 } : null))(scan, at).filter(
      ({ end }) => reading('day', (r) => r.n >= 0)(scan, end).length > 0 || reading('wd')(scan, end).length > 0,
    ),
);
