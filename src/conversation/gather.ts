// Gathers from the rows what a turn should be shown: the path, the newest messages, the facts of the head block. All of
// it within the scope of principal and room: a channel sees nobody's private rows, the speaker's included.

import type { Clock } from '../clock.ts';
import type { Entry, SpokenMessage } from '../context/entry.ts';
import { headBlock } from '../context/head.ts';
import type { Database } from '../database/database.ts';
import type { InboxId } from '../database/ids.ts';
import type { Row } from '../database/tables.ts';
import type { InboxPayload } from '../delivery/inbox.ts';
import type { Lease } from '../delivery/lease.ts';
import { proposeNotes } from '../memory/propose.ts';
import { scopeOf } from '../memory/scope.ts';
import type { Person } from '../people/person.ts';
import { loadPerson } from '../people/store.ts';
import type { Personas } from '../personas/personas.ts';
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
}

const upcomingAtMost = 4;

const isOthers = (row: Row<'schedule'>, person: Person) => row.tainted || row.owner_id !== person.id;

export async function gather(
  parts: GatherParts,
  lease: Lease,
  begun: Begun,
  rows: readonly Row<'inbox'>[],
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
  const messages = task ? [] : rows.map((row) => spokenOf(row, person.name));
  const upcoming = await listSchedules(db, { person: person.id, room: room.id, roomKind: room.kind });
  const facts = { conversation, room, person, path, messages, task };
  const head = begun.head ?? (await headOf(parts, facts, upcoming));
  return {
    ...facts,
    head,
    inboxIds: rows.map((row) => row.id),
    // What others have set for this person stands in the head block.
    tainted: path.some((entry) => entry.tainted) || upcoming.some((row) => isOthers(row, person)),
    shown: shownHandles(path, head, messages),
    askedAt: new Date(messages.at(-1)?.sentAt ?? now),
    factor: parts.calibrator.factor(),
  };
}

function spokenOf(row: Row<'inbox'>, name: string): SpokenMessage {
  const payload = row.payload as Extract<InboxPayload, { attachments: readonly string[] }>;
  return {
    messageId: row.message_id,
    person: row.person_id,
    name,
    text: payload.text,
    attachments: payload.attachments,
    sentAt: payload.sentAt,
    late: payload.late,
  };
}

async function headOf(
  parts: GatherParts,
  facts: Pick<Gathered, 'conversation' | 'room' | 'person' | 'path' | 'messages' | 'task'>,
  schedules: readonly Row<'schedule'>[],
): Promise<string> {
  const { conversation, room, person, path, messages, task } = facts;
  const { db } = parts.database;
  const now = parts.clock.now();
  const words = task?.text ?? messages.map((message) => message.text).join('\n');
  const scope = scopeOf(room, person);
  const notes = await proposeNotes(db, { scope, conversation: conversation.id, message: words });
  const slug =
    conversation.persona ??
    room.persona ??
    (room.kind === 'dm' ? person.persona : null) ??
    parts.defaultPersona;
  const persona = parts.personas.find(slug) ?? parts.personas.find(parts.defaultPersona);
  return headBlock({
    now,
    zone: person.zone,
    lastAt: path.at(-1)?.at ?? null,
    speaker: person.name,
    room: { kind: room.kind, platform: room.platform, name: room.name },
    persona: persona ? { title: persona.title, body: persona.body } : { title: 'Assistant', body: '' },
    here: room.topic ? [room.topic] : [],
    upcoming: schedules.slice(0, upcomingAtMost).map((row) => `${row.text}: ${lineOf(row, now)}`),
    notes: notes.map((note) => `${note.text} (${note.handle}, ${note.date})`),
    notices: [],
  });
}
