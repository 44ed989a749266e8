// The texts of discussions that we were called into, others' words: kept while their conversation lives, blanked after a day
// of quiet, and when one of those who spoke asks to be forgotten. They are stored with the message that called us, in its inbox row
// and in its entry; what is blanked there is blanked in both.
import { sql } from 'kysely';
import type { SpokenMessage } from '../../context/entry.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { ConversationKey, PersonId } from '../../database/ids.ts';
import type { Row } from '../../database/tables.ts';
import { readEvent } from '../../delivery/event.ts';

const quietMs = 24 * 3_600_000;
/** As in the partial indexes of migration 0009. */
const holdsSome = sql<boolean>`jsonb_path_exists(payload, '$.**.discussion[0]')`;

/** Blanks the discussions of conversations that had no entry for a day. @returns how many rows were blanked */
export async function blankQuietDiscussions(database: Database, now: Date): Promise<number> {
  const since = new Date(now.getTime() - quietMs);
  const { rows } = await sql<{ conversation: ConversationKey }>`
    select distinct held.conversation as conversation from (
      select conversation_id as conversation from entry where type = 'user' and ${holdsSome}
      union all
      select conversation_id from inbox where state = 'done' and received_at < ${since} and ${holdsSome}
    ) held
    -- The newest entry by its index: a comparison with all of them may be planned as a look through the whole table.
    where coalesce((select created_at from entry where entry.conversation_id = held.conversation order by id desc limit 1)
      < ${since}, true)`.execute(database.db);
  let blanked = 0;
  for (const { conversation } of rows)
    blanked += await database.transaction((tx) => blankIn(tx, conversation));
  return blanked;
}

/** Blanks, in inbox rows of one conversation, the discussions in which this person has spoken. */
export async function blankDiscussionsOf(
  tx: Tx,
  conversation: ConversationKey,
  person: PersonId,
): Promise<void> {
  for (const row of await inboxRows(tx, conversation))
    if (JSON.stringify(row.payload).includes(JSON.stringify(person))) await blankInbox(tx, row);
}

/** The conversations whose discussions a person has spoken in, whether or not they ever wrote to us. */
export async function heardIn(tx: Tx, person: PersonId) {
  const { rows } = await sql<Pick<Row<'inbox'>, 'conversation_id' | 'room_id'> & { platform: string }>`
    select distinct inbox.conversation_id, inbox.room_id, inbox.platform from inbox
    where ${holdsSome}
      and jsonb_path_exists(payload, '$.**.discussion[*] ? (@.person == $who)', ${JSON.stringify({ who: person })}::jsonb)`.execute(
    tx,
  );
  return rows;
}

/** Behind the holder's transactions, as if under a lease: an erasure at the same time must not be written over. */
async function blankIn(tx: Tx, conversation: ConversationKey): Promise<number> {
  await tx
    .selectFrom('conversation')
    .select('id')
    .where('id', '=', conversation)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const entries = await tx
    .selectFrom('entry')
    .select(['id', 'payload'])
    .where('conversation_id', '=', conversation)
    .where('type', '=', 'user')
    .where(holdsSome)
    .execute();
  for (const { id, payload } of entries) {
    const { messages, ...rest } = payload as { readonly messages: readonly SpokenMessage[] };
    const after = JSON.stringify({ ...rest, messages: messages.map(without) });
    await tx.updateTable('entry').set({ payload: after }).where('id', '=', id).execute();
  }
  const rows = (await inboxRows(tx, conversation)).filter(({ state }) => state === 'done');
  for (const row of rows) await blankInbox(tx, row);
  return entries.length + rows.length;
}

const inboxRows = (tx: Tx, conversation: ConversationKey) =>
  tx
    .selectFrom('inbox')
    .select(['id', 'kind', 'payload', 'state'])
    .where('conversation_id', '=', conversation)
    .where(holdsSome)
    // An edit of one of them is not written over.
    .forNoKeyUpdate()
    .execute();

async function blankInbox(tx: Tx, row: Pick<Row<'inbox'>, 'id' | 'kind' | 'payload'>): Promise<void> {
  const { id, kind, payload } = readEvent(row);
  if (kind !== 'message') return;
  const { again } = payload;
  const after = {
    ...without(payload),
    ...(again ? { again: { ...again, messages: again.messages.map(without) } } : {}),
  };
  await tx
    .updateTable('inbox')
    .set({ payload: JSON.stringify(after) })
    .where('id', '=', id)
    .execute();
}

/** An empty list stays: that there was one is told, and taints what was made of it. */
const without = <T extends { readonly discussion?: readonly unknown[] }>(message: T): T =>
  message.discussion ? { ...message, discussion: [] } : message;
