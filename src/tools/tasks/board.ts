// The list as people see it in one message that is edited in place: as text for where there is nothing better, and as what
// a platform may draw by itself. Pure.
import type { TaskBoard } from '../../delivery/outgoing.ts';
import { english, type Say } from '../../language/say.ts';
import { isOpen, type Task, type TaskState } from './list.ts';

/** Characters; what has ended gives way, the oldest first. Open tasks always fit. */
const LONGEST = 1500;
const MARKS: Readonly<Record<Exclude<TaskState, 'dropped'>, string>> = { open: '☐', doing: '▶', done: '☑' };

type Shown = TaskBoard['items'][number];

/** Whether a list is worth a message of its own: there is more to it than its receipt says. */
export const isWorthShowing = (tasks: readonly Task[]): boolean =>
  tasks.some(isOpen) &&
  (tasks.some(({ state }) => state === 'doing') ||
    tasks.filter(({ state }) => state !== 'dropped').length > 1);

/** The message: its board, and the same as Markdown. What was dropped is not shown. */
export function boardOf(
  tasks: readonly Task[],
  say: Say = english,
): { readonly board: TaskBoard; readonly text: string } {
  const all = tasks.flatMap(({ number, text, state }): Shown[] =>
    state === 'dropped' ? [] : [{ number, text, state }],
  );
  const title = titleOf(all, say);
  if (all.length === 0) return { board: { title, items: [] }, text: title };
  const items = fitting(all.toSorted((a, b) => a.number - b.number));
  const hidden = all.length - items.length;
  const lines = [
    `**${title}**`,
    ...(hidden > 0 ? [`- ☑ ${say('tasks.more', { n: hidden })}`] : []),
    ...items.map(({ number, text, state }) => `- ${MARKS[state]} ${number} ${text}`),
  ];
  return { board: { title, items }, text: lines.join('\n') };
}

function titleOf(items: readonly Shown[], say: Say): string {
  const done = items.filter(({ state }) => state === 'done').length;
  const total = items.length;
  return total > 0 && done === total
    ? say('tasks.board-done', { n: done })
    : say('tasks.board', { done, total });
}

function fitting(items: readonly Shown[]): readonly Shown[] {
  let over = items.reduce((sum, { text }) => sum + text.length + 8, 0) - LONGEST;
  return items.filter(({ text, state }) => {
    if (over <= 0 || state !== 'done') return true;
    over -= text.length + 8;
    return false;
  });
}
