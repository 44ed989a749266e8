// Long texts in pages that fit a small context: as a call's result a page must stay whole. The cuts depend on the text and
// on the model's window alone, so a page read again is the same page.
import { reach } from '../context/budget/estimate.ts';
import type { ToolResult } from './tool.ts';

/** Characters of a page, at most. */
export const pageLength = 3000;
/** Estimated tokens of the lines around a page. */
const frameTokens = 100;

/** The text in pages, cut after a line, else after a word, never inside a character. At least one page. */
export function pagesOf(
  text: string,
  length = pageLength,
  tokens = Number.POSITIVE_INFINITY,
): readonly string[] {
  const pages: string[] = [];
  for (let rest = text; ; ) {
    const most = Math.min(length, reach(rest, tokens));
    if (most >= rest.length) return [...pages, rest];
    const at = cutAt(rest, most);
    pages.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
}

function cutAt(text: string, length: number): number {
  const line = text.lastIndexOf('\n', length - 1);
  if (line > length / 2) return line + 1;
  const space = text.lastIndexOf(' ', length - 1);
  if (space > length / 2) return space + 1;
  const before = text.charCodeAt(length - 1);
  return before >= 0xd800 && before <= 0xdbff ? length - 1 : length;
}

/**
 * One page with a line above that names it and one below that says how to get the next.
 *
 * @param handle what `recall` takes: `t12.3`
 * @param what what it is, for the first line: "result of fetch_page"
 * @param page counts from 1; 0 is the last
 * @param resultTokens estimated tokens of a result that stays whole
 */
export function pageOf(
  handle: string,
  what: string,
  text: string,
  page: number,
  resultTokens = Number.POSITIVE_INFINITY,
): Pick<ToolResult, 'ok' | 'text' | 'next'> {
  const pages = pagesOf(text, pageLength, resultTokens - frameTokens);
  const number = page === 0 ? pages.length : page;
  const part = pages[number - 1];
  if (part === undefined)
    return {
      ok: false,
      text: `${handle} has ${pages.length} part(s): ask for ${handle}:1 to ${handle}:${pages.length}.`,
    };
  if (pages.length === 1) return { ok: true, text: `${handle}, ${what}:\n${part}` };
  const earlier = page === 0 ? `; before it: recall "${handle}:${number - 1}"` : '';
  const next = number < pages.length ? `${handle}:${number + 1}` : undefined;
  const last = next ? `[more: recall "${next}"]` : `[this was the last part of ${handle}${earlier}]`;
  const whole = `${handle}, ${what}, part ${number} of ${pages.length}:\n${part}\n${last}`;
  return { ok: true, text: whole, ...(next ? { next } : {}) };
}
