// What stands in a reply to be looked at and not to be run: inline code, block quotes, code in a fence, a tag that a
// sentence names. Its signs are swapped, one for one, for signs that mean nothing to the readers of calls and markers, and
// swapped back when they are done: it is never run, and shown exactly as it was written.
import { shownCdata } from '../cdata.ts';
import { type Fence, fencesIn } from '../fences.ts';

const SIGNS = '<[{(:◁✿`';
/** From here on in a private area of Unicode, which no model writes. */
const FIRST = 0xe010;
const SWAPPED = new RegExp(`[${SIGNS.replace('[', '\\[')}]`, 'g');
const SWAPPED_BACK = new RegExp(
  `[${String.fromCharCode(FIRST)}-${String.fromCharCode(FIRST + SIGNS.length - 1)}]`,
  'g',
);

const hidden = (text: string): string =>
  text.replace(SWAPPED, (sign) => String.fromCharCode(FIRST + SIGNS.indexOf(sign)));

/** The text as it was written. */
export const unshielded = (text: string): string =>
  shownCdata(text).replace(SWAPPED_BACK, (sign) => SIGNS[sign.charCodeAt(0) - FIRST] ?? sign);

/** A value with all its texts as they were written. */
export function unshieldedValue(value: unknown): unknown {
  if (typeof value === 'string') return unshielded(value);
  if (Array.isArray(value)) return value.map(unshieldedValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [unshielded(key), unshieldedValue(inner)]),
  );
}

/** Code of one line in a sentence. */
const INLINE = /(?<!`)(`{1,2})(?!`)[^`\n]{1,400}(?<!`)\1(?!`)/g;
const THOUGHT =
  /<\/?(?:\w+:)?(?:think|thinking|thought|reasoning|reflection)\s*>|\[\/?THINK\]|<\|(?:im_(?:end|start)|eot_id)\|>|<turn\|>|<(?:end|start)_of_turn>/;
/** Of a value that ends with a quote, the closing tags stay. */
const QUOTE = /^[ \t]{0,3}>(?!>>)(?:(?!<\/(?:param|function|tool_call|arg_value|invoke))[^\n])*/gm;
/** A tag of a call that a sentence speaks of: words before it, and words or the end of the sentence behind it. */
const NAMED_TAG =
  /(?<=[\p{L}\p{N},;)] )<\/?(?:tool_\w+|tools?|function\w*|invoke|param\w*|think\w*)(?:[= ][^<>\n]{0,40})?>(?=[.,;!?)]|[ \t]+(\p{L}[\p{L}\p{N}_]*))/gu;

/** Half a tag that a sentence names: words before it, and words, a stop or, behind a word that speaks of it, the end behind it. */
const NAMED_HALF =
  /(?<=[\p{L}\p{N},;)'"”] ['"“‘(]?)<[|｜]?\/?(?:tool|function|invoke|param|think)[\w▁]{0,30}(?=[,.;:!?)'"”’]|[ \t]+(\p{L}[\p{L}\p{N}_'’]*)(?![\w=(:.[{])|$)/gu;
const SPEAKS_OF_IT = /\b(?:the|literal|an?|tags?|tokens?|strings?|prefix|with|by|like|as|and|or) $/i;

/** A token of a template that a sentence names. */
const NAMED_TOKEN =
  /(?<=\b(?:the|an?|tokens?|tags?|is|are|uses?|with|by|as|and|or|like) )<\|\w{1,40}\|>(?=[,;:.]?[ \t]+\p{Ll})/gu;

/** Hides tags of thinking and ends of turns that a text speaks of, in inline code or by name: they open and close nothing. */
export const shieldThoughtTags = (text: string): string =>
  text.replace(INLINE, (code) => (THOUGHT.test(code) ? hidden(code) : code)).replace(NAMED_TOKEN, hidden);

/**
 * Hides what is there to be looked at. The only thing in a reply stays: a call alone in inline code, or in a fence of
 * another language, is still to be judged.
 *
 * @param names the tools
 */
export function shield(text: string, names: readonly string[]): { text: string; fences: Fence[] } {
  const alone = text.trim();
  const fences = fencesIn(text, names);
  const [only] = fences;
  const isFenceAlone = fences.length === 1 && only !== undefined && isWhole(text, only);
  const code = fences.filter(({ kind, closed }) => kind === 'code' && closed && !isFenceAlone);
  const shown = outside(text, fences, code, (part) =>
    new RegExp(`^${INLINE.source}$`).test(alone)
      ? part
      : part
          .replace(QUOTE, hidden)
          .replace(INLINE, hidden)
          .replace(NAMED_TOKEN, hidden)
          .replace(NAMED_TAG, (tag, word?: string) => (names.includes(word ?? '') ? tag : hidden(tag)))
          .replace(NAMED_HALF, (tag, word: string | undefined, at: number, all: string) =>
            names.includes(word ?? '') ||
            (at + tag.length === all.length && !SPEAKS_OF_IT.test(all.slice(0, at)))
              ? tag
              : hidden(tag),
          ),
  );
  return { text: shown, fences };
}

/** Changes what is outside of all fences, and hides what is in some. No index moves. */
function outside(
  text: string,
  fences: readonly Fence[],
  code: readonly Fence[],
  change: (part: string) => string,
): string {
  const parts: string[] = [];
  let at = 0;
  for (const fence of fences) {
    parts.push(change(text.slice(at, fence.start)));
    const whole = text.slice(fence.start, fence.end);
    parts.push(code.includes(fence) ? hidden(whole) : whole);
    at = fence.end;
  }
  return parts.join('') + change(text.slice(at));
}

const isWhole = (text: string, fence: Fence): boolean =>
  text.slice(0, fence.start).trim() === '' && text.slice(fence.end).trim() === '';
