// The claims of a reply held against the state after the turn. Pure: what to do about a failing promise is for others.
import { ofOtherMatter } from '../about.ts';
import type { Claim, Due } from '../claim.ts';
import { personaMatches } from '../persona.ts';
import { comparable, overlap, subjectOf } from '../subject.ts';
import type { Moment } from '../when.ts';
import { type Fit, type Row, repeatFit, subjectFit, timeFit } from './match.ts';

export type State = {
  readonly now: Date;
  /** the person's IANA zone */
  readonly zone: string;
  /** the schedules that stand after the turn */
  readonly rows: readonly Row[];
  /** what each reminder says that people are shown as theirs, paused ones too; those of `rows` if left out */
  readonly listed?: readonly string[];
  /** the schedules that the turn took away, where known */
  readonly cancelledThisTurn?: readonly Row[];
  /** slug of the persona after the turn; `default` for the default one */
  readonly persona: string;
  readonly memoryWritten: boolean;
  /** a note was erased in this turn */
  readonly forgotten?: boolean;
  /** a change was taken back in this turn */
  readonly undone?: boolean;
  /** a tool of somebody else's ran in this turn: it may have done what no tool of ours can */
  readonly deedDone?: boolean;
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
  /** a reminder stands that the failing claim could mean: nobody may say that none is set */
  readonly stands: boolean;
};

type Judged = {
  readonly claim: Claim;
  readonly backing: readonly Row[];
  /** the one row that the claim is held to stand for */
  readonly row?: Row;
  readonly result: 'ok' | 'unbacked' | 'mismatch' | 'no-row';
  readonly unclear: boolean;
};

/** Holds claims against the state. The first claim that fails decides. */
export function reconcile(claims: readonly Claim[], state: State): Verdict {
  const judged: Judged[] = [];
  for (const claim of claims) {
    const own = judge(claim, state, claims, judged);
    judged.push(
      own.result !== 'ok' && claims.length === 1 && isOtherEffect(claim, state)
        ? { ...own, result: 'ok' }
        : own,
    );
  }
  const taken = new Set(judged.flatMap((j) => j.backing));
  const left = state.rows.filter((row) => !taken.has(row));
  const first = judged.find((j) => j.result !== 'ok');
  const failing = judged.filter((j) => j.result !== 'ok').map((j) => j.claim);
  const unclear = judged.some((j) => j.unclear || j.claim.certainty === 'unclear');
  if (!first)
    return {
      expect: 'ok',
      claim: claims[0] ?? null,
      due: claims[0]?.due ?? null,
      unclear,
      failing,
      stands: false,
    };
  const stands = couldMean(first.claim, state);
  return {
    expect: labelOf(first, judged, left),
    claim: first.claim,
    due: first.claim.due,
    unclear,
    failing,
    stands,
  };
}

/** What people are shown as their reminders. */
const listedIn = ({ listed, rows }: State): readonly string[] => listed ?? rows.map(({ text }) => text);

/** Whether a claim may be meant of something that stands: by its matter, by its time, or because it names neither. */
function couldMean(claim: Claim, state: State): boolean {
  const listed = listedIn(state);
  if (listed.length === 0) return false;
  if (claim.count !== null || (claim.subject.length === 0 && claim.when === null)) return true;
  const moment: Moment = { now: state.now, zone: state.zone };
  return (
    listed.some((text) => overlap(subjectOf(text), claim.subject) > 0) ||
    state.rows.some((row) => timeFit(claim.when, row, moment) === 'fits')
  );
}

/** Kinds whose words may also tell how things stand: "12 reminders are stored", "there was nothing to undo". */
const OF_STATE: ReadonlySet<string> = new Set([
  ...['reminder', 'recurring', 'follow_up', 'memory', 'changed'],
  ...['cancelled', 'undone', 'forgotten'],
]);

/** Whether a claim only tells how things stand, and they do: so many reminders, or none about this. */
function isTrueOfState(claim: Claim, state: State): boolean {
  if (!OF_STATE.has(claim.kind)) return false;
  const listed = listedIn(state);
  if (claim.denies) {
    const about = claim.named.length > 0 ? claim.named : claim.subject;
    return !listed.some((text) => about.length === 0 || overlap(subjectOf(text), about) > 0);
  }
  // where a time was named, it is told in answer to a wish
  if (claim.count !== listed.length || listed.length === 0 || claim.timed) return false;
  // a time told in the next sentence, by a list, is not this one's
  return claim.when === null || claim.when.lent === true;
}

function labelOf(first: Judged, judged: readonly Judged[], left: readonly Row[]): 'unbacked' | 'mismatch' {
  // the named row stands while another, said to stand, is gone: the wrong one was taken away
  if (first.claim.kind === 'cancelled')
    return first.result === 'mismatch' || judged.some((j) => j.result === 'no-row') ? 'mismatch' : 'unbacked';
  if (first.result === 'no-row') return left.length > 0 ? 'mismatch' : 'unbacked';
  return first.result === 'mismatch' ? 'mismatch' : 'unbacked';
}

