// The inbox: one row for each thing that happened to a conversation, unique by platform, room and message id. What is
// committed here is acknowledged; the same event a second time changes nothing.
import { sql } from 'kysely';
import type { Database, Queries } from '../database/database.ts';
import type { ConversationKey, InboxId, OccurrenceId, ScheduleId } from '../database/ids.ts';
import type { Row } from '../database/tables.ts';
import type { Incoming, Place, Speaker } from './channel.ts';

/** The stored part of what came in; the rest is in the row's columns. */
export type InboxPayload =
  | {
      readonly text: string;
      readonly attachments: readonly string[];
      readonly sentAt: string;
      readonly late: boolean;
    }
  | {
      readonly name: string;
      readonly args: string;
      readonly private: boolean;
      readonly sentAt: string;
      readonly replyToken: string | null;
    }
  | {
      readonly action: string;
      readonly clickedMessageId: string;
      readonly sentAt: string;
      readonly replyToken: string | null;
    }
  | FiredPayload
  | TaskPayload
  /** A line for the history alone. */
  | { readonly notice: string }
  /** The person's zone has become known or changed: what is addressed to them is to move. */
  | { readonly zone: string; readonly before: string | null };

/** A due reminder on its way into the history. `due` is local time with its zone, `to` a name. */
export interface FiredPayload {
  readonly handle: string;
  readonly text: string;
  readonly due: string;
  readonly to: string;
  readonly tainted: boolean;
}

/** A due task: work for a turn without anybody's words. */
export interface TaskPayload {
  readonly task: string;
  readonly handle: string;
  readonly schedule: ScheduleId;
  readonly occurrence: OccurrenceId;
  /** ISO instant. */
  readonly dueAt: string;
  readonly zone: string;
  readonly tainted: boolean;
}

/**
 * What is known to stand in the database as it is, so that most messages cost one insert. Rows of people, rooms and
 * conversations are never deleted, and a changed name or zone is another line here.
 */
export class Known {
  readonly #lines = new Set<string>();
  readonly #atMost = 5000;

  has(line: string): boolean {
    return this.#lines.has(line);
  }

  add(line: string): void {
    if (this.#lines.size >= this.#atMost) this.#lines.clear();
    this.#lines.add(line);
  }
}

/** Stores an event with its person, room and conversation. @returns false if it was there already */
export async function storeIncoming(
  database: Database,
  incoming: Incoming,
  zoneFor: string | null,
  known = new Known(),
): Promise<boolean> {
  const line = JSON.stringify([incoming.speaker, incoming.place]);
  if (known.has(line)) return insertRow(database.db, incoming);
  const stored = await database.transaction(async (tx) => {
    await upsertPerson(tx, incoming.speaker, incoming.place, zoneFor);
    await upsertPlace(tx, incoming.place);
    return insertRow(tx, incoming);
  });
  known.add(line);
  return stored;
}

async function insertRow(queries: Queries, incoming: Incoming): Promise<boolean> {
  const stored = await queries
    .insertInto('inbox')
    .values({
      platform: incoming.place.platform,
      room_id: incoming.place.room,
      message_id: incoming.messageId,
      conversation_id: incoming.place.conversation,
      person_id: incoming.speaker.id,
      kind: incoming.type,
      payload: JSON.stringify(payloadOf(incoming)),
    })
    .onConflict((conflict) => conflict.columns(['platform', 'room_id', 'message_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return stored !== undefined;
}

function payloadOf(incoming: Incoming): InboxPayload {
  const sentAt = incoming.sentAt.toISOString();
  const replyToken = incoming.replyToken ?? null;
  switch (incoming.type) {
    case 'message':
      return { text: incoming.text, attachments: incoming.attachments, sentAt, late: incoming.late };
    case 'command':
      return { name: incoming.name, args: incoming.args, private: incoming.private, sentAt, replyToken };
    case 'click':
      return { action: incoming.action, clickedMessageId: incoming.clickedMessageId, sentAt, replyToken };
  }
}

/** A zone that the platform tells replaces one it told before, never the person's own answer. */
async function upsertPerson(
  tx: Queries,
  speaker: Speaker,
  place: Place,
  zoneFor: string | null,
): Promise<void> {
  const zone = zoneFor ?? speaker.zone ?? null;
  const source = zoneFor ? 'setting' : zone ? 'profile' : null;
  await tx
    .insertInto('person')
    .values({
      id: speaker.id,
      platform: place.platform,
      name: speaker.name,
      zone,
      zone_source: source,
      locale: speaker.locale ?? null,
      persona: null,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        name: speaker.name,
        ...(speaker.locale ? { locale: speaker.locale } : {}),
        ...(zone
          ? {
              zone: sql<string>`case when person.zone_source = 'answer' then person.zone else excluded.zone end`,
              zone_source: sql<'profile'>`case when person.zone_source = 'answer' then 'answer' else excluded.zone_source end`,
            }
          : {}),
      }),
    )
    .execute();
}

/** Makes the room's and the conversation's rows, or brings what is known of the room up to date. */
export async function upsertPlace(tx: Queries, place: Place): Promise<void> {
  await tx
    .insertInto('room')
    .values({
      id: place.room,
      platform: place.platform,
      kind: place.kind,
      name: place.name ?? null,
      topic: place.topic ?? null,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        gone_at: null,
        ...(place.name === undefined ? {} : { name: place.name }),
        ...(place.topic === undefined ? {} : { topic: place.topic }),
      }),
    )
    .execute();
  await tx
    .insertInto('conversation')
    .values({ id: place.conversation, room_id: place.room, thread: place.thread })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** What waits in a conversation, in order of arrival. */
export async function openRows(
  queries: Queries,
  conversation: ConversationKey,
  limit = 50,
): Promise<Row<'inbox'>[]> {
  return queries
    .selectFrom('inbox')
    .selectAll()
    .where('conversation_id', '=', conversation)
    .where('state', '<>', 'done')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function markDone(queries: Queries, ids: readonly InboxId[]): Promise<void> {
  if (ids.length === 0) return;
  await queries.updateTable('inbox').set({ state: 'done' }).where('id', 'in', ids).execute();
}
