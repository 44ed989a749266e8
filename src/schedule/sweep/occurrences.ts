// How an occurrence ends: its message was sent in time, late, or not at all. Written in the transaction that records the
// delivery. And its text, if it turns out to be late only when it is sent.
import type { Database, Tx } from '../../database/database.ts';
import type { ClaimedRow, OutboxPayload } from '../../delivery/outbox.ts';
import { dueText, lateAfterMs } from './label.ts';

/** A task may take its time: later than this its answer counts as late, in milliseconds. */
const taskLateAfterMs = 10 * 60_000;

/** Called by the sender for every row that has come to its end. */
export async function recordDelivery(
  tx: Tx,
  row: ClaimedRow,
  outcome: 'sent' | 'failed',
  now: Date,
): Promise<void> {
  if (row.occurrence_id === null) return;
  const after = row.turn_id === null ? lateAfterMs : taskLateAfterMs;
  const inTime = new Date(now.getTime() - after);
  await tx
    .updateTable('occurrence')
    .set((eb) => ({
      state:
        outcome === 'failed'
          ? eb.val('failed' as const)
          : eb
              .case()
              .when('due_at', '<', inTime)
              .then(eb.val('late' as const))
              .else(eb.val('delivered' as const))
              .end(),
      ended_at: now,
    }))
    .where('id', '=', row.occurrence_id)
    .execute();
}

/** The row with the label that it needs now; stored first, because a second look may search for the text. */
export async function wordLate(database: Database, row: ClaimedRow, now: Date): Promise<ClaimedRow> {
  const payload = row.payload as OutboxPayload;
  if (!payload.due) return row;
  const text = dueText(payload.due, now);
  if (text === payload.text) return row;
  const worded = { ...payload, text };
  await database.db
    .updateTable('outbox')
    .set({ payload: JSON.stringify(worded) })
    .where('id', '=', row.id)
    .execute();
  return { ...row, payload: worded };
}
