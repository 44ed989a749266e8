// A schedule that is due and cannot be fired: its time cannot be read, or what it makes is refused. It is paused, its people
// are told, and the list of troubles has it, so that all others are fired.
import type { Tx } from '../../database/database.ts';
import type { ScheduleId } from '../../database/ids.ts';
import type { Row } from '../../database/tables.ts';
import { enqueue } from '../../delivery/outbox.ts';
import { recordTrouble } from '../../delivery/trouble.ts';
import { sayFor } from '../../language/say.ts';
import { handleOf } from '../store.ts';

type Unfired = Pick<Row<'schedule'>, 'id' | 'conversation_id' | 'owner_id' | 'next_at'>;

/** Puts it on the list of troubles, with the instant that was due. */
export async function noteUnfired(tx: Tx, row: Unfired, error: unknown): Promise<void> {
  await recordTrouble(
    tx,
    {
      kind: 'schedule',
      ref: row.id,
      conversation_id: row.conversation_id,
      person_id: row.owner_id,
      due_at: row.next_at,
    },
    error,
  );
}

/** Pauses a schedule of which not even the message can be made: nothing of its text is read or written. */
export async function pauseUnfired(tx: Tx, id: ScheduleId, now: Date, error: unknown): Promise<void> {
  const row = await tx
    .selectFrom('schedule')
    .innerJoin('room', 'room.id', 'schedule.room_id')
    .innerJoin('person', (join) =>
      join.on('person.id', '=', (eb) => eb.fn.coalesce('addressee_id', 'owner_id')),
    )
    .select([
      'schedule.id',
      'conversation_id',
      'owner_id',
      'addressee_id',
      'room_id',
      'room.platform',
      'next_at',
    ])
    .select(['person.language', 'person.locale'])
    .where('schedule.id', '=', id)
    .where('state', '=', 'active')
    .where('next_at', '<=', now)
    .forNoKeyUpdate('schedule')
    .executeTakeFirst();
  if (!row) return;
  await tx.updateTable('schedule').set({ state: 'paused', next_at: null }).where('id', '=', id).execute();
  await noteUnfired(tx, row, error);
  await enqueue(tx, [
    {
      key: `unfired:${id}:${row.next_at?.getTime()}`,
      platform: row.platform,
      room: row.room_id,
      conversation: row.conversation_id,
      kind: 'notice',
      text: sayFor(row)('due.unfired', { handle: handleOf(id) }),
      mention: row.addressee_id,
      fallback: row.addressee_id ?? row.owner_id,
    },
  ]);
}
