// A person's home: gathered from their rows, and what is pressed there. It stands in their DM, where all of theirs may be
// shown; what is pressed is answered by the home as it stands then.
import type { NoteId, ScheduleId } from '../database/ids.ts';
import type { Panel } from '../delivery/outgoing.ts';
import { noteIdOf, notesFor, retractNote } from '../memory/notes.ts';
import { scopeOf } from '../memory/scope.ts';
import { personaOf, switchTo } from '../personas/current.ts';
import { changeReminder } from '../schedule/change.ts';
import { lineOf } from '../schedule/reminders.ts';
import { handleOf, listSchedules } from '../schedule/store.ts';
import { switchedTo } from '../tools/switch-persona.ts';
import type { CommandContext, CommandReply } from './commands/command.ts';
import { marker } from './commands/persona.ts';
import { askingOf, replyOf } from './commands/remind.ts';
import { usageText } from './commands/usage.ts';
import { homePanel } from './home-panel.ts';
import { keptFor } from './retention/words.ts';

const notesAtMost = 50;

/** @param notice what has just been done there */
export async function homeOf(context: CommandContext, notice: string | null): Promise<Panel> {
  const { tx, person, room, now, personas } = context;
  const conversation = await tx
    .selectFrom('conversation')
    .select('persona')
    .where('id', '=', context.conversation)
    .executeTakeFirstOrThrow();
  const schedules = await listSchedules(tx, askingOf(context).scope);
  return homePanel({
    person,
    notice,
    personas: personas.list(),
    persona: personaOf({ conversation, room, person, otherwise: context.defaultPersona }),
    reminders: schedules.map((row) => ({ id: row.id, text: row.text, line: lineOf(row, now) })),
    notes: await notesFor(tx, scopeOf(room, person), { limit: notesAtMost }),
    // Without its heading: all of this is the person's own.
    kept: keptFor(context.retentionDays),
    usage: (await usageText(context, false)).split('\n').slice(1).join('\n'),
  });
}

/** Answers what was pressed at home: "persona:cfo", "snooze:3", "done:3", "cancel:3", "forget:n3". */
export async function pressedAtHome(
  context: CommandContext,
  what: string,
  id: string,
): Promise<CommandReply> {
  if (context.room.kind !== 'dm') return { text: 'This is for a direct message with me.' };
  const { text, ...rest } = await done(context, what, id);
  return { ...rest, text: '', buttons: [], panel: await homeOf(context, text) };
}

async function done(context: CommandContext, what: string, id: string): Promise<CommandReply> {
  switch (what) {
    case 'persona':
      return speakAs(context, id);
    case 'snooze':
      return change(context, id, 'snooze', 'in 1 hour');
    case 'done':
    case 'cancel':
      return change(context, id, what, null);
    case 'forget':
      return forget(context, noteIdOf(id));
    default:
      return { text: 'This is from an older version of me and does nothing any more.' };
  }
}

/** For this conversation, and for those that they begin with me later. */
async function speakAs(context: CommandContext, slug: string): Promise<CommandReply> {
  const { tx, person, conversation } = context;
  const persona = context.personas.find(slug);
  if (!persona) return { text: 'This persona is no longer there.' };
  await switchTo(tx, conversation, persona.slug);
  await tx.updateTable('person').set({ persona: persona.slug }).where('id', '=', person.id).execute();
  return { text: `✅ ${switchedTo(persona)}`, entries: [marker(persona, person.id)] };
}

async function change(
  context: CommandContext,
  id: string,
  action: 'snooze' | 'done' | 'cancel',
  words: string | null,
): Promise<CommandReply> {
  const outcome = await changeReminder(askingOf(context), handleOf(Number(id) as ScheduleId), action, words);
  const reply = replyOf(context, outcome);
  return outcome.type === 'refused' ? reply : { ...reply, text: `✅ ${outcome.row.text}: ${outcome.line}` };
}

async function forget(context: CommandContext, id: NoteId | null): Promise<CommandReply> {
  const { tx, room, person, now } = context;
  const note = id === null ? null : await retractNote(tx, scopeOf(room, person), id, now);
  if (!note) return { text: 'This note is no longer there.' };
  const entry = {
    type: 'notice',
    payload: { text: `${note.handle} was forgotten` },
    tainted: false,
    person: person.id,
  } as const;
  return { text: `✅ Forgotten: ${note.text} (${note.handle})`, entries: [entry] };
}
