// Changing reminders: cancel, move, snooze, pause, resume, done. What is touched was named by the person, shown to the model
// here, or matches once; else the candidates come back.
import type { PersonId } from '../database/ids.ts';
import type { Row } from '../database/tables.ts';
import { findMeant } from './find-reminder.ts';
import { next } from './recurrence/next.ts';
import { type Asking, lineOf, type ReminderOutcome, resolve } from './reminders.ts';
import type { Schedule } from './schedule.ts';
import { createSchedule, handleOf, type Resolved, setAside, updateSchedule } from './store.ts';
import { changedRow, type ScheduleUndo } from './undo.ts';

export const changeActions = ['cancel', 'move', 'snooze', 'pause', 'resume', 'done'] as const;
export type ChangeAction = (typeof changeActions)[number];

type Changed =
  | {
      readonly row: Row<'schedule'>;
      readonly line: string;
      /** Absent: what was changed is the row that was meant. */
      readonly undo?: ScheduleUndo;
    }
  | { readonly refusal: string };

/** Changes the one that is meant; else says what could be meant. */
export async function changeReminder(
  asking: Asking,
  which: string,
  action: ChangeAction,
  words: string | null,
): Promise<ReminderOutcome> {
  const found = await findMeant(asking, which, action);
  if ('refusal' in found) return { type: 'refused', line: found.refusal };
  const { row } = found;
  const changed = await applyChange(asking, row, action, words);
  if ('refusal' in changed) return { type: 'refused', line: changed.refusal };
  const undo = changed.undo ?? { rows: [changedRow(row, changed.row)], ticked: [] };
  return { type: 'changed', row: changed.row, undo, line: changed.line };
}

async function applyChange(
  asking: Asking,
  row: Row<'schedule'>,
  action: ChangeAction,
  words: string | null,
): Promise<Changed> {
  switch (action) {
    case 'cancel': {
      if (row.state === 'cancelled') return { refusal: `${handleOf(row.id)} is cancelled already.` };
      const cancelled = await setAside(asking.queries, row, 'cancelled');
      return { row: cancelled, line: `cancelled ${handleOf(row.id)}: ${row.text}` };
    }
    case 'pause': {
      if (row.state !== 'active')
        return { refusal: `${handleOf(row.id)} is not active, so it cannot be paused.` };
      const paused = await setAside(asking.queries, row, 'paused');
      return { row: paused, line: `paused ${handleOf(row.id)}: ${row.text}` };
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
    return { refusal: `${handleOf(row.id)} is not paused, or its time has passed; say a new time.` };
  const resumed = await updateSchedule(asking.queries, row, { state: 'active', nextAt: first });
  if ('twin' in resumed) return sameAs(resumed.twin);
  return { row: resumed.row, line: lineOf(resumed.row, asking.now) };
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
    return { refusal: `${handleOf(row.id)} has nothing that waits to be done.` };
  const done = once ? await setAside(queries, row, 'ended') : row;
  const stays = done.state === 'active' ? '; the series stays' : '';
  const rows = [
    ...(once ? [changedRow(row, done)] : []),
    ...(extra && ended ? [changedRow(extra, ended)] : []),
  ];
  return {
    row: done,
    line: `done ${handleOf(row.id)}: ${row.text}${stays}`,
    undo: { rows, ticked: ticked.map(({ id }) => id) },
  };
}

async function moveTo(
  asking: Asking,
  row: Row<'schedule'>,
  action: 'snooze' | 'move',
  words: string | null,
): Promise<Changed> {
  if (!words)
    return { refusal: `Say to when, for example "${action} ${handleOf(row.id)} to tomorrow 9:00".` };
  const zone = await zoneOfAddressee(asking, row);
  const resolved = resolve(asking, words, zone);
  if ('refusal' in resolved) return resolved;
  if (zone === null && resolved.wallTime)
    return {
      refusal: 'I do not know the time zone yet: say /timezone Europe/Berlin, then the new time again.',
    };
  const series = row.spec !== null && (row.spec as Schedule).kind !== 'once' && row.state === 'active';
  if (series && resolved.schedule.kind === 'once') return putOff(asking, row, words, resolved);
  const { turn } = asking;
  const moved = await updateSchedule(asking.queries, row, { state: 'active', words, resolved, turn });
  if ('twin' in moved) return sameAs(moved.twin);
  return { row: moved.row, line: lineOf(moved.row, asking.now) };
}

const sameAs = (twin: Row<'schedule'>) => ({ refusal: `${handleOf(twin.id)} is the same already.` });

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
  const line = `${lineOf(put.row, asking.now)}; the series ${handleOf(row.id)} stays`;
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
