// The words around something that must be kept: a line of about 40 tokens, cut between words, visibly.
import { estimate } from '../budget/estimate.ts';
import type { Mark } from './salient-marks.ts';

const SNIPPET = 38;
/** Words; one sign each in scripts without spaces; pieces of what has no end. */
const DENSE = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}、。，';
const WORDS = new RegExp(`[${DENSE}]\\s*|[^\\s${DENSE}]{1,40}\\s*`, 'gu');

interface Word {
  readonly from: number;
  readonly to: number;
  readonly tokens: number;
}

/** The words of a sentence, for more than one snippet of it. */
export const wordsIn = (sentence: string): readonly Word[] =>
  [...sentence.matchAll(WORDS)].map((word) => ({
    from: word.index,
    to: word.index + word[0].length,
    tokens: estimate(word[0]),
  }));

/** The sentence, or as many words around a place in it as a line may have; and the marks that it then holds. */
export function snippet(
  sentence: string,
  marks: readonly Mark[],
  around: Pick<Mark, 'at' | 'text'>,
  tokens = SNIPPET,
  words = wordsIn(sentence),
): { readonly text: string; readonly held: readonly Mark[] } {
  if (estimate(sentence) <= tokens) return { text: sentence, held: marks };
  let from = words.findLastIndex((word) => word.from <= around.at);
  let to = from;
  let used = 0;
  while (
    words[to] !== undefined &&
    (to === from || (words[to]?.from ?? 0) < around.at + around.text.length)
  ) {
    used += words[to]?.tokens ?? 0;
    to += 1;
  }
  for (let grew = true; grew; ) {
    grew = false;
    for (const side of [-1, 1] as const) {
      const next = side === -1 ? words[from - 1] : words[to];
      if (next === undefined || used + next.tokens > tokens) continue;
      used += next.tokens;
      if (side === -1) from -= 1;
      else to += 1;
      grew = true;
    }
  }
  const start = words[from]?.from ?? 0;
  const end = words[to - 1]?.to ?? sentence.length;
  const text = `${start > 0 ? '…' : ''}${sentence.slice(start, end).trim()}${end < sentence.length ? '…' : ''}`;
  return { text, held: marks.filter((mark) => mark.at >= start && mark.at + mark.text.length <= end) };
}
