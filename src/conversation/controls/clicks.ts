// What our buttons do. A click is checked against the row and the clicker: a button says what, never who may.
import type { ScheduleId, TurnId } from '../../database/ids.ts';
import type { Row } from '../../database/tables.ts';
import { english, type Line } from '../../language/say.ts';
import { tokenLimit } from '../../people/used.ts';
import { chooseReading } from '../../schedule/readings.ts';
import { lineOf } from '../../schedule/reminders.ts';
import { findSchedule, handleOf } from '../../schedule/store.ts';
import { changeReminderTool, setReminderTool } from '../../tools/reminders.ts';
import type { Answer, CommandContext, CommandReply } from '../commands/command.ts';
import { afterwards, change, own } from '../commands/deed.ts';
import { forgetMe } from '../commands/forget-me.ts';
import { askingOf, replyOf } from '../commands/reminders/remind.ts';
import { remindAboutPreset } from '../commands/reminders/remind-about.ts';
import { changing } from '../commands/reminders/reminders.ts';
import { setZone } from '../commands/reminders/timezone.ts';
import { answerStranger } from '../commands/room/people.ts';
import { undo } from '../commands/undo.ts';
import { retrySentence } from '../dispatch/limit-messages.ts';
import { isOnPath } from '../history/tree.ts';
import { isWordsAged } from '../privacy/retention/retention.ts';
import { type Action, readAction } from './button.ts';
import { decideOn } from './decide-approval.ts';
import { pressedAtHome } from './home.ts';

type Buttons = {
  readonly [Verb in Action['verb']]: (
    context: CommandContext,
    action: Extract<Action, { readonly verb: Verb }>,
  ) => Promise<Answer> | Answer;
};

/** What each of our buttons does. */
export const buttons: Buttons = {
  undo: (context, { effect }) => undo(context, effect),
  // Everyone reads what replaces the question.
  approve: async (context, { approval, decision }) => quietly(await decideOn(context, approval, decision)),
  'forget-me': (context, { whom }) => quietly(forgetMe(context, whom)),
  stop: ({ say }) => ({ text: say('command.nothing-runs'), quiet: true }),
  // It only says how, but where nothing may be changed that would be no help.
  change: ({ say }, { handle }) =>
    change(changeReminderTool.name, { reminder: handle, action: 'move' }, async () => ({
      text: say('button.say-new-time', { handle }),
    })),
  zone: (context, { zone }) => setZone(context, zone),
  retry: (context, { turn }) => retry(context, turn),
  about: (context, { inbox, preset }) => remindAboutPreset(context, inbox, preset),
  reading: (context, { schedule, index }) => reading(context, schedule, index),
  home: pressedAtHome,
  done: (context, { schedule }) => done(context, schedule),
  snooze: (context, { schedule, words }) => snooze(context, schedule, words),
  'let-in': (context, { whom }) => answerStranger(context, whom, 'admitted'),
  'keep-out': (context, { whom }) => answerStranger(context, whom, 'refused'),
};

/** Answers a click. `value` is what the button was sent with: "undo:12", "zone:Europe/Berlin", "snooze:3:in 1 hour". */
export async function click(context: CommandContext, value: string): Promise<Answer> {
  const action = readAction(value);
  if (!action) return { text: context.say('button.too-old'), quiet: true };
  const button = buttons[action.verb] as (
    context: CommandContext,
    action: Action,
  ) => Promise<Answer> | Answer;
  return button(context, action);
}

const quietly = (answer: Answer) => afterwards(answer, async (reply) => ({ ...reply, quiet: true }));

/** Sets a failed turn running again with the messages it had; its effects are not run a second time. */
async function retry(context: CommandContext, id: TurnId): Promise<Answer> {
  const { say } = context;
  const turn = await context.tx
    .selectFrom('turn')
    .selectAll()
    .where('id', '=', id)
    .where('conversation_id', '=', context.conversation)
    .executeTakeFirst();
  if (!turn || turn.person_id !== context.person.id) return { text: say('retry.not-yours') };
  if (turn.state !== 'failed') return { text: say('retry.already') };
  if (await isWordsAged(context.tx, id)) return { text: say('retry.gone') };
  const reached = await tokenLimit(context.tx, context.allowance, context.now);
  if (reached) return { text: retrySentence(reached, context.person.zone, context.now, say) };
  if (!(await isOnPath(context.tx, context.conversation, id))) return { text: say('retry.left') };
  return own(() => runAgain(context, turn));
}

async function runAgain({ tx, say }: CommandContext, { id, run }: Row<'turn'>): Promise<CommandReply> {
  await tx
    .updateTable('turn')
    .set({ state: 'running', attempts: 0, reached: 0, run: run + 1, ended_at: null, head: null })
    .where('id', '=', id)
    .execute();
  await tx.updateTable('inbox').set({ state: 'taken' }).where('turn_id', '=', id).execute();
  return { text: say('retry.trying') };
}

function reading(context: CommandContext, id: ScheduleId, index: number): Answer {
  return change(setReminderTool.name, { reminder: handleOf(id) }, () => chosen(context, id, index));
}

async function chosen(context: CommandContext, id: ScheduleId, index: number): Promise<CommandReply> {
  const { tx, person, now, say } = context;
  const choice = await chooseReading(tx, person.id, id, index, person.locale);
  if (!choice) return { text: say('button.answered') };
  const { row, stood } = choice;
  const line: Line = (to) => {
    const text = `⏰ ${row.text}: ${lineOf(row, now, to)}`;
    return stood ? to('reminder.stood', { text }) : text;
  };
  return { text: line(say), entries: [notice(context, line(english), row)] };
}

function done(context: CommandContext, id: ScheduleId): Answer {
  return changing(context, { reminder: handleOf(id), action: 'done', when: null }, async (outcome) => {
    if (outcome.type !== 'changed') return { text: await refusalFor(context, id, outcome.line) };
    const line: Line = (say) => say('button.ticked', { text: outcome.row.text, handle: handleOf(id) });
    const entries = [notice(context, line(english), outcome.row)];
    return { ...replyOf(context, outcome), text: line(context.say), entries };
  });
}

function snooze(context: CommandContext, id: ScheduleId, when: string): Answer {
  return changing(context, { reminder: handleOf(id), action: 'snooze', when }, async (outcome) => {
    if (outcome.type !== 'changed') return { text: await refusalFor(context, id, outcome.line) };
    const told = `snoozed: ⏰ ${outcome.row.text}: ${outcome.line(english)}`;
    return { ...replyOf(context, outcome), entries: [notice(context, told, outcome.row)] };
  });
}

/** Others learn nothing but that it is not theirs: the list of what could be meant is for a person who asks by words. */
async function refusalFor(context: CommandContext, id: ScheduleId, line: Line): Promise<string> {
  const { scope } = askingOf(context);
  const theirs = context.admin || (await findSchedule(context.tx, scope, id));
  return theirs ? line(context.say) : context.say('button.not-yours');
}

/** @param about the reminder that it names */
const notice = ({ person }: CommandContext, text: string, about: Row<'schedule'>) =>
  ({
    type: 'notice',
    payload: { text },
    tainted: about.tainted || about.owner_id !== person.id,
    person: person.id,
  }) as const;
