// A reply that says the whole task list is done, held against the list's rows: the model is asked once more with what is
// open, and if it insists its sentence is replaced by the list's own.
import type { LoopOutcome } from '../../../agent/loop.ts';
import { NOTICE } from '../../../context/notices.ts';
import { tagOf } from '../../../language/languages.ts';
import { sayIn } from '../../../language/say.ts';
import { isOpen } from '../../../tools/tasks/list.ts';
import { latestList } from '../../../tools/tasks/rows.ts';
import { updateTasks } from '../../../tools/tasks/update-tasks.ts';
import type { RunningTurn } from '../state.ts';

/**
 * Holds "all tasks are done" against the rows.
 *
 * @param askAgain asks the model once more, with a message after its reply
 * @returns the outcome, with a reply that does not claim it while a task is open
 */
export async function checkTasks(
  turn: RunningTurn,
  outcome: LoopOutcome,
  askAgain: (said: LoopOutcome, message: string) => Promise<LoopOutcome>,
): Promise<LoopOutcome> {
  if (outcome.status !== 'done') return outcome;
  const claimed = await falseClaim(turn, outcome.text);
  if (claimed === null) return outcome;
  const { services, facts } = turn;
  services.log.info(
    { conversation: facts.conversation.id, open: claimed.open.length },
    'a reply claimed that open tasks are done',
  );
  const message = `[${NOTICE.claimed}"${claimed.sentence}" But of the task list these are open: ${claimed.open.join('; ')}. Call ${updateTasks.name} for what is done, or answer again without that claim.]`;
  const repaired = await askAgain(outcome, message);
  const text = repaired.status === 'done' ? repaired.text : outcome.text;
  const again = await falseClaim(turn, text);
  if (again === null) return { ...repaired, text, status: 'done' };
  const { languageOf } = await import('../../../claims/index.ts');
  const language = languageOf(text, facts.person.locale);
  const say = sayIn(tagOf(language) ?? 'en');
  const truth = say('reply.task-open', { tasks: again.open.join('; ') });
  return { ...repaired, status: 'done', text: text.replace(again.sentence, () => truth) };
}

/** The sentence that claims it, and the tasks that are open all the same. */
async function falseClaim({ services, facts, tools }: RunningTurn, text: string) {
  const { claimsTasksFinished } = await import('../../../claims/tasks-finished.ts');
  const touched = tools.effects.some(({ name }) => name === updateTasks.name);
  const sentence = claimsTasksFinished(text, touched);
  if (sentence === null) return null;
  const rows = await latestList(services.database.db, facts.conversation.id);
  const open = rows.filter(isOpen).map(({ number, text: task }) => `${number} ${task}`);
  return open.length > 0 ? { sentence, open } : null;
}
