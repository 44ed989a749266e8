// What a channel may look up while it takes in: whose a message is, where we take part, how far it has been seen. Rows only.
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { ConversationKey, RoomId } from '../../database/ids.ts';
import type { Intake, Platform } from '../../delivery/channel.ts';
import { takesPart } from './takes-part.ts';
import { moveWatermark, readWatermark } from './watermark.ts';

type LookUps = Omit<Intake, 'receive' | 'mayTalk' | 'withdrawn' | 'suggest'>;

/** The look-ups of {@link Intake}. */
export function lookUps(queries: Queries): LookUps {
  return {
    async conversationOf(room: RoomId, messageId: string) {
      const row = await queries
        .selectFrom('outbox')
        .select('conversation_id')
        .where('room_id', '=', room)
        .where('platform_message_id', '=', messageId)
        .executeTakeFirst();
      return row?.conversation_id ?? null;
    },

    async knows(room: RoomId, messageId: string) {
      const platform = room.slice(0, room.indexOf(':'));
      const row = await queries
        .selectFrom('inbox')
        .select('id')
        .where('platform', '=', platform)
        .where('room_id', '=', room)
        .where('message_id', '=', messageId)
        .where('kind', '=', 'message')
        .executeTakeFirst();
      return row !== undefined;
    },

    takesPart: (conversation: ConversationKey, messageId?: string) =>
      takesPart(queries, conversation, messageId),

    async attendsAll(room: RoomId) {
      const row = await queries.selectFrom('room').select('attend').where('id', '=', room).executeTakeFirst();
      return row?.attend === 'all';
    },

    lastSeen: (platform: Platform) => readWatermark(queries, platform),
    seen: (platform: Platform, messageId: string) => moveWatermark(queries, platform, messageId),

    async directs(platform: Platform) {
      const rows = await queries
        .selectFrom('room')
        .select('id')
        .where('platform', '=', platform)
        .where('kind', '=', 'dm')
        .execute();
      return rows.map((row) => row.id);
    },

    threads: (platform: Platform) => threadsOf(queries, platform),
  };
}

/** Those in which something was said to us or by us within a week, the latest first. */
async function threadsOf(queries: Queries, platform: Platform): Promise<readonly ConversationKey[]> {
  const { rows } = await sql<{ id: ConversationKey }>`
    select said.id from (
      select conversation_id as id, received_at as at from inbox
        where platform = ${platform} and kind = 'message' and received_at > now() - interval '7 days'
      union all
      select conversation_id, sent_at from outbox
        where platform = ${platform} and state = 'sent' and sent_at > now() - interval '7 days'
    ) said join conversation on conversation.id = said.id
    where conversation.thread is not null
    group by said.id order by max(said.at) desc limit 200`.execute(queries);
  return rows.map((row) => row.id);
}
