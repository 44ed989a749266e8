// The task list as a turn is shown it: open tasks, and once a notice of one that has been in progress for a day untouched.
import type { Queries } from '../../../database/database.ts';
import type { ConversationKey, PersonId, TurnId } from '../../../database/ids.ts';
import { describeInstant } from '../../../schedule/describe.ts';
import { openLines } from '../../../tools/tasks/list.ts';
import { lastDone, latestList } from '../../../tools/tasks/rows.ts';

export interface TaskFacts {
  /** Open tasks, a line each, the one in progress first. */
  readonly tasks: readonly string[];
  readonly notices: readonly string[];
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
  const notices: string[] = [];
  if (stale) {
    const since = describeInstant(stale.touched_at, { now, zone: of.zone ?? 'UTC' });
    const told = `task ${stale.number} is in progress since ${since}`;
    if (!(await wasTold(queries, of, told))) notices.push(`${told}; ask whether it still is`);
  }
  return {
    tasks: openLines(rows),
    notices,
    // Without a list there was none before.
    listDoneAt: rows.length === 0 ? null : await lastDone(queries, of.conversation),
    tainted: open.some((row) => row.tainted || row.person_id !== of.person),
  };
}

/** Whether the head block of an earlier turn had it. */
async function wasTold(
  queries: Queries,
  of: { readonly conversation: ConversationKey; readonly turn: TurnId },
  told: string,
): Promise<boolean> {
  const row = await queries
    .selectFrom('turn')
    .select('id')
    .where('conversation_id', '=', of.conversation)
    .where('id', '<', of.turn)
    .where('head', 'like', `%${told}%`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
