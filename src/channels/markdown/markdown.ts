// What both platforms do to the Markdown of a model before it is cut into messages: fences are closed, code by indentation
// gets one, tables become lists, formulas become code, `<br>` breaks the line, bold text loses the spaces that would undo
// it. Rules on lines, not a parser; code is never touched. Doing it twice is doing it once. Pure.

import { type Fence, indexFrom, marksAround, opensFence, type Run, runsOf } from '../../text/fence.ts';
import { withoutWideGaps } from '../../text/reading-limits.ts';
import { withoutFormulas } from './formulas.ts';
import { outsideCode } from './inline.ts';
import { linesWithoutTables } from './tables.ts';
import { tightBold } from './tight-bold.ts';

/** What a platform has of its own. */
export interface Dialect {
  /** A line of text that is no code. */
  line(line: string): string;
  /** A whole fence, with its first and last line. */
  fence(lines: readonly string[], fence: Fence): readonly string[];
}

/** What one pass uncovers, such as a table on both sides of an empty fence, the next takes. */
const passesAtMost = 5;

/** @param limit the length of a message, in UTF-16 units: a line too long for it opens no fence */
export function rewritten(text: string, limit: number, dialect: Dialect): string {
  let before = withoutWideGaps(text);
  const lineOf = eachOnce((line) => dialect.line(outsideCode(line, tightBold)));
  for (let pass = 0; pass < passesAtMost; pass++) {
    const after = rewrittenOnce(before, limit, { ...dialect, line: lineOf });
    if (after === before) break;
    before = after;
  }
  return before;
}

function rewrittenOnce(text: string, limit: number, dialect: Dialect): string {
  const fenced = withFences(runsOf(text.replace(/\r+\n?/g, '\n'), limit));
  const plain = runsOf(fenced, limit).flatMap(({ fence, lines }) => (fence ? lines : withoutFormulas(lines)));
  return runsOf(plain.join('\n'), limit)
    .flatMap(({ fence, lines }) =>
      fence
        ? dialect.fence(lines, fence)
        : linesWithoutTables(lines)
            .flatMap(brokenLines)
            .map((line) => dialect.line(line)),
    )
    .join('\n');
}

/** The last pass sees most lines again, and a long text many lines twice. */
function eachOnce(rewrite: (line: string) => string): (line: string) => string {
  const known = new Map<string, string>();
  return (line) => {
    const written = known.get(line) ?? rewrite(line);
    known.set(line, written);
    return written;
  };
}

const indent = /^(?: {4}|\t)/;
const item = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]/;

/** Code that is code by its indentation, which is not so in lists, in a fence as platforms want it. */
function withFences(runs: readonly Run[]): string {
  let inList = false;
  const out: string[] = [];
  for (const { fence, lines } of runs) {
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] ?? '';
      const isCode = !fence && !inList && indent.test(line) && !isBlank(line) && isBlank(out.at(-1) ?? '');
      const length = isCode ? codeLength(lines, at) : 0;
      if (length > 0) out.push(...fencedCode(lines.slice(at, at + length)));
      else out.push(line);
      at += Math.max(0, length - 1);
      if (!isBlank(line) && !isCode && (!fence || at === 0))
        inList = item.test(line) || (inList && /^[ \t]/.test(line));
    }
  }
  return out.join('\n');
}

/** How many lines from here on are indented; blank ones count if others follow. */
function codeLength(lines: readonly string[], from: number): number {
  const end = indexFrom(lines, from + 1, (line) => line.trim() !== '' && !indent.test(line));
  const last = lines.slice(from, end < 0 ? lines.length : end).findLastIndex((line) => line.trim() !== '');
  return last + 1;
}

function fencedCode(lines: readonly string[]): readonly string[] {
  const code = lines.map((line) => line.replace(indent, ''));
  const marks = marksAround(code);
  return [marks, ...code, marks];
}

const lineBreak = /[ \t]{0,9}<br[ \t]{0,9}\/?>[ \t]{0,9}/gi;
const lineBreakAtEnd = /(?:[ \t]{0,9}<br[ \t]{0,9}\/?>){1,9}[ \t]{0,9}$/i;

const hasBreak = /<br/i;

const isBlank = (line: string): boolean =>
  (hasBreak.test(line) ? line.replace(lineBreak, '') : line).trim() === '';

/** A line, or several where `<br>` breaks it, all within its quote or list item. */
function brokenLines(line: string): readonly string[] {
  if (!hasBreak.test(line)) return [line];
  const [, quote = '', bullet = ''] = /^((?:[ \t]|>)*)((?:[-*+]|\d{1,9}[.)])[ \t]+)?/.exec(line) ?? [];
  const brokenBy = (next: string) =>
    outsideCode(line, (text) => text.replace(lineBreakAtEnd, '').replace(lineBreak, next)).split('\n');
  const parts = brokenBy(`\n${quote}${' '.repeat(bullet.length)}`);
  // A new line must not begin what the words do not mean: beside a bar a table, before backticks or tildes a fence.
  const isSafe =
    !line.includes('|') && !parts.slice(1).some((part) => opensFence(part, Number.POSITIVE_INFINITY));
  return isSafe ? parts : brokenBy(' / ');
}
