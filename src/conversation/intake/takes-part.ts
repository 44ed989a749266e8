// Whether we take part in a conversation: then no further mention is needed in it.
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { ConversationKey } from '../../database/ids.ts';

/** An admitted person has addressed us in it, or we have said something in it for all to see. */
export async function takesPart(
  queries: Queries,
  conversation: ConversationKey,
  before?: string,
): Promise<boolean> {
  // Ids are digits that grow with time.
  const earlier = (column: 'message_id' | 'platform_message_id') =>
    before === undefined
      ? sql``
      : sql`and (length(${sql.ref(column)}), ${sql.ref(column)}) < (length(${before}::text), ${before}::text)`;
  // Literals, so that the partial indexes of migration 0003 serve.
  const { rows } = await sql<{ part: boolean }>`
    select exists (select 1 from inbox where conversation_id = ${conversation} and kind = 'message' ${earlier('message_id')})
      or exists (
        select 1 from outbox where conversation_id = ${conversation} and state = 'sent'
          and kind in ('reply', 'reminder') and payload ->> 'privateTo' is null ${earlier('platform_message_id')}
      ) as part`.execute(queries);
  return rows[0]?.part ?? false;
}
