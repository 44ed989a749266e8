// The committing transactions: entries behind the leaf, messages into the outbox, inbox rows done, all under the epoch.
import { sql } from 'kysely';
import type { SettledAsk } from '../../claims/asks/ask.ts';
import type { NewEntry } from '../../context/entry.ts';
import type { Tx } from '../../database/database.ts';
import type { EntryId, InboxId, TurnId } from '../../database/ids.ts';
import { markDone } from '../../delivery/inbox.ts';
import { type Lease, leaseLost } from '../../delivery/lease.ts';
import { enqueue, type NewOutgoing } from '../../delivery/outbox.ts';
import { appendEntries } from '../history/tree.ts';

export interface Committing {
  readonly turn: TurnId | null;
  readonly entries: readonly NewEntry[];
  readonly outgoing: readonly NewOutgoing[];
  readonly done: readonly InboxId[];
}

/**
 * Writes what a piece of work has brought about. Part of the caller's transaction; if the lease's epoch has moved on, it
 * throws and nothing is committed.
 *
 * @param leaf the leaf behind which the entries are appended: the holder knows it, since only the holder moves it
 * @throws PeacrabError LEASE_LOST
 */
export async function commitWork(
  tx: Tx,
  lease: Lease,
  leaf: EntryId | null,
  work: Committing,
): Promise<void> {
  const ids = await appendEntries(tx, lease.conversation, leaf, work.turn, work.entries);
  await markDone(tx, work.done);
  await enqueue(tx, work.outgoing);
  const held = await tx
    .updateTable('conversation')
    .set({ leaf_id: ids.at(-1) ?? leaf })
    .where('id', '=', lease.conversation)
    .where('epoch', '=', lease.epoch)
    .returning('id')
    .executeTakeFirst();
  if (!held) throw leaseLost();
}

/** Ends a turn in this transaction. @param asks what was asked for in it, with what became of it */
export async function endTurn(
  tx: Tx,
  turn: TurnId,
  state: 'committed' | 'failed',
  asks: readonly SettledAsk[] = [],
): Promise<void> {
  const kept = asks.length === 0 ? null : JSON.stringify(asks);
  await tx
    .updateTable('turn')
    .set({ state, ended_at: sql<Date>`now()`, asks: kept })
    .where('id', '=', turn)
    .execute();
}
