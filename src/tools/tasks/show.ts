// The message that shows a conversation's list: one for each list, edited in place by every later change. It is written in
// the transaction of the change. What was not sent yet is brought up to date in its row, so that no state is sent
// after a newer one.
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { ConversationKey } from '../../database/ids.ts';
import type { Row } from '../../database/tables.ts';
import { enqueue, type OutboxPayload } from '../../delivery/outbox.ts';
import { english, type Say } from '../../language/say.ts';
import { boardOf, isWorthShowing } from './board.ts';
import type { Task } from './list.ts';

/** The key of a list's first message; the later ones have a number behind it. */
const keyOf = (conversation: ConversationKey, list: number): string => `tasks:${conversation}:${list}`;

/**
 * Shows a list as it is now in its message, or makes that if the list is worth one. Part of the caller's transaction.
 *
 * @returns whether people see it in a message of its own
 */
export async function showList(
  queries: Queries,
  conversation: ConversationKey,
  list: number,
  say: Say = english,
): Promise<boolean> {
  const tasks = await tasksOf(queries, conversation, list);
  const key = keyOf(conversation, list);
  const first = await rowOf(queries, key);
  const { board, text } = boardOf(tasks, say);
  const { language } = say;
  if (!first) {
    if (!isWorthShowing(tasks)) return false;
    const place = await placeFor(queries, conversation);
    if (!place) return false;
    await enqueue(queries, [{ ...place, key, kind: 'notice', text, tasks: board, language }]);
    return true;
  }
  const { latest } = first.payload as OutboxPayload;
  const last = (latest === undefined ? undefined : await rowOf(queries, latest)) ?? first;
  if (last.state === 'waiting') {
    await put(
      queries,
      last,
      sql<string>`payload || ${JSON.stringify({ text, tasks: board, language })}::jsonb`,
    );
    return true;
  }
  const next = `${key}:${Number(last.key.slice(key.length + 1)) + 1}`;
  // A list that was taken back as a whole is over: what comes after it is shown below.
  const isOver = (last.payload as OutboxPayload).tasks?.items.length === 0;
  const { platform, room_id: room } = first;
  const message = { platform, room, conversation, key: next, kind: 'notice', language } as const;
  await enqueue(queries, [{ ...message, text, tasks: board, ...(isOver ? {} : { inPlaceOf: last.key }) }]);
  await put(queries, first, sql<string>`payload || ${JSON.stringify({ latest: next })}::jsonb`);
  return true;
}

const put = (queries: Queries, { id }: Row<'outbox'>, payload: RawBuilder<string>) =>
  queries.updateTable('outbox').set({ payload }).where('id', '=', id).execute();

const rowOf = (queries: Queries, key: string) =>
  queries.selectFrom('outbox').selectAll().where('key', '=', key).forNoKeyUpdate().executeTakeFirst();

const tasksOf = (queries: Queries, conversation: ConversationKey, list: number): Promise<readonly Task[]> =>
  queries
    .selectFrom('task')
    .select(['number', 'text', 'state'])
    .where('conversation_id', '=', conversation)
    .where('list', '=', list)
    .execute();

/** Where it is shown; null where we have not talked: a list that a private command began is not shown to others. */
async function placeFor(queries: Queries, conversation: ConversationKey) {
  const row = await queries
    .selectFrom('conversation')
    .innerJoin('room', 'room.id', 'conversation.room_id')
    .select(['room.id', 'room.platform', 'room.kind'])
    .select((eb) =>
      eb
        .exists(eb.selectFrom('turn').select('turn.id').where('turn.conversation_id', '=', conversation))
        .as('talked'),
    )
    .where('conversation.id', '=', conversation)
    .executeTakeFirstOrThrow();
  const { id: room, platform, kind, talked } = row;
  return kind === 'dm' || talked ? { platform, room, conversation } : null;
}
