// What the grammar finds at one place of running text: the hit that reaches farthest and counts as a time there.
import type { Fact } from '../fact.ts';
import { factAt } from '../grammar/phrase.ts';
import type { Role } from '../reading.ts';
import type { Scan } from '../scan.ts';
import { atBoundary } from '../token.ts';
import { endsThere, isRole, type Strength, strengthOf } from './strength.ts';

/** A run of tokens, `to` exclusive, and what it says. */
export type Hit = {
  readonly from: number;
  readonly to: number;
  readonly facts: readonly Fact[];
  readonly strength: Strength;
};

/** The hit that starts at a token, or null. */
export function hitAt(scan: Scan, at: number): Hit | null {
  if (!atBoundary(scan.tokens, at)) return null;
  const idle = idleEnd(scan, at);
  const minutes = minutesAlone(scan, at);
  if (minutes) return minutes;
  if (idle === null && !mayStart(scan, at)) return null;
  const hits = factAt(scan, at).filter(({ end }) => end > at && atBoundary(scan.tokens, end));
  const longest = hits[0]?.end ?? at;
  if (idle !== null && idle >= longest) return { from: at, to: idle, facts: [], strength: 'nothing' };
  for (const { value: facts, end: to } of farthest(scan, likelier(scan, at, hits))) {
    const strength = strengthOf(scan, at, to, facts);
    if (strength !== null) return { from: at, to, facts, strength };
  }
  return null;
}

/** Words that lead to a time or join times, and say nothing by themselves. */
const SMALL: ReadonlySet<Role> = new Set([
  ...([
    'at',
    'on',
    'pin',
    'of',
    'the',
    'by',
    'approx',
    'in',
    'later',
    'after',
    'from',
    'to',
    'and',
    'or',
    'glue',
    'pre',
  ] as const),
  ...(['past', 'before', 'prior', 'minus', 'counter', 'starting', 'except', 'yes', 'no', 'oclock'] as const),
]);

/** Most words lead nowhere: a small word counts only with something of time right after it. The grammar is not asked in vain. */
function mayStart(scan: Scan, at: number): boolean {
  for (let i = at; i < at + 6; i++) {
    const token = scan.tokens[i];
    if (token?.kind === 'number') return true;
    const readings = scan.readings(i);
    const tells = readings.some(({ value }) =>
      value.k === 'role' ? !SMALL.has(value.r) : !(value.k === 'num' && value.article),
    );
    if (tells) return true;
    if (readings.length === 0) return false;
  }
  return false;
}

type Found = { readonly value: readonly Fact[]; readonly end: number };

/** "am Morgen" as a whole is a part of the day, though "Morgen" is a day too; "ek hafta pehle" is before something. */
function likelier(scan: Scan, at: number, hits: readonly Found[]): readonly Found[] {
  const to = hits[0]?.end ?? at;
  const whole = scan.readings(at).some(({ value, end }) => value.k === 'part' && end === to && end > at + 1);
  const rank = (hit: Found) => Number(whole && isPart(hit)) - Number(isPast(hit));
  return hits.toSorted((a, b) => b.end - a.end || rank(b) - rank(a));
}

/**
 * By how far a hit reaches with the one right after it, or behind its comma: "周一上午" is Monday and the morning, not the last
 * Monday; "28. Februar 2027, 10:00" is a date and an hour, not a date and the hours 20:27 and 10:00.
 */
function farthest(scan: Scan, hits: readonly Found[]): readonly Found[] {
  const reach = ({ value, end }: Found) => {
    if (value.some((fact) => fact.f === 'month')) return end;
    const from = scan.tokens[end]?.text === ',' ? end + 1 : end;
    const nexts = factAt(scan, from).filter(
      (next) => atBoundary(scan.tokens, next.end) && strengthOf(scan, from, next.end, next.value) !== null,
    );
    return Math.max(end, ...nexts.map((next) => next.end));
  };
  return hits.toSorted((a, b) => reach(b) - reach(a));
}

const isPart = (hit: Found) => hit.value.every((fact) => fact.f === 'part');
const isPast = ({ value: [fact] }: Found) => fact?.f === 'elapsed' && fact.past;

/** The end of a phrase that is no time though its words are ("good morning", "any time"), or null. */
function idleEnd(scan: Scan, at: number): number | null {
  let end: number | null = null;
  for (const phrase of scan.lexicon.idle.get(scan.tokens[at]?.text ?? '') ?? []) {
    if (phrase.every((word, i) => scan.tokens[at + i]?.text === word))
      end = Math.max(end ?? 0, at + phrase.length);
  }
  return end;
}

/** "pinging you in 20": minutes, where nothing follows. */
function minutesAlone(scan: Scan, at: number): Hit | null {
  const [word, number, after] = [scan.tokens[at], scan.tokens[at + 1], scan.tokens[at + 2]];
  if (!scan.lexicon.language.minutesAlone || !isRole(scan, at, 'in') || word?.text !== 'in') return null;
  if (number?.kind !== 'number' || number.text.length > 3 || (after && !endsThere(after))) return null;
  if (after?.glued && scan.tokens[at + 3]?.glued) return null;
  const amount = { seconds: Number(number.text) * 60, days: 0, months: 0 };
  return { from: at, to: at + 2, facts: [{ f: 'elapsed', amount, past: false }], strength: 'sure' };
}
