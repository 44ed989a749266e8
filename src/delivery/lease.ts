// Leases: only the holder of a conversation's lease appends entries or moves its leaf. A lease has an epoch; every
// committing transaction names it and fails if it has moved on. A lease ends by the database's clock, and at once when the
// process that owns it is dead (database/process-lock.ts).
import { sql } from 'kysely';
import type { Database, Queries, Tx } from '../database/database.ts';
import type { ConversationKey } from '../database/ids.ts';
import { isAlive } from '../database/process-lock.ts';
import type { Row } from '../database/tables.ts';
import { PeacrabError } from '../errors.ts';

export interface Lease {
  readonly conversation: ConversationKey;
  readonly epoch: number;
}

/**
 * Leases conversations that have something waiting and no lease: persons in turn. A conversation counts for the
 * person who is first in line there. Each person's first one comes before any second one, those that run now counted in;
 * among these the person served longest ago is first; then the oldest open row decides.
 *
 * @param owner the name of this process's holder
 * @param ms how long a lease lasts unless it is renewed
 * @param limit how many at most; if fewer come back, there were no more
 */
export async function takeLeases(
  database: Database,
  owner: string,
  ms: number,
  limit: number,
): Promise<Lease[]> {
  const isHeld = sql<boolean>`(conversation.lease_until is not null and conversation.lease_until >= now()
    and (conversation.lease_owner = ${owner} or ${isAlive(sql`conversation.lease_owner`)}))`;
  const { rows } = await sql<{ id: ConversationKey; epoch: number; position: number }>`
    with first as (
      select distinct on (conversation_id) conversation_id, id as oldest, person_id
      from inbox where state <> 'done' order by conversation_id, id
    ), served as (
      select person_id, (select max(created_at) from turn where turn.person_id = each.person_id) as last
      from (select distinct person_id from first) each
    ), placed as (
      select id, person_id, oldest, held, row_number() over (partition by person_id order by held desc, oldest) as place
      from (
        select conversation.id, person_id, oldest, ${isHeld} as held
        from first join conversation on conversation.id = conversation_id
      ) each
    ), line as (
      select id, row_number() over (order by place, last nulls first, oldest) as position
      from placed join served using (person_id) where not held
    ), free as (
      select conversation.id, position from conversation join line on line.id = conversation.id
      where not ${isHeld}
      order by position limit ${limit} for no key update of conversation skip locked
    )
    update conversation set epoch = epoch + 1, lease_owner = ${owner}, lease_until = now() + ${ms} * interval '1 millisecond'
    from free where conversation.id = free.id
    returning conversation.id, conversation.epoch, free.position`.execute(database.db);
  return rows.sort((a, b) => a.position - b.position).map(({ id, epoch }) => ({ conversation: id, epoch }));
}

/**
 * The guard of every committing transaction: locks the conversation's row under the lease's epoch.
 *
 * FOR NO KEY UPDATE excludes every other guard, taking of a lease and update of the row, since none of them changes the
 * row's key. It lets pass the KEY SHARE of foreign keys: the sweep inserts rows for the conversation while it has
 * schedules locked, which this transaction may wait for.
 *
 * @throws PeacrabError LEASE_LOST if another holder has taken over
 */
export async function underLease(tx: Tx, lease: Lease): Promise<Row<'conversation'>> {
  const row = await tx
    .selectFrom('conversation')
    .selectAll()
    .where('id', '=', lease.conversation)
    .where('epoch', '=', lease.epoch)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw leaseLost();
  return row;
}

/** What a transaction ends with when the epoch has moved on. */
export const leaseLost = (): PeacrabError =>
  new PeacrabError(
    'LEASE_LOST',
    'Another process has taken over this conversation; what was under way here is dropped.',
  );

/** Prolongs a lease. @returns false if it is lost */
export async function renewLease(queries: Queries, lease: Lease, ms: number): Promise<boolean> {
  const { rows } = await sql`
    update conversation set lease_until = now() + ${ms} * interval '1 millisecond'
    where id = ${lease.conversation} and epoch = ${lease.epoch} returning id`.execute(queries);
  return rows.length === 1;
}

/** Gives a lease back. @param idle only if nothing waits in the conversation. @returns whether it was given back */
export async function releaseLease(
  queries: Queries,
  lease: Lease,
  idle: 'idle' | 'anyway',
): Promise<boolean> {
  let release = queries
    .updateTable('conversation')
    .set({ lease_until: null, lease_owner: null })
    .where('id', '=', lease.conversation)
    .where('epoch', '=', lease.epoch)
    .returning('id');
  if (idle === 'idle') {
    release = release.where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('inbox')
            .select('inbox.id')
            .whereRef('inbox.conversation_id', '=', 'conversation.id')
            .where('inbox.state', '<>', 'done'),
        ),
      ),
    );
  }
  return (await release.executeTakeFirst()) !== undefined;
}
