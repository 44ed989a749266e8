// What both platforms do to the Markdown of a model before it is cut into messages: fences are closed, tables become
// lists, formulas become code, line breaks in HTML become line breaks, bold text loses the spaces that would undo it.
// Rules on lines, not a parser; code is never touched. Doing it twice is doing it once. Pure.
import { type Fence, runsOf } from '../fence.ts';
import { withoutFormulas } from './formulas.ts';
import { outsideCode } from './inline.ts';
import { linesWithoutTables } from './tables.ts';

/** What a platform has of its own. */
export interface Dialect {
  /** A line of text that is no code. */
  line(line: string): string;
  /** A whole fence, with its first and last line. */
  fence(lines: readonly string[], fence: Fence): readonly string[];
}

/** @param limit the length of a message, in UTF-16 units: a line too long for it opens no fence */
export function rewritten(text: string, limit: number, dialect: Dialect): string {
  const plain = runsOf(text.replaceAll('\r\n', '\n'), limit)
    .flatMap(({ fence, lines }) => (fence ? lines : withoutFormulas(lines)))
    .join('\n');
  return runsOf(plain, limit)
    .flatMap(({ fence, lines }) =>
      fence ? dialect.fence(lines, fence) : withoutCode(linesWithoutTables(lines), dialect.line),
    )
    .join('\n');
}

/** Rewrites the lines that are no code by indentation. */
function withoutCode(lines: readonly string[], rewrite: (line: string) => string): readonly string[] {
  let inList = false;
  let wasCode = true;
  return lines.map((line) => {
    if (line.trim() === '') {
      wasCode ||= !inList;
      return line;
    }
    const isIndented = /^(?: {4}|\t)/.test(line);
    wasCode = isIndented && wasCode && !inList;
    if (wasCode) return line;
    inList = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line) || (inList && /^[ \t]/.test(line));
    return brokenLines(line)
      .map((part) => rewrite(outsideCode(part, tightBold)))
      .join('\n');
  });
}

const lineBreak = /[ \t]{0,9}<br[ \t]{0,9}\/?>[ \t]{0,9}/gi;
const lineBreakAtEnd = /(?:[ \t]{0,9}<br[ \t]{0,9}\/?>){1,9}[ \t]{0,9}$/i;

/** A line, or several where `<br>` breaks it, all within its quote or list item. */
function brokenLines(line: string): readonly string[] {
  const [, quote = '', bullet = ''] = /^((?:[ \t]|>)*)((?:[-*+]|\d{1,9}[.)])[ \t]+)?/.exec(line) ?? [];
  const broken = outsideCode(line, (text) =>
    text.replace(lineBreakAtEnd, '').replace(lineBreak, `\n${quote}${' '.repeat(bullet.length)}`),
  );
  return broken.split('\n');
}

const bold = /(?<![\\*])\*\*(?!\*)((?:(?!\*\*).)+)\*\*(?!\*)/g;

/** `** so **` and `**so **` as `**so**`: with the spaces inside it is not bold everywhere. */
function tightBold(text: string): string {
  return text.replace(bold, (whole: string, inner: string, at: number) => {
    const before = text.slice(0, at);
    const after = text.slice(at + whole.length);
    const words = inner.trim();
    if (words === inner || words === '') return whole;
    const begins = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6})\s+)?$/.test(before);
    const isLoose = /^\s/.test(inner) && !begins && (/\s$/.test(inner) || !/\s$/.test(before));
    if (isLoose || /[\p{L}\p{N}]$/u.test(before)) return whole;
    return `**${words}**${/\s$/.test(inner) && /^[^\s.,;:!?)]/.test(after) ? ' ' : ''}`;
  });
}
