// The claims of a reply held against the state after the turn. Pure: what to do about a failing promise is for others.
import type { Claim, Due } from './claim.ts';
import { type Fit, type Row, repeatFit, subjectFit, timeFit } from './match.ts';
import { personaMatches } from './persona.ts';
import { comparable, overlap, subjectOf } from './subject.ts';
import type { Moment } from './time/when.ts';

export type State = {
  readonly now: Date;
  /** the person's IANA zone */
  readonly zone: string;
  /** the schedules that stand after the turn */
  readonly rows: readonly Row[];
  /** the schedules that the turn took away, where known */
  readonly cancelledThisTurn?: readonly Row[];
  /** slug of the persona after the turn; `default` for the default one */
  readonly persona: string;
  readonly memoryWritten: boolean;
};

export type Verdict = {
  readonly expect: 'ok' | 'unbacked' | 'mismatch';
  /** the first claim that fails, else the first claim; null if nothing is claimed */
  readonly claim: Claim | null;
  readonly due: Due | null;
  /** a person in doubt would ask: worth a question to the model */
  readonly unclear: boolean;
  /** every claim that fails, in order */
  readonly failing: readonly Claim[];
};

type Judged = {
  readonly claim: Claim;
  readonly backing: readonly Row[];
  readonly result: 'ok' | 'unbacked' | 'mismatch' | 'no-row';
  readonly unclear: boolean;
};

/** Holds claims against the state. The first claim that fails decides. */
export function reconcile(claims: readonly Claim[], state: State): Verdict {
  const judged = claims.map((claim) => judge(claim, state));
  const taken = new Set(judged.flatMap((j) => j.backing));
  const left = state.rows.filter((row) => !taken.has(row));
  const first = judged.find((j) => j.result !== 'ok');
  const failing = judged.filter((j) => j.result !== 'ok').map((j) => j.claim);
  const unclear = judged.some((j) => j.unclear || j.claim.certainty === 'unclear');
  if (!first)
    return { expect: 'ok', claim: claims[0] ?? null, due: claims[0]?.due ?? null, unclear, failing };
  return { expect: labelOf(first, judged, left), claim: first.claim, due: first.claim.due, unclear, failing };
}

function labelOf(first: Judged, judged: readonly Judged[], left: readonly Row[]): 'unbacked' | 'mismatch' {
  // the named row stands while another, said to stand, is gone: the wrong one was taken away
  if (first.claim.kind === 'cancelled')
    return first.result === 'mismatch' || judged.some((j) => j.result === 'no-row') ? 'mismatch' : 'unbacked';
  if (first.result === 'no-row') return left.length > 0 ? 'mismatch' : 'unbacked';
  return first.result === 'mismatch' ? 'mismatch' : 'unbacked';
}

function judge(claim: Claim, state: State): Judged {
  switch (claim.kind) {
    case 'memory':
      return { claim, backing: [], result: state.memoryWritten ? 'ok' : 'unbacked', unclear: false };
    case 'persona': {
      const fits = personaMatches(claim.persona, state.persona);
      const back = claim.persona[0] === 'default';
      const result =
        fits === true || fits === 'unknown'
          ? 'ok'
          : back || state.persona === 'default'
            ? 'unbacked'
            : 'mismatch';
      return { claim, backing: [], result, unclear: fits === 'unknown' };
    }
    case 'cancelled':
      return cancelled(claim, state);
    default:
      return promised(claim, state);
  }
}

function promised(claim: Claim, state: State): Judged {
  const moment: Moment = { now: state.now, zone: state.zone };
  const judged = state.rows.map((row) => ({
    row,
    fit: rowFit(claim, row, timeFit(claim.when, row, moment)),
  }));
  const backing = judged.filter((j) => j.fit !== 'no').map((j) => j.row);
  if (backing.length === 0 && claim.when?.repeats) {
    // several rows may make up one repetition ("at 8 and at 20")
    const related = state.rows.filter((row) => row.createdThisTurn || subjectFit(claim, row) === 'fits');
    if (related.length > 1 && repeatFit(claim.when, related, moment) === 'fits')
      return { claim, backing: related, result: 'ok', unclear: false };
  }
  const unclear = backing.length > 0 && judged.every((j) => j.fit !== 'yes');
  return { claim, backing, result: backing.length > 0 ? 'ok' : 'no-row', unclear };
}

/** Whether a row backs a promise: its time, and its subject unless it was made in this very turn for it. */
function rowFit(claim: Claim, row: Row, time: Fit): 'yes' | 'maybe' | 'no' {
  const subject = subjectFit(claim, row);
  if (time === 'differs') return 'no';
  if (subject === 'fits') return 'yes';
  if (row.createdThisTurn || claim.kind === 'changed') return subject === 'unknown' ? 'yes' : 'maybe';
  if (time === 'unknown') return 'no';
  return subject === 'unknown' ? 'maybe' : 'no';
}

function cancelled(claim: Claim, state: State): Judged {
  const rows = state.rows.filter((row) => !row.createdThisTurn);
  const moment: Moment = { now: state.now, zone: state.zone };
  const standing = rows.filter((row) => isTarget(claim, row, moment, rows));
  if (standing.length === 0)
    return { claim, backing: [], result: 'ok', unclear: rows.length > 0 && !claim.due };
  const wrong = (state.cancelledThisTurn ?? []).some((row) => !isTarget(claim, row, moment, rows));
  return { claim, backing: [], result: wrong ? 'mismatch' : 'unbacked', unclear: false };
}

/** Whether a row is one that the claim says is gone. */
function isTarget(claim: Claim, row: Row, moment: Moment, rows: readonly Row[]): boolean {
  if (claim.all) return true;
  const words = subjectOf(row.text);
  const shared = overlap(words, claim.subject) > 0;
  const timed = claim.when !== null && (claim.when.due !== null || claim.when.repeats !== null);
  if (timed && timeFit(claim.when, row, moment) === 'fits')
    return shared || claim.when?.timed === true || rows.length === 1;
  if (shared) return !timed || !claim.when?.timed;
  // "cancel that one": nothing says which, and only one is there
  return !timed && rows.length === 1 && (claim.subject.length === 0 || !comparable(words, claim.subject));
}
