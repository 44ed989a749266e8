// Gathers from the rows what a turn should be shown: the path, the newest messages, the facts of the head block. All of
// it within the scope of principal and room: a channel sees nobody's private rows, the speaker's included.

import type { Clock } from '../clock.ts';
import type { Entry, SpokenMessage } from '../context/entry.ts';
import { type HeadFacts, headBlock } from '../context/head.ts';
import type { Database } from '../database/database.ts';
import type { InboxId } from '../database/ids.ts';
import type { Row } from '../database/tables.ts';
import type { Again, InboxPayload } from '../delivery/inbox.ts';
import type { Lease } from '../delivery/lease.ts';
import { isOutside, type Note } from '../memory/notes.ts';
import { proposeNotes } from '../memory/propose.ts';
import { scopeOf } from '../memory/scope.ts';
import type { Person } from '../people/person.ts';
import { loadPerson } from '../people/store.ts';
import { personaOf } from '../personas/current.ts';
import type { Persona, Personas } from '../personas/personas.ts';
import { newTroubles } from '../schedule/history.ts';
import { lineOf } from '../schedule/reminders.ts';
import { listSchedules } from '../schedule/store.ts';
import type { Begun } from './begin.ts';
import type { Calibrator } from './calibrator.ts';
import { shownHandles } from './shown.ts';
import { type TaskDue, taskDue, taskInPath } from './task.ts';
import { loadPath } from './tree.ts';

export interface GatherParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly personas: Personas;
  readonly defaultPersona: string;
  readonly calibrator: Calibrator;
}

export interface Gathered {
  readonly conversation: Row<'conversation'>;
  readonly room: Row<'room'>;
  readonly person: Person;
  readonly path: readonly Entry[];
  readonly messages: readonly SpokenMessage[];
  readonly inboxIds: readonly InboxId[];
  /** The head block's text: of this turn's first attempt, if there was one. */
  readonly head: string;
  /** True if tainted text stands in the visible path. */
  readonly tainted: boolean;
  /** Set if the turn is for a task that fell due: then there are no messages. */
  readonly task: TaskDue | null;
  /** Handles of reminders that the model is shown. */
  readonly shown: ReadonlySet<string>;
  /** When the newest of the messages was sent. */
  readonly askedAt: Date;
  /** The factor on estimates, held still for the turn. */
  readonly factor: number;
  /** Minutes since the conversation's last entry; null if this is its first. */
  readonly idleMinutes: number | null;
  /** Reminders and tasks ahead, a line each, soonest first. */
  readonly upcoming: readonly string[];
  /** What an edit of the message had taken back, a line each, for people. */
  readonly undone: readonly string[];
  /** Open tasks of this conversation. */
  readonly tasks: readonly string[];
}

const upcomingAtMost = 4;

const isOthers = (row: Row<'schedule'>, person: Person) => row.tainted || row.owner_id !== person.id;

