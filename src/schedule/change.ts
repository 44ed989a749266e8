// Changing reminders: cancel, move, snooze, pause, resume, done. What is touched was named by the person, shown to the model
// here, or matches once; else the candidates come back.
import type { PersonId } from '../database/ids.ts';
import type { Row } from '../database/tables.ts';
import type { Line } from '../language/say.ts';
import { findMeant } from './find-reminder.ts';
import { isShift, movedTime } from './moved-time.ts';
import { next } from './recurrence/next.ts';
import { withRemarks } from './remarks.ts';
import { type Asking, lineOf, type Refusal, type ReminderOutcome, resolve } from './reminders.ts';
import type { Schedule } from './schedule.ts';
import { namesOneOccurrence, shiftedSeries } from './series-shift.ts';
import { createSchedule, handleOf, type Resolved, setAside, updateSchedule } from './store.ts';
import { changedRow, type ScheduleUndo } from './undo.ts';

export const changeActions = ['cancel', 'move', 'snooze', 'pause', 'resume', 'done'] as const;
export type ChangeAction = (typeof changeActions)[number];

type Changed =
  | {
      readonly row: Row<'schedule'>;
      readonly line: Line;
      /** Absent: what was changed is the row that was meant. */
      readonly undo?: ScheduleUndo;
    }
  | Refusal;

/** Changes the one that is meant; else says what could be meant. */
export async function changeReminder(
  asking: Asking,
  which: string,
  action: ChangeAction,
  words: string | null,
): Promise<ReminderOutcome> {
  const found = await findMeant(asking, which, action);
  if (!('row' in found)) return { type: 'refused', ...found };
  const { row } = found;
  const changed = await applyChange(asking, row, action, words);
  if (!('row' in changed)) return { type: 'refused', line: changed.line };
  const undo = changed.undo ?? { rows: [changedRow(row, changed.row)], ticked: [] };
  return { type: 'changed', row: changed.row, undo, line: changed.line };
}

async function applyChange(
  asking: Asking,
  row: Row<'schedule'>,
  action: ChangeAction,
  words: string | null,
): Promise<Changed> {
  const about = { handle: handleOf(row.id), text: row.text };
  switch (action) {
    case 'cancel': {
      if (row.state === 'cancelled') return { line: (say) => say('refused.cancelled', about) };
      const cancelled = await setAside(asking.queries, row, 'cancelled');
      return { row: cancelled, line: (say) => say('reminder.cancelled', about) };
    }
    case 'pause': {
      if (row.state !== 'active') return { line: (say) => say('refused.not-active', about) };
      const paused = await setAside(asking.queries, row, 'paused');
      return { row: paused, line: (say) => say('reminder.now-paused', about) };
    }
    case 'resume':
      return resume(asking, row);
    case 'done':
      return tickOff(asking, row);
    case 'snooze':
    case 'move':
      return moveTo(asking, row, action, words);
  }
}

async function resume(asking: Asking, row: Row<'schedule'>): Promise<Changed> {
  const first = row.spec ? next(row.spec as Schedule, asking.now) : null;
  if (row.state !== 'paused' || !first)
    return { line: (say) => say('refused.not-paused', { handle: handleOf(row.id) }) };
  const resumed = await updateSchedule(asking.queries, row, { state: 'active', nextAt: first });
  if ('twin' in resumed) return sameAs(resumed.twin);
  return { row: resumed.row, line: (say) => lineOf(resumed.row, asking.now, say) };
}

/** Ticks off what has fallen due; what was only once, or put off, does not come (again). The series stays. */
async function tickOff(asking: Asking, row: Row<'schedule'>): Promise<Changed> {
  const { queries, now } = asking;
  const ticked = await queries
    .updateTable('occurrence')
    .set({ done_at: now })
    .where('schedule_id', '=', row.id)
    .where('due_at', '<=', now)
    .where('done_at', 'is', null)
    .returning('id')
    .execute();
  const once = row.state === 'active' && (row.spec as Schedule).kind === 'once';
  const extra = await activeExtra(asking, row);
  const ended = extra && (await setAside(queries, extra, 'ended'));
  if (ticked.length === 0 && !once && !extra)
    return { line: (say) => say('refused.nothing-waits', { handle: handleOf(row.id) }) };
  const done = once ? await setAside(queries, row, 'ended') : row;
  const how = done.state === 'active' ? 'reminder.done-once' : 'reminder.done';
  const rows = [
    ...(once ? [changedRow(row, done)] : []),
    ...(extra && ended ? [changedRow(extra, ended)] : []),
  ];
  return {
    row: done,
    line: (say) => say(how, { handle: handleOf(row.id), text: row.text }),
    undo: { rows, ticked: ticked.map(({ id }) => id) },
  };
}

