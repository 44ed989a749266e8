// The outbox: one row for each platform message, written in the transaction that decides it, unique by key. The sender
// delivers rows in order per conversation and stores the platform's own id.
import { sql } from 'kysely';
import type { Database, Queries } from '../database/database.ts';
import type { ConversationKey, OccurrenceId, OutboxId, PersonId, RoomId, TurnId } from '../database/ids.ts';
import { isAlive } from '../database/process-lock.ts';
import type { Row } from '../database/tables.ts';
import type { Tag } from '../language/languages.ts';
import type { Place, Platform } from './channel.ts';
import type { Button, OutgoingFile, OutgoingMessage, Panel, SpeakingAs, TaskBoard } from './outgoing.ts';

/** The stored part of a message; the rest is in the row's columns. */
export type OutboxPayload = Pick<
  OutgoingMessage,
  | 'text'
  | 'buttons'
  | 'mention'
  | 'privateTo'
  | 'replyToken'
  | 'persona'
  | 'file'
  | 'deletes'
  | 'panel'
  | 'tasks'
  | 'language'
> & {
  readonly inPlaceOf?: string;
  /** On the first message of something that changes: the key of its newest form, if there is one. */
  readonly latest?: string;
  /** ISO instants; absent where there are none. */
  readonly times?: readonly string[];
  /** Set for what fell due at an instant: its text says so if it is sent late. */
  readonly due?: DueText;
};

/** What the text of a due message is made of, so that a label can be put in when it is sent late. */
export interface DueText {
  /** The text without label and handle. */
  readonly base: string;
  /** ISO instant at which it was due. */
  readonly at: string;
  /** The zone in which people read it. */
  readonly zone: string;
  /** `r3` */
  readonly handle: string;
  /** "3 earlier ones missed", or empty. */
  readonly note: string;
  /** The reader's language; absent: English. */
  readonly language?: string;
}

export interface NewOutgoing {
  /** Unique and stable: `turn:12:0`, `fired:3:1732179600000`. The same key again is not stored. */
  readonly key: string;
  readonly platform: string;
  readonly room: RoomId;
  readonly conversation: ConversationKey;
  readonly kind: 'reply' | 'reminder' | 'notice';
  readonly text: string;
  readonly buttons?: readonly Button[];
  readonly times?: readonly Date[];
  readonly mention?: PersonId | null;
  readonly privateTo?: PersonId | null;
  readonly replyToken?: string | null;
  /** The platform's id of an earlier message of ours that is taken away; there is nothing to say then. */
  readonly deletes?: string;
  /** The key of an earlier message of ours that this one replaces, wherever it is by then; without one it is new. */
  readonly inPlaceOf?: string;
  readonly persona?: SpeakingAs | null;
  /** Kept until it is delivered. */
  readonly file?: OutgoingFile | null;
  readonly panel?: Panel | null;
  readonly tasks?: TaskBoard;
  readonly language?: Tag;
  /** Whom to tell by DM if the room is gone. */
  readonly fallback?: PersonId | null;
  readonly turn?: TurnId | null;
  readonly occurrence?: OccurrenceId | null;
}

