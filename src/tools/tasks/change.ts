// A change of the task list as the tool and the command make it: read, change, write, with the receipt and the way back.
import type { Queries } from '../../database/database.ts';
import type { ConversationKey, PersonId, TurnId } from '../../database/ids.ts';
import type { ToolResult } from '../tool.ts';
import { changed, listText, type Wish } from './list.ts';
import { latestList, writeList } from './rows.ts';

interface Asking {
  readonly queries: Queries;
  readonly conversation: ConversationKey;
  readonly person: PersonId;
  readonly turn: TurnId | null;
  /** True if what is added rests on text from outside this person. */
  readonly tainted: boolean;
  readonly now: Date;
}

/** The result shows the list. Part of the caller's transaction. */
export async function changeTasks(asking: Asking, wish: Wish): Promise<ToolResult> {
  const { queries, conversation, person, now } = asking;
  const before = await latestList(queries, conversation);
  const tainted = before.some((row) => row.tainted || row.person_id !== person);
  const made = changed(before, wish);
  if (!made.ok) return { ok: false, text: `Nothing was changed. ${made.line}`, tainted };
  if (made.said.length === 0) return { ok: true, text: listText(before), tainted };
  const undo = await writeList(queries, asking, before, made.tasks, now);
  const said = made.said.join('; ');
  return {
    ok: true,
    text: `Changed: ${said}.\n${listText(made.tasks)}`,
    tainted,
    effect: { receipt: `📋 ${said}`, inverse: { do: 'undo-tasks', undo } },
  };
}
