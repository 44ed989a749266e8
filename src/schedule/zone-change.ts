// When a person's zone changes, what is addressed to them as wall time moves with it: nine o'clock stays nine o'clock. Elapsed
// time, and times that were said with a zone of their own, stay where they are.
import type { Queries } from '../database/database.ts';
import type { PersonId } from '../database/ids.ts';
import type { Row } from '../database/tables.ts';
import { next } from './recurrence/next.ts';
import { toInstant, toLocal } from './recurrence/zoned.ts';
import type { Schedule } from './schedule.ts';
import { setAside, updateSchedule } from './store.ts';

/**
 * Moves a person's wall-time schedules to a zone. Doing it again changes nothing.
 *
 * @returns those that were moved, soonest first
 */
export async function moveToZone(
  queries: Queries,
  person: PersonId,
  zone: string,
  now: Date,
): Promise<readonly Row<'schedule'>[]> {
  const rows = await queries
    .selectFrom('schedule')
    .selectAll()
    .where('addressee_id', '=', person)
    .where('wall', '=', true)
    .where('state', 'in', ['active', 'paused'])
    .where('zone', '<>', zone)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const moved: Row<'schedule'>[] = [];
  for (const row of rows) {
    const schedule = inZone(row.spec as Schedule, zone);
    const first = schedule.kind === 'once' ? new Date(schedule.at) : next(schedule, now);
    if (!first) continue;
    const resolved = { schedule, first, wallTime: true };
    const after = await updateSchedule(queries, row, {
      resolved,
      ...(row.state === 'paused' ? { nextAt: null } : {}),
    });
    // The same in the new zone as another: one of them is enough.
    if ('twin' in after) await setAside(queries, row, 'cancelled');
    else moved.push(after.row);
  }
  return moved.sort((a, b) => (a.next_at?.getTime() ?? 0) - (b.next_at?.getTime() ?? 0));
}

/** The same wall time in another zone. An instant that has passed there falls due at once, and says that it is late. Pure. */
export function inZone(schedule: Schedule, zone: string): Schedule {
  if (schedule.kind !== 'once') return { ...schedule, zone };
  const local = toLocal(Date.parse(schedule.at), schedule.zone);
  return { ...schedule, zone, at: new Date(toInstant(local, zone)).toISOString() };
}
