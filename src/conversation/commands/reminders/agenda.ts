// "agenda": what is ahead today, from rows. "agenda 8:00": the same each morning, by a schedule of its own, without the model.
import { agendaFor } from '../../../schedule/agenda.ts';
import { resolveWhen } from '../../../schedule/parse/index.ts';
import { type ReminderOutcome, setReminder } from '../../../schedule/reminders.ts';
import { handleOf } from '../../../schedule/store.ts';
import { setReminderTool } from '../../../tools/reminders.ts';
import { zoneButtons } from '../../controls/zone.ts';
import type { Answer, Command, CommandContext, CommandReply } from '../command.ts';
import { change } from '../deed.ts';
import { askingOf, replyOf } from './remind.ts';
import { changing } from './reminders.ts';

export const agendaCommand: Command = {
  name: 'agenda',
  usage: 'agenda [8:00]',
  help: (say) => say('help.agenda'),
  forms: ['agenda', 'agenda 8:00', 'agenda weekdays 8:00', 'agenda off'],
  async run(context, args) {
    const words = args.trim();
    const { zone } = context.person;
    if (!zone)
      return { text: context.say('zone.question'), buttons: zoneButtons(context.person.locale, context.now) };
    if (words === '' || /^(?:now|today)$/i.test(words))
      return { text: await agendaFor(context.tx, askingOf(context).scope, context.now, zone, context.say) };
    const standing = await standingAgenda(context);
    if (/^(?:off|stop|none|no)$/i.test(words)) {
      if (!standing) return { text: context.say('agenda.not-set') };
      const wish = { reminder: handleOf(standing.id), action: 'cancel', when: null } as const;
      return changing(context, wish, (outcome) => replyOf(context, outcome));
    }
    return setAgenda(context, words, zone, standing);
  },
};

function setAgenda(
  context: CommandContext,
  words: string,
  zone: string,
  standing: Awaited<ReturnType<typeof standingAgenda>>,
): Answer {
  const asking = askingOf(context);
  const options = { now: asking.askedAt, zone, locale: asking.locale };
  const asSaid = resolveWhen(words, options);
  const when =
    asSaid.ok && asSaid.schedule.kind !== 'once' ? words : `every day at ${words.replace(/^at\s+/i, '')}`;
  const reply = (outcome: ReminderOutcome): CommandReply =>
    outcome.type === 'refused'
      ? { text: context.say('agenda.usage', { line: outcome.line(context.say) }) }
      : replyOf(context, outcome);
  if (standing) return changing(context, { reminder: handleOf(standing.id), action: 'move', when }, reply);
  return change(setReminderTool.name, { text: context.say('reminder.day-ahead'), when }, async (wish) =>
    reply(await setReminder(asking, wish.text, wish.when, { agenda: true })),
  );
}

async function standingAgenda(context: CommandContext) {
  return context.tx
    .selectFrom('schedule')
    .selectAll()
    .where('owner_id', '=', context.person.id)
    .where('conversation_id', '=', context.conversation)
    .where('agenda', '=', true)
    .where('state', 'in', ['active', 'paused', 'asking'])
    .orderBy('id', 'desc')
    .executeTakeFirst();
}
