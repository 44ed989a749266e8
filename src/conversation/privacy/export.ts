// Everything that is stored of one person, for a file of theirs: their own words everywhere, our answers to them where
// only they read, and what was set, noted and used. No other person's words. Part of the caller's transaction.

import { sql } from 'kysely';
import type { Tx } from '../../database/database.ts';
import type { PersonId } from '../../database/ids.ts';
import { askedHow, type EventBody, readEvent } from '../../delivery/event.ts';
import { english } from '../../language/say.ts';
import { noteHandle } from '../../memory/notes.ts';
import { usedSince } from '../../people/used.ts';
import { handleOf } from '../../schedule/store.ts';
import { keptFor } from './retention/words.ts';

/** Characters of a file: platforms refuse larger ones. */
const fileAtMost = 7_000_000;

interface Said {
  readonly at: Date;
  readonly room: string;
  readonly conversation: string;
  readonly by: 'you' | 'peacrab';
  readonly text: string;
}

/** @returns JSON, pretty-printed */
export async function exportOf(
  tx: Tx,
  person: PersonId,
  now: Date,
  retentionDays: number | null,
): Promise<string> {
  const rest = {
    what: 'everything that Peacrab stores of one person',
    exportedAt: now,
    kept: keptFor(retentionDays, english),
    person: await tx.selectFrom('person').selectAll().where('id', '=', person).executeTakeFirst(),
    notes: await notesOf(tx, person),
    reminders: await remindersOf(tx, person),
    tasks: await tasksOf(tx, person),
    permissions: await permissionsOf(tx, person),
    changes: await changesOf(tx, person),
    usage: await usedSince(tx, person, new Date(0)),
  };
  const said = [...(await wordsOf(tx, person)), ...(await answersTo(tx, person))].sort(
    (a, b) => a.at.getTime() - b.at.getTime(),
  );
  return withinFile(rest, said);
}

/** The oldest messages give way, and the file says so. */
function withinFile(rest: object, said: readonly Said[]): string {
  for (let from = 0; ; from += Math.ceil((said.length - from) / 4)) {
    const leftOut = from === 0 ? {} : { olderMessagesLeftOut: from };
    const text = JSON.stringify({ ...rest, ...leftOut, messages: said.slice(from) }, null, 2);
    if (text.length <= fileAtMost || from >= said.length) return `${text}\n`;
  }
}

async function notesOf(tx: Tx, person: PersonId) {
  const rows = await tx
    .selectFrom('note')
    .select(['id', 'scope', 'text', 'local_date', 'created_at', 'retracted_at'])
    .where('author_id', '=', person)
    .orderBy('id')
    .execute();
  return rows.map(({ id, ...row }) => ({ handle: noteHandle(id), ...row }));
}

/** What they asked for, and what is for them alone, with how each occurrence ended. */
async function remindersOf(tx: Tx, person: PersonId) {
  const rows = await tx
    .selectFrom('schedule')
    .innerJoin('room', 'room.id', 'schedule.room_id')
    .select(['schedule.id', 'schedule.text', 'schedule.words', 'schedule.state', 'schedule.spec'])
    .select(['schedule.task', 'schedule.zone', 'schedule.next_at', 'schedule.created_at', 'owner_id'])
    .select(['addressee_id', 'room.id as room', 'room.name as room_name'])
    .where((eb) => eb.or([eb('owner_id', '=', person), eb('addressee_id', '=', person)]))
    .orderBy('schedule.id')
    .execute();
  const ids = rows.map(({ id }) => id);
  const ended =
    ids.length === 0
      ? []
      : await tx
          .selectFrom('occurrence')
          .select(['schedule_id', 'due_at', 'until_at', 'times', 'state', 'done_at', 'ended_at'])
          .where('schedule_id', 'in', ids)
          .orderBy('due_at')
          .execute();
  return rows.map(({ id, owner_id: owner, addressee_id: addressee, ...row }) => ({
    handle: handleOf(id),
    ...row,
    askedBy: owner === person ? 'you' : 'somebody else',
    for: addressee === person ? 'you' : addressee === null ? 'everyone there' : 'somebody else',
    history: ended.filter(({ schedule_id: of }) => of === id).map(({ schedule_id: _, ...each }) => each),
  }));
}

