// "reminders": the list, how they ended, and every change of one, without the model.
import { type ChangeAction, changeActions, changeReminder } from '../../../schedule/change.ts';
import { historyLines } from '../../../schedule/history.ts';
import { listLines } from '../../../schedule/list.ts';
import type { ReminderOutcome } from '../../../schedule/reminders.ts';
import { findSchedule, handleOf, parseHandle } from '../../../schedule/store.ts';
import { changeReminderTool } from '../../../tools/reminders.ts';
import type { Answer, Command, CommandContext, CommandReply } from '../command.ts';
import { change, own } from '../deed.ts';
import { askingOf, replyOf } from './remind.ts';

export const remindersCommand: Command = {
  name: 'reminders',
  usage: 'reminders [cancel r3]',
  help: (say) => say('help.reminders'),
  forms: [
    'reminders',
    'reminders history [r3]',
    'reminders cancel|pause|resume|done r3',
    'reminders move|snooze r3 friday 10:00',
    'reminders late r3 each|latest|skip',
  ],
  async run(context, args) {
    const [action, which, ...words] = args.trim().split(/\s+/);
    if (!action || action === 'list') return { text: await listText(context) };
    if (action === 'history') return { text: await historyText(context, which) };
    if (action === 'late' && which) return setCatchUp(context, which, words.join(' '));
    if (!isAction(action) || !which) return { text: context.say('reminders.usage') };
    return changing(context, { reminder: which, action, when: words.join(' ') || null }, (outcome) =>
      replyOf(context, outcome),
    );
  },
};

/** As the tool takes it. */
interface Wish {
  readonly reminder: string;
  readonly action: ChangeAction;
  readonly when: string | null;
}

/** A change of a reminder; cancelling one is its person's own way out. Whose it is, {@link changeReminder} sees to. */
export function changing(
  context: CommandContext,
  wish: Wish,
  reply: (outcome: ReminderOutcome) => CommandReply | Promise<CommandReply>,
): Answer {
  const run = async ({ reminder, action, when }: Wish) =>
    reply(await changeReminder(askingOf(context), reminder, action, when));
  return wish.action === 'cancel' ? own(() => run(wish)) : change(changeReminderTool.name, wish, run);
}

const isAction = (word: string): word is ChangeAction => (changeActions as readonly string[]).includes(word);

async function listText(context: CommandContext): Promise<string> {
  const { tx, now, say } = context;
  const { lines } = await listLines(tx, askingOf(context).scope, now, say);
  return lines.length > 0 ? lines.join('\n') : say('list.none');
}

async function historyText(context: CommandContext, which: string | undefined): Promise<string> {
  const id = which ? parseHandle(which) : null;
  const { tx, now, say } = context;
  if (which && id === null) return say('reminders.history-usage');
  const lines = await historyLines(tx, askingOf(context).scope, id, now, say);
  return lines.length > 0 ? lines.join('\n') : say('list.no-history');
}

/** What becomes of what falls due while I am away. */
async function setCatchUp(context: CommandContext, which: string, policy: string): Promise<Answer> {
  const id = parseHandle(which);
  const row = id === null ? undefined : await findSchedule(context.tx, askingOf(context).scope, id);
  if (!row) return { text: context.say('refused.not-there', { handle: which }) };
  if (policy !== 'each' && policy !== 'latest' && policy !== 'skip')
    return { text: context.say('reminders.late-usage', { handle: handleOf(row.id) }) };
  const wish = { reminder: handleOf(row.id), action: 'late', when: null };
  return change(changeReminderTool.name, wish, async () => {
    await context.tx.updateTable('schedule').set({ catch_up: policy }).where('id', '=', row.id).execute();
    return {
      text: context.say(`reminders.late-${policy}`, { text: row.text, handle: handleOf(row.id) }),
    };
  });
}
