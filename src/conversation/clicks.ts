// What our buttons do. A click is checked against the row and the clicker: a button says what, never who may.
import type { ApprovalId, EffectId, InboxId, PersonId, ScheduleId, TurnId } from '../database/ids.ts';
import type { Row } from '../database/tables.ts';
import { tokenLimit } from '../people/used.ts';
import { chooseReading } from '../schedule/readings.ts';
import { lineOf } from '../schedule/reminders.ts';
import { findSchedule, handleOf } from '../schedule/store.ts';
import { changeReminderTool, setReminderTool } from '../tools/reminders.ts';
import { decideOn } from './approvals.ts';
import type { CommandContext, CommandReply } from './commands/command.ts';
import { type Answer, afterwards, change, own } from './commands/deed.ts';
import { forgetMe } from './commands/forget-me.ts';
import { answerStranger } from './commands/people.ts';
import { askingOf, replyOf } from './commands/remind.ts';
import { remindAboutPreset } from './commands/remind-about.ts';
import { changing } from './commands/reminders.ts';
import { NOTHING_RUNS } from './commands/stop.ts';
import { setZone } from './commands/timezone.ts';
import { undo } from './commands/undo.ts';
import { pressedAtHome } from './home.ts';
import { retrySentence } from './limit-words.ts';
import { isOnPath } from './on-path.ts';
import { isWordsAged } from './retention/retention.ts';

type Button = (context: CommandContext, id: string, rest: readonly string[]) => Promise<Answer> | Answer;

/** What each of our buttons does, by the first word of its action. */
export const buttons: Readonly<Record<string, Button>> = {
  undo: (context, id) => undo(context, Number(id) as EffectId),
  // Everybody reads what stands in the question's place.
  approve: async (context, id, [word = '']) =>
    quietly(await decideOn(context, Number(id) as ApprovalId, word)),
  'forget-me': (context, id, rest) => quietly(forgetMe(context, [id, ...rest].join(':'))),
  stop: () => ({ text: NOTHING_RUNS, quiet: true }),
  // It only says how, but where nothing may be changed that would be no help.
  change: (_, id) =>
    change(changeReminderTool.name, { reminder: id, action: 'move' }, async () => ({
      text: `Say the new time, for example "move ${id} to friday 10:00".`,
    })),
  zone: (context, id, rest) => setZone(context, [id, ...rest].join(':')),
  retry: (context, id) => retry(context, Number(id) as TurnId),
  about: (context, id, [preset]) => remindAboutPreset(context, Number(id) as InboxId, Number(preset)),
  reading: (context, id, [index]) => reading(context, Number(id) as ScheduleId, Number(index)),
  home: (context, id, rest) => pressedAtHome(context, id, rest.join(':')),
  done: (context, id) => done(context, Number(id) as ScheduleId),
  snooze: (context, id, rest) => snooze(context, Number(id) as ScheduleId, rest.join(':')),
  'let-in': (context, id, rest) => answerStranger(context, [id, ...rest].join(':') as PersonId, 'admitted'),
  'keep-out': (context, id, rest) => answerStranger(context, [id, ...rest].join(':') as PersonId, 'refused'),
};

/** Answers a click. `action` is what the button was sent with: "undo:12", "zone:Europe/Berlin", "snooze:3:in 1 hour". */
export async function click(context: CommandContext, action: string): Promise<Answer> {
  const [verb = '', id = '', ...rest] = action.split(':');
  const button = Object.hasOwn(buttons, verb) ? buttons[verb] : undefined;
  return (
    button?.(context, id, rest) ?? {
      text: 'This button is from an older version of me and does nothing any more.',
    }
  );
}

const quietly = (answer: Answer) => afterwards(answer, async (reply) => ({ ...reply, quiet: true }));

/** Sets a failed turn running again with the messages it had; its effects are not run a second time. */
async function retry(context: CommandContext, id: TurnId): Promise<Answer> {
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
  return own(() => runAgain(context, turn));
}

async function runAgain({ tx }: CommandContext, { id, run }: Row<'turn'>): Promise<CommandReply> {
  await tx
    .updateTable('turn')
    .set({ state: 'running', attempts: 0, reached: 0, run: run + 1, ended_at: null, head: null })
    .where('id', '=', id)
    .execute();
  await tx.updateTable('inbox').set({ state: 'taken' }).where('turn_id', '=', id).execute();
  return { text: 'Trying again ...' };
}

function reading(context: CommandContext, id: ScheduleId, index: number): Answer {
  return change(setReminderTool.name, { reminder: handleOf(id) }, () => chosen(context, id, index));
}

async function chosen(context: CommandContext, id: ScheduleId, index: number): Promise<CommandReply> {
  const { tx, person, now } = context;
  const choice = await chooseReading(tx, person.id, id, index, person.locale);
  if (!choice) return { text: 'This has been answered already, or it is for the person who asked to say.' };
  const { row, stood } = choice;
  const text = `⏰ ${row.text}: ${lineOf(row, now)}${stood ? ' (it stood already)' : ''}`;
  return { text, entries: [notice(context, text, row)] };
}

function done(context: CommandContext, id: ScheduleId): Answer {
  return changing(context, { reminder: handleOf(id), action: 'done', when: null }, async (outcome) => {
    if (outcome.type !== 'changed') return { text: await refusalFor(context, id, outcome.line) };
    const text = `✅ Done: ${outcome.row.text} (${handleOf(id)})`;
    return { ...replyOf(context, outcome), text, entries: [notice(context, text, outcome.row)] };
  });
}

function snooze(context: CommandContext, id: ScheduleId, when: string): Answer {
  return changing(context, { reminder: handleOf(id), action: 'snooze', when }, async (outcome) => {
    if (outcome.type !== 'changed') return { text: await refusalFor(context, id, outcome.line) };
    const reply = replyOf(context, outcome);
    return { ...reply, entries: [notice(context, `snoozed: ${reply.text}`, outcome.row)] };
  });
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
