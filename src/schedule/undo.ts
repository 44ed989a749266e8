// Undo of changes to schedules: rows go back to what they were, what was new is cancelled, what was ticked off is not any
// more. Where that cannot be, nothing is written and a sentence says why.
import type { Queries } from '../database/database.ts';
import type { OccurrenceId, ScheduleId, TurnId } from '../database/ids.ts';
import type { Row } from '../database/tables.ts';
import type { Line } from '../language/say.ts';
import { next } from './recurrence/next.ts';
import type { Schedule } from './schedule.ts';
import { handleOf, twinOf } from './store.ts';

/** How a row was. */
type ScheduleSnapshot = Pick<Row<'schedule'>, 'state' | 'spec' | 'spec_key' | 'zone' | 'words' | 'wall'> & {
  readonly next_at: string | null;
  /** Absent in snapshots of before it was kept. */
  readonly turn_id?: TurnId | null;
};

/** What Undo of a change needs. Plain JSON, kept with the effect. */
export interface ScheduleUndo {
  readonly rows: readonly ChangedRow[];
  /** Occurrences that were ticked off. */
  readonly ticked: readonly OccurrenceId[];
}

interface ChangedRow {
  readonly id: ScheduleId;
  /** Null: the row is new. */
  readonly before: ScheduleSnapshot | null;
  /** Its time as the change left it: with another one it has changed since. */
  readonly key: string;
}

/** @param before the row before the change; null: the change made it */
export function changedRow(before: Row<'schedule'> | null, after: Row<'schedule'>): ChangedRow {
  return { id: after.id, before: before && snapshotOf(before), key: after.spec_key };
}

function snapshotOf(row: Row<'schedule'>): ScheduleSnapshot {
  return {
    state: row.state,
    spec: row.spec,
    spec_key: row.spec_key,
    zone: row.zone,
    words: row.words,
    wall: row.wall,
    next_at: row.next_at?.toISOString() ?? null,
    turn_id: row.turn_id,
  };
}

/** Why nothing was taken back. `over`: it never can be, because what was set has come. */
export interface NotUndone {
  readonly line: Line;
  readonly over: boolean;
}

/**
 * Takes a change back as a whole, or not at all. A series goes on from now; what was once and has not come comes late.
 *
 * @param since when the change was made, by the database's clock
 */
export async function undoSchedules(
  queries: Queries,
  { rows, ticked }: ScheduleUndo,
  since: Date,
  now: Date,
): Promise<NotUndone | null> {
  const restored: Restored[] = [];
  for (const changed of rows) {
    const row = await queries
      .selectFrom('schedule')
      .selectAll()
      .where('id', '=', changed.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const values = restoredRow(changed, row, now);
    const refused = await refusal(queries, changed, row, values, since);
    if (refused) return refused;
    restored.push({ id: row.id, values });
  }
  for (const { id, values } of restored)
    await queries.updateTable('schedule').set(values).where('id', '=', id).execute();
  if (ticked.length > 0)
    await queries.updateTable('occurrence').set({ done_at: null }).where('id', 'in', ticked).execute();
  return null;
}

/** What is said of a row that something newer has changed. Pure. */
export const changedSince =
  (what: Line): Line =>
  (say) =>
    say('undo.changed-since', { what: what(say) });

interface Restored {
  readonly id: ScheduleId;
  readonly values: ReturnType<typeof restoredRow>;
}

/** The values that put a row back. Pure. */
function restoredRow({ before }: ChangedRow, row: Row<'schedule'>, now: Date) {
  if (!before) return { state: 'cancelled' as const, next_at: null, spec_key: row.spec_key };
  const spec = before.spec as Schedule | null;
  const isPast = before.next_at !== null && new Date(before.next_at) <= now;
  const following = isPast && spec && spec.kind !== 'once' ? next(spec, now) : before.next_at;
  return {
    ...before,
    next_at: following,
    state: isPast && !following ? ('ended' as const) : before.state,
    spec: spec && JSON.stringify(spec),
  };
}

async function refusal(
  queries: Queries,
  { before, key }: ChangedRow,
  row: Row<'schedule'>,
  values: ReturnType<typeof restoredRow>,
  since: Date,
): Promise<NotUndone | null> {
  const handle = handleOf(row.id);
  if (row.state === 'ended' && (await hasComeSince(queries, row.id, since)))
    return { line: (say) => say('undo.come-since', { what: handle }), over: true };
  // A new row may have got its time later, by the person's answer; one that was there may not.
  if (before ? row.spec_key !== key : row.state === 'cancelled')
    return { line: changedSince(() => handle), over: false };
  const twin =
    (values.state === 'active' || values.state === 'asking') &&
    (await twinOf(queries, row, values.spec_key).where('id', '<>', row.id).executeTakeFirst());
  return twin ? { line: (say) => say('undo.same', { what: handleOf(twin.id) }), over: false } : null;
}

async function hasComeSince(queries: Queries, id: ScheduleId, since: Date): Promise<boolean> {
  const come = await queries
    .selectFrom('occurrence')
    .select('id')
    .where('schedule_id', '=', id)
    .where('created_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return come !== undefined;
}
