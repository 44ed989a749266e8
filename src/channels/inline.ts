// Inline code in a line of Markdown, and how to rewrite a line around what is to stay as it is. Pure.

/** A run of backticks up to the next run of the same length. */
const codeSpan = /(?<![\\`])(`+)(?!`)(?:.*?[^`])\1(?!`)/g;

/** Rewrites what of a line is no inline code. */
export const outsideCode = (line: string, rewrite: (text: string) => string): string =>
  keeping(codeSpan, line, rewrite);

/** For what is to be bold as a whole. */
export const withoutBold = (text: string): string =>
  text.replaceAll('**', '').replace(/(?<![\w\\])__(?=[^\s_])|(?<=[^\s_\\])__(?!\w)/g, '');

/** Stands for what is kept: no text has it, and no rule may reach across it. */
const keptMark = '\ue000';

/** Rewrites a text in which whatever matches the pattern (with the flag g) is one unknown word. */
export function keeping(pattern: RegExp, text: string, rewrite: (text: string) => string): string {
  const kept: string[] = [];
  const keep = (whole: string) => `${keptMark}${kept.push(whole) - 1}\ue001`;
  const hidden = new RegExp(`${pattern.source}|\\ue000\\d+\\ue001|[\\ue000\\ue001]`, pattern.flags);
  return rewrite(text.replace(hidden, keep)).replace(
    /\ue000(\d+)\ue001/g,
    (_whole, index: string) => kept[Number(index)] ?? '',
  );
}
