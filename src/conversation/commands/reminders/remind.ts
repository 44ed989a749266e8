// "remind tomorrow 9 stretch", "remind Ben friday 10 slides" and "task every monday 8 ...": set without the model.
import { type Audience, audienceOf, leadingAudience } from '../../../schedule/audience.ts';
import { splitWhen } from '../../../schedule/parse/index.ts';
import { type Asking, type ReminderOutcome, setReminder } from '../../../schedule/reminders.ts';
import { handleOf } from '../../../schedule/store.ts';
import { inverseOf, receiptOf, setReminderTool } from '../../../tools/reminders.ts';
import { zoneButtons, zoneQuestion } from '../../controls/zone.ts';
import type { Command, CommandContext, CommandReply } from '../command.ts';
import { type Answer, change } from '../deed.ts';

export const remindCommand: Command = {
  name: 'remind',
  usage: 'remind [Ben|everyone] tomorrow 9 stretch',
  help: 'set a reminder',
  async run(context, args) {
    const asking = askingOf(context);
    const led = await leadingAudience(context.tx, asking.scope, args);
    return setFrom(context, led?.rest ?? args, led?.audience ?? { kind: 'self' }, false);
  },
};

export const taskCommand: Command = {
  name: 'task',
  usage: 'task every monday 8:00 sum up the week',
  help: 'have work done at a time, and posted here',
  run: (context, args) => setFrom(context, args, { kind: 'self' }, true),
};

async function setFrom(
  context: CommandContext,
  args: string,
  audience: Audience,
  task: boolean,
): Promise<Answer> {
  const asking = askingOf(context);
  const verb = task ? 'task' : 'remind';
  const split = splitWhen(args, { now: asking.askedAt, zone: asking.zone ?? 'UTC', locale: asking.locale });
  if (!split)
    return {
      text: `I did not find a time in that. Say it like "${verb} tomorrow 9 ${task ? 'summarise the week' : 'stretch'}" or "${verb} every weekday 8:30 standup".`,
    };
  if (!split.what.trim())
    return {
      text: task
        ? `What should I do then? Say it like "task ${split.when} summarise the week".`
        : `What should I remind you of? Say it like "remind ${split.when} stretch".`,
    };
  const named = nameOf(audience);
  const wish = { text: split.what, when: split.when, for: named, work: task };
  return change(setReminderTool.name, wish, async (permitted) => {
    const whom =
      permitted.for === named ? audience : await audienceOf(context.tx, asking.scope, permitted.for);
    if (whom.kind === 'refused') return { text: whom.line };
    const options = { audience: whom, task: permitted.work };
    return replyOf(context, await setReminder(asking, permitted.text, permitted.when, options));
  });
}

/** As the tool's "for" names them. */
const nameOf = (audience: Audience): string =>
  audience.kind === 'person' ? audience.name : audience.kind === 'room' ? 'everyone' : '';

/** A reminder's outcome as a command's answer, with its receipt, Undo, and its line for the history. */
export function replyOf(context: CommandContext, outcome: ReminderOutcome): CommandReply {
  if (outcome.type === 'refused') return { text: outcome.line };
  const text = `⏰ ${outcome.row.text}: ${outcome.line}`;
  if (outcome.type === 'stood') return { text: `${text} (it stood already)` };
  const reply: CommandReply = {
    text,
    entries: [
      {
        type: 'notice',
        payload: { text: `${context.person.name} by command: ${text}` },
        tainted: outcome.row.tainted || outcome.row.owner_id !== context.person.id,
        person: context.person.id,
      },
    ],
    effect: {
      name: outcome.type === 'changed' ? 'change_reminder' : 'set_reminder',
      result: {
        ok: true,
        text,
        handles: [handleOf(outcome.row.id)],
        effect: { ...receiptOf(outcome), ...inverseOf(outcome) },
      },
    },
  };
  if (outcome.type === 'choosing') return { ...reply, text: `${text}. Which one?`, buttons: outcome.choices };
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
    admin: context.admin,
  };
}
