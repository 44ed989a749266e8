// A task's run that failed is tried again in its turn: what it has done is known there, so it is not done twice, and its
// receipts reach people when a run succeeds.
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { TurnId } from '../../database/ids.ts';
import type { InboxEvent } from '../../delivery/event.ts';
import { type Lease, leaseLost } from '../../delivery/lease.ts';
import type { TurnRow } from '../turn/turn-row.ts';

/** Sets a failed turn going again for the row it had, in one statement under the epoch. @throws PeacrabError LEASE_LOST */
export async function reopenTurn(
  queries: Queries,
  lease: Lease,
  row: InboxEvent<'task'>,
  turn: TurnId,
): Promise<TurnRow> {
  const { rows } = await sql<{ run: number }>`
    with reopened as (
      update turn set state = 'running', attempts = 1, reached = 0, run = turn.run + 1, ended_at = null, head = null from conversation
      where turn.id = ${turn} and conversation.id = turn.conversation_id
        and conversation.id = ${lease.conversation} and conversation.epoch = ${lease.epoch}
      returning turn.run
    ), bound as (
      update inbox set state = 'taken' from reopened where inbox.id = ${row.id} returning inbox.id
    )
    select run from reopened`.execute(queries);
  if (!rows[0]) throw leaseLost();
  return { id: turn, attempts: 1, reached: 0, run: rows[0].run, head: null };
}
