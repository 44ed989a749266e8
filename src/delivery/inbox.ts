// The inbox: one row for each thing that happened to a conversation, unique by platform, room and message id. What is
// committed here is acknowledged; the same event a second time changes nothing.
import { sql } from 'kysely';
import type { Database, Queries } from '../database/database.ts';
import type { ConversationKey, InboxId, RoomId } from '../database/ids.ts';
import type { NewRow } from '../database/tables.ts';
import type { IncomingEdit } from './channel.ts';
import { type InboxEvent, readEvent } from './event.ts';
import { type DeletePayload, payloadOf, type Storable, type ZonePayload } from './payload.ts';
import { type Known, upsertPerson, upsertPlace } from './places.ts';

export interface StoreOptions {
  /** The zone of whom the platform tells none, until they say otherwise. */
  readonly zone?: string | null;
  readonly known?: Known;
  /** Whether the speaker is an admin: decided where their roles are known. */
  readonly admin?: boolean;
}

/**
 * Stores an event with its person, room and conversation. If that changes the person's zone, a row before it says so, in the
 * same transaction: what is addressed to them is moved when that row is handled.
 *
 * @returns false if it was there already
 */
export async function storeIncoming(
  database: Database,
  incoming: Storable,
  options: StoreOptions = {},
): Promise<boolean> {
  const { known, admin = false } = options;
  if (known?.has(incoming)) return insertRow(database.db, incoming, admin);
  const stored = await database.transaction(async (tx) => {
    const change = await upsertPerson(tx, incoming.speaker, incoming.place, options.zone ?? null);
    await upsertPlace(tx, incoming.place);
    if (change) await insertZoneRow(tx, incoming, change);
    return insertRow(tx, incoming, admin);
  });
  known?.add(incoming);
  return stored;
}

/**
 * Stores an edit of a message that was taken in: it changes the waiting message, or follows the answered one as a row of its
 * own, in that message's conversation. The same edit again, or one older than the last, changes nothing.
 *
 * @returns false if the message never was for us, or nothing is new
 */
export async function storeEdit(database: Database, edit: IncomingEdit): Promise<boolean> {
  const { platform, room } = edit.place;
  return database.transaction(async (tx) => {
    const row = await tx
      .selectFrom('inbox')
      .select(['id', 'state', 'payload', 'conversation_id', 'person_id'])
      .where('platform', '=', platform)
      .where('room_id', '=', room)
      .where('message_id', '=', edit.edited)
      .where('kind', '=', 'message')
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row || row.person_id !== edit.speaker.id) return false;
    const message = readEvent({ ...row, kind: 'message' as const });
    if (message.kind !== 'message') return false;
    const before = message.payload;
    const editedAt = edit.sentAt.toISOString();
    const { editedAt: last = editedAt } = before;
    if (last > editedAt) return false;
    const waits = row.state === 'waiting';
    // What was read after it was edited has these words already: such an edit would end its turn for nothing.
    const isNew = last !== editedAt || !sameWords(before.text, edit.text);
    const payload = JSON.stringify({ ...before, editedAt, ...(waits ? { text: edit.text } : {}) });
    await tx.updateTable('inbox').set({ payload }).where('id', '=', row.id).execute();
    if (waits || !isNew) return false;
    const stored = await tx
      .insertInto('inbox')
      .values({
        platform,
        room_id: room,
        message_id: edit.messageId,
        conversation_id: row.conversation_id,
        person_id: row.person_id,
        kind: 'edit',
        payload: JSON.stringify(payloadOf(edit, false)),
      })
      .onConflict((conflict) => conflict.columns(['platform', 'room_id', 'message_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    return stored !== undefined;
  });
}

/** Whether two texts differ by their spaces alone. Pure. */
export const sameWords = (one: string, other: string): boolean =>
  one.replace(/\s+/gu, ' ').trim() === other.replace(/\s+/gu, ' ').trim();

/**
 * Takes back a message that its author has deleted: one that waits is no longer there; to one that a turn works on a row of
 * its own says so. What was answered stays.
 *
 * @returns whether anything was to be taken back
 */
export async function storeDeletion(database: Database, room: RoomId, messageId: string): Promise<boolean> {
  return database.transaction(async (tx) => {
    const row = await tx
      .selectFrom('inbox')
      .select(['id', 'state', 'platform', 'conversation_id', 'person_id'])
      .where('platform', '=', room.slice(0, room.indexOf(':')))
      .where('room_id', '=', room)
      .where('message_id', '=', messageId)
      .where('kind', '=', 'message')
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row || row.state === 'done') return false;
    if (row.state === 'waiting') {
      await markDone(tx, [row.id]);
      return true;
    }
    await storeOwn(tx, {
      platform: row.platform,
      room_id: room,
      message_id: `delete:${messageId}`,
      conversation_id: row.conversation_id,
      person_id: row.person_id,
      kind: 'delete',
      payload: JSON.stringify({ deleted: messageId } satisfies DeletePayload),
    });
    return true;
  });
}

async function insertZoneRow(
  tx: Queries,
  { place, speaker, messageId }: Storable,
  change: ZonePayload,
): Promise<void> {
  await storeOwn(tx, {
    platform: place.platform,
    room_id: place.room,
    message_id: `zone:${speaker.id}:${messageId}`,
    conversation_id: place.conversation,
    person_id: speaker.id,
    kind: 'zone',
    payload: JSON.stringify(change),
  });
}

/** Stores a row that comes from ourselves; the same message id again is not stored. */
export async function storeOwn(queries: Queries, row: NewRow<'inbox'>): Promise<void> {
  await queries
    .insertInto('inbox')
    .values(row)
    .onConflict((conflict) => conflict.columns(['platform', 'room_id', 'message_id']).doNothing())
    .execute();
}

async function insertRow(queries: Queries, incoming: Storable, admin: boolean): Promise<boolean> {
  const stored = await queries
    .insertInto('inbox')
    .values({
      platform: incoming.place.platform,
      room_id: incoming.place.room,
      message_id: incoming.messageId,
      conversation_id: incoming.place.conversation,
      person_id: incoming.speaker.id,
      kind: incoming.type,
      payload: JSON.stringify(payloadOf(incoming, admin)),
    })
    .onConflict((conflict) => conflict.columns(['platform', 'room_id', 'message_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return stored !== undefined;
}

/** What waits in a conversation, in order of arrival; enough of it that a person behind a flood of messages is seen. */
export async function openEvents(
  queries: Queries,
  conversation: ConversationKey,
  limit = 1000,
): Promise<InboxEvent[]> {
  const rows = await queries
    .selectFrom('inbox')
    .selectAll()
    .where('conversation_id', '=', conversation)
    .where('state', '<>', 'done')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(readEvent);
}

export async function markDone(queries: Queries, ids: readonly InboxId[]): Promise<void> {
  if (ids.length === 0) return;
  await queries
    .updateTable('inbox')
    // What was shown once is not kept.
    .set({ state: 'done', payload: sql`payload - 'images'` })
    .where('id', 'in', ids)
    .execute();
}
