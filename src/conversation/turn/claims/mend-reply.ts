// A reply whose false sentences are replaced by one true line, in the reply's language, and what the model is told of that.
import type { LoopOutcome } from '../../../agent/loop.ts';
import type { Claim, Verdict } from '../../../claims/index.ts';
import type { NewEntry } from '../../../context/entry.ts';
import { NOTICE } from '../../../context/notices.ts';
import type { RunningTurn } from '../state.ts';
import { toldAs } from './discrepancy.ts';
import { deedsOf, judge } from './standing.ts';

/** The languages' tables are large: they are loaded when the first reply is checked. */
const promises = () => import('../../../claims/index.ts');

/** How often what is left of a reply is looked at again. */
const mendsAtMost = 2;

/** A reply as it is after it was held against the rows. */
export interface Mended {
  readonly outcome: LoopOutcome;
  readonly notices: readonly NewEntry[];
  /** The line of ours in it, if there is one: it says nothing of what the model has made of a request. */
  readonly line?: string;
}

/** The words, with one sentence that takes the claim back in the place of those that make it. */
export async function takenBack(
  turn: RunningTurn,
  outcome: LoopOutcome,
  text: string,
  { claim, failing, stands }: Verdict,
  before: readonly NewEntry[] = [],
): Promise<Mended> {
  const { takeBack, languageOf } = await promises();
  const untold = await notInReceipts(turn, failing);
  const language = languageOf(text, turn.facts.person.locale);
  const line = untold ? takeBack(toldAs(untold), language, stands) : '';
  return {
    outcome: { ...outcome, status: 'done', text: await mendedWords(turn, text, failing, line) },
    notices: [...before, noticeOf(turn, 'taken-back', takenBackLine(claim, line !== ''))],
    line,
  };
}

/**
 * The first claim that no receipt of this turn tells the truth of: where one does, "no reminder is set" above it would be false
 * itself, and the receipt is the correction.
 */
async function notInReceipts(turn: RunningTurn, failing: readonly Claim[]): Promise<Claim | undefined> {
  const { mayMean } = await promises();
  const { rows, gone } = await deedsOf(turn);
  const made = rows.filter(({ createdThisTurn }) => createdThisTurn);
  return failing.find((claim) => {
    switch (toldAs(claim)) {
      case 'reminder':
      case 'recurring':
      case 'follow_up':
      case 'changed':
        return !made.some((row) => mayMean(claim, row));
      case 'cancelled':
        return gone.length === 0;
      default:
        return true;
    }
  });
}

/** The words without their false sentences, a line in place of the first; what then still claims them goes too. */
export async function mendedWords(
  turn: RunningTurn,
  text: string,
  failing: readonly Claim[],
  line: string,
): Promise<string> {
  const { mended } = await promises();
  let words = mended(
    text,
    failing.map(({ sentence }) => sentence),
    line,
  );
  for (let more = 0; more < mendsAtMost && words !== line; more++) {
    // the line takes back what stands before it: the rest is looked at by itself
    const rest = words.replace(line, '').trim();
    const last = await judge(turn, rest);
    if (last.expect === 'ok') break;
    const sentences = last.failing.map(({ sentence }) => sentence).filter((said) => rest.includes(said));
    if (sentences.length === 0) break;
    const left = mended(rest, sentences, '');
    words =
      left === '' ? line : words.startsWith(line) ? `${line} ${left}`.trim() : `${left}\n\n${line}`.trim();
  }
  return words;
}

/** What the history keeps of what was done or taken back in the model's place. */
export function noticeOf({ facts, tools }: RunningTurn, claim: 'set' | 'taken-back', text: string): NewEntry {
  const tainted = facts.tainted || tools.tainted;
  return { type: 'notice', payload: { text, claim }, tainted, person: facts.person.id };
}

/** What the model is told of a sentence of its own that was not true. */
const takenBackLine = (claim: Claim | null, isTold: boolean): string =>
  `${NOTICE.takenBack} your last reply said "${claim?.sentence ?? ''}", which was not true, and ${isTold ? 'the person was told so' : 'was left out'}. Say such a thing only after a tool's result.`;
