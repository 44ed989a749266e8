// A whole phrase as facts. Every token must be used, by a fact or by the small words around one; there are
// often several ways, and the caller takes the first that means something.
import type { Fact, FactOf } from '../fact.ts';
import type { Role } from '../reading.ts';
import { alt, memo, type Rule, reading, role, seq, sign, skip } from '../rule.ts';
import type { Scan } from '../scan.ts';
import { hoursClock, packedHours } from './clock.ts';
import { dateFact } from './date.ts';
import { dayFact, dayWithPart, weekCharacter, weekdayDate } from './day.ts';
import { elapsedFact, elapsedRange, offsetFact, workdaysFact } from './elapsed.ts';
import { clockFact, partFact, zoneFact } from './hours.ts';
import { everyAfter, everyFact, everySecond, exceptFact, minuteFact, timesFact } from './repeat.ts';

const dayLead = skip('on', 'the', 'at', 'pin', 'of', 'by', 'approx');
const everyLead = skip('on', 'the', 'at', 'pin', 'of');
const partLead = skip('pin', 'the', 'at', 'on', 'of', 'by', 'approx');

const one = (rule: Rule<Fact>): Rule<readonly Fact[]> => seq([rule], (fact) => [fact]);
const led = (lead: Rule<null>, rule: Rule<Fact>): Rule<readonly Fact[]> =>
  seq([lead, rule], (_, fact) => [fact]);

const byWord = role('by');
/** A day with its small words; "until friday" also says that it is an end. */
const byLed =
  (rule: Rule<Fact>): Rule<readonly Fact[]> =>
  (scan, at) =>
    dayLead(scan, at).flatMap(({ end }) => {
      const by = Array.from({ length: end - at }, (_, i) => byWord(scan, at + i)).some((hits) =>
        hits.some((hit) => hit.end <= end),
      );
      return rule(scan, end).map((hit) => ({
        value: by ? [hit.value, { f: 'until' } as const] : [hit.value],
        end: hit.end,
      }));
    });

const ofUnit: Rule<Fact> = alt(
  seq(
    [
      skip('pin'),
      role('of', 'pin', 'thistime'),
      skip('the', 'of'),
      reading('unit', (r) => r.n === 1 && ['week', 'month', 'quarter', 'year'].includes(r.u)),
    ],
    (_p, _o, _t, u): Fact => ({
      f: 'ofunit',
      u: u.u,
    }),
  ),
  seq([role('thistime')], (): Fact => ({ f: 'ofunit', u: 'month' })),
);

const sameTime = (said: Role, as: FactOf<'sametime'>['as']): Rule<readonly Fact[]> =>
  seq([skip('at', 'on'), role(said)], (): readonly Fact[] => [{ f: 'sametime', as }]);

const repeats = alt<readonly Fact[]>(
  everyAfter,
  everySecond,
  seq([everyLead, everyFact], (_, facts) => facts),
  timesFact,
  led(dayLead, exceptFact),
);
const englishHours: Rule<readonly Fact[]> = seq([skip('at'), alt(hoursClock, packedHours)], (_, c) => [
  { f: 'clock', items: [c], join: 'one' },
]);
const days = alt<readonly Fact[]>(
  seq([dayLead, dayWithPart], (_, facts) => facts),
  seq([dayLead, weekdayDate], (_, facts) => facts),
  seq([dayLead, weekCharacter], (_, facts) => facts),
  byLed(dayFact),
  byLed(dateFact),
);
const others = alt<readonly Fact[]>(
  elapsedRange,
  one(elapsedFact),
  one(offsetFact),
  one(workdaysFact),
  one(ofUnit),
  one(clockFact),
  led(partLead, partFact),
  one(minuteFact),
  sameTime('sametime', 'reminder'),
  sameTime('thishour', 'now'),
  sameTime('thissame', 'either'),
  seq([alt(role('starting'), role('from'))], (): readonly Fact[] => [{ f: 'starting' }]),
  one(zoneFact),
  seq([role('or')], (): readonly Fact[] => [{ f: 'or' }]),
);
const anyInEnglish = alt(repeats, englishHours, days, others);
const anyElsewhere = alt(repeats, days, others);
const anyHoursFirst = alt(repeats, days, one(clockFact), others);
const within = role('in');

/** All facts that can start at a place, longest first; the order above decides between equals. */
export const factAt: Rule<readonly Fact[]> = memo((scan, at) => {
  // "18h" is a time of day, but in English 18 hours
  const english = scan.lexicon.language.code === 'en';
  const hoursFirst = !english && within(scan, at).length === 0;
  const any = english ? anyInEnglish : hoursFirst ? anyHoursFirst : anyElsewhere;
  return [...any(scan, at)].sort((a, b) => b.end - a.end);
});

/** A full stop or colon that is not inside a number. */
const stop =
  (text: string): Rule<string> =>
  (scan, at) =>
    scan.tokens[at + 1]?.glued || scan.tokens[at]?.text !== text ? [] : [{ value: text, end: at + 1 }];

const step = alt<unknown>(sign(','), role('glue'), role('and'), sign('-'), stop('.'), stop(':'));
const separator: Rule<null> = (scan, at) => {
  const ends = [at];
  for (let i = 0; i < ends.length && i < 8; i++) {
    for (const { end } of step(scan, ends[i] ?? at)) if (!ends.includes(end)) ends.push(end);
  }
  return ends.map((end) => ({ value: null, end }));
};
const glue = skip('glue');

type Parse = readonly Fact[];

/** Every way (up to `limit`) to read the tokens from `from` to `to` as facts; best first. */
export function parses(scan: Scan, from: number, to: number, limit = 40): readonly Parse[] {
  const found: Parse[] = [];
  const dead = new Set<number>();
  let steps = 0;
  const walk = (at: number, facts: Parse): boolean => {
    if (dead.has(at) || facts.length > 12 || ++steps > 4000) return false;
    let any = false;
    for (const hit of factAt(scan, at)) {
      if (hit.end > to || hit.end === at) continue;
      const grown = [...facts, ...hit.value];
      for (const after of glue(scan, hit.end)) {
        if (after.end === to && found.length < limit) {
          found.push(grown);
          any = true;
        }
      }
      for (const next of separator(scan, hit.end)) {
        if (next.end < to && found.length < limit && walk(next.end, grown)) any = true;
      }
    }
    if (!any && found.length < limit) dead.add(at);
    return any;
  };
  for (const start of glue(scan, from)) if (start.end < to) walk(start.end, []);
  return found;
}
