// What a delegate is given to begin with: the task, fenced, since its writer may have read text from outside, and of
// the sources that it names as much as there is room for. They are read by the turn's own `recall`, so under the same gate.
import { estimate } from '../../../context/budget/estimate.ts';
import { fenced } from '../../../context/text.ts';
import { handlesIn } from '../../../tools/handles.ts';
import type { ToolRunner } from '../../../tools/tool.ts';

export interface Brief {
  /** The one user message. */
  readonly text: string;
  /** Handles of the sources in it. */
  readonly read: readonly string[];
  readonly tainted: boolean;
}

interface Source {
  readonly handle: string;
  readonly pages: readonly string[];
  /** Whether some of it is in the pages. */
  readonly read: boolean;
  readonly tainted: boolean;
}

const MOST_SOURCES = 8;
const RECALL = 'recall';

/**
 * @param order its sources are handles and addresses between commas or spaces
 * @param runner has `recall`, unless that has no place
 * @param room estimated tokens for the sources' texts; each gets its share
 */
export async function briefFor(
  order: { readonly task: string; readonly sources: string },
  runner: ToolRunner,
  room: number,
  signal: AbortSignal,
): Promise<Brief> {
  const named = [...new Set(order.sources.split(/[\s,;]+/u).filter((each) => each !== ''))];
  const mayRecall = runner.schemas.some((schema) => schema.function.name === RECALL);
  const handles = mayRecall ? named.flatMap((each) => handleIn(each) ?? []).slice(0, MOST_SOURCES) : [];
  const sources: Source[] = [];
  for (const handle of handles) sources.push(await readSource(handle, runner, room / handles.length, signal));
  const others = named.filter((each) => !handles.includes(handleIn(each) ?? ''));
  return {
    text: [
      fenced('task', order.task),
      ...(others.length > 0 ? [fenced('source', `Still to be read: ${others.join(', ')}`)] : []),
      ...sources.map(({ handle, pages }) => fenced('source', pages.join('\n'), handle)),
    ].join('\n\n'),
    read: sources.filter(({ read }) => read).map(({ handle }) => handle),
    tainted: sources.some(({ tainted }) => tainted),
  };
}

/** The handle that a word is, as `recall` takes it: with its part, if it names one. */
function handleIn(word: string): string | null {
  const [asked] = /^https?:/i.test(word) ? [] : handlesIn(word);
  if (asked === undefined) return null;
  return asked.page > 1 ? `${asked.handle}:${asked.page}` : asked.handle;
}

/** A source page by page, as long as there is room. */
async function readSource(
  handle: string,
  runner: ToolRunner,
  room: number,
  signal: AbortSignal,
): Promise<Source> {
  const pages: string[] = [];
  let [left, read, tainted] = [room, false, false];
  for (let query: string | undefined = handle; query !== undefined; ) {
    const result = await runner.run({ id: RECALL, name: RECALL, args: { query } }, signal);
    tainted ||= result.tainted === true;
    left -= estimate(result.text);
    if (left < 0) {
      pages.push(`[${pages.length === 0 ? 'Not shown here' : 'There is more'}: recall "${query}" reads it]`);
      break;
    }
    pages.push(result.text);
    read ||= result.ok && (result.handles ?? []).length > 0;
    query = result.next;
  }
  return { handle, pages, read, tainted };
}
