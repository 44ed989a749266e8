// A task that fell due: what its turn is told, and how its occurrence goes on when the turn ends badly. It is told the due
// and the actual time and how the last run ended, in a line at the front of the newest user message; there are no words.

import type { NewEntry } from '../../context/entry.ts';
import type { Queries, Tx } from '../../database/database.ts';
import type { OccurrenceId, PersonId } from '../../database/ids.ts';
import type { InboxEvent } from '../../delivery/event.ts';
import type { Say } from '../../language/say.ts';
import { describeInstant } from '../../schedule/describe.ts';
import { endOf } from '../../schedule/history.ts';
import { taskFailed } from '../../schedule/sweep/failed-tasks.ts';
import { lateLabel } from '../../schedule/sweep/label.ts';

export interface TaskDue {
  readonly handle: string;
  readonly text: string;
  readonly occurrence: OccurrenceId;
  readonly dueAt: Date;
  readonly zone: string;
  /** Whom its answer mentions; null: it is for the room. */
  readonly mention: PersonId | null;
  /** What the history holds of it. */
  readonly entry: NewEntry;
}

/** A due task with what its turn is told. */
export async function taskDue(
  queries: Queries,
  { payload, person_id: person }: InboxEvent<'task'>,
  by: string,
  now: Date,
): Promise<TaskDue> {
  const dueAt = new Date(payload.dueAt);
  const runs = await queries
    .selectFrom('occurrence')
    .innerJoin('schedule', 'schedule.id', 'occurrence.schedule_id')
    .selectAll('occurrence')
    .select(['schedule.text', 'schedule.spec', 'schedule.addressee_id'])
    .where('occurrence.schedule_id', '=', payload.schedule)
    .where('due_at', '<=', dueAt)
    .orderBy('due_at', 'desc')
    .limit(2)
    .execute();
  const [current, last] = runs;
  const { handle, task: text, zone } = payload;
  const at = (instant: Date) => describeInstant(instant, { now, zone });
  const facts = [
    `due ${at(dueAt)} ${zone}, now ${at(now)}`,
    last ? `last run: ${endOf(last, now)}` : 'this is the first run',
    ...(current && current.attempts > 0 ? [`try ${current.attempts + 1} of this run`] : []),
  ].join('; ');
  return {
    handle,
    text,
    occurrence: payload.occurrence,
    dueAt,
    zone,
    mention: current?.addressee_id ?? null,
    entry: {
      type: 'task',
      payload: { handle, text, by, facts },
      tainted: payload.tainted,
      person,
    },
  };
}

/** " (due 09:00, sent 11:40) (r3)" under a task's answer. Pure. */
export function taskFooter(task: TaskDue, now: Date, say: Say): string {
  return `${lateLabel(task.zone, task.dueAt, now, '', say).trim()} (${task.handle})`.trim();
}

/**
 * A task's turn has failed: it is tried again after a pause, or has failed for good. Part of the committing transaction.
 *
 * @param reason for people, in sentences: why it failed, and what it has done
 * @returns what people are told now, and what the history holds
 */
export async function taskTurnFailed(
  tx: Tx,
  task: TaskDue,
  reason: string,
  now: Date,
  say: Say,
): Promise<{ readonly said: string | null; readonly noted: string }> {
  const again = await taskFailed(tx, task.occurrence, now);
  const at = describeInstant(task.dueAt, { now, zone: task.zone });
  if (again) {
    const then = describeInstant(again, { now, zone: task.zone });
    return { said: null, noted: `Task ${task.handle} failed; it is tried again ${then}.` };
  }
  const said = say('due.task-failed', {
    task: task.text,
    handle: task.handle,
    due: describeInstant(task.dueAt, { now, zone: task.zone, say }),
    zone: task.zone,
    reason,
  });
  return { said, noted: `Task ${task.handle}, due ${at}, failed and was left.` };
}
