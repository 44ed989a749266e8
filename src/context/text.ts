// Small text work that keeps the context honest: what people wrote can neither forge our tags nor break out of a line,
// and what is too long is cut in the middle, visibly.
import { estimate, isLowHalf, reach } from './budget/estimate.ts';

/** The names of our tags; invisible characters between the letters don't make another name. Linear, also in a page of blanks. */
function tagsNamed(names: readonly string[]): RegExp {
  const ours = names.map((name) => [...name].join('\\p{Cf}*')).join('|');
  return new RegExp(`[<＜﹤](?=[\\s\\p{Cf}]*(?:/[\\s\\p{Cf}]*)?(?:${ours})(?![\\p{L}\\p{N}_-]))`, 'giu');
}

const TAG = tagsNamed(['from', 'now', 'said']);
const FENCE = tagsNamed(['task', 'source']);
const IN_A_LINE: Readonly<Record<string, string>> = { '[': '(', ']': ')', '<': '‹', '>': '›' };

/** What chat templates are made of: a server may read it in people's words as the end of a message. */
const TEMPLATE =
  /[<＜](?=[|｜][\w▁/][\w▁/ .:"-]{0,59}[|｜]>|[\w▁/]{1,40}[|｜]>|\/?(?:start_of_turn|end_of_turn|bos|eos|s)>)/giu;
const MISTRAL = /\[(?=\/?(?:INST|SYSTEM_PROMPT|TOOL_CALLS|TOOL_RESULTS|AVAILABLE_TOOLS|THINK|ARGS)\])/gu;

/**
 * The text with the `<` of our tags, `<from…>`, `</from>`, `<now>`, `<said…>`, and of chat templates' own signs made harmless;
 * other markup stays as written.
 */
export function neutral(text: string): string {
  return text.replace(TAG, '‹').replace(TEMPLATE, '‹').replace(MISTRAL, '(');
}

/** The text between two tags that it cannot close, and without ours in it. @param label goes into the opening tag */
export function fenced(tag: 'task' | 'source', text: string, label = ''): string {
  return `<${tag}${label === '' ? '' : ` ${label}`}>\n${neutral(text).replace(FENCE, '‹').trim()}\n</${tag}>`;
}

/** As one line without brackets or tags, to go inside a bracketed line or the head block; '' if nothing is left. */
export function oneLine(text: string, tokens = 120): string {
  const flat = text
    .slice(0, 20 * tokens)
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .replace(/[[\]<>]/g, (sign) => IN_A_LINE[sign] ?? sign);
  const end = reach(flat, tokens);
  return end < flat.length ? `${flat.slice(0, end).trimEnd()}…` : flat;
}

/** A number as people write it: 52,340. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/**
 * The text, or if it takes more tokens than allowed, its head and tail with a note between them that says how much is
 * missing. The result stays within the limit plus the note. Cuts at a line or a space where one is near.
 *
 * @param tokens limit in estimated tokens without a factor
 * @param note what is put in the middle, from the number of characters left out
 */
export function cutMiddle(text: string, tokens: number, note: (leftOut: number) => string): string {
  if (reach(text, tokens) >= text.length) return text;
  const headEnd = nearBreak(text, reach(text, 0.65 * tokens), -1);
  const tailStart = Math.max(headEnd, nearBreak(text, tailFrom(text, 0.35 * tokens), 1));
  return `${text.slice(0, headEnd).trimEnd()}\n${note(tailStart - headEnd)}\n${text.slice(tailStart).trimStart()}`.trim();
}

const CHUNK = 48;

/** The index from which the rest of the text stays within so many tokens. */
function tailFrom(text: string, tokens: number): number {
  let sum = 0;
  for (let to = text.length; to > 0; to -= CHUNK) {
    sum += estimate(text.slice(Math.max(0, to - CHUNK), to));
    if (sum > tokens) return isLowHalf(text.charCodeAt(to)) ? to + 1 : to;
  }
  return 0;
}

/** The nearest line break, else space, within a short way in the given direction; else the index itself. */
function nearBreak(text: string, index: number, direction: 1 | -1): number {
  for (const [sign, way] of [
    ['\n', 160],
    [' ', 40],
  ] as const) {
    const found = direction === 1 ? text.indexOf(sign, index) : text.lastIndexOf(sign, index - 1);
    if (found > 0 && Math.abs(found - index) <= way) return found;
  }
  return index;
}

/** A speaker's name as an attribute shown to the model: no quotes, no angle brackets, one line, not empty. */
export function speakerName(name: string): string {
  return oneLine(name, 30).replaceAll('"', "'") || 'someone';
}