async function moveTo(
  asking: Asking,
  row: Row<'schedule'>,
  action: 'snooze' | 'move',
  words: string | null,
): Promise<Changed> {
  if (!words) return { line: (say) => say('refused.no-time', { action, handle: handleOf(row.id) }) };
  const zone = await zoneOfAddressee(asking, row);
  const resolved = byOldTime(asking, row, words, zone) ?? resolve(asking, words, zone, standingAt(row));
  if ('line' in resolved) return resolved;
  if (zone === null && resolved.wallTime) return { line: (say) => say('refused.no-zone') };
  const series = row.spec !== null && (row.spec as Schedule).kind !== 'once' && row.state === 'active';
  const whole = series && action === 'move' ? await wholeSeries(asking, row, words, resolved) : null;
  if (series && !whole && resolved.schedule.kind === 'once') return putOff(asking, row, words, resolved);
  const { turn } = asking;
  const to = whole ?? resolved;
  const moved = await updateSchedule(asking.queries, row, { state: 'active', words, resolved: to, turn });
  if ('twin' in moved) return sameAs(moved.twin);
  return { row: moved.row, line: (say) => withRemarks(lineOf(moved.row, asking.now, say), to, say) };
}

/** A series set in this turn or the one before and moved "half an hour later": all of it; null where one occurrence is meant. */
async function wholeSeries(
  asking: Asking,
  row: Row<'schedule'>,
  words: string,
  resolved: Resolved,
): Promise<Resolved | null> {
  const { said, askedAt: now, locale, queries, turn } = asking;
  const zone = row.zone ?? 'UTC';
  if (said === undefined || turn === null || !row.next_at || !isShift(words, { now, zone, locale }))
    return null;
  if (namesOneOccurrence(`${said} ${words}`, locale)) return null;
  const before = await queries
    .selectFrom('turn')
    .select('id')
    .where('conversation_id', '=', asking.conversation)
    .where('person_id', '=', asking.scope.person)
    .where('id', '<', turn)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row.turn_id !== turn && row.turn_id !== before?.id) return null;
  const by = resolved.first.getTime() - row.next_at.getTime();
  const schedule = shiftedSeries(row.spec as Schedule, by);
  const first = schedule && next(schedule, now);
  return schedule && first ? { schedule, first, wallTime: row.wall } : null;
}

/** When a reminder comes next, or came. Pure. */
function standingAt({ next_at: at, spec }: Row<'schedule'>): Date | undefined {
  const schedule = spec as Schedule | null;
  return at ?? (schedule?.kind === 'once' ? new Date(schedule.at) : undefined);
}

/** "Half an hour later", "to nine": said by the time that the reminder has. */
function byOldTime(
  { askedAt, now, locale }: Asking,
  row: Row<'schedule'>,
  words: string,
  known: string | null,
): Resolved | { readonly line: Line } | null {
  if (row.state !== 'active' || !row.next_at) return null;
  const zone = known ?? row.zone ?? 'UTC';
  const at = movedTime({ words, from: row.next_at, now: askedAt, zone, locale });
  if (!at) return null;
  if (at <= now) return { line: (say) => say('when.past') };
  return { schedule: { kind: 'once', at: at.toISOString(), zone }, first: at, wallTime: false };
}

const sameAs = (twin: Row<'schedule'>): Refusal => ({
  line: (say) => say('refused.same', { handle: handleOf(twin.id) }),
});

/** One occurrence of a series is put off: a row of its own, one at a time. The series stays as it is. */
async function putOff(
  asking: Asking,
  row: Row<'schedule'>,
  words: string,
  resolved: Resolved,
): Promise<Changed> {
  const standing = await activeExtra(asking, row);
  const put = standing
    ? await updateSchedule(asking.queries, standing, { words, resolved })
    : await createSchedule(asking.queries, {
        scope: { ...asking.scope, room: row.room_id },
        owner: row.owner_id,
        addressee: row.addressee_id,
        conversation: row.conversation_id,
        text: row.text,
        words,
        resolved,
        task: row.task,
        turn: asking.turn,
        tainted: row.tainted,
        askedAt: asking.askedAt,
        parent: row.id,
      });
  if ('twin' in put) return sameAs(put.twin);
  if ('stood' in put && put.stood) return sameAs(put.row);
  const line: Line = (say) => {
    const time = withRemarks(lineOf(put.row, asking.now, say), resolved, say);
    return say('reminder.put-off', { line: time, handle: handleOf(row.id) });
  };
  return { row: put.row, line, undo: { rows: [changedRow(standing ?? null, put.row)], ticked: [] } };
}

async function activeExtra(asking: Asking, row: Row<'schedule'>): Promise<Row<'schedule'> | undefined> {
  return asking.queries
    .selectFrom('schedule')
    .selectAll()
    .where('conversation_id', '=', row.conversation_id)
    .where('parent_id', '=', row.id)
    .where('state', '=', 'active')
    .executeTakeFirst();
}

/** Wall times are read on the clock of the person it is for. */
async function zoneOfAddressee(asking: Asking, row: Row<'schedule'>): Promise<string | null> {
  const addressee: PersonId | null = row.addressee_id;
  if (addressee === null || addressee === asking.scope.person) return asking.zone;
  const person = await asking.queries
    .selectFrom('person')
    .select('zone')
    .where('id', '=', addressee)
    .executeTakeFirst();
  return person?.zone ?? asking.zone;
}
