// "tasks": the conversation's short list, and a person's hand on it, without the model.
import { changeTasks } from '../../tools/tasks/change.ts';
import { listText, openLines, type Wish } from '../../tools/tasks/list.ts';
import { latestList } from '../../tools/tasks/rows.ts';
import { updateTasks } from '../../tools/tasks/update-tasks.ts';
import type { Command, CommandContext, CommandReply } from './command.ts';

export const tasksCommand: Command = {
  name: 'tasks',
  usage: 'tasks [add TEXT]',
  help: 'show or change the task list here',
  forms: ['tasks', 'tasks add TEXT', 'tasks doing|done|drop 2', 'tasks clear'],
  async run(context, args) {
    const [, verb = '', words = ''] = /^\s*(\S*)\s*([\s\S]*?)\s*$/u.exec(args) ?? [];
    if (verb === '') return { text: listText(await latestList(context.tx, context.conversation)) };
    const wish = wishOf(verb.toLowerCase(), words);
    if (wish === null)
      return {
        text: 'Say "tasks" to see the list, "tasks add" with a text, "tasks doing 2", "tasks done 2", "tasks drop 2" or "tasks clear".',
      };
    return change(context, wish);
  },
};

function wishOf(verb: string, words: string): Wish | null {
  if (verb === 'clear' && words === '') return { drop: 'all' };
  if (words === '') return null;
  return verb === 'add' || verb === 'doing' || verb === 'done' || verb === 'drop' ? { [verb]: words } : null;
}

/** Changes the list, with a line for the history and an Undo. */
async function change(context: CommandContext, wish: Wish): Promise<CommandReply> {
  const { tx, conversation, person, now } = context;
  const asking = { queries: tx, conversation, person: person.id, turn: null, tainted: false, now };
  const { result, line } = await changeTasks(asking, wish);
  const receipt = result.effect?.receipt;
  if (!receipt) return { text: result.text };
  const open = openLines(await latestList(tx, conversation));
  const left = open.length > 0 ? `Open now: ${open.join('; ')}` : 'No task is open now';
  return {
    text: line ?? result.text,
    entries: [
      {
        type: 'notice',
        payload: { text: `${person.name} changed the task list: ${receipt.replace(/^📋 /u, '')}. ${left}` },
        tainted: result.tainted === true,
        person: person.id,
      },
    ],
    effect: { name: updateTasks.name, result },
  };
}
