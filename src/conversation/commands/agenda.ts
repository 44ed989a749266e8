// "agenda": what is ahead today, from rows. "agenda 8:00": the same each morning, by a schedule of its own, without the model.
import { agendaFor } from '../../schedule/agenda.ts';
import { changeReminder } from '../../schedule/change.ts';
import { setReminder } from '../../schedule/reminders.ts';
import { handleOf } from '../../schedule/store.ts';
import { resolveWhen } from '../../schedule/words/index.ts';
import { zoneButtons, zoneQuestion } from '../zone.ts';
import type { Command, CommandContext, CommandReply } from './command.ts';
import { askingOf, replyOf } from './remind.ts';

export const agendaCommand: Command = {
  name: 'agenda',
  usage: 'agenda [8:00]',
  help: 'show the day ahead, now or each morning',
  forms: ['agenda', 'agenda 8:00', 'agenda weekdays 8:00', 'agenda off'],
  async run(context, args) {
    const words = args.trim();
    const { zone } = context.person;
    if (!zone) return { text: zoneQuestion, buttons: zoneButtons(context.person.locale, context.now) };
    if (words === '' || /^(?:now|today)$/i.test(words))
      return { text: await agendaFor(context.tx, askingOf(context).scope, context.now, zone) };
    const standing = await standingAgenda(context);
    if (/^(?:off|stop|none|no)$/i.test(words)) {
      if (!standing) return { text: 'There is no morning list here to switch off.' };
      return replyOf(context, await changeReminder(askingOf(context), handleOf(standing.id), 'cancel', null));
    }
    return setAgenda(context, words, zone, standing);
  },
};

async function setAgenda(
  context: CommandContext,
  words: string,
  zone: string,
  standing: Awaited<ReturnType<typeof standingAgenda>>,
): Promise<CommandReply> {
  const asking = askingOf(context);
  const options = { now: asking.askedAt, zone, locale: asking.locale };
  const asSaid = resolveWhen(words, options);
  const when =
    asSaid.ok && asSaid.schedule.kind !== 'once' ? words : `every day at ${words.replace(/^at\s+/i, '')}`;
  const outcome = standing
    ? await changeReminder(asking, handleOf(standing.id), 'move', when)
    : await setReminder(asking, 'the day ahead', when, { agenda: true });
  return outcome.type === 'refused'
    ? { text: `${outcome.line} For the morning list say "agenda 8:00" or "agenda weekdays 8:00".` }
    : replyOf(context, outcome);
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
