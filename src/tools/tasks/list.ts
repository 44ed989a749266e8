// The short task list of a conversation, and what changes it: by number or by words, as small models and people name tasks.
// At most one task is in progress. A change is whole or not at all. Pure.

import { english, type Line, type Say } from '../../language/say.ts';

export type TaskState = 'open' | 'doing' | 'done' | 'dropped';

export interface Task {
  readonly number: number;
  readonly text: string;
  readonly state: TaskState;
}

/** What is asked for: each names one task, or several with ";" or a line break between them. */
export interface Wish {
  readonly add?: string | undefined;
  readonly doing?: string | undefined;
  readonly done?: string | undefined;
  readonly drop?: string | undefined;
}

export type Changed =
  | {
      readonly ok: true;
      readonly tasks: readonly Task[];
      /** What has changed; empty if it was so already. */
      readonly said: readonly Said[];
    }
  | { readonly ok: false; readonly line: Line };

/** One change: of the task "call Ann (3)". */
export interface Said {
  readonly what: 'added' | TaskState;
  readonly task: string;
}

const OPEN_AT_MOST = 10;
const LONGEST = 120;

export const isOpen = ({ state }: Pick<Task, 'state'>): boolean => state === 'open' || state === 'doing';

/** Applies what is asked for in a fixed order: add, done, drop, doing. */
export function changed(tasks: readonly Task[], wish: Wish): Changed {
  // A list that is over stays behind: the next task begins another.
  const before = tasks.some(isOpen) ? tasks : [];
  const list = new Map(before.map((task) => [task.number, task]));
  const said: Said[] = [];
  const problem =
    added(list, wish.add, said) ??
    moved(list, tasks, wish.done, 'done', said) ??
    moved(list, tasks, wish.drop, 'dropped', said) ??
    moved(list, tasks, wish.doing, 'doing', said);
  if (problem === null) return { ok: true, tasks: [...list.values()], said };
  return { ok: false, line: (say) => whichOnes(problem(say), before, say) };
}

type List = Map<number, Task>;

function added(list: List, words: string | undefined, said: Said[]): Line | null {
  for (const text of piecesOf(words)) {
    if ([...list.values()].some((task) => isOpen(task) && folded(task.text) === folded(text))) continue;
    if ([...list.values()].filter(isOpen).length >= OPEN_AT_MOST)
      return (say) => say('tasks.full', { n: OPEN_AT_MOST });
    const number = Math.max(0, ...list.keys()) + 1;
    const short = text.length > LONGEST ? `${text.slice(0, LONGEST - 1).trimEnd()}…` : text;
    list.set(number, { number, text: short, state: 'open' });
    said.push({ what: 'added', task: `${short} (${number})` });
  }
  return null;
}

function moved(
  list: List,
  known: readonly Task[],
  words: string | undefined,
  state: Exclude<TaskState, 'open'>,
  said: Said[],
): Line | null {
  if (words === undefined || words.trim() === '') return null;
  const named = namedIn([...list.values()], words);
  if (typeof named === 'function') {
    const over = namedIn(known, words);
    // It is done already, with the list that is over.
    if (typeof over !== 'function' && over.every((task) => task.state === state)) return null;
    return named;
  }
  if (state === 'doing' && named.length > 1) return (say) => say('tasks.only-one');
  for (const task of named) {
    if (task.state === state) continue;
    if (state === 'doing')
      for (const other of list.values())
        if (other.state === 'doing') list.set(other.number, { ...other, state: 'open' });
    list.set(task.number, { ...task, state });
    said.push({ what: state, task: `${task.text} (${task.number})` });
  }
  return null;
}

/** What has changed, where the list itself is beside it: "2 tasks added; in progress: call Ann (1)". */
export function inShort(said: readonly Said[], say: Say = english): string {
  const kinds = Map.groupBy(said, ({ what }) => what);
  const parts = [...kinds].map(([what, of]) =>
    say(`tasks.said-${what}`, { n: of.length, task: of[0]?.task ?? '' }),
  );
  return parts.join('; ');
}

