// A person's home: gathered from their rows, and what is pressed there. It is in their DM, where all of theirs may be
// shown; what is pressed is answered by the home as it is then.
import type { NoteId, ScheduleId } from '../../database/ids.ts';
import type { Panel } from '../../delivery/outgoing.ts';
import { noteById, noteIdOf, notesFor } from '../../memory/notes.ts';
import { scopeOf } from '../../memory/scope.ts';
import { personaOf, switchTo } from '../../personas/current.ts';
import type { Persona } from '../../personas/personas.ts';
import { lineOf } from '../../schedule/reminders.ts';
import { handleOf, listSchedules } from '../../schedule/store.ts';
import { abilityLines } from '../../tools/abilities.ts';
import { switchedTo, switchPersonaTool } from '../../tools/switch-persona.ts';
import type { Answer, CommandContext, CommandReply } from '../commands/command.ts';
import { afterwards, change } from '../commands/deed.ts';
import { forgetting } from '../commands/memory.ts';
import { marker } from '../commands/persona.ts';
import { askingOf, replyOf } from '../commands/reminders/remind.ts';
import { changing } from '../commands/reminders/reminders.ts';
import { usageLines } from '../commands/why/usage.ts';
import { keptFor } from '../privacy/retention/words.ts';
import type { HomeAction } from './button.ts';
import { homePanel } from './home-panel.ts';

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
    say: context.say,
    person,
    notice,
    personas: personas.list(),
    persona: personaOf({ conversation, room, person, otherwise: context.defaultPersona }),
    reminders: schedules.map((row) => ({ id: row.id, text: row.text, line: lineOf(row, now, context.say) })),
    notes: await notesFor(tx, scopeOf(room, person), { limit: notesAtMost }),
    abilities: abilityLines(context.abilities, context.say),
    // Without its heading: all of this is the person's own.
    kept: keptFor(context.retentionDays, context.say),
    usage: (await usageLines(context, false)).join('\n'),
  });
}

type Presses = {
  readonly [What in HomeAction['what']]: (
    context: CommandContext,
    action: Extract<HomeAction, { readonly what: What }>,
  ) => Promise<Answer> | Answer;
};

/** What can be pressed there, by the word behind "home:". */
export const presses: Presses = {
  persona: (context, { slug }) => speakAs(context, slug),
  snooze: (context, { schedule }) => changed(context, schedule, 'snooze', 'in 1 hour'),
  done: (context, { schedule }) => changed(context, schedule, 'done', null),
  cancel: (context, { schedule }) => changed(context, schedule, 'cancel', null),
  forget: (context, { note }) => forget(context, noteIdOf(note)),
};

/** Answers what was pressed at home. */
export async function pressedAtHome(context: CommandContext, action: HomeAction): Promise<Answer> {
  if (context.room.kind !== 'dm') return { text: context.say('home.here-only') };
  const press = presses[action.what] as (
    context: CommandContext,
    action: HomeAction,
  ) => Promise<Answer> | Answer;
  return afterwards(await press(context, action), async ({ text, ...rest }) => ({
    ...rest,
    text: '',
    buttons: [],
    panel: await homeOf(context, text),
  }));
}

/** For this conversation, and for those that they begin with me later. */
function speakAs(context: CommandContext, slug: string): Answer {
  const persona = context.personas.find(slug);
  if (!persona) return { text: context.say('persona.gone') };
  return change(switchPersonaTool.name, { persona: slug }, () => spokenAs(context, persona));
}

async function spokenAs(context: CommandContext, persona: Persona): Promise<CommandReply> {
  const { tx, person, conversation } = context;
  await switchTo(tx, conversation, persona.slug);
  await tx.updateTable('person').set({ persona: persona.slug }).where('id', '=', person.id).execute();
  return { text: `✅ ${switchedTo(persona, context.say)}`, entries: [marker(persona, person.id)] };
}

function changed(
  context: CommandContext,
  id: ScheduleId,
  action: 'snooze' | 'done' | 'cancel',
  when: string | null,
): Answer {
  return changing(context, { reminder: handleOf(id), action, when }, (outcome) => {
    const reply = replyOf(context, outcome);
    return outcome.type === 'refused'
      ? reply
      : { ...reply, text: `✅ ${outcome.row.text}: ${outcome.line(context.say)}` };
  });
}

async function forget(context: CommandContext, id: NoteId | null): Promise<Answer> {
  const { tx, room, person } = context;
  const note = id === null ? null : await noteById(tx, scopeOf(room, person), id);
  if (!note || note.retracted) return { text: context.say('home.note-gone') };
  return afterwards(forgetting(context, note), async (reply) => ({ ...reply, text: `✅ ${reply.text}` }));
}
