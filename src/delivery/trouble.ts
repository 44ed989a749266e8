// The list of what was set aside: written in the transaction that sets something aside, counted for whoever monitors the
// bot, closed when it is answered after all, tried again or dropped.
import { sql } from 'kysely';
import type { Queries } from '../database/database.ts';
import { whyOf } from '../database/faults.ts';
import type { NewRow, Row } from '../database/tables.ts';
import { messageOf } from '../errors.ts';

export type TroubleKind = Row<'trouble'>['kind'];

const detailAtMost = 500;

type NewTrouble = Pick<NewRow<'trouble'>, 'kind' | 'ref'> &
  Partial<Pick<NewRow<'trouble'>, 'conversation_id' | 'person_id' | 'due_at'>>;

/** Records that something was set aside. What is on the list already stays as it is. */
export async function recordTrouble(queries: Queries, what: NewTrouble, error: unknown): Promise<void> {
  await queries
    .insertInto('trouble')
    .values({ ...what, why: whyOf(error), detail: messageOf(error).slice(0, detailAtMost) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Closes the entry of what went well after all. */
export async function closeTrouble(queries: Queries, kind: TroubleKind, ref: number): Promise<void> {
  await queries
    .updateTable('trouble')
    .set({ ended_at: sql<Date>`now()`, outcome: 'answered' })
    .where('kind', '=', kind)
    .where('ref', '=', ref)
    .where('ended_at', 'is', null)
    .execute();
}

/** How much is set aside and neither tried again nor dropped, by kind; kinds without any are left out. */
export async function countTrouble(
  queries: Queries,
): Promise<Readonly<Partial<Record<TroubleKind, number>>>> {
  const { rows } = await sql<{ kind: TroubleKind; count: number }>`
    select kind, count(*) as count from trouble where ended_at is null group by kind order by kind`.execute(
    queries,
  );
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, Number(count)]));
}
