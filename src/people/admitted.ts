// Strangers who wrote in a DM, and what an admin said of them: one row each. Rows only let in; whom the settings admit is
// taken out there.
import { sql } from 'kysely';
import type { Queries, Tx } from '../database/database.ts';
import type { PersonId } from '../database/ids.ts';
import type { Row } from '../database/tables.ts';
import type { Place, Speaker } from '../delivery/channel.ts';

export type Decision = 'admitted' | 'refused';
/** A row with the name of the person who decided. */
export type Admission = Row<'admission'> & { readonly decider: string | null };

/** What is decided about a person; null: nothing. One read by the key. */
export async function admissionOf(
  queries: Queries,
  person: PersonId,
): Promise<Row<'admission'>['state'] | null> {
  const row = await queries
    .selectFrom('admission')
    .select('state')
    .where('person_id', '=', person)
    .executeTakeFirst();
  return row?.state ?? null;
}

/** Notes that a stranger wrote; not what they wrote. The place has its rows. */
export async function noteStranger(tx: Tx, { id, name }: Speaker, place: Place): Promise<void> {
  await tx
    .insertInto('admission')
    .values({
      person_id: id,
      name,
      state: 'asked',
      room_id: place.room,
      conversation_id: place.conversation,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Strangers of whom no admin was asked yet. */
export async function untold(queries: Queries): Promise<Row<'admission'>[]> {
  return queries
    .selectFrom('admission')
    .selectAll()
    .where('state', '=', 'asked')
    .where('told_at', 'is', null)
    .orderBy('asked_at')
    .limit(20)
    .execute();
}

/** @returns false if another process has told them meanwhile */
export async function markTold(tx: Tx, person: PersonId): Promise<boolean> {
  const row = await tx
    .updateTable('admission')
    .set({ told_at: sql<Date>`now()` })
    .where('person_id', '=', person)
    .where('told_at', 'is', null)
    .returning('person_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** All rows of a platform's people, newest first; one of them, locked, if `person` is given. */
export async function admissions(tx: Queries, platform: string, person?: PersonId): Promise<Admission[]> {
  let query = tx
    .selectFrom('admission')
    .leftJoin('person', 'person.id', 'admission.decided_by')
    .selectAll('admission')
    .select('person.name as decider')
    .where(sql<boolean>`admission.person_id like ${`${platform}:%`}`)
    .orderBy('asked_at', 'desc');
  if (person !== undefined) query = query.where('person_id', '=', person).forNoKeyUpdate('admission');
  return query.execute();
}

/** Writes an admin's decision over an earlier one. */
export async function decide(
  tx: Tx,
  of: { readonly person: PersonId; readonly name: string; readonly by: PersonId },
  state: Decision,
): Promise<void> {
  const decided = { state, decided_by: of.by, decided_at: sql<Date>`now()` };
  await tx
    .insertInto('admission')
    .values({ person_id: of.person, name: of.name, ...decided })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(decided))
    .execute();
}
