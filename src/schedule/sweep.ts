// The sweep: what is due becomes, in one transaction, an occurrence, its message in the outbox, its line on the way into
// the conversation's history, and a new next time. The database decides what is due; timers only make us look.
import { DateTime } from 'luxon';
import type { Database, Tx } from '../database/database.ts';
import type { Row } from '../database/tables.ts';
import { storeFired } from '../delivery/inbox.ts';
import { enqueue } from '../delivery/outbox.ts';
import { next } from './next.ts';
import type { Schedule } from './schedule.ts';
import { handleOf } from './store.ts';

/** Later than this a reminder says so, in milliseconds. */
export const lateAfterMs = 60_000;
const batch = 100;

/**
 * Fires what is due.
 *
 * @param now the instant up to which schedules are due
 * @returns how many schedules were fired
 */
export async function sweep(database: Database, now: Date): Promise<number> {
  let fired = 0;
  for (;;) {
    const count = await database.transaction((tx) => fireBatch(tx, now));
    fired += count;
    if (count < batch) return fired;
  }
}

async function fireBatch(tx: Tx, now: Date): Promise<number> {
  const due = await tx
    .selectFrom('schedule')
    .innerJoin('room', 'room.id', 'schedule.room_id')
    .selectAll('schedule')
    .select('room.platform')
    .where('schedule.state', '=', 'active')
    .where('schedule.next_at', '<=', now)
    .orderBy('schedule.next_at')
    .limit(batch)
    .forUpdate('schedule')
    .skipLocked()
    .execute();
  for (const row of due) await fire(tx, row, now);
  return due.length;
}

async function fire(tx: Tx, row: Row<'schedule'> & { platform: string }, now: Date): Promise<void> {
  const schedule = row.spec as Schedule;
  const { due, missed, following } = instantsOf(schedule, row.next_at ?? now, now);
  const occurrence = await tx
    .insertInto('occurrence')
    .values({ schedule_id: row.id, due_at: due, state: 'pending' })
    .onConflict((conflict) => conflict.columns(['schedule_id', 'due_at']).doNothing())
    .returning('id')
    .executeTakeFirst();
  await tx
    .updateTable('schedule')
    .set({ next_at: following, ...(following ? {} : { state: 'ended' as const }) })
    .where('id', '=', row.id)
    .execute();
  if (!occurrence) return;
  for (const instant of missed) {
    await tx
      .insertInto('occurrence')
      .values({ schedule_id: row.id, due_at: instant, state: 'missed', ended_at: now })
      .onConflict((conflict) => conflict.columns(['schedule_id', 'due_at']).doNothing())
      .execute();
  }
  const key = `fired:${row.id}:${due.getTime()}`;
  const person = row.addressee_id ?? row.owner_id;
  await enqueue(tx, [
    {
      key,
      platform: row.platform,
      room: row.room_id,
      conversation: row.conversation_id,
      kind: 'reminder',
      text: `⏰ ${row.text}${lateLabel(schedule.zone, due, now, missed.length)} (${handleOf(row.id)})`,
      buttons: [
        { label: 'Done', action: `done:${row.id}` },
        { label: 'Snooze 10 min', action: `snooze:${row.id}:in 10 minutes` },
        { label: '1 h', action: `snooze:${row.id}:in 1 hour` },
        { label: 'Tomorrow 9:00', action: `snooze:${row.id}:tomorrow 09:00` },
      ],
      mention: person,
      fallback: person,
      occurrence: occurrence.id,
    },
  ]);
  await storeFired(tx, {
    platform: row.platform,
    room: row.room_id,
    conversation: row.conversation_id,
    person,
    key,
    payload: { handle: handleOf(row.id), text: row.text, due: due.toISOString(), to: person },
  });
}

const missedAtMost = 1000;

/**
 * From the first instant that fell due: the one to deliver (the latest up to `now`), those that were missed before it,
 * and the one that follows. Pure.
 */
export function instantsOf(
  schedule: Schedule,
  first: Date,
  now: Date,
): { due: Date; missed: Date[]; following: Date | null } {
  const missed: Date[] = [];
  let due = first;
  let following = next(schedule, due);
  while (following && following <= now) {
    if (missed.length < missedAtMost) missed.push(due);
    due = following;
    following = next(schedule, due);
  }
  return { due, missed, following };
}

/** " (due 09:00, sent 11:40)" in the schedule's zone when it is late, with what was missed. Pure. */
export function lateLabel(zone: string, due: Date, now: Date, missed: number): string {
  if (now.getTime() - due.getTime() <= lateAfterMs) return '';
  const dueAt = DateTime.fromJSDate(due, { zone });
  const sentAt = DateTime.fromJSDate(now, { zone });
  const format = dueAt.hasSame(sentAt, 'day') ? 'HH:mm' : 'd LLL HH:mm';
  const earlier = missed > 0 ? `; ${missed} earlier one${missed > 1 ? 's' : ''} missed` : '';
  return ` (due ${dueAt.toFormat(format, { locale: 'en' })}, sent ${sentAt.toFormat(format, { locale: 'en' })}${earlier})`;
}