/** Stores messages to be sent, in this order. Part of the caller's transaction. */
export async function enqueue(queries: Queries, messages: readonly NewOutgoing[]): Promise<void> {
  if (messages.length === 0) return;
  await queries
    .insertInto('outbox')
    .values(
      messages.map((message) => ({
        key: message.key,
        platform: message.platform,
        room_id: message.room,
        conversation_id: message.conversation,
        person_id: message.fallback ?? null,
        turn_id: message.turn ?? null,
        occurrence_id: message.occurrence ?? null,
        kind: message.kind,
        payload: JSON.stringify({
          text: message.text,
          buttons: message.buttons ?? [],
          times: (message.times ?? []).map((time) => time.toISOString()),
          mention: message.mention ?? null,
          privateTo: message.privateTo ?? null,
          replyToken: message.replyToken ?? null,
          ...(message.deletes === undefined ? {} : { deletes: message.deletes }),
          ...(message.inPlaceOf === undefined ? {} : { inPlaceOf: message.inPlaceOf }),
          ...(message.persona ? { persona: message.persona } : {}),
          ...(message.file ? { file: message.file } : {}),
          ...(message.panel ? { panel: message.panel } : {}),
          ...(message.tasks ? { tasks: message.tasks } : {}),
          ...(message.language ? { language: message.language } : {}),
        } satisfies OutboxPayload),
      })),
    )
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** A claimed row with what the channel needs to know of its place. */
export type ClaimedRow = Row<'outbox'> & {
  readonly thread: string | null;
  readonly room_kind: 'dm' | 'channel';
  readonly was: string;
  /** The platform's id of the message in whose place it is put. */
  readonly stands_at: string | null;
  /** How many milliseconds ago the send began that never came to an end; null if there is none. */
  readonly begun_ago: number | null;
};

/** Who claims messages, and which. */
export interface Claim {
  /** The name of this process's holder. */
  readonly owner: string;
  readonly platforms: readonly string[];
  /** Rows that are on their way here. */
  readonly except: readonly OutboxId[];
  /** How long a claimed row is ours, in milliseconds, if we live. */
  readonly ms: number;
  /** How many at most. */
  readonly limit: number;
}

/**
 * Claims the next message of each conversation that has one due, oldest first. A row that was being sent when its
 * sender died comes back at once, with `was` = 'sending'; so does one of ours whose end could not be recorded.
 */
export async function claimOutgoing(database: Database, claim: Claim): Promise<ClaimedRow[]> {
  const { owner, platforms, except, ms, limit } = claim;
  if (platforms.length === 0) return [];
  const isHeld = sql`(o.lease_until is not null and o.lease_until >= now() and (o.lease_owner is null
    or (o.lease_owner <> ${owner} and ${isAlive(sql`o.lease_owner`)})))`;
  const { rows } = await sql<ClaimedRow>`
    with next as (
      select o.id, o.state as was, extract(epoch from now() - o.lease_until)::float * 1000 + ${ms} as begun_ago
      from outbox o
      where o.state in ('waiting', 'sending', 'doubt') and o.next_try_at <= now()
        and not ${isHeld} and o.id <> all(${except}::bigint[])
        and o.platform in (${sql.join(platforms)})
        and not exists (
          select 1 from outbox earlier where earlier.conversation_id = o.conversation_id and earlier.id < o.id
            and earlier.state in ('waiting', 'sending', 'doubt'))
      order by o.id limit ${limit} for no key update of o skip locked
    )
    update outbox set state = 'sending', attempts = attempts + 1, lease_owner = ${owner},
      lease_until = now() + ${ms} * interval '1 millisecond'
    from next, conversation, room
    where outbox.id = next.id and conversation.id = outbox.conversation_id and room.id = outbox.room_id
    returning outbox.*, next.was, next.begun_ago, conversation.thread, room.kind as room_kind, (
      select earlier.platform_message_id from outbox earlier
      where earlier.key = outbox.payload ->> 'inPlaceOf' and earlier.room_id = outbox.room_id) as stands_at`.execute(
    database.db,
  );
  return rows.sort((a, b) => a.id - b.id);
}

/** The claimed row as the channel's message. */
export function outgoingOf(row: ClaimedRow): OutgoingMessage {
  const { inPlaceOf: _, latest: __, ...payload } = row.payload as OutboxPayload;
  const place: Place = {
    platform: row.platform as Platform,
    room: row.room_id,
    kind: row.room_kind,
    conversation: row.conversation_id,
    thread: row.thread,
  };
  const times = (payload.times ?? []).map((time) => new Date(time));
  return {
    id: row.id as OutboxId,
    key: row.key,
    place,
    createdAt: row.created_at,
    ...payload,
    replaces: row.stands_at,
    times,
  };
}

/** To change a row that was claimed here, unless another process has taken it over meanwhile: then it decides. */
export const ifStillOurs = (queries: Queries, { id, lease_owner }: ClaimedRow) =>
  queries.updateTable('outbox').where('id', '=', id).where('lease_owner', '=', lease_owner);

/** The platform has the message. @returns whether more messages wait behind it in its conversation */
export async function markSent(queries: Queries, row: ClaimedRow, platformId: string): Promise<boolean> {
  const { rows } = await sql<{ more: boolean }>`
    update outbox set state = 'sent', platform_message_id = ${platformId}, sent_at = now(), lease_until = null, error = null,
      payload = payload - 'file' - 'panel'
    where id = ${row.id}
    returning exists (
      select 1 from outbox later where later.conversation_id = outbox.conversation_id and later.id > outbox.id
        and later.state in ('waiting', 'sending', 'doubt')
    ) as more`.execute(queries);
  return rows[0]?.more ?? false;
}
