// "remind tomorrow 9 stretch", "remind Ben friday 10 slides" and "task every monday 8 ...": set without the model.
import { english, type Line } from '../../../language/say.ts';
import { type Audience, audienceOf, leadingAudience } from '../../../schedule/audience.ts';
import { splitWhen } from '../../../schedule/parse/index.ts';
import { type Asking, type ReminderOutcome, setReminder } from '../../../schedule/reminders.ts';
import { handleOf } from '../../../schedule/store.ts';
import { inverseOf, receiptOf, setReminderTool } from '../../../tools/reminders.ts';
import { zoneButtons } from '../../controls/zone.ts';
import type { Answer, Command, CommandContext, CommandReply } from '../command.ts';
import { change } from '../deed.ts';
import { addressedIn } from './plain-remind.ts';

export const remindCommand: Command = {
  name: 'remind',
  usage: 'remind [Ben|everyone] tomorrow 9 stretch',
  help: (say) => say('help.remind'),
  async run(context, args) {
    const asking = askingOf(context);
    const led = await leadingAudience(context.tx, asking.scope, args);
    // "Ben thursday 10 send it": it is for Ben, also where nobody of that name is known.
    const named = led ? null : addressedIn(args.trim());
    const meant = named === null ? null : await audienceOf(context.tx, asking.scope, named);
    if (meant?.kind === 'refused') return { text: meant.line(context.say) };
    const rest = led?.rest ?? (named === null ? args : args.trim().slice(named.length));
    return setFrom(context, rest, led?.audience ?? meant ?? { kind: 'self' }, false);
  },
};

export const taskCommand: Command = {
  name: 'task',
  usage: 'task every monday 8:00 sum up the week',
  help: (say) => say('help.task'),
  run: (context, args) => setFrom(context, args, { kind: 'self' }, true),
};

async function setFrom(
  context: CommandContext,
  args: string,
  audience: Audience,
  task: boolean,
): Promise<Answer> {
  const asking = askingOf(context);
  const split = splitWhen(args, { now: asking.askedAt, zone: asking.zone ?? 'UTC', locale: asking.locale });
  const { say } = context;
  if (!split) return { text: say(task ? 'remind.no-time-task' : 'remind.no-time') };
  if (!split.what.trim())
    return { text: say(task ? 'remind.what-task' : 'remind.what', { when: split.when }) };
  const named = nameOf(audience);
  const wish = { text: split.what, when: split.when, for: named, work: task };
  return change(setReminderTool.name, wish, async (permitted) => {
    const whom =
      permitted.for === named ? audience : await audienceOf(context.tx, asking.scope, permitted.for);
    if (whom.kind === 'refused') return { text: whom.line(say) };
    const options = { audience: whom, task: permitted.work };
    return replyOf(context, await setReminder(asking, permitted.text, permitted.when, options));
  });
}

/** As the tool's "for" names them. */
const nameOf = (audience: Audience): string =>
  audience.kind === 'person' ? audience.name : audience.kind === 'room' ? 'everyone' : '';

/** A reminder's outcome as a command's answer, with its receipt, Undo, and its line for the history. */
export function replyOf(context: CommandContext, outcome: ReminderOutcome): CommandReply {
  const { say } = context;
  if (outcome.type === 'refused') return { text: outcome.line(say) };
  const line: Line = (to) => `⏰ ${outcome.row.text}: ${outcome.line(to)}`;
  const text = line(say);
  if (outcome.type === 'stood') return { text: say('reminder.stood', { text }) };
  const reply: CommandReply = {
    text,
    entries: [
      {
        type: 'notice',
        payload: { text: `${context.person.name} by command: ${line(english)}` },
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
        effect: { ...receiptOf(outcome, say), ...inverseOf(outcome) },
      },
    },
  };
  if (outcome.type === 'choosing')
    return {
      ...reply,
      text: say('reminder.which-reading', { line: text }),
      buttons: outcome.choices.map(({ label, action }) => ({ label, action })),
    };
  return outcome.type === 'asking'
    ? {
        ...reply,
        text: `${text}\n${say('zone.question')}`,
        buttons: zoneButtons(context.person.locale, context.now),
      }
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
    say: context.say,
    askedAt: context.askedAt,
    now: context.now,
    tainted: false,
    admin: context.admin,
  };
}
