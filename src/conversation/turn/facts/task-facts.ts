// The task list as a turn is shown it: open tasks, and once a notice of one that has been in progress for a day untouched.
import type { Queries } from '../../../database/database.ts';
import type { ConversationKey, PersonId, TaskId, TurnId } from '../../../database/ids.ts';
import { describeInstant } from '../../../schedule/describe.ts';
import { openLines } from '../../../tools/tasks/list.ts';
import { lastDone, latestList } from '../../../tools/tasks/rows.ts';

export interface TaskFacts {
  /** Open tasks, a line each, the one in progress first. */
  readonly tasks: readonly string[];
  readonly notices: readonly string[];
  /** The task that a notice is about. */
  readonly told: TaskId | null;
  /** When a list was last done; null if none was. */
  readonly listDoneAt: Date | null;
  /** True if others' words are among them. */
  readonly tainted: boolean;
}

const staleMs = 24 * 3_600_000;

/** Reads the conversation's tasks. @param of.zone the reader's; null: not known */
export async function taskFacts(
  queries: Queries,
  of: {
    readonly conversation: ConversationKey;
    readonly person: PersonId;
    readonly zone: string | null;
    readonly turn: TurnId;
  },
  now: Date,
): Promise<TaskFacts> {
  const rows = await latestList(queries, of.conversation);
  const open = rows.filter(({ ended_at }) => ended_at === null);
  const stale = open.find(
    ({ state, touched_at }) => state === 'doing' && now.getTime() - touched_at.getTime() >= staleMs,
  );
  const isNews = stale !== undefined && (stale.told_in === null || stale.told_in >= of.turn);
  const since = (instant: Date) => describeInstant(instant, { now, zone: of.zone ?? 'UTC' });
  return {
    tasks: openLines(rows),
    notices: isNews
      ? [`task ${stale.number} is in progress since ${since(stale.touched_at)}; ask whether it still is`]
      : [],
    told: isNews ? stale.id : null,
    // Without a list there was none before.
    listDoneAt: rows.length === 0 ? null : await lastDone(queries, of.conversation),
    tainted: open.some((row) => row.tainted || row.person_id !== of.person),
  };
}
