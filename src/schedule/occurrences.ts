// How an occurrence ends: its message was sent in time, late, or not at all. Written in the transaction that records the
// delivery.
import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { ClaimedRow } from '../delivery/outbox.ts';
import { lateAfterMs } from './sweep.ts';

/** Called by the sender for every row that has come to its end. */
export async function recordDelivery(tx: Tx, row: ClaimedRow, outcome: 'sent' | 'failed'): Promise<void> {
  if (row.occurrence_id === null) return;
  const sent = sql<
    'late' | 'delivered'
  >`case when now() - due_at > ${lateAfterMs} * interval '1 millisecond' then 'late' else 'delivered' end`;
  await tx
    .updateTable('occurrence')
    .set({ state: outcome === 'failed' ? 'failed' : sent, ended_at: sql<Date>`now()` })
    .where('id', '=', row.occurrence_id)
    .execute();
}