/** @param withHead false for a turn that is only to be ended: then what might fail in making its head is left out */
export async function gather(
  parts: GatherParts,
  lease: Lease,
  begun: Begun,
  rows: readonly Row<'inbox'>[],
  withHead = true,
): Promise<Gathered> {
  const { db } = parts.database;
  const first = rows[0];
  if (!first) throw new Error(`turn ${begun.id} has no messages`);
  const conversation = await db
    .selectFrom('conversation')
    .selectAll()
    .where('id', '=', lease.conversation)
    .executeTakeFirstOrThrow();
  const [room, person, before] = await Promise.all([
    db.selectFrom('room').selectAll().where('id', '=', conversation.room_id).executeTakeFirstOrThrow(),
    loadPerson(db, first.person_id),
    loadPath(db, conversation),
  ]);
  const now = parts.clock.now();
  const task = first.kind === 'task' ? await taskDue(db, first, person.name, now) : null;
  const path = task ? [...before, taskInPath(task, conversation)] : before;
  const messages = task ? [] : rows.flatMap((row) => spokenOf(row, person.name));
  const schedules = await listSchedules(db, { person: person.id, room: room.id, roomKind: room.kind });
  const facts = { conversation, room, person, path, messages, task };
  const upcoming = schedules.slice(0, upcomingAtMost).map((row) => `${row.text}: ${lineOf(row, now)}`);
  const notes = await notesAbout(parts, facts);
  const notices =
    withHead && begun.head === null ? await newTroubles(db, lease.conversation, begun.id, now) : [];
  const head = begun.head ?? (withHead ? headOf(parts, facts, { upcoming, notes, notices }) : '');
  // What was folded in since was no request: the server's cache knows nothing of it.
  const last = before.findLast(({ type }) => type === 'assistant');
  return {
    ...facts,
    head,
    upcoming,
    tasks: [],
    undone: rows.flatMap((row) => (row.payload as { again?: Again }).again?.undone ?? []),
    inboxIds: rows.map((row) => row.id),
    // What others have set for this person, or noted, stands in the head block.
    tainted:
      path.some((entry) => entry.tainted && !(entry.type === 'journal' || entry.type === 'custom')) ||
      schedules.some((row) => isOthers(row, person)) ||
      notes.some((note) => isOutside(note, person.id)),
    shown: shownHandles(path, head, messages),
    askedAt: new Date(messages.at(-1)?.sentAt ?? now),
    factor: parts.calibrator.factor(),
    idleMinutes: last ? (now.getTime() - last.at.getTime()) / 60_000 : null,
  };
}

function spokenOf(row: Row<'inbox'>, name: string): readonly SpokenMessage[] {
  const payload = row.payload as Extract<InboxPayload, { attachments: readonly string[] }>;
  if (payload.again) return payload.again.messages;
  const message = {
    messageId: row.message_id,
    person: row.person_id,
    name,
    text: payload.text,
    attachments: payload.attachments,
    sentAt: payload.sentAt,
    late: payload.late,
  };
  return [message];
}

/** Notes that bear on the newest words. */
function notesAbout(
  parts: GatherParts,
  facts: Pick<Gathered, 'conversation' | 'room' | 'person' | 'messages' | 'task'>,
): Promise<readonly Note[]> {
  const { conversation, room, person, messages, task } = facts;
  const message = task?.text ?? messages.map(({ text }) => text).join('\n');
  const about = { scope: scopeOf(room, person), conversation: conversation.id, message };
  return proposeNotes(parts.database.db, about);
}

function headOf(
  parts: GatherParts,
  facts: Pick<Gathered, 'conversation' | 'room' | 'person' | 'path'>,
  lines: Pick<HeadFacts, 'upcoming' | 'notices'> & { readonly notes: readonly Note[] },
): string {
  const { room, person, path } = facts;
  const persona = personaFor(parts, facts);
  return headBlock({
    now: parts.clock.now(),
    zone: person.zone,
    lastAt: path.at(-1)?.at ?? null,
    speaker: person.name,
    room: { kind: room.kind, platform: room.platform, name: room.name },
    persona: persona ? { title: persona.title, body: persona.body } : { title: 'Assistant', body: '' },
    topic: room.topic,
    brief: room.brief,
    agenda: room.agenda,
    upcoming: lines.upcoming,
    notes: lines.notes.map((note) => `${note.text} (${note.handle}, ${noteOrigin(note, person)})`),
    tasks: [],
    notices: lines.notices,
  });
}

/** Others' notes are shown with their author. */
const noteOrigin = (note: Note, reader: Person) =>
  note.author === reader.id ? note.date : `${note.date}, by ${note.authorName}`;

/** The persona this conversation speaks as. */
export function personaFor(
  parts: Pick<GatherParts, 'personas' | 'defaultPersona'>,
  { conversation, room, person }: Pick<Gathered, 'conversation' | 'room' | 'person'>,
): Persona | null {
  const slug = personaOf({ conversation, room, person, otherwise: parts.defaultPersona });
  return parts.personas.find(slug) ?? parts.personas.find(parts.defaultPersona);
}
