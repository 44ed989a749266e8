// A reply that is word for word one of the last replies, to another question: a small model repeats what it sees in its history.
// It is asked again once. Short replies ("Noted.") and those that rest on a tool's result may be the same as often as they like.
import type { LoopOutcome } from '../../../agent/loop.ts';
import { type Entry, isTurnStart } from '../../../context/entry.ts';
import { NOTICE } from '../../../context/notices.ts';
import { oneLine } from '../../../context/text.ts';
import { fold, wordsOf } from '../../../memory/words.ts';
import type { RunningTurn } from '../state.ts';

/** Shorter replies may be the same. In letters and digits. */
const SHORTEST = 25;
/** So many turns are looked back. */
const TURNS = 10;

interface Answered {
  readonly words: string;
  readonly reply: string;
}

/** The earlier question that the reply has answered in the same words, if the person asks something else now. Pure. */
export function saidBefore(path: readonly Entry[], words: string, reply: string): string | null {
  const said = plain(reply);
  if (said.replaceAll(' ', '').length < SHORTEST) return null;
  const same = lastTurns(path).find((turn) => plain(turn.reply) === said);
  return same && plain(same.words) !== plain(words) ? same.words : null;
}

function lastTurns(path: readonly Entry[]): readonly Answered[] {
  const turns: Answered[] = [];
  for (const entry of path) {
    if (entry.type === 'user' && isTurnStart(entry))
      turns.push({ words: entry.payload.messages.map(({ text }) => text).join('\n'), reply: '' });
    const last = turns.at(-1);
    // The last words of a turn are its reply.
    if (entry.type === 'assistant' && last) turns[turns.length - 1] = { ...last, reply: entry.payload.text };
  }
  return turns.slice(-TURNS).toReversed();
}

const plain = (text: string): string => wordsOf(fold(text)).join(' ');

/**
 * Asks once for an answer to what was said now.
 *
 * @param askAgain asks the model once more, with a message after its reply
 */
export async function holdAnswer(
  { services, facts }: RunningTurn,
  outcome: LoopOutcome,
  askAgain: (said: LoopOutcome, message: string) => Promise<LoopOutcome>,
): Promise<LoopOutcome> {
  if (outcome.status !== 'done' || facts.trigger || outcome.steps.some(({ calls }) => calls.length > 0))
    return outcome;
  const words = facts.messages.map(({ text }) => text).join('\n');
  const before = saidBefore(facts.path, words, outcome.text);
  if (before === null) return outcome;
  services.log.info({ conversation: facts.conversation.id }, 'a reply was that to another question');
  const message = `[${NOTICE.sameReply} to "${oneLine(before, 40)}". Now the person says: "${oneLine(words, 60)}". Answer that.]`;
  const again = await askAgain(outcome, message);
  return again.status === 'done' ? again : { ...again, text: outcome.text, status: 'done' };
}
