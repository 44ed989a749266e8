// The rows of the task list: the list as it stands, a change of it, and how Undo takes that back. Everything here is within
// one conversation; callers hold its lease.
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { ConversationKey, PersonId, TurnId } from '../../database/ids.ts';
import type { Row } from '../../database/tables.ts';
import { isOpen, type Task, type TaskState } from './list.ts';

/** The tasks of the conversation's latest list, by number: open ones, and those that were ended with them. */
export function latestList(queries: Queries, conversation: ConversationKey): Promise<Row<'task'>[]> {
  return queries
    .selectFrom('task')
    .selectAll()
    .where('conversation_id', '=', conversation)
    .where('list', '=', (eb) =>
      eb
        .selectFrom('task as latest')
        .select(({ fn }) => fn.max('latest.list').as('list'))
        .where('latest.conversation_id', '=', conversation),
    )
    .orderBy('number')
    .execute();
}

/** When a list of this conversation was last done, all of its tasks having ended; null if none was. */
export async function lastDone(queries: Queries, conversation: ConversationKey): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select max(ended_at) as at from task where conversation_id = ${conversation}
    group by list having bool_and(ended_at is not null) order by list desc limit 1`.execute(queries);
  return rows[0]?.at ?? null;
}

/** Plain JSON: the rows that a change has touched, as it left them and as they were; `was` null: they were new. */
export interface TasksUndo {
  readonly list: number;
  readonly rows: readonly {
    readonly number: number;
    readonly is: TaskState;
    readonly was: TaskState | null;
  }[];
}

interface By {
  readonly conversation: ConversationKey;
  readonly person: PersonId;
  readonly turn: TurnId | null;
  readonly tainted: boolean;
}

/** Writes a list as it is to be. @param before as it was read @returns how to take it back */
export async function writeList(
  queries: Queries,
  by: By,
  before: readonly Row<'task'>[],
  tasks: readonly Task[],
  now: Date,
): Promise<TasksUndo> {
  const latest = before[0]?.list ?? 0;
  const goesOn = before.some(isOpen);
  const list = goesOn ? latest : latest + 1;
  const known = new Map((goesOn ? before : []).map((row) => [row.number, row]));
  const touched = tasks
    .filter((task) => known.get(task.number)?.state !== task.state)
    // What is no longer in progress makes room first.
    .toSorted((a, b) => Number(a.state === 'doing') - Number(b.state === 'doing'));
  for (const task of touched) {
    const times = { state: task.state, touched_at: now, ended_at: isOpen(task) ? null : now };
    const row = known.get(task.number);
    if (row) await queries.updateTable('task').set(times).where('id', '=', row.id).execute();
    else
      await queries
        .insertInto('task')
        .values({
          conversation_id: by.conversation,
          person_id: by.person,
          turn_id: by.turn,
          list,
          number: task.number,
          text: task.text,
          tainted: by.tainted,
          created_at: now,
          ...times,
        })
        .execute();
  }
  const rows = touched.map(({ number, state }) => ({
    number,
    is: state,
    was: known.get(number)?.state ?? null,
  }));
  return { list, rows };
}

/**
 * Takes a change back. A task comes back as open where another is in progress by now.
 *
 * @returns false, and nothing is written, if a row is no longer as the change left it, or another list has begun
 */
export async function undoTasks(
  queries: Queries,
  conversation: ConversationKey,
  undo: TasksUndo,
  now: Date,
): Promise<boolean> {
  const latest = await latestList(queries, conversation);
  const rows = undo.rows.map((change) => ({
    ...change,
    row: latest.find(({ list, number }) => list === undo.list && number === change.number),
  }));
  if (rows.some(({ row, is }) => row?.state !== is)) return false;
  const touched = new Set(undo.rows.map(({ number }) => number));
  const taken = latest.some(({ number, state }) => state === 'doing' && !touched.has(number));
  for (const { row, was } of rows.toSorted((a, b) => Number(a.was === 'doing') - Number(b.was === 'doing'))) {
    if (!row) continue;
    if (was === null) await queries.deleteFrom('task').where('id', '=', row.id).execute();
    else {
      const state = was === 'doing' && taken ? 'open' : was;
      const times = { touched_at: now, ended_at: isOpen({ state }) ? null : now };
      await queries
        .updateTable('task')
        .set({ state, ...times })
        .where('id', '=', row.id)
        .execute();
    }
  }
  return true;
}
