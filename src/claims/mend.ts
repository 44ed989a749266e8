// A reply with its false sentences gone: the first is replaced by the true one, the others are left out, and so is a list or
// card that only spelled them out. What remains must not contradict it. Pure.

/** The text with the first of these sentences replaced by a line, and the others left out. */
export function mended(text: string, falseSentences: readonly string[], line: string): string {
  let rest = text;
  let isSaid = false;
  for (const sentence of new Set(falseSentences)) {
    const at = placeOf(rest, sentence);
    if (!at) continue;
    rest = rest.slice(0, at.from) + (isSaid ? '' : line) + rest.slice(at.to + cardBehind(rest, at));
    isSaid = true;
  }
  if (!isSaid) return line;
  const words = tidy(rest);
  return isMore(words.replace(line, '')) ? words : line;
}

/** Where a sentence stands; its quotes may have been masked, its emphasis left out. */
function placeOf(text: string, sentence: string): { readonly from: number; readonly to: number } | null {
  const exact = text.indexOf(sentence);
  if (sentence !== '' && exact >= 0) return { from: exact, to: exact + sentence.length };
  const pieces = sentence
    .split(/❝❞|\s+/u)
    .filter((piece) => piece !== '')
    .map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&'));
  if (pieces.length === 0) return null;
  const found = new RegExp(pieces.join(String.raw`[\s\S]{0,200}?`), 'u').exec(text);
  return found ? { from: found.index, to: found.index + found[0].length } : null;
}

/** A row of a card: a symbol and a few words. */
const ROW = /^[ \t]*\p{Extended_Pictographic}[^\n]{0,60}$/u;

/** The length of the rows of a card that follow one that is false: they only spell it out. */
function cardBehind(text: string, { from, to }: { readonly from: number; readonly to: number }): number {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const end = text.indexOf('\n', to);
  if (end < 0 || !ROW.test(text.slice(start, end))) return 0;
  const rows = text.slice(end + 1).split('\n');
  const other = rows.findIndex((row) => !ROW.test(row));
  const behind = rows.slice(0, other < 0 ? rows.length : other).join('\n').length;
  return behind === 0 ? 0 : end + 1 - to + behind;
}

/** Without list marks and lines that have nothing left, and blanks before a full stop. */
function tidy(text: string): string {
  return text
    .replace(/^[ \t]*(?:[-*•>]|\d{1,2}[.)])[ \t]*$/gmu, '')
    .replace(/[ \t]+$/gmu, '')
    .replace(/^[ \t]+(?=\S)/gmu, (blanks) => (blanks.length > 1 ? blanks : ''))
    .replace(/\n{3,}/gu, '\n\n')
    .replace(/([^\s.]) {2,}/gu, '$1 ')
    .trim();
}

/** Whether there is more than courtesy: "Sure!", a smile, a colon that leads to nothing. */
function isMore(rest: string): boolean {
  const words = rest.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = words.join('');
  const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(letters);
  return dense ? letters.length > 7 : words.length > 3;
}
