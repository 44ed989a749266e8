// What an entry of the list of troubles names, by its kind: the words in it, how it is tried again, how it is dropped.
import { sql } from 'kysely';
import type { Database, Tx } from '../../database/database.ts';
import type { InboxId, OutboxId, ScheduleId, TroubleId, TurnId } from '../../database/ids.ts';
import type { Row } from '../../database/tables.ts';
import { PeacrabError } from '../../errors.ts';

type Trouble = Row<'trouble'>;

/** The stored words that it concerns, as JSON; null if there are none. */
export async function wordsOf({ db }: Database, { kind, ref }: Trouble): Promise<string | null> {
  if (ref === null) return null;
  const payloads = async (): Promise<readonly object[]> => {
    switch (kind) {
      case 'event':
        return db
          .selectFrom('inbox')
          .select(['kind', 'payload'])
          .where('id', '=', ref as InboxId)
          .execute();
      case 'turn':
        return db
          .selectFrom('inbox')
          .select(['kind', 'payload'])
          .where('turn_id', '=', ref as TurnId)
          .execute();
      case 'outgoing':
        return db
          .selectFrom('outbox')
          .select(['kind', 'payload', 'error'])
          .where('id', '=', ref as OutboxId)
          .execute();
      case 'schedule':
        return db
          .selectFrom('schedule')
          .select(['text', 'words', 'spec'])
          .where('id', '=', ref as ScheduleId)
          .execute();
      case 'incoming':
        return [];
    }
  };
  const rows = await payloads();
  return rows.length === 0 ? null : rows.map((row) => JSON.stringify(row, null, 2)).join('\n');
}

/** Lets it be taken up again, and closes the entry, in one transaction. @throws PeacrabError CONFLICT */
export async function retryRows(database: Database, row: Trouble): Promise<void> {
  await database.transaction(async (tx) => {
    if (row.ref === null || !(await retryOne(tx, row, row.ref)))
      throw new PeacrabError(
        'CONFLICT',
        `${row.id} cannot be tried again: what it concerns was not kept or is over. Ask its person to say it again, and drop it.`,
      );
    await end(tx, row.id, 'retried');
  });
}

async function retryOne(tx: Tx, { id, kind, due_at: due }: Trouble, ref: number): Promise<boolean> {
  switch (kind) {
    case 'event':
      return moved(
        tx
          .updateTable('inbox')
          .set({ state: 'waiting', attempts: 0, turn_id: null })
          .where('id', '=', ref as InboxId)
          .where('state', '=', 'done'),
      );
    case 'turn':
      return retryTurn(tx, id, ref as TurnId);
    case 'outgoing':
      return moved(
        tx
          .updateTable('outbox')
          .set({
            state: 'waiting',
            attempts: 0,
            next_try_at: sql<Date>`now()`,
            lease_until: null,
            error: null,
          })
          .where('id', '=', ref as OutboxId)
          .where('state', '=', 'failed'),
      );
    case 'schedule':
      return due !== null && retrySchedule(tx, ref as ScheduleId, due);
    case 'incoming':
      return false;
  }
}

/** As its Retry button does: with the messages it had; what it has changed is not changed a second time. */
async function retryTurn(tx: Tx, id: TroubleId, turn: TurnId): Promise<boolean> {
  const { rows } = await sql<{ busy: boolean }>`
    select exists (select 1 from turn other where other.conversation_id = turn.conversation_id and other.state = 'running') as busy
    from turn where id = ${turn} for no key update`.execute(tx);
  if (rows[0]?.busy)
    throw new PeacrabError(
      'CONFLICT',
      `A turn runs in this conversation now. Try "retry ${id}" again when it has ended.`,
    );
  const isBack = await moved(
    tx
      .updateTable('turn')
      .set({
        state: 'running',
        attempts: 0,
        reached: 0,
        run: sql<number>`run + 1`,
        ended_at: null,
        head: null,
      })
      .where('id', '=', turn)
      .where('state', '=', 'failed'),
  );
  if (!isBack) return false;
  await sql`update occurrence set state = 'pending', ended_at = null from inbox
    where inbox.turn_id = ${turn} and inbox.kind = 'task' and inbox.message_id like 'fired:%'
      and schedule_id = split_part(inbox.message_id, ':', 2)::bigint
      and (extract(epoch from due_at) * 1000)::bigint = split_part(inbox.message_id, ':', 3)::bigint`.execute(
    tx,
  );
  return moved(tx.updateTable('inbox').set({ state: 'taken' }).where('turn_id', '=', turn));
}

/** At the instant that was due: its rules for what was missed say what comes of it now. */
async function retrySchedule(tx: Tx, schedule: ScheduleId, due: Date): Promise<boolean> {
  await tx
    .deleteFrom('occurrence')
    .where('schedule_id', '=', schedule)
    .where('due_at', '=', due)
    .where('state', '=', 'failed')
    .execute();
  return moved(
    tx
      .updateTable('schedule')
      .set({ state: 'active', next_at: due })
      .where('id', '=', schedule)
      .where('state', '=', 'paused'),
  );
}

/** Takes it off the list; of a message that was never sent nothing large is kept then. */
export async function dropRows(database: Database, { id, kind, ref }: Trouble): Promise<void> {
  await database.transaction(async (tx) => {
    await end(tx, id, 'dropped');
    if (kind === 'outgoing' && ref !== null)
      await sql`update outbox set payload = payload - 'file' - 'panel'
        where id = ${ref} and state = 'failed' and jsonb_typeof(payload) = 'object'`.execute(tx);
  });
}

async function end(tx: Tx, id: TroubleId, outcome: 'retried' | 'dropped'): Promise<void> {
  await tx.updateTable('trouble').set({ ended_at: sql<Date>`now()`, outcome }).where('id', '=', id).execute();
}

/** Whether an update has found its row. */
async function moved(update: {
  executeTakeFirst(): Promise<{ readonly numUpdatedRows: bigint }>;
}): Promise<boolean> {
  return (await update.executeTakeFirst()).numUpdatedRows > 0n;
}
