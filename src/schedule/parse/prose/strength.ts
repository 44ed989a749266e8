// Whether what the grammar finds counts as a time in running text. In a phrase every word is about time; in prose "at 5
// people", "any day", "2026" and "the second" are not, so a hit must show that it is one.
import type { Clock, Fact } from '../fact.ts';
import type { Role } from '../reading.ts';
import type { Scan } from '../scan.ts';
import type { Token } from '../token.ts';

/**
 * `sure`: a time by itself. `loose`: only beside one. `nothing`: words that look like a time and are none; nothing is read
 * inside them.
 */
export type Strength = 'sure' | 'loose' | 'nothing';

const NEVER: readonly Fact['f'][] = ['times', 'sametime', 'or', 'starting'];

const hasDigits = (token: Token | undefined) => token?.kind === 'number' || token?.kind === 'cjk';

/** A sign that ends what is before it: no unit, no currency, no clock. */
export const endsThere = (token: Token) => token.kind === 'sign' && !/^[%€$£:/°+-]$/u.test(token.text);

export function isRole(scan: Scan, at: number, ...roles: readonly Role[]): boolean {
  return scan.readings(at).some(({ value }) => value.k === 'role' && roles.includes(value.r));
}

/** Whether any token of a run can play one of these parts. */
function hasRole(scan: Scan, from: number, to: number, ...roles: readonly Role[]): boolean {
  for (let at = from; at < to; at++) {
    const hit = scan
      .readings(at)
      .some(({ value, end }) => value.k === 'role' && roles.includes(value.r) && end <= to);
    if (hit) return true;
  }
  return false;
}

/** What a hit counts for; null if the next shorter hit should be tried. */
export function strengthOf(scan: Scan, from: number, to: number, facts: readonly Fact[]): Strength | null {
  const [fact] = facts;
  if (!fact || facts.some((f) => NEVER.includes(f.f))) return null;
  switch (fact.f) {
    case 'clock':
    case 'window':
      return clockStrength(scan, from, to, fact.f === 'clock' ? fact.items : [fact.from, fact.to]);
    case 'elapsed':
      return elapsedStrength(scan, from, to, fact.past, fact.amount.seconds % 60 !== 0);
    case 'offset':
      return fact.sign < 0 ? 'sure' : 'nothing';
    case 'date':
      return dateStrength(scan, from, to, fact);
    case 'weekday':
    case 'weekdays':
      return weekdayStrength(scan, from, to, facts);
    case 'day':
    case 'part':
      return 'sure';
    case 'every':
      return everyStrength(scan, to, fact);
    case 'zone':
      return hasRole(scan, from, to, 'zoneword') ? 'sure' : isZoneSign(scan, from) ? 'loose' : null;
    case 'dates':
      return null;
    case 'nth':
      return hasRole(scan, to, to + 1, 'of', 'pin', 'thistime', 'every') ? 'loose' : null;
    case 'edge':
      return fact.u === 'day' ? null : 'loose';
    case 'period':
      return facts.length > 1 ? 'sure' : 'loose';
    default:
      return 'loose';
  }
}

function everyStrength(scan: Scan, to: number, fact: Fact & { readonly f: 'every' }): Strength | null {
  // "toda sexta" is every friday; every sixth only with what is counted
  const days = scan.readings(to).some(({ value }) => value.k === 'wd' || value.k === 'unit');
  if (fact.ord && fact.unit === null && !days) return null;
  if (fact.minute !== undefined) return fact.n > 0 ? 'sure' : null;
  if (fact.unit === 'second') return 'nothing';
  return fact.unit === null && !fact.amount ? 'loose' : 'sure';
}

/** Abbreviations of zones that are no words; in English some more. */
function isZoneSign(scan: Scan, at: number): boolean {
  const text = scan.tokens[at]?.text ?? '';
  if (/^(?:utc|gmt|cet|cest|mez|mesz|edt|pst|pdt|cst|cdt|bst|jst|aest|aedt|sgt|msk|мск)$/.test(text))
    return true;
  return ['en', 'hi'].includes(scan.lexicon.language.code) && /^(?:est|et|pt|ist)$/.test(text);
}

