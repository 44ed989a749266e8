// "tasks": the conversation's short list, and a person's hand on it, without the model.
import type { PersonId } from '../../database/ids.ts';
import { english } from '../../language/say.ts';
import { changeTasks } from '../../tools/tasks/change.ts';
import { listText, openLines, type Wish } from '../../tools/tasks/list.ts';
import { latestList, ownListOf } from '../../tools/tasks/rows.ts';
import { updateTasks } from '../../tools/tasks/update-tasks.ts';
import type { Command, CommandContext, CommandReply } from './command.ts';
import { change } from './deed.ts';

export const tasksCommand: Command = {
  name: 'tasks',
  usage: 'tasks [add TEXT]',
  help: (say) => say('help.tasks'),
  forms: ['tasks', 'tasks add TEXT', 'tasks doing|done|drop 2', 'tasks clear'],
  async run(context, args) {
    const [, verb = '', words = ''] = /^\s*(\S*)\s*([\s\S]*?)\s*$/u.exec(args) ?? [];
    if (verb === '') {
      const list = await latestList(context.tx, context.conversation, ownerOf(context));
      return { text: `${listText(list, context.say)}${sharingLine(context)}` };
    }
    const wish = wishOf(verb.toLowerCase(), words);
    if (wish === null) return { text: context.say('tasks.usage') };
    return change(updateTasks.name, wish, (permitted) => changeList(context, permitted));
  },
};

function wishOf(verb: string, words: string): Wish | null {
  if (verb === 'clear' && words === '') return { drop: 'all' };
  if (words === '') return null;
  return verb === 'add' || verb === 'doing' || verb === 'done' || verb === 'drop' ? { [verb]: words } : null;
}

/** Changes the list, with a line for the history and an Undo. */
async function changeList(context: CommandContext, wish: Wish): Promise<CommandReply> {
  const { tx, conversation, person, now, say } = context;
  const owner = ownerOf(context);
  const asking = {
    queries: tx,
    conversation,
    person: person.id,
    turn: null,
    tainted: false,
    owner,
    now,
    say,
  };
  const { result, line, said } = await changeTasks(asking, wish);
  if (!said) return { text: line };
  const reply = {
    text: `${line}${sharingLine(context)}`,
    effect: { name: updateTasks.name, result },
  };
  // No other person, and no reply that others read, is to know of it.
  if (owner !== null) return { ...reply, entries: [] };
  const open = openLines(await latestList(tx, conversation));
  const left = open.length > 0 ? `Open now: ${open.join('; ')}` : 'No task is open now';
  return {
    ...reply,
    entries: [
      {
        type: 'notice',
        payload: { text: `${person.name} changed the task list: ${said(english)}. ${left}` },
        tainted: result.tainted === true,
        person: person.id,
      },
    ],
  };
}

/** Outside a thread all slash commands of a channel are one conversation, whose answers each reads alone: then so is the list. */
const ownerOf = ({ room, conversation, person, private: isPrivate }: CommandContext): PersonId | null =>
  ownListOf({ kind: room.kind, room: room.id, conversation }, isPrivate) ? person.id : null;

/** Said where the answer is the person's alone and others are in the room: whose the list is. */
function sharingLine(context: CommandContext): string {
  if (!context.private || context.room.kind === 'dm') return '';
  return `\n${context.say(ownerOf(context) === null ? 'tasks.shared' : 'tasks.yours')}`;
}
