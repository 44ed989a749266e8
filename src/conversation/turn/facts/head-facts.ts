// The facts of a turn's head block, from the rows, within the scope of principal and room: what is coming up, notes that
// bear on the newest words, what went wrong since, and whose persona speaks. What others made of it taints the turn.
import { type HeadFacts, headBlock } from '../../../context/head.ts';
import { oneLine } from '../../../context/text.ts';
import type { TaskId, TurnId } from '../../../database/ids.ts';
import type { Row } from '../../../database/tables.ts';
import { englishName, tagOf } from '../../../language/languages.ts';
import { isOutside, type Note } from '../../../memory/notes.ts';
import { proposeNotes } from '../../../memory/propose.ts';
import { scopeOf } from '../../../memory/scope.ts';
import type { Person } from '../../../people/person.ts';
import { personaOf } from '../../../personas/current.ts';
import type { Persona } from '../../../personas/personas.ts';
import { describeBriefly, describeLasting } from '../../../schedule/describe.ts';
import { newTroubles } from '../../../schedule/history.ts';
import type { Schedule } from '../../../schedule/schedule.ts';
import { handleOf, listSchedules } from '../../../schedule/store.ts';
import { openQuestions } from '../../../tools/approvals/store.ts';
import { waitingText } from '../../../tools/approvals/words.ts';
import type { RoomMode } from '../../../tools/policy/rules.ts';
import type { PersonaServices, StoreServices } from '../services.ts';
import { openAsks } from './open-asks.ts';
import { taskFacts } from './task-facts.ts';
import type { TurnFacts } from './turn-facts.ts';

const upcomingAtMost = 4;

export interface HeadLines
  extends Pick<HeadFacts, 'upcoming' | 'upcomingInAll' | 'notes' | 'tasks' | 'notices'> {
  /** The schedules in words that stay true; in a channel none: everyone there would read them. */
  readonly standing: readonly string[];
  /** The task that a notice calls stalled. */
  readonly told: TaskId | null;
  /** When the task list was last done; null if it never was. */
  readonly listDoneAt: Date | null;
  /** True if others' words are among them. */
  readonly tainted: boolean;
}

type Facts = Pick<TurnFacts, 'conversation' | 'room' | 'person' | 'path' | 'messages' | 'task'>;

/** Reads the lines that the head block and a compaction's scaffold are made of. */
export async function headLines(
  { database: { db } }: Pick<StoreServices, 'database'>,
  facts: Facts,
  turn: TurnId,
  now: Date,
): Promise<HeadLines> {
  const { conversation, room, person, messages, task } = facts;
  const message = task?.text ?? messages.map(({ text }) => text).join('\n');
  const here = { conversation: conversation.id, person: person.id, turn };
  const [schedules, notes, troubles, { tasks, ...list }, questions, open] = await Promise.all([
    listSchedules(db, { person: person.id, room: room.id, roomKind: room.kind }),
    proposeNotes(db, { scope: scopeOf(room, person), conversation: conversation.id, message }),
    newTroubles(db, here, now),
    taskFacts(db, { ...here, zone: person.zone }, now),
    openQuestions(db, conversation.id),
    openAsks(db, here),
  ]);
  const next = schedules.slice(0, upcomingAtMost);
  return {
    upcoming: next.map((row) => upcomingItem(row, person, now)),
    upcomingInAll: schedules.length,
    notes: notes.map((note) => `${note.text} (${note.handle}, ${originOf(note, person)})`),
    tasks,
    notices: [...questions.map(waitingText), ...open, ...troubles.map(({ line }) => line), ...list.notices],
    told: list.told,
    listDoneAt: list.listDoneAt,
    standing: room.kind === 'dm' ? next.flatMap(lastingLine) : [],
    tainted:
      list.tainted ||
      schedules.some((row) => row.tainted || row.owner_id !== person.id) ||
      troubles.some(({ tainted }) => tainted) ||
      notes.some((note) => isOutside(note, person.id)),
  };
}

/** The head block's text. */
export function headOf(
  parts: PersonaServices & Pick<StoreServices, 'clock'>,
  facts: Facts,
  lines: HeadLines,
): string {
  const { room, person, path } = facts;
  const persona = personaFor(parts, facts);
  const { upcoming, upcomingInAll, notes, tasks, notices } = lines;
  return headBlock({
    now: parts.clock.now(),
    zone: person.zone,
    lastAt: path.at(-1)?.at ?? null,
    speaker: person.name,
    ...languageOf(person),
    room: { kind: room.kind, platform: room.platform, name: room.name },
    mode: modeLine(room),
    persona: persona ? { title: persona.title, body: persona.body } : { title: 'Assistant', body: '' },
    topic: room.topic,
    brief: room.brief,
    agenda: room.agenda,
    upcoming,
    ...(upcomingInAll === undefined ? {} : { upcomingInAll }),
    notes,
    tasks,
    notices,
  });
}

/** English goes without saying. */
function languageOf({ language }: Person): Pick<HeadFacts, 'language'> {
  const tag = language ? tagOf(language) : null;
  return tag && tag !== 'en' ? { language: englishName(tag) } : {};
}

/** What the model is told of the room's mode; the policy's own rules are told by a call's result. */
function modeLine({ mode, kind }: { readonly mode: RoomMode; readonly kind: string }): string | null {
  switch (mode) {
    case 'look-only':
      return `This room is look-only: you may read and answer, but not set, note or change anything. If asked to, say so: ${kind === 'dm' ? '"room mode normal" ends that' : 'a direct message with you works'}.`;
    case 'trusted':
      return 'This room is trusted: what reaches outside need not ask first, unless a result says that it was asked.';
    case 'normal':
      return null;
  }
}

/** The persona this conversation speaks as. */
export function personaFor(
  parts: PersonaServices,
  { conversation, room, person }: Pick<Facts, 'conversation' | 'room' | 'person'>,
): Persona | null {
  const slug = personaOf({ conversation, room, person, otherwise: parts.defaultPersona });
  return parts.personas.find(slug) ?? parts.personas.find(parts.defaultPersona);
}

/** Others' notes are shown with their author, and what rests on a text from outside as that. */
const originOf = (note: Note, reader: Person) =>
  [
    note.date,
    ...(note.author === reader.id ? [] : [`by ${note.authorName}`]),
    ...(note.tainted ? ['from an outside text'] : []),
  ].join(', ');

/** "r1 call the dentist, Mon 09:30"; it says so if another person set it, or if it was made from text from outside. */
function upcomingItem(row: Row<'schedule'>, reader: Person, now: Date): string {
  const whose =
    row.owner_id !== reader.id ? ', set by somebody else' : row.tainted ? ', from an outside text' : '';
  return `${handleOf(row.id)} ${oneLine(row.text, 14)}, ${whenOf(row, reader, now)}${whose}`;
}

function whenOf(row: Row<'schedule'>, { zone }: Person, now: Date): string {
  if (row.state === 'paused') return 'paused';
  const spec = row.spec as Schedule | null;
  if (row.state === 'asking' || !spec) return `waits for an answer about "${oneLine(row.words, 10)}"`;
  const when = describeBriefly(spec, { now, zone: zone ?? spec.zone });
  return row.task ? `${when}, work for you` : when;
}

function lastingLine({ id, text, spec }: Row<'schedule'>): readonly string[] {
  return spec ? [`${text}: ${describeLasting(spec as Schedule)} (${handleOf(id)})`] : [];
}
