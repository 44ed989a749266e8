// A change of the task list as the tool and the command make it: read, change, write, with the receipt and the way back.
import type { Queries } from '../../database/database.ts';
import type { ConversationKey, PersonId, TurnId } from '../../database/ids.ts';
import type { ToolResult } from '../tool.ts';
import { changed, inShort, listText, type Wish } from './list.ts';
import { latestList, writeList } from './rows.ts';
import { showList } from './show.ts';

interface Asking {
  readonly queries: Queries;
  readonly conversation: ConversationKey;
  readonly person: PersonId;
  readonly turn: TurnId | null;
  /** True if what is added rests on text from outside this person. */
  readonly tainted: boolean;
  /** Whose own list it is; null: the conversation's. */
  readonly owner: PersonId | null;
  readonly now: Date;
}

export interface TasksChange {
  /** The tool's: its text shows the list. */
  readonly result: ToolResult;
  /** For people; absent if nothing was changed, or where the list is not shown: then the result says it all. */
  readonly line?: string;
}

/** Changes the list, and the message that shows it. Part of the caller's transaction. */
export async function changeTasks(asking: Asking, wish: Wish): Promise<TasksChange> {
  const { queries, conversation, person, owner, now } = asking;
  const before = await latestList(queries, conversation, owner);
  const tainted = before.some((row) => row.tainted || row.person_id !== person);
  const made = changed(before, wish);
  if (!made.ok) return { result: { ok: false, text: `Nothing was changed. ${made.line}`, tainted } };
  if (made.said.length === 0) return { result: { ok: true, text: listText(before), tainted } };
  const undo = await writeList(queries, asking, before, made.tasks, now);
  const isShown = owner === null && (await showList(queries, conversation, undo.list));
  const said = made.said.join('; ');
  const short = isShown ? inShort(made.said) : said;
  return {
    result: {
      ok: true,
      text: `Changed: ${said}.\n${listText(made.tasks)}`,
      tainted,
      effect: { receipt: `📋 ${short}`, inverse: { do: 'undo-tasks', undo } },
    },
    ...(isShown ? { line: `Changed: ${short}.` } : {}),
  };
}
