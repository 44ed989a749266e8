// Whether a stored row is what a promise named: time first (within five minutes, or the same local day if only a day
// was named), then subject. Recurring promises are compared by their next firings, so it does not matter how a
// schedule is written.
import { next, nextN } from '../../schedule/recurrence/next.ts';
import type { Schedule } from '../../schedule/schedule.ts';
import type { Claim, Due, When } from '../claim.ts';
import { comparable, overlap, subjectOf } from '../subject.ts';
import { dateOf, type Moment } from '../when.ts';

/** A stored schedule as reconcile.ts needs it: `schedule` as in src/schedule, `text` what it will say. */
export type Row = {
  readonly schedule: Schedule;
  readonly text: string;
  readonly createdThisTurn: boolean;
  /** its time stands word for word in the person's message */
  readonly asAsked?: boolean;
};

export type Fit = 'fits' | 'differs' | 'unknown';

const TOLERANCE = 5 * 60_000;
const near = (a: number, b: number) => Math.abs(a - b) <= TOLERANCE;
/** How many firings of a repetition are compared: two working weeks of a daily one. */
const FIRINGS = 10;

/** Whether a row fires when the promise says. `unknown` if the promise names no time that resolves. */
export function timeFit(when: When | null, row: Row, moment: Moment): Fit {
  if (!when || (when.due === null && when.also.length === 0)) return 'unknown';
  if (repeatFit(when, [row], moment) === 'fits') return 'fits';
  if (when.repeats) return 'differs';
  const dues = [...(when.due ? [when.due] : []), ...when.also];
  return dues.some((due) => firesAt(row.schedule, due, moment)) ? 'fits' : 'differs';
}

/** Whether a schedule fires at an instant, or on a local day. */
function firesAt(schedule: Schedule, due: Due, moment: Moment): boolean {
  if (due.kind === 'instant') {
    const at = Date.parse(due.at);
    if (schedule.kind === 'once') return near(Date.parse(schedule.at), at);
    const fires = next(schedule, new Date(at - TOLERANCE - 1));
    return fires !== null && near(fires.getTime(), at);
  }
  if (schedule.kind === 'once') return dateOf(Date.parse(schedule.at), moment.zone) === due.date;
  const firings = nextN(schedule, moment.now, 40);
  return firings.some((at) => dateOf(at.getTime(), moment.zone) === due.date);
}

/** Whether rows together fire when a repetition should: every firing of it, and no other. */
export function repeatFit(when: When, rows: readonly Row[], moment: Moment): Fit {
  if (!when.repeats) return 'unknown';
  return covers(inPhase(when.repeats, rows), when.timed, rows, moment) ? 'fits' : 'differs';
}

/** "Every other week" does not say which weeks: they are counted from where a row counts them. */
function inPhase(wanted: Schedule, rows: readonly Row[]): Schedule {
  if (wanted.kind !== 'calendar' || wanted.every === 1) return wanted;
  const row = rows.map(({ schedule }) => schedule).find((schedule) => schedule.kind === 'calendar');
  return row ? { ...wanted, anchor: row.anchor } : wanted;
}

function covers(wanted: Schedule, timed: boolean, rows: readonly Row[], moment: Moment): boolean {
  if (wanted.kind === 'interval' && !wanted.window) {
    return rows.some(
      (row) => row.schedule.kind !== 'once' && gap(row.schedule, moment) === wanted.everySeconds * 1000,
    );
  }
  const should = nextN(wanted, moment.now, FIRINGS).map((at) => at.getTime());
  const last = should.at(-1) ?? 0;
  const same = (a: number, b: number) =>
    timed ? near(a, b) : dateOf(a, moment.zone) === dateOf(b, moment.zone);
  const covered = new Set<number>();
  for (const row of rows) {
    if (row.schedule.kind === 'once') continue;
    const does = nextN(row.schedule, moment.now, FIRINGS)
      .map((at) => at.getTime())
      .filter((at) => at <= last + TOLERANCE);
    // a first firing of today may be before or after what the words default to; days are then compared from the second on
    if (does.length === 0 || !does.every((at, i) => should.some((s) => same(s, at)) || (!timed && i === 0)))
      continue;
    for (const s of should) if (does.some((at) => same(at, s))) covered.add(s);
  }
  return covered.size >= should.length - (timed ? 0 : 1) && covered.size > 0;
}

function gap(schedule: Schedule, moment: Moment): number {
  const firings = nextN(schedule, moment.now, 6).map((at) => at.getTime());
  return Math.min(...firings.slice(1).map((at, i) => at - (firings[i] ?? at)));
}

/** Whether a row is about what some words say; words that say too little, or are in another script, speak against none. */
export function subjectFits(words: string, row: Row): boolean {
  const [said, text] = [subjectOf(words), subjectOf(row.text)];
  return said.length === 0 || text.length === 0 || overlap(text, said) > 0 || !comparable(text, said);
}

/** Whether words name a reminder: its handle, or a telling word of its text. */
export function names(words: string, text: string, handle: string): boolean {
  if (handle !== '' && new RegExp(`(?<![\\p{L}\\p{N}])${handle}(?![\\p{L}\\p{N}])`, 'iu').test(words))
    return true;
  return overlap(subjectOf(text), subjectOf(words)) > 0;
}

/** Whether a row is about what the promise is about; `unknown` if they are in different scripts or say too little. */
export function subjectFit(claim: Claim, row: Row): Fit {
  const words = subjectOf(row.text);
  if (words.length === 0 || claim.subject.length === 0) return 'unknown';
  if (overlap(words, claim.subject) > 0) return 'fits';
  return comparable(words, claim.subject) ? 'differs' : 'unknown';
}

/** Whether a claim may be about a row, its time aside: it names it, or names nothing else. */
export function mayMean(claim: Claim, row: Row): boolean {
  const words = subjectOf(row.text);
  if (overlap(words, claim.said) > 0 || !comparable(words, claim.said)) return true;
  return claim.named.length === 0 && subjectFit(claim, row) === 'fits';
}