/** Elapsed time says that it is from now; "30 minutes" may be how long something takes. */
function elapsedStrength(scan: Scan, from: number, to: number, past: boolean, seconds: boolean): Strength {
  if (past || seconds) return 'nothing';
  const after = scan.tokens[to];
  if (/^[a-z]/.test(scan.tokens[to - 1]?.text ?? '') && !isCounted(scan, from, to)) return 'nothing';
  if (hasRole(scan, from, to, 'in', 'later')) return 'sure';
  if (!hasRole(scan, from, to, 'after')) return 'nothing';
  // "2 hours after the start" is counted from something else
  return isRole(scan, from, 'after') || !after || after.kind !== 'word' ? 'sure' : 'nothing';
}

/** "an hour later", not "the minutes afterwards". */
function isCounted(scan: Scan, from: number, to: number): boolean {
  const counts = Array.from({ length: to - from }, (_, i) => scan.readings(from + i)).flat();
  const hindi = scan.lexicon.language.code === 'hi';
  return (
    hindi ||
    hasRole(scan, from, to, 'half', 'quarter', 'threequarter') ||
    counts.some(({ value }) => value.k === 'num' || value.k === 'dur')
  );
}

const MARKS: readonly Role[] = [
  'am',
  'pm',
  'oclock',
  'past',
  'half',
  'quarter',
  'threequarter',
  'minus',
  'minuspre',
  'onthehour',
];

function clockStrength(scan: Scan, from: number, to: number, items: readonly Clock[]): Strength | null {
  if (items.some((c) => c.h > 24 || c.m > 59)) return null;
  const { tokens, lexicon } = scan;
  const run = tokens.slice(from, to);
  if (
    run.some((t) => t.kind === 'number' && t.text.length > 2) &&
    !hasRole(scan, from, to, 'am', 'pm', 'hourword')
  )
    return hasRole(scan, from, to, 'at') && !/^(?:19|20)\d\d$/.test(run.at(-1)?.text ?? '') ? 'sure' : null;
  const next = tokens[to];
  const one = items.length === 1 && items[0]?.h === 1 && !run.some(hasDigits);
  if (one && !stops(scan, to) && !hasRole(scan, from, to, 'hourword', ...MARKS)) return null;
  if (next && (isUnit(scan, to) || /^[%€$£°]$/u.test(next.text))) return null;
  if (run.some((t) => t.text === ':') || isNamed(scan, from, to)) return 'sure';
  if (
    items.length > 1 &&
    !hasDigits(run.at(-1)) &&
    !hasRole(scan, to - 1, to, ...MARKS, 'hourword', 'minuteword')
  )
    return null;
  if (hasRole(scan, from, to, ...MARKS)) return 'sure';
  const english = lexicon.language.code === 'en';
  if (english && hasRole(scan, from, to, 'hourword') && !hasRole(scan, from, to, 'at')) return null;
  if (!english && hasRole(scan, from, to, 'hourword')) return isStretch(scan, from, to) ? null : 'sure';
  if (lexicon.counted.has(next?.text ?? '')) return null;
  if (hasRole(scan, from, to, 'at')) return 'sure';
  if (run.some((t) => t.text === '.') && !english) return 'sure';
  if (hasRole(scan, from, to, 'by', 'approx')) return 'sure';
  if (items.length === 1 && (items[0]?.h ?? 0) <= 12 && isLed(scan, from) && stops(scan, to)) return 'sure';
  return run.some((t) => t.kind === 'number') ? 'loose' : null;
}

/** "ocho horas", "8 horas de sueño": how long, where the word for the hour of the clock is the one for an hour. */
function isStretch(scan: Scan, from: number, to: number): boolean {
  if (!isUnit(scan, to - 1) || hasRole(scan, from, to, 'at')) return false;
  return !scan.tokens.slice(from, to).some(hasDigits) || isRole(scan, to, 'of');
}