/** Whether words that could tell of several effects ("Stored.", "Gone.", "Active now.") tell of the one that this turn has had. */
function isOtherEffect(claim: Claim, state: State): boolean {
  const { kind } = claim;
  if (state.undone === true || state.forgotten === true)
    return ['memory', 'cancelled', 'changed', 'persona'].includes(kind);
  const made = state.rows.filter((row) => row.createdThisTurn);
  if (kind === 'memory' && !claim.wanted && claim.timed)
    return made.some((row) => subjectFit(claim, row) === 'fits');
  if (state.persona !== 'default' && (kind === 'memory' || kind === 'changed' || kind === 'deed'))
    return overlap(subjectOf(state.persona.replace(/[-_]/gu, ' ')), claim.subject) > 0;
  const isPromise = kind !== 'persona' && kind !== 'deed' && kind !== 'cancelled';
  return state.memoryWritten && made.length === 0 && isPromise && !claim.wanted;
}

function judge(claim: Claim, state: State, claims: readonly Claim[], before: readonly Judged[]): Judged {
  if (isTrueOfState(claim, state)) return { claim, backing: [], result: 'ok', unclear: false };
  switch (claim.kind) {
    case 'memory':
      return { claim, backing: [], result: state.memoryWritten ? 'ok' : 'unbacked', unclear: false };
    case 'forgotten':
      return { claim, backing: [], result: state.forgotten ? 'ok' : 'unbacked', unclear: false };
    case 'undone':
      return { claim, backing: [], result: state.undone ? 'ok' : 'unbacked', unclear: false };
    case 'deed':
      return { claim, backing: [], result: state.deedDone ? 'ok' : 'unbacked', unclear: false };
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
      return cancelled(claim, state, claims);
    default:
      return promised(claim, state, claims, before);
  }
}

/** A row backs one matter: it is not free for a claim if it is, or already stands, for one about another matter only. */
function promised(claim: Claim, state: State, claims: readonly Claim[], before: readonly Judged[]): Judged {
  const moment: Moment = { now: state.now, zone: state.zone };
  const judged = state.rows.map((row) => {
    const time = timeFit(claim.when, row, moment);
    // a time that was only told beside the promise may be another matter's: the row has one that the person named
    const asked = claim.when?.lent && row.asAsked && !before.some((j) => j.backing.includes(row));
    return { row, fit: rowFit(claim, row, asked && time === 'differs' ? 'unknown' : time) };
  });
  const others = claims.filter((other) => ofOtherMatter(other, claim));
  const taken = before.filter((j) => others.includes(j.claim)).map((j) => j.row);
  const free = (row: Row) =>
    says(row, claim) || !(taken.includes(row) || others.some((other) => says(row, other)));
  const backing = judged.filter((j) => j.fit !== 'no' && free(j.row)).map((j) => j.row);
  if (backing.length === 0 && claim.when?.repeats) {
    // several rows may make up one repetition ("at 8 and at 20")
    const related = state.rows.filter((row) => row.createdThisTurn || subjectFit(claim, row) === 'fits');
    if (related.length > 1 && repeatFit(claim.when, related, moment) === 'fits')
      return { claim, backing: related, result: 'ok', unclear: false };
  }
  const unclear = backing.length > 0 && judged.every((j) => j.fit !== 'yes');
  const [row] = [...backing].sort((a, b) => Number(says(b, claim)) - Number(says(a, claim)));
  return { claim, backing, ...(row && { row }), result: row ? 'ok' : 'no-row', unclear };
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

/** Whether a row has words of a claim's own. */
const says = (row: Row, claim: Claim) => overlap(subjectOf(row.text), claim.said) > 0;

function cancelled(claim: Claim, state: State, claims: readonly Claim[]): Judged {
  const rows = state.rows.filter((row) => !row.createdThisTurn);
  const gone = state.cancelledThisTurn ?? [];
  const moment: Moment = { now: state.now, zone: state.zone };
  // "all set, the gym reminder is cancelled": of several rows it means those that it names with the person
  const isOfAll = (of: Claim) =>
    of.all && ![...rows, ...gone].some((row) => overlap(subjectOf(row.text), of.named) > 0);
  const isTarget = (row: Row, of: Claim) => {
    const words = matterOf(of, [...rows, ...gone]);
    // what is named is gone: the one that is left is another
    const only = rows.length === 1 && !gone.some(({ text }) => overlap(subjectOf(text), words) > 0);
    return isOfAll(of) || targets(of, words, row, moment, only);
  };
  const standing = rows.filter((row) => isTarget(row, claim));
  if (standing.length === 0)
    return { claim, backing: [], result: 'ok', unclear: rows.length > 0 && !claim.due };
  const wrong = gone.some(
    (row) => !claims.some((other) => other.kind === 'cancelled' && isTarget(row, other)),
  );
  return { claim, backing: [], result: wrong ? 'mismatch' : 'unbacked', unclear: false };
}

/** The words that a cancellation is known by: its own if a row or the person has them too, else the person's. */
function matterOf(claim: Claim, rows: readonly Row[]): readonly string[] {
  const own = claim.named.length > 0 || rows.some((row) => says(row, claim));
  return own ? claim.said : claim.subject;
}

/** Whether a row is one that the claim says is gone. `only`: no other row stands. */
function targets(claim: Claim, words: readonly string[], row: Row, moment: Moment, only: boolean): boolean {
  const said = words === claim.said;
  const text = subjectOf(row.text);
  const shared = overlap(text, words) > 0;
  // a time that only the person named is no mark of a matter that the reply names
  const when = claim.when?.asked && said ? null : claim.when;
  const timed = when !== null && (when.due !== null || when.repeats !== null);
  if (timed && timeFit(when, row, moment) === 'fits') return shared || when.timed || only;
  if (shared) return !timed || !when.timed;
  // "cancel that one": nothing says which, and only one is there
  return !timed && only && (words.length === 0 || !comparable(text, words));
}