/** All of it: "added: call Ann (3); done: write the notes (2)". */
export const inFull = (said: readonly Said[], say: Say = english): string =>
  said.map(({ what, task }) => say(`tasks.said-${what}`, { n: 1, task })).join('; ');

/** The tasks that the words name, or a sentence that says why not. */
function namedIn(tasks: readonly Task[], words: string): readonly Task[] | Line {
  const shown = tasks.filter(({ state }) => state !== 'dropped');
  if (/^\s*(?:all|everything|all tasks|all of them)\W*$/i.test(words)) {
    const open = shown.filter(isOpen);
    return open.length > 0 ? open : (say) => say('tasks.all-ended');
  }
  const numbers = numbersIn(words);
  const pieces = numbers ?? piecesOf(words);
  const found: Task[] = [];
  for (const piece of pieces) {
    const task =
      numbers === null ? byWords(shown, piece) : shown.find(({ number }) => String(number) === piece);
    if (!task) return (say) => say('tasks.unknown', { words: piece });
    found.push(task);
  }
  return found;
}

/** "2", "#2", "task 2", "1, 2 and 3"; null if there are other words. */
function numbersIn(words: string): readonly string[] | null {
  return /^(?:\W|\d|\b(?:tasks?|no|number|and|nr)\b)*$/i.test(words) ? words.match(/\d{1,4}/g) : null;
}

/** The same words, else the only open one that holds them or is held by them. */
function byWords(tasks: readonly Task[], words: string): Task | undefined {
  const wanted = folded(words.replace(/^\s*(?:task\s+)?#?\d{1,3}\s*[.:)]\s*/i, ''));
  const same = tasks.filter(({ text }) => folded(text) === wanted);
  const open = same.filter(isOpen);
  if (open.length === 1 || same.length === 1) return open[0] ?? same[0];
  if (wanted === '') return undefined;
  const near = tasks.filter((task) => {
    const text = ` ${folded(task.text)} `;
    return isOpen(task) && (text.includes(` ${wanted} `) || ` ${wanted} `.includes(text));
  });
  return near.length === 1 ? near[0] : undefined;
}

const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word !== 'the' && word !== 'a')
    .join(' ');

/** One text for each task: bullets and numbers in front are only form. */
function piecesOf(words: string | undefined): readonly string[] {
  return (words ?? '')
    .split(/[;\n]+/)
    .map((piece) =>
      piece
        .replace(/^\s*(?:[-*•]|\[[ x]?\]|\d{1,2}[.)])\s+/i, '')
        .replace(/\s+/gu, ' ')
        .trim(),
    )
    .filter((piece) => piece !== '');
}

function whichOnes(why: string, tasks: readonly Task[], say: Say): string {
  const open = tasks.filter(isOpen).map((task) => lineOf(task, say));
  return open.length > 0
    ? say('tasks.open-are', { why, tasks: open.join('; ') })
    : say('tasks.none-open', { why });
}

/** "2 write the notes (in progress)" */
function lineOf({ number, text, state }: Task, say: Say = english): string {
  const task = `${number} ${text}`;
  return state === 'doing' || state === 'done' ? say(`tasks.${state}`, { task }) : task;
}

/** The open tasks, a line each, the one in progress first. */
export function openLines(tasks: readonly Task[]): readonly string[] {
  return tasks
    .filter(isOpen)
    .toSorted((a, b) => Number(b.state === 'doing') - Number(a.state === 'doing') || a.number - b.number)
    .map((task) => lineOf(task));
}

/** The whole list for model and people: what was dropped is not shown. */
export function listText(tasks: readonly Task[], say: Say = english): string {
  const shown = tasks.filter(({ state }) => state !== 'dropped').toSorted((a, b) => a.number - b.number);
  if (shown.length === 0) return say('tasks.nothing');
  const over = shown.some(isOpen) ? [] : [say('tasks.all-done')];
  return [say('tasks.title'), ...shown.map((task) => `- ${lineOf(task, say)}`), ...over].join('\n');
}