const tasksOf = (tx: Tx, person: PersonId) =>
  tx
    .selectFrom('task')
    .select(['conversation_id', 'number', 'text', 'state', 'created_at', 'ended_at'])
    .where('person_id', '=', person)
    .orderBy('id')
    .execute();

const permissionsOf = (tx: Tx, person: PersonId) =>
  tx
    .selectFrom('permission')
    .select(['id', 'conversation_id', 'tool', 'args', 'bound', 'created_at', 'revoked_at'])
    .where('person_id', '=', person)
    .orderBy('id')
    .execute();

const changesOf = (tx: Tx, person: PersonId) =>
  tx
    .selectFrom('effect')
    .select(['conversation_id', 'name', 'receipt', 'created_at', 'undone_at'])
    .where('person_id', '=', person)
    .where('receipt', 'is not', null)
    .orderBy('id')
    .execute();

/** What they wrote and which commands and buttons they used, in every room. */
async function wordsOf(tx: Tx, person: PersonId): Promise<readonly Said[]> {
  const rows = await tx
    .selectFrom('inbox')
    .select(['room_id', 'conversation_id', 'kind', 'payload', 'received_at'])
    .where('person_id', '=', person)
    .where('kind', 'in', ['message', 'command', 'click', 'edit'])
    .where('aged', '=', false)
    .orderBy('id')
    .execute();
  return rows.map((row) => {
    const event = readEvent(row);
    const { sentAt } = askedHow(event);
    const at = sentAt ? new Date(sentAt) : row.received_at;
    return { at, room: row.room_id, conversation: row.conversation_id, by: 'you', text: textOf(event) };
  });
}

function textOf({ kind, payload }: EventBody): string {
  switch (kind) {
    case 'command':
      return `/${payload.name} ${payload.args}`.trim();
    case 'click':
      return `[button] ${payload.action}`;
    case 'edit':
      return `[edited] ${payload.text}`;
    case 'message':
    case 'blanked': {
      const files = payload.files?.map(({ name }) => `[file] ${name}`) ?? [];
      return [payload.text, ...files].filter((part) => part !== '').join('\n');
    }
    default:
      return '';
  }
}

/** What was said to them alone: in a DM where no other person has written, or for them only. */
async function answersTo(tx: Tx, person: PersonId): Promise<readonly Said[]> {
  const rows = await tx
    .selectFrom('outbox')
    .select(['outbox.room_id', 'outbox.conversation_id', 'outbox.payload', 'outbox.created_at'])
    .where('outbox.state', '=', 'sent')
    .where('outbox.aged', '=', false)
    .where(sql<boolean>`coalesce(outbox.payload ->> 'privateTo', ${person}) = ${person}`)
    .where((eb) =>
      eb.or([
        eb('outbox.room_id', 'in', directsOf(tx, person)),
        sql<boolean>`outbox.payload ->> 'privateTo' = ${person}`,
      ]),
    )
    .orderBy('outbox.id')
    .execute();
  return rows.map(({ room_id: room, conversation_id: conversation, payload, created_at: at }) => {
    const { text = '' } = payload as { readonly text?: string };
    return { at, room, conversation, by: 'peacrab', text };
  });
}

/** DMs in which only this person has written or pressed something. */
const directsOf = (tx: Tx, person: PersonId) =>
  tx
    .selectFrom('room as dm')
    .select('dm.id')
    .where('dm.kind', '=', 'dm')
    .where(({ exists }) => exists(saidIn(tx).where('inbox.person_id', '=', person)))
    .where(({ exists, not }) => not(exists(saidIn(tx).where('inbox.person_id', '<>', person))));

const saidIn = (tx: Tx) =>
  tx
    .selectFrom('inbox')
    .select('inbox.id')
    .where('inbox.kind', 'in', ['message', 'command', 'click'])
    .where(sql<boolean>`inbox.platform = dm.platform and inbox.room_id = dm.id`);
