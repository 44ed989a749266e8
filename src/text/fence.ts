// Code fences in Markdown, as much of them as answers need: which line opens one, which line closes it, how to write it
// again in the next message, and what of a text is code. Fences in lists and quotes count, at any depth. Pure.

/** A fence that is open: the lines with which it is opened and closed again elsewhere. */
export interface Fence {
  readonly opening: string;
  readonly closing: string;
}

const opener = /^((?:[ \t]|>)*)((?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})([^\n]*)$/;
const closer = /^(?:[ \t]|>)*(`{3,}|~{3,})[ \t]*$/;

/**
 * The fence that this line opens, or null. Where messages are at most `limit` long, a line opens none if it could not be
 * repeated in each; a very long language is left out when it is.
 */
export function opensFence(line: string, limit: number): Fence | null {
  const match = line.length > limit / 2 ? null : opener.exec(line);
  if (!match) return null;
  const [, quote = '', bullet = '', marks = '', info = ''] = match;
  if (marks.startsWith('`') && info.includes('`')) return null;
  const closing = quote + ' '.repeat(bullet.length) + marks;
  if (closing.length > limit / 4) return null;
  const opening = closing + info.trimEnd();
  return { opening: opening.length > limit / 3 ? closing : opening, closing };
}

/** Whether this line closes the fence. */
export function closesFence(line: string, fence: Fence, limit: number): boolean {
  const marks = line.length > limit / 4 ? undefined : closer.exec(line)?.[1];
  const opened = /[`~]+$/.exec(fence.closing)?.[0] ?? '';
  return marks?.startsWith(opened) ?? false;
}

/** Whether a message that began with this text would begin with a fence. */
export const looksLikeFence = (text: string): boolean => /^(?:[ \t]|>)*(?:`{3}|~{3})/.test(text);

/** Backticks for a fence around this code: more than it has in a row itself. */
export function marksAround(code: readonly string[]): string {
  const runs = code.flatMap((line) => line.match(/`+/g) ?? []);
  return '`'.repeat(runs.reduce((longest, run) => Math.max(longest, run.length), 2) + 1);
}

/** Lines that belong together: text if `fence` is null, else a whole fence, its first and last line included. */
export interface Run {
  readonly fence: Fence | null;
  readonly lines: readonly string[];
}

/**
 * Takes a text apart into text and fences. A fence that is never closed is closed at the end of the text, or of the quote
 * it stands in; if there is nothing in it, it is left out, for it was a closing line too many.
 */
export function runsOf(text: string, limit = Number.POSITIVE_INFINITY): readonly Run[] {
  const lines = text.split('\n');
  const runs: Run[] = [];
  for (let at = 0; at < lines.length; ) {
    const fence = opensFence(lines[at] ?? '', limit);
    const next = indexFrom(lines, at + 1, (line) =>
      fence ? ends(line, fence, limit) : opensFence(line, limit) !== null,
    );
    const last = lines[next] ?? '';
    const isClosed = fence !== null && next > 0 && !leavesQuote(last, fence);
    const to = next < 0 ? lines.length : isClosed ? next + 1 : next;
    const own = lines.slice(at, to);
    runs.push(...(fence && !isClosed ? closed(fence, own) : [{ fence, lines: own }]));
    at = to;
  }
  return runs;
}

/** The first line from here on that passes, or -1. */
export function indexFrom(lines: readonly string[], from: number, passes: (line: string) => boolean): number {
  for (let at = from; at < lines.length; at++) if (passes(lines[at] ?? '')) return at;
  return -1;
}

const ends = (line: string, fence: Fence, limit: number): boolean =>
  leavesQuote(line, fence) || closesFence(line, fence, limit);

/** The same text with every fence closed. */
export const closeFences = (text: string): string =>
  runsOf(text)
    .flatMap(({ lines }) => lines)
    .join('\n');

const leavesQuote = (line: string, fence: Fence): boolean =>
  fence.closing.includes('>') && !/^[ \t]*>/.test(line);

/** An open fence with its closing line; blank lines at its end stay outside. */
function closed(fence: Fence, lines: readonly string[]): readonly Run[] {
  const last = lines.findLastIndex((line) => /[^\s>]/.test(line));
  const after: readonly Run[] =
    last + 1 < lines.length ? [{ fence: null, lines: lines.slice(last + 1) }] : [];
  const isEmpty = last <= 0 && fence.opening === fence.closing && !/[-*+\d]/.test(lines[0] ?? '');
  if (isEmpty) return after;
  return [{ fence, lines: [...lines.slice(0, last + 1), fence.closing] }, ...after];
}