/** "for 6", "moved to 4", "after 4": before a bare hour, where nothing follows that could be counted. */
const isLed = (scan: Scan, at: number) => at > 0 && isRole(scan, at - 1, 'on', 'to', 'after', 'from');

function stops(scan: Scan, at: number): boolean {
  const next = scan.tokens[at];
  return !next || endsThere(next) || isRole(scan, at, 'glue', 'and', 'or', 'to', 'on', 'in', 'at', 'by');
}

function isNamed(scan: Scan, from: number, to: number): boolean {
  for (let at = from; at < to; at++)
    if (scan.readings(at).some(({ value, end }) => value.k === 'part' && end <= to)) return true;
  return false;
}

const isUnit = (scan: Scan, at: number) =>
  scan.readings(at).some(({ value }) => (value.k === 'unit' && value.u !== 'weekend') || value.k === 'dur');

function dateStrength(
  scan: Scan,
  from: number,
  to: number,
  fact: Fact & { readonly f: 'date' },
): Strength | null {
  const run = scan.tokens.slice(from, to);
  const next = scan.tokens[to];
  const written = run.map((t) => t.text).join('');
  if (fact.eve || isHoliday(scan, from, to)) return 'loose';
  if (fact.m === undefined) {
    if (!run.some((t) => t.kind === 'number')) return null;
    if (next && (isUnit(scan, to) || next.text === '%' || (next.text === ':' && scan.tokens[to + 1]?.glued)))
      return null;
    return hasRole(scan, from, to, 'dom', 'dompre') || hasLead(scan, from, run) ? 'sure' : 'loose';
  }
  if (/^24\/7$/.test(written)) return null;
  if (/^\d+[-.]\d+$/.test(written)) return written.includes('.') ? 'loose' : null;
  if (/^\d+\/\d+$/.test(written) && next && isUnit(scan, to)) return null;
  return 'sure';
}

/** A number that a small word makes a day of the month: "the 5th", "le 5", "am 5." */
function hasLead(scan: Scan, from: number, run: readonly Token[]): boolean {
  const [first] = run;
  return first?.kind === 'word' && (run.length > 1 || isRole(scan, from, 'on', 'the'));
}

function isHoliday(scan: Scan, from: number, to: number): boolean {
  for (let at = from; at < to; at++)
    if (scan.readings(at).some(({ value }) => value.k === 'holiday')) return true;
  return false;
}

/** Whether a number before a place belongs to what comes there. */
const numberGoesOn = (scan: Scan, at: number) =>
  isRole(scan, at, 'hourword', 'oclock', 'am', 'pm', 'minuteword') ||
  scan.readings(at).some(({ value }) => value.k === 'month');

/** Short forms are words of their own ("sat", "mar", "so"): they count beside another time. */
function weekdayStrength(scan: Scan, from: number, to: number, facts: readonly Fact[]): Strength | null {
  const [fact] = facts;
  // "freitag 14 uhr", "sat 21 nov"
  if (facts.length > 1 && numberGoesOn(scan, to)) return null;
  if (fact?.f === 'weekdays' && fact.set && !fact.plural) return 'loose';
  const days: string[] = [];
  for (let at = from; at < to; at++) {
    if (scan.readings(at).some(({ value }) => value.k === 'wd' || value.k === 'wdset'))
      days.push(scan.tokens[at]?.text ?? '');
  }
  if (days.length === 0) return null;
  const short = days.every((day) => /^[\p{Script=Latin}\p{Script=Cyrillic}]{1,3}$/u.test(day));
  if (!short) return 'sure';
  return scan.lexicon.language.code === 'en' && /^(?:mon|tue|wed|thu|fri)$/.test(days[0] ?? '')
    ? 'sure'
    : 'loose';
}
