// What becomes of a question: decided, expired or withdrawn. The row changes and its message is replaced in one transaction,
// so that no button is left under what is over.
import { sql } from 'kysely';
import type { Database, Tx } from '../../database/database.ts';
import type { PermissionId, PersonId, TurnId } from '../../database/ids.ts';
import { storeOwn } from '../../delivery/inbox.ts';
import { enqueue } from '../../delivery/outbox.ts';
import type { DecisionPayload } from '../../delivery/payload.ts';
import { sayFor } from '../../language/say.ts';
import { loadPerson } from '../../people/store.ts';
import { questionKey } from './ask.ts';
import type { Note } from './noted.ts';
import type { Approval } from './store.ts';
import { type Decision, expiredText, withdrawnText } from './words.ts';

/** Puts a text in the place of a question's message, wherever that is by now, or will be once it is sent. */
export async function replaceQuestion(tx: Tx, approval: Approval, text: string): Promise<void> {
  const row = await tx
    .selectFrom('outbox')
    .selectAll()
    .where('key', '=', questionKey(approval.id))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return;
  if (row.state === 'waiting') {
    const payload = JSON.stringify({ ...(row.payload as object), text, buttons: [] });
    await tx.updateTable('outbox').set({ payload }).where('id', '=', row.id).execute();
    return;
  }
  await enqueue(tx, [
    {
      key: `${row.key}:${approval.state}`,
      platform: row.platform,
      room: row.room_id,
      conversation: row.conversation_id,
      kind: 'notice',
      text,
      inPlaceOf: row.key,
    },
  ]);
}

/** Records a decision on a question that is being asked. @returns what it permits beyond this call; null: nothing */
export async function recordDecision(
  tx: Tx,
  approval: Approval,
  by: PersonId,
  decision: Decision,
  now: Date,
): Promise<PermissionId | null> {
  const denied = decision === 'deny';
  await tx
    .updateTable('approval')
    .set({
      state: denied ? 'denied' : 'approved',
      decision,
      decided_by: by,
      decided_at: now,
      ...(denied ? { ended_at: now } : {}),
    })
    .where('id', '=', approval.id)
    .execute();
  if (decision !== 'conversation' && decision !== 'always') return null;
  const { id } = await tx
    .insertInto('permission')
    .values({
      approval_id: approval.id,
      conversation_id: decision === 'conversation' ? approval.conversation_id : null,
      person_id: decision === 'conversation' ? approval.person_id : null,
      tool: approval.tool,
      args: JSON.stringify(approval.args),
      bound: JSON.stringify(approval.bound),
      given_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Ends what a turn has asked for and what has not run yet: its message was edited, or the conversation went back before it.
 *
 * @returns what was withdrawn
 */
export async function withdrawQuestions(tx: Tx, turns: readonly TurnId[]): Promise<readonly Approval[]> {
  if (turns.length === 0) return [];
  const rows = await tx
    .updateTable('approval')
    .set({ state: 'withdrawn', ended_at: sql<Date>`now()` })
    .where('turn_id', 'in', turns)
    .where('state', 'in', ['asking', 'approved'])
    .returningAll()
    .execute();
  for (const row of rows)
    await replaceQuestion(tx, row, withdrawnText(row, sayFor(await loadPerson(tx, row.person_id))));
  return rows;
}

/** Expires a question, with a line for the history. */
export async function expire(tx: Tx, approval: Approval): Promise<void> {
  const expired = { ...approval, state: 'expired' as const };
  await tx
    .updateTable('approval')
    .set({ state: 'expired', ended_at: sql<Date>`now()` })
    .where('id', '=', approval.id)
    .execute();
  await replaceQuestion(tx, expired, expiredText(approval, sayFor(await loadPerson(tx, approval.person_id))));
  const notice = `Nobody answered #${approval.id} in time: ${approval.tool} was not done`;
  await tellConversation(tx, expired, 'notice', { notice });
}

/** Puts what became of a question before the conversation that it was asked in, wherever it was answered. */
export async function tellConversation(
  tx: Tx,
  approval: Approval,
  kind: 'notice' | 'decision',
  payload: { readonly notice: string } | DecisionPayload,
): Promise<void> {
  const room = await tx
    .selectFrom('conversation')
    .innerJoin('room', 'room.id', 'conversation.room_id')
    .select(['room.platform', 'room.id as room_id'])
    .where('conversation.id', '=', approval.conversation_id)
    .executeTakeFirstOrThrow();
  await storeOwn(tx, {
    ...room,
    message_id: `${questionKey(approval.id)}:${kind}`,
    conversation_id: approval.conversation_id,
    person_id: approval.person_id,
    kind,
    payload: JSON.stringify(payload),
  });
}

/** Expires the questions whose time is over. @returns how many */
export async function expireQuestions(database: Database, now: Date, noted: Note): Promise<number> {
  const due = await database.db
    .selectFrom('approval')
    .select('id')
    .where('state', '=', 'asking')
    .where('expires_at', '<=', now)
    .limit(100)
    .execute();
  for (const { id } of due) {
    const expired = await database.transaction(async (tx) => {
      const row = await tx
        .selectFrom('approval')
        .selectAll()
        .where('id', '=', id)
        .where('state', '=', 'asking')
        .forNoKeyUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (row) await expire(tx, row);
      return row;
    });
    if (expired) noted({ approval: id, tool: expired.tool, state: 'expired', by: null });
  }
  return due.length;
}
