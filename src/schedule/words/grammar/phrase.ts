// A whole phrase as facts. Every token must be used, by a fact or by the small words around one; there are
// often several ways, and the caller takes the first that means something.
import type { Fact } from '../fact.ts';
import { alt, memo, type Rule, reading, role, seq, sign, skip } from '../rule.ts';
import type { Scan } from '../scan.ts';
import { dateFact } from './date.ts';
import { dayFact, dayWithPart } from './day.ts';
import { elapsedFact, offsetFact } from './elapsed.ts';
import { clockFact, partFact, zoneFact } from './hours.ts';
import { everyAfter, everyFact, exceptFact, minuteFact } from './repeat.ts';

const dayLead = skip('on', 'the', 'at', 'pin', 'of', 'by', 'approx', 'dom');
const partLead = skip('pin', 'the', 'at', 'on', 'of', 'by', 'approx');

const one = (rule: Rule<Fact>): Rule<readonly Fact[]> => seq([rule], (fact) => [fact]);
const led = (lead: Rule<null>, rule: Rule<Fact>): Rule<readonly Fact[]> => seq([lead, rule], (_, fact) => [fact]);

const ofUnit: Rule<Fact> = alt(
  seq([skip('pin'), role('of', 'pin', 'thistime'), skip('the', 'of'), reading('unit', (r) => r.n === 1 && ['week', 'month', 'quarter', 'year'].includes(r.u))], (_p, _o, _t, u): Fact => ({
    f: 'ofunit', u: u.u,
  })),
  seq([role('thistime')], (): Fact => ({ f: 'ofunit', u: 'month' })),
);

/** All facts that can start at a place, longest first; the order below decides between equals. */
const factAt: Rule<readonly Fact[]> = memo((scan, at) => {
  // "18h" is a time of day, but in English 18 hours
  const hoursFirst = scan.lexicon.language.code !== 'en';
  const found = alt<readonly Fact[]>(
    everyAfter,
    everyFact,
    led(dayLead, exceptFact),
    ...(hoursFirst ? [one(clockFact)] : []),
    one(elapsedFact),
    one(offsetFact),
    seq([dayLead, dayWithPart], (_, facts) => facts),
    led(dayLead, dayFact),
    led(dayLead, dateFact),
    one(ofUnit),
    one(clockFact),
    led(partLead, partFact),
    one(minuteFact),
    seq([skip('at', 'on'), role('sametime')], (): readonly Fact[] => [{ f: 'sametime' }]),
    seq([alt(role('starting'), role('from'))], (): readonly Fact[] => [{ f: 'starting' }]),
    one(zoneFact),
    seq([role('or')], (): readonly Fact[] => [{ f: 'or' }]),
    seq([skip('the'), role('times'), skip('every')], (): readonly Fact[] => [{ f: 'times', n: 2 }]),
  )(scan, at);
  return [...found].sort((a, b) => b.end - a.end);
});

const separator: Rule<null> = (scan, at) => {
  const step = alt<unknown>(sign(','), role('glue'), role('and'), sign('-'), sign('.'), sign(':'));
  const ends = [at];
  for (let i = 0; i < ends.length && i < 8; i++) {
    for (const { end } of step(scan, ends[i] ?? at)) if (!ends.includes(end)) ends.push(end);
  }
  return ends.map((end) => ({ value: null, end }));
};
const glue = skip('glue');

export type Parse = readonly Fact[];

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
