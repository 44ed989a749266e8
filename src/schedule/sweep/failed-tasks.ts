// Tasks that failed: tried again after a pause that is a row, not a timer, and a bounded number of times.
import { sql } from 'kysely';
import type { Database, Tx } from '../../database/database.ts';
import type { OccurrenceId, ScheduleId } from '../../database/ids.ts';

/** Pauses before the second, third and fourth run, in milliseconds. After that the task has failed. */
const pauses: readonly number[] = [60_000, 5 * 60_000, 15 * 60_000];
const batch = 100;

/** When a task that has now failed so many times is tried again; null: not any more. Pure. */
function nextRun(failures: number, now: Date): Date | null {
  const pause = pauses[failures - 1];
  return pause === undefined ? null : new Date(now.getTime() + pause);
}

/**
 * Records a failed run. Part of the transaction that ends the turn.
 *
 * @returns when it is tried again, or null if it has failed for good
 */
export async function taskFailed(tx: Tx, id: OccurrenceId, now: Date): Promise<Date | null> {
  const row = await tx
    .selectFrom('occurrence')
    .select(['attempts'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const at = nextRun(row.attempts + 1, now);
  await tx
    .updateTable('occurrence')
    .set({ attempts: row.attempts + 1, retry_at: at, ...(at ? {} : { state: 'failed', ended_at: now }) })
    .where('id', '=', id)
    .execute();
  return at;
}

/**
 * Puts a run off that was not made. Of several runs of one schedule that wait for the same instant the last stays; the
 * earlier ones were missed. Part of the caller's transaction.
 */
export async function putOffTask(
  tx: Tx,
  of: { readonly schedule: ScheduleId; readonly occurrence: OccurrenceId },
  until: Date,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('occurrence')
    .set({ state: 'missed', ended_at: now, retry_at: null })
    .where('schedule_id', '=', of.schedule)
    .where('state', '=', 'pending')
    .where('retry_at', '=', until)
    .where('id', '<', of.occurrence)
    .execute();
  await tx.updateTable('occurrence').set({ retry_at: until }).where('id', '=', of.occurrence).execute();
}

/**
 * Lets the rows of tasks whose pause is over wait again, with the turn they had. One whose schedule was cancelled since, or
 * that was ticked off, is skipped.
 */
export async function retryTasks(database: Database, now: Date): Promise<number> {
  const { rows } = await sql`
    with due as (
      select occurrence.id, schedule.state <> 'cancelled' and done_at is null as wanted
      from occurrence join schedule on schedule.id = schedule_id
      where retry_at <= ${now} order by retry_at limit ${batch} for no key update of occurrence skip locked
    ), started as (
      update occurrence set retry_at = null,
        state = case when wanted then state else 'skipped' end,
        ended_at = case when wanted then null else ${now}::timestamptz end
      from due where occurrence.id = due.id
      returning occurrence.due_at, occurrence.state, occurrence.schedule_id
    )
    update inbox set state = 'waiting'
    from started join schedule on schedule.id = started.schedule_id join room on room.id = schedule.room_id
    where started.state = 'pending' and inbox.platform = room.platform and inbox.room_id = room.id
      and inbox.message_id = 'fired:' || started.schedule_id || ':' || (extract(epoch from started.due_at) * 1000)::bigint
    returning inbox.id`.execute(database.db);
  return rows.length;
}
