// "remind tomorrow 9 stretch" and "reminders ...": set and manage reminders without the model.
import {
  type Asking,
  type ChangeAction,
  changeReminder,
  lineOf,
  type ReminderOutcome,
  setReminder,
} from '../../schedule/reminders.ts';
import { handleOf, listSchedules } from '../../schedule/store.ts';
import { splitWhen } from '../../schedule/words/index.ts';
import { zoneButtons, zoneQuestion } from '../zone.ts';
import type { Command, CommandContext, CommandReply } from './command.ts';

export const remindCommand: Command = {
  name: 'remind',
  usage: 'remind tomorrow 9 stretch',
  help: 'set a reminder; works with the model down',
  async run(context, args) {
    const asking = askingOf(context);
    const split = splitWhen(args, { now: asking.askedAt, zone: asking.zone ?? 'UTC', locale: asking.locale });
    if (!split)
      return {
        text: 'I did not find a time in that. Say it like "remind tomorrow 9 stretch" or "remind every weekday 8:30 standup".',
      };
    if (!split.what.trim())
      return { text: `What should I remind you of? Say it like "remind ${split.when} stretch".` };
    return replyOf(context, await setReminder(asking, split.what, split.when));
  },
};

export const remindersCommand: Command = {
  name: 'reminders',
  usage: 'reminders [cancel|move|snooze|pause|resume r3 [friday 10:00]]',
  help: 'list your reminders, or change one',
  async run(context, args) {
    const [action, which, ...words] = args.trim().split(/\s+/);
    if (!action || action === 'list') return { text: await listText(context) };
    if (!isAction(action) || !which)
      return {
        text: 'Say "reminders", or for example "reminders cancel r3" or "reminders move r3 friday 10:00".',
      };
    return replyOf(context, await changeReminder(askingOf(context), which, action, words.join(' ') || null));
  },
};

const actions: readonly string[] = [
  'cancel',
  'move',
  'snooze',
  'pause',
  'resume',
] satisfies readonly ChangeAction[];
const isAction = (word: string): word is ChangeAction => actions.includes(word);

async function listText(context: CommandContext): Promise<string> {
  const rows = await listSchedules(context.tx, askingOf(context).scope);
  if (rows.length === 0) return 'No reminders are set here. Say "remind tomorrow 9 stretch" to set one.';
  return rows.map((row) => `- ${row.text}: ${lineOf(row, context.now)}`).join('\n');
}

function replyOf(context: CommandContext, outcome: ReminderOutcome): CommandReply {
  if (outcome.type === 'refused') return { text: outcome.line };
  const text = `⏰ ${outcome.row.text}: ${outcome.line}`;
  if (outcome.type === 'stood') return { text: `${text} (it stood already)` };
  const inverse =
    outcome.type === 'changed'
      ? ({ do: 'restore-schedule', schedule: outcome.row.id, row: { ...outcome.before } } as const)
      : ({ do: 'cancel-schedule', schedule: outcome.row.id } as const);
  const reply: CommandReply = {
    text,
    entries: [
      {
        type: 'notice',
        payload: { text: `${context.person.name} by command: ${text}` },
        tainted: false,
        person: context.person.id,
      },
    ],
    effect: {
      name: outcome.type === 'changed' ? 'change_reminder' : 'set_reminder',
      result: {
        ok: true,
        text,
        handles: [handleOf(outcome.row.id)],
        effect: { receipt: `⏰ ${outcome.line}`, inverse },
      },
    },
  };
  return outcome.type === 'asking'
    ? { ...reply, text: `${text}\n${zoneQuestion}`, buttons: zoneButtons(context.person.locale, context.now) }
    : reply;
}

/** A command's or click's person and place, as the schedule room wants them. */
export function askingOf(context: CommandContext): Asking {
  return {
    queries: context.tx,
    scope: { person: context.person.id, room: context.room.id, roomKind: context.room.kind },
    conversation: context.conversation,
    turn: null,
    zone: context.person.zone,
    locale: context.person.locale,
    askedAt: context.askedAt,
    now: context.now,
    tainted: false,
  };
}
