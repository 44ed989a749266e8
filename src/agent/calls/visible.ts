// The last look at what a person would read: markers, broken call text and role names that are left over go. What has none
// stays as it was written, blanks included.

import type { ToolSchema } from '../../context/message.ts';
import { withoutEnd } from '../../text/reading-limits.ts';
import type { Found } from './found.ts';
import { CLOSE, next, OPEN, TOKENS } from './markers.ts';
import { isObject } from './value.ts';

/** Arguments in tags whose call is missing. */
const ORPHANS =
  /<arg_key>[\s\S]*?(?:<\/arg_value>|$)|<parameter(?:=|\s+name=)[^<>]*>[\s\S]*?(?:<\/parameter>|$)/g;

/** Half a marker, where an answer was cut. */
const HALF = /<(?:[|｜][^<>\n]{0,40}|\/?(?:tool|func|thin|invo|para|arg_)[\w:=]{0,40})$/;

/** Where the model began to speak as another person. */
const END_OF_TURN =
  /<\|im_end\|>|<end_of_turn>|<\|eot_id\|>|<turn\|>|<\|im_start\|>\s*user|<start_of_turn>\s*user/g;

/** A result that the model made up. */
const INVENTED =
  /<\|?(tool_response|function_response|tool_result|function_result|tool_output)\|?>[\s\S]*?(?:<\/\1>|<\|?\/?\1\|?>|$)|<[|｜]tool▁outputs?▁begin[|｜]>[\s\S]*?(?:<[|｜]tool▁outputs?▁end[|｜]>|$)/g;

interface Visible {
  readonly text: string;
  /** True when call text was left that names no tool. */
  readonly residue: boolean;
}

/** @param seen whether calls were found, and whether a thought was closed that never began */
export function visibleText(
  rest: string,
  seen: { readonly calls: boolean; readonly orphan: boolean },
): Visible {
  const own = finalAnswer(rest.replace(INVENTED, HOLE));
  const whole = own.replace(ORPHANS, HOLE);
  const tail = withoutTail(whole);
  const broken = tail !== own || next(OPEN, tail, 0) !== undefined || next(CLOSE, tail, 0) !== undefined;
  const clean = withoutMarkers(withoutMarkers(tail)).replace(HALF, HOLE);
  if (/^\s*assistant\w*\s*[{[]/.test(clean) || (seen.orphan && /^\s*\{[\s\S]*\}\s*$/.test(clean)))
    return { text: '', residue: true };
  const text = tidy(clean);
  const onlySigns = /^[\s\][{}();,:"'`<>/|]*$/.test(text);
  return { text: onlySigns ? '' : text, residue: broken || (onlySigns && rest.trim() !== '' && !seen.calls) };
}

/** Put where something was cut out; a private-use character that no model writes. */
const HOLE = '\uE000';
const CLOSED_HOLE = new RegExp(`\\uE000(?:\\s|[\\])};,]|${CLOSE.source})+`, 'gi');

/** The text without the spans, their fences, closing markers, and the punctuation between them. */
export function cutOut(text: string, spans: readonly Found[]): string {
  if (spans.length === 0) return text;
  let rest = '';
  let at = 0;
  for (const span of spans) {
    if (span.start > at) rest += text.slice(at, span.start);
    if (span.end > at) {
      rest += HOLE;
      at = span.end;
    }
  }
  return (rest + text.slice(at))
    .replace(CLOSED_HOLE, `${HOLE} `)
    .replace(/```[\w-]*\s*\uE000\s*(?:```|$)/g, HOLE)
    .replace(CLOSED_HOLE, `${HOLE} `)
    .replace(/(?:\uE000[\s;,]*)+/g, `${HOLE} `);
}

/** What stands before a call, without the fence, the list or the heading that the call opens, and without a stray word. */
export function beforeCall(text: string, start: number): string {
  const before = text
    .slice(0, start)
    .replace(/(?:^|\n|(?<=\s))[ \t]*(?:`{3,}|~{3,})[^\n`~]{0,60}\s*$/, '')
    .replace(/(?:^|\n)[ \t>*]*Thought:[^\n]*(?=\s*(?:Action:[ \t]*)?\s*$)/i, '')
    .replace(/(?:^|\n)[ \t*]*(?:actions?|tool calls?|function calls?|calls?):[ \t*]*\s*$/i, '');
  const words = withoutEnd(before, /[\s`*>[(-]/);
  return /^\s*[a-z]{1,9}$/.test(words) ? '' : words;
}

/** `Thought: ... Final Answer: ...`: only the answer is for people. */
function finalAnswer(text: string): string {
  const answer = /^\s*(?:Thought:[\s\S]*?\n[ \t]*)?Final Answer:\s*(?=\S)/.exec(text);
  return answer === null ? text : text.slice(answer[0].length);
}

/** What was said before the model went on as another person. */
export function ownTurn(text: string): string {
  for (const match of text.matchAll(END_OF_TURN)) {
    const before = text.slice(0, match.index);
    if (before.trim() !== '') return before;
  }
  return text;
}

const withoutMarkers = (text: string): string =>
  text.replace(OPEN, HOLE).replace(CLOSE, HOLE).replace(TOKENS, HOLE);

/** The end of a call whose beginning is missing: `"arguments": {...}}</tool_call>`. */
function withoutTail(text: string): string {
  const close = next(CLOSE, text, 0);
  const before = close === undefined ? text : text.slice(0, close.start);
  const tail = /(?:^|[\s{[,])["']?(?:arguments|parameters)["']?\s*:\s*\{/.exec(before);
  const starts = close === undefined ? tail?.index === 0 : tail !== null;
  if (tail === null || !starts) return text;
  return `${before.slice(0, tail.index)}${HOLE}${close === undefined ? '' : text.slice(close.start)}`;
}

/** Closes the holes: with a line break or a blank where there was one, or where two words would meet. */
function tidy(text: string): string {
  if (!text.includes(HOLE)) return text.trim();
  return text
    .replace(/```[\w-]*\s*\uE000\s*```/g, HOLE)
    .replace(/\s*\uE000[\s\uE000]*/g, (gap) =>
      /\n[^\n]*\n/.test(gap) ? '\n\n' : gap.includes('\n') ? '\n' : ' ',
    )
    .trim();
}

/** The tool whose arguments the whole text is, when there is exactly one. */
export function isBareArguments(text: string, tools: readonly ToolSchema[]): string | undefined {
  const json = /^(?:```(?:json)?\s*)?(\{[\s\S]*\})\s*(?:```)?$/.exec(text)?.[1];
  if (json === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (!isObject(value) || Object.keys(value).length === 0) return undefined;
  const given = Object.keys(value);
  const fits = tools.filter((tool) => {
    const properties = tool.function.parameters.properties ?? {};
    const required = tool.function.parameters.required;
    const all = Array.isArray(required) ? required.map(String) : [];
    return given.every((key) => Object.hasOwn(properties, key)) && all.every((key) => given.includes(key));
  });
  return fits.length === 1 ? fits[0]?.function.name : undefined;
}
