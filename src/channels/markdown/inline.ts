// Inline code in a line of Markdown, and how to rewrite a line around what is to stay as it is. Pure.

/** A run of backticks up to the next run of the same length. */
const codeSpan = /(?<![\\`])(`+)(?!`)(?:.*?[^`])\1(?!`)/g;

/** Rewrites what of a line is no inline code. */
export const outsideCode = (line: string, rewrite: (text: string) => string): string =>
  keeping(code, line, rewrite);

/** For what is to be bold as a whole. */
export const withoutBold = (text: string): string =>
  text.replaceAll('**', '').replace(/(?<![\w\\])__(?=[^\s_])|(?<=[^\s_\\])__(?!\w)/g, '');

/** Put in place of what is kept: no text has it, and no rule may reach across it. */
const keptMark = '\ue000';

/** What of a text stays as it is. */
export interface Kept {
  readonly pattern: RegExp;
}

/** @param pattern with the flag g */
export const kept = (pattern: RegExp): Kept => ({
  pattern: new RegExp(`${pattern.source}|\\ue000\\d+\\ue001|[\\ue000\\ue001]`, pattern.flags),
});

const code = kept(codeSpan);

/** Rewrites a text in which whatever is kept is one unknown word. */
export function keeping({ pattern }: Kept, text: string, rewrite: (text: string) => string): string {
  // So it is with most lines.
  if (text.search(pattern) < 0) return rewrite(text);
  const wholes: string[] = [];
  const keep = (whole: string) => `${keptMark}${wholes.push(whole) - 1}\ue001`;
  return rewrite(text.replace(pattern, keep)).replace(
    /\ue000(\d+)\ue001/g,
    (_whole, index: string) => wholes[Number(index)] ?? '',
  );
}
