// A change of the task list as the tool and the command make it: read, change, write, with the receipt and the way back.
import type { Queries } from '../../database/database.ts';
import type { ConversationKey, PersonId, TurnId } from '../../database/ids.ts';
import { english, type Line, type Say } from '../../language/say.ts';
import type { ToolResult } from '../tool.ts';
import { receiptIn } from '../tool-context.ts';
import { changed, inFull, inShort, listText, type Wish } from './list.ts';
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
  /** The language of the person who changes it. */
  readonly say: Say;
}

export interface TasksChange {
  /** The tool's: its text shows the list. */
  readonly result: ToolResult;
  /** For people: what was changed, with the list where no message shows it; or why nothing was. */
  readonly line: string;
  /** What was changed; absent if nothing was. */
  readonly said?: Line;
}

/** Changes the list, and the message that shows it. Part of the caller's transaction. */
export async function changeTasks(asking: Asking, wish: Wish): Promise<TasksChange> {
  const { queries, conversation, person, owner, now, say } = asking;
  const before = await latestList(queries, conversation, owner);
  const tainted = before.some((row) => row.tainted || row.person_id !== person);
  const made = changed(before, wish);
  if (!made.ok) {
    const text: Line = (to) => to('tasks.not-changed', { why: made.line(to) });
    return { result: { ok: false, text: text(english), tainted }, line: text(say) };
  }
  if (made.said.length === 0)
    return { result: { ok: true, text: listText(before), tainted }, line: listText(before, say) };
  const undo = await writeList(queries, asking, before, made.tasks, now);
  const isShown = owner === null && (await showList(queries, conversation, undo.list, say));
  const said: Line = (to) => (isShown ? inShort(made.said, to) : inFull(made.said, to));
  const line = say('tasks.changed', { what: said(say) });
  return {
    result: {
      ok: true,
      text: `Changed: ${inFull(made.said)}.\n${listText(made.tasks)}`,
      tainted,
      effect: { ...receiptIn((to) => `📋 ${said(to)}`, say), inverse: { do: 'undo-tasks', undo } },
    },
    line: isShown ? line : `${line}\n${listText(made.tasks, say)}`,
    said,
  };
}
