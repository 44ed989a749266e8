// What our buttons do. A click is checked against the row and the clicker: a button says what, never who may.
import type { ApprovalId, EffectId, InboxId, PersonId, ScheduleId, TurnId } from '../database/ids.ts';
import type { Row } from '../database/tables.ts';
import { tokenLimit } from '../people/used.ts';
import { changeReminder } from '../schedule/change.ts';
import { chooseReading } from '../schedule/readings.ts';
import { lineOf } from '../schedule/reminders.ts';
import { findSchedule, handleOf } from '../schedule/store.ts';
import { decideOn } from './approvals.ts';
import type { CommandContext, CommandReply } from './commands/command.ts';
import { forgetMe } from './commands/forget-me.ts';
import { answerStranger } from './commands/people.ts';
import { askingOf, replyOf } from './commands/remind.ts';
import { remindAboutPreset } from './commands/remind-about.ts';
import { NOTHING_RUNS } from './commands/stop.ts';
import { setZone } from './commands/timezone.ts';
import { undo } from './commands/undo.ts';
import { pressedAtHome } from './home.ts';
import { retrySentence } from './limit-words.ts';
import { isOnPath } from './on-path.ts';
import { isWordsAged } from './retention/retention.ts';

/** Answers a click. `action` is what the button was sent with: "undo:12", "zone:Europe/Berlin", "snooze:3:in 1 hour". */
export async function click(context: CommandContext, action: string): Promise<CommandReply> {
  const [verb, id = '', ...rest] = action.split(':');
  switch (verb) {
    case 'undo':
      return undo(context, Number(id) as EffectId);
    case 'approve':
      // Everybody reads what stands in the question's place.
      return { ...(await decideOn(context, Number(id) as ApprovalId, rest[0] ?? '')), quiet: true };
    case 'forget-me':
      return { ...(await forgetMe(context, [id, ...rest].join(':'))), quiet: true };
    case 'stop':
      return { text: NOTHING_RUNS, quiet: true };
    case 'change':
      return { text: `Say the new time, for example "move ${id} to friday 10:00".` };
    case 'zone':
      return setZone(context, [id, ...rest].join(':'));
    case 'retry':
      return retry(context, Number(id) as TurnId);
    case 'about':
      return remindAboutPreset(context, Number(id) as InboxId, Number(rest[0]));
    case 'reading':
      return reading(context, Number(id) as ScheduleId, Number(rest[0]));
    case 'home':
      return pressedAtHome(context, id, rest.join(':'));
    case 'done':
      return done(context, Number(id) as ScheduleId);
    case 'snooze':
      return snooze(context, Number(id) as ScheduleId, rest.join(':'));
    case 'let-in':
    case 'keep-out':
      return answerStranger(
        context,
        [id, ...rest].join(':') as PersonId,
        verb === 'let-in' ? 'admitted' : 'refused',
      );
    default:
      return { text: 'This button is from an older version of me and does nothing any more.' };
  }
}

/** Sets a failed turn running again with the messages it had; its effects are not run a second time. */
async function retry(context: CommandContext, id: TurnId): Promise<CommandReply> {
  const turn = await context.tx
    .selectFrom('turn')
    .selectAll()
    .where('id', '=', id)
    .where('conversation_id', '=', context.conversation)
    .executeTakeFirst();
  if (!turn || turn.person_id !== context.person.id)
    return { text: 'Only the person who asked can press Retry.' };
  if (turn.state !== 'failed') return { text: 'This has been tried again already.' };
  if (await isWordsAged(context.tx, id))
    return { text: 'What you wrote then is no longer kept. Please say it again.' };
  const reached = await tokenLimit(context.tx, context.allowance, context.now);
  if (reached) return { text: retrySentence(reached, context.person.zone, context.now) };
  if (!(await isOnPath(context.tx, context.conversation, id)))
    return { text: 'This no longer counts here, so I leave it.' };
  await context.tx
    .updateTable('turn')
    .set({ state: 'running', attempts: 0, reached: 0, run: turn.run + 1, ended_at: null, head: null })
    .where('id', '=', id)
    .execute();
  await context.tx.updateTable('inbox').set({ state: 'taken' }).where('turn_id', '=', id).execute();
  return { text: 'Trying again ...' };
}

async function reading(context: CommandContext, id: ScheduleId, index: number): Promise<CommandReply> {
  const { tx, person, now } = context;
  const chosen = await chooseReading(tx, person.id, id, index, person.locale);
  if (!chosen) return { text: 'This has been answered already, or it is for the person who asked to say.' };
  const { row, stood } = chosen;
  const text = `⏰ ${row.text}: ${lineOf(row, now)}${stood ? ' (it stood already)' : ''}`;
  return { text, entries: [notice(context, text, row)] };
}

async function done(context: CommandContext, id: ScheduleId): Promise<CommandReply> {
  const outcome = await changeReminder(askingOf(context), handleOf(id), 'done', null);
  if (outcome.type !== 'changed') return { text: await refusalFor(context, id, outcome.line) };
  const text = `✅ Done: ${outcome.row.text} (${handleOf(id)})`;
  return { ...replyOf(context, outcome), text, entries: [notice(context, text, outcome.row)] };
}

async function snooze(context: CommandContext, id: ScheduleId, words: string): Promise<CommandReply> {
  const outcome = await changeReminder(askingOf(context), handleOf(id), 'snooze', words);
  if (outcome.type !== 'changed') return { text: await refusalFor(context, id, outcome.line) };
  const reply = replyOf(context, outcome);
  return { ...reply, entries: [notice(context, `snoozed: ${reply.text}`, outcome.row)] };
}

/** Others learn nothing but that it is not theirs: the list of what could be meant is for a person who asks by words. */
async function refusalFor(context: CommandContext, id: ScheduleId, line: string): Promise<string> {
  const { scope } = askingOf(context);
  const theirs = context.admin || (await findSchedule(context.tx, scope, id));
  return theirs ? line : 'Only the person this reminder is for, who asked for it, or an admin can do that.';
}

/** @param about the reminder that it names */
const notice = ({ person }: CommandContext, text: string, about: Row<'schedule'>) =>
  ({
    type: 'notice',
    payload: { text },
    tainted: about.tainted || about.owner_id !== person.id,
    person: person.id,
  }) as const;
