// A turn whose model has begun a task of the list and then stopped without a question: it is asked once to go on, or to say what
// it needs. What is still open after that stands in the list's own message.
import type { LoopOutcome } from '../../../agent/loop.ts';
import { NOTICE } from '../../../context/notices.ts';
import { oneLine } from '../../../context/text.ts';
import { latestList } from '../../../tools/tasks/rows.ts';
import { updateTasks } from '../../../tools/tasks/update-tasks.ts';
import type { RunningTurn } from '../state.ts';

/** Whether the words ask the person something. Pure. */
export const asksSomething = (text: string): boolean => /[?？؟](?=["'”»)\s*_]|$)/u.test(text);

/** Both replies, the later behind the earlier; the later alone if it says the earlier again. Pure. */
export function wentOn(before: string, after: string): string {
  const plain = (text: string) => text.replace(/\s+/gu, ' ').trim();
  if (plain(before).includes(plain(after))) return before;
  return plain(after).includes(plain(before)) ? after : `${before}\n\n${after}`;
}

/**
 * Asks once to go on with the task in progress.
 *
 * @param askAgain asks the model once more, with a message after its reply
 */
export async function goOn(
  { services, facts, tools }: RunningTurn,
  outcome: LoopOutcome,
  askAgain: (said: LoopOutcome, message: string) => Promise<LoopOutcome>,
): Promise<LoopOutcome> {
  const begun = tools.effects.some(({ name }) => name === updateTasks.name);
  if (outcome.status !== 'done' || !begun || asksSomething(outcome.text)) return outcome;
  const rows = await latestList(services.database.db, facts.conversation.id);
  const task = rows.find(({ state }) => state === 'doing');
  if (!task) return outcome;
  services.log.info({ conversation: facts.conversation.id }, 'a turn ended with a task in progress');
  const message = `[${NOTICE.inProgress} ${task.number} ${oneLine(task.text, 40)}. If it is yours, do it now and go on with your reply; if it is the person's, or you need something, say so. Mark what is done with ${updateTasks.name}.]`;
  const again = await askAgain(outcome, message);
  const text = again.status === 'done' ? wentOn(outcome.text, again.text) : outcome.text;
  return { ...again, text, status: 'done' };
}
