// Tasks that failed: tried again after a pause that is a row, not a timer, and a bounded number of times.
import { sql } from 'kysely';
import type { Database, Tx } from '../database/database.ts';
import type { OccurrenceId } from '../database/ids.ts';

/** Pauses before the second, third and fourth run, in milliseconds. After that the task has failed. */
const pauses: readonly number[] = [60_000, 5 * 60_000, 15 * 60_000];
const batch = 100;

/** When a task that has now failed so many times is tried again; null: not any more. Pure. */
export function nextRun(failures: number, now: Date): Date | null {
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
    .forUpdate()
    .executeTakeFirstOrThrow();
  const at = nextRun(row.attempts + 1, now);
  await tx
    .updateTable('occurrence')
    .set({ attempts: row.attempts + 1, retry_at: at, ...(at ? {} : { state: 'failed', ended_at: now }) })
    .where('id', '=', id)
    .execute();
  return at;
}

/** Starts the next run of tasks whose pause is over; one whose schedule was cancelled since is skipped. */
export async function retryTasks(database: Database, now: Date): Promise<number> {
  const { rows } = await sql`
    with due as (
      select id from occurrence where retry_at <= ${now} order by retry_at limit ${batch} for update skip locked
    ), started as (
      update occurrence set retry_at = null,
        state = case when schedule.state = 'cancelled' then 'skipped' else occurrence.state end,
        ended_at = case when schedule.state = 'cancelled' then ${now}::timestamptz end
      from due, schedule
      where occurrence.id = due.id and schedule.id = occurrence.schedule_id
      returning occurrence.id, occurrence.attempts, occurrence.due_at, occurrence.state, occurrence.schedule_id
    )
    insert into inbox (platform, room_id, message_id, conversation_id, person_id, kind, payload)
    select room.platform, room.id, 'task:' || started.id || ':' || started.attempts, schedule.conversation_id,
      schedule.owner_id, 'task', jsonb_build_object(
        'task', schedule.text, 'handle', 'r' || schedule.id, 'schedule', schedule.id, 'occurrence', started.id,
        'dueAt', to_char(started.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'zone', schedule.zone, 'tainted', schedule.tainted)
    from started join schedule on schedule.id = started.schedule_id join room on room.id = schedule.room_id
    where started.state = 'pending'
    on conflict (platform, room_id, message_id) do nothing
    returning id`.execute(database.db);
  return rows.length;
}
