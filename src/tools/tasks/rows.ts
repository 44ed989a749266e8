// The rows of the task list: the list as it is, a change of it, and how Undo takes that back. Everything here is within
// one conversation; callers hold its lease.
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { ConversationKey, PersonId, TurnId } from '../../database/ids.ts';
import type { Row } from '../../database/tables.ts';
import { isOpen, type Task, type TaskState } from './list.ts';

/**
 * The tasks of the latest list, by number: open ones, and those that were ended with them.
 *
 * @param owner whose own list; null: the one that the conversation shares
 */
export function latestList(
  queries: Queries,
  conversation: ConversationKey,
  owner: PersonId | null = null,
): Promise<Row<'task'>[]> {
  return queries
    .selectFrom('task')
    .selectAll()
    .where('conversation_id', '=', conversation)
    .where('list', '=', (eb) =>
      eb
        .selectFrom('task as latest')
        .select(({ fn }) => fn.max('latest.list').as('list'))
        .where('latest.conversation_id', '=', conversation)
        .where('latest.private_to', 'is not distinct from', owner),
    )
    .orderBy('number')
    .execute();
}

/** When a list of this conversation was last done, all of its tasks having ended; null if none was. */
export async function lastDone(queries: Queries, conversation: ConversationKey): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select max(ended_at) as at from task where conversation_id = ${conversation} and private_to is null
    group by list having bool_and(ended_at is not null) order by list desc limit 1`.execute(queries);
  return rows[0]?.at ?? null;
}

/** Plain JSON: the rows that a change has touched, as it left them and as they were; `was` null: they were new. */
export interface TasksUndo {
  readonly list: number;
  /** Whose own list it is; absent: the conversation's. */
  readonly owner?: PersonId;
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
  /** Whose own list it is; null: the conversation's. */
  readonly owner: PersonId | null;
}

/** Writes a list as it is to be. @param before as it was read @returns how to take it back */
export async function writeList(
  queries: Queries,
  by: By,
  before: readonly Row<'task'>[],
  tasks: readonly Task[],
  now: Date,
): Promise<TasksUndo> {
  const goesOn = before.some(isOpen);
  const list = (goesOn ? before[0]?.list : undefined) ?? (await nextList(queries, by.conversation));
  const known = new Map((goesOn ? before : []).map((row) => [row.number, row]));
  const touched = tasks
    .filter((task) => known.get(task.number)?.state !== task.state)
    // What is no longer in progress makes room first.
    .toSorted((a, b) => Number(a.state === 'doing') - Number(b.state === 'doing'));
  for (const task of touched) {
    const times = { state: task.state, touched_at: now, told_in: null, ended_at: isOpen(task) ? null : now };
    const row = known.get(task.number);
    if (row) await queries.updateTable('task').set(times).where('id', '=', row.id).execute();
    else
      await queries
        .insertInto('task')
        .values({
          conversation_id: by.conversation,
          person_id: by.person,
          turn_id: by.turn,
          private_to: by.owner,
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
  return { list, ...(by.owner === null ? {} : { owner: by.owner }), rows };
}

/** Lists of a conversation are counted together, whose ever they are. */
async function nextList(queries: Queries, conversation: ConversationKey): Promise<number> {
  const row = await queries
    .selectFrom('task')
    .select(({ fn }) => fn.max('list').as('list'))
    .where('conversation_id', '=', conversation)
    .executeTakeFirst();
  return Number(row?.list ?? 0) + 1;
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
  const latest = await latestList(queries, conversation, undo.owner ?? null);
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
      const times = { touched_at: now, told_in: null, ended_at: isOpen({ state }) ? null : now };
      await queries
        .updateTable('task')
        .set({ state, ...times })
        .where('id', '=', row.id)
        .execute();
    }
  }
  return true;
}

/** Whether a command here is about the person's own list: answered to them alone, in a channel, outside its threads. Pure. */
export const ownListOf = (
  at: { readonly kind: 'dm' | 'channel'; readonly room: string; readonly conversation: string },
  isPrivate: boolean,
): boolean => isPrivate && at.kind === 'channel' && at.conversation === at.room;
