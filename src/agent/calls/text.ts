// Finds what reads like calls in a text. One pass from left to right: wherever a call may begin, the recognisers are asked
// in turn. Whether it is one, about.ts says. The formats themselves are in body.ts, markup.ts, pythonic.ts.
import type { ToolSchema } from '../../context/message.ts';
import { bareName, jsonCalls, jsonMayBegin, namedLine, reactCall } from './bare.ts';
import { readBodies } from './body.ts';
import { hideCdata } from './cdata.ts';
import { bracketCall, kimiCall, namedFence, openCall, toldCall, toolNameCall } from './dialects.ts';
import { type Found, matchAt, type Offered } from './found.ts';
import { CLOSE, OPEN, skipNoise } from './markers.ts';
import { readMarkup } from './markup.ts';

interface TextCalls {
  /** The text that the stretches are of: dialects are spelled alike in it. */
  readonly text: string;
  /** In their order; without those in quotation marks. */
  readonly spans: readonly Found[];
  /** True when one stands in quotation marks. */
  readonly quoted: boolean;
}

/** More calls than any answer needs. */
const MOST_CALLS = 32;
/** Failed attempts, and characters behind them, after which the rest is taken for prose: keeps the time linear. */
const MOST_MISSES = 200;
const MOST_MISSED = 600_000;

/** Finds all that reads like a call in `text`, in order. Never throws. */
export function findTextCalls(text: string, offered: Offered): TextCalls {
  const alone = bareName(text, offered);
  if (alone !== undefined)
    return { text, spans: [{ start: 0, end: text.length, calls: [alone] }], quoted: false };
  const starts = startPattern(offered.names);
  const spans: Found[] = [];
  let quoted = false;
  let misses = 0;
  let missed = 0;
  let count = 0;
  for (let match = starts.exec(text); match !== null; match = starts.exec(text)) {
    const found = recognise(text, match.index, offered);
    if (found === undefined) {
      missed += text.length - match.index;
      if (++misses > MOST_MISSES || missed > MOST_MISSED) break;
      starts.lastIndex = match.index + 1;
      continue;
    }
    const isMentioned = found.calls.length > 0 && isInQuotes(text, found);
    quoted ||= isMentioned;
    if (!isMentioned) spans.push(found);
    if (found.calls.length === 0) missed += text.length - match.index;
    if ((found.calls.length === 0 && ++misses > MOST_MISSES) || missed > MOST_MISSED) break;
    count += found.calls.length;
    starts.lastIndex = Math.max(found.end, match.index + 1);
    if (count >= MOST_CALLS) break;
  }
  return { text, spans, quoted };
}

/** How far quotation marks are looked for, in characters. */
const QUOTED_WITHIN = 1000;
const OPENS: Readonly<Record<string, string>> = {
  '“': '”',
  '„': '“',
  '«': '»',
  '「': '」',
  '『': '』',
  '‹': '›',
};

/** Whether quotation marks open before it and close behind it, in the same paragraph. */
function isInQuotes(text: string, { start, end }: Found): boolean {
  const before =
    text
      .slice(Math.max(0, start - QUOTED_WITHIN), start)
      .split(/\n\s*\n/)
      .at(-1) ?? '';
  const after = text.slice(end, end + QUOTED_WITHIN).split(/\n\s*\n/)[0] ?? '';
  if (/["']$/.test(before) && /^["']/.test(after) && before.at(-1) === after[0]) return before.length > 1;
  const mark = before.lastIndexOf('"');
  if (
    mark >= 0 &&
    /(?:^|[\s(])"\S/.test(before.slice(Math.max(0, mark - 1), mark + 2)) &&
    after.includes('"')
  )
    return true;
  return Object.entries(OPENS).some(
    ([open, close]) => before.lastIndexOf(open) > before.lastIndexOf(close) && after.includes(close),
  );
}

/** What the recognisers need of the tools. */
export function offer(tools: readonly ToolSchema[]): Offered {
  const parameters = new Map(
    tools.map((tool) => [
      tool.function.name,
      (tool.function.parameters.properties ?? {}) as Record<string, Record<string, unknown>>,
    ]),
  );
  return { names: tools.map((tool) => tool.function.name), parameters };
}

/** Dialects whose strings or tags are only spelled differently. */
export function normalise(content: string): string {
  return hideCdata(content)
    .replace(/<\|"\|>([\s\S]*?)<\|"\|>/g, (_, inner: string) => JSON.stringify(inner))
    .replace(/<escape>([\s\S]*?)<escape>/g, (_, inner: string) => JSON.stringify(inner))
    .replace(/(<\/?)(?:[|｜]{1,2}DSML[|｜]{1,2}|\w+:(?=(?:invoke|parameter|function)\b))/g, '$1')
    .replace(/(<\/?)longcat_(?=arg_)/g, '$1');
}

/** Every place where a call may begin. */
function startPattern(names: readonly string[]): RegExp {
  const known = names.map((name) => name.replace(/[^\w]/g, '\\$&')).join('|') || '(?!)';
  const parts = [
    OPEN.source,
    '<(?:function|invoke|tool|tool_call|function_call)(?:=|\\s+(?:name|function|tool)\\s*=|[(/]\\w)',
    `\`\`\`(?:(?:tool(?:_call)?|function|action)[ :]+\\w|(?:${known})[ \\t]*\\n)`,
    '<\\|open\\|>',
    '\\b\\w[\\w.]{0,80}:\\d{1,4}[ \\t\\n]{0,4}<\\|tool_call_arg',
    '\\b\\w[\\w.]{0,80}<[|｜]tool[▁_]sep',
    '\\bfunctions\\.\\w{1,64}:\\d{1,4}[ \\t\\n]{0,4}\\{',
    `^[ \\t]*(?:${known})[ \\t]*\\n?<arg_key>`,
    '^[ \\t]*TOOL_NAME:',
    `<(?:${known})>`,
    '\\bcall:\\w',
    '\\bto=[\\w.]',
    'to=functions\\.',
    '^[ \\t>*]*(?:Action|Tool|Function)(?: call| name)?:',
    `^[ \\t]*[\`*>\\[]*(?:(?:tool|function)(?:[ _]call)?:|action:|[-=]>)?\\s*(?:print\\(\\s*)?(?:functions\\.|default_api\\.|tools\\.)?(?:${known})\\s*[({:\\n]`,
    '\\{',
    '\\[(?=\\s*[\\[{\\w])',
  ];
  return new RegExp(parts.join('|'), 'gim');
}

function recognise(text: string, at: number, offered: Offered): Found | undefined {
  const char = text[at];
  const own =
    char === '{' || char === '['
      ? markedCall(text, at, offered)
      : (namedFence(text, at, offered) ??
        readMarkup(text, at, offered) ??
        markedCall(text, at, offered) ??
        harmonyCall(text, at, offered) ??
        kimiCall(text, at) ??
        pairsCall(text, at, offered) ??
        openCall(text, at, offered));
  if (own !== undefined) return { ...own, marked: true };
  if (char === '[') {
    const named = toldCall(text, at) ?? bracketCall(text, at, offered);
    if (named !== undefined) return named;
  }
  if (char === '{' || char === '[') {
    const found = jsonMayBegin(text, at) ? jsonCalls(text, at, offered) : undefined;
    return found === undefined ? undefined : { ...found, marked: isClosed(text, found.end) };
  }
  return (
    toolNameCall(text, at) ??
    reactCall(text, at, offered) ??
    gemmaCall(text, at, offered) ??
    namedLine(text, at, offered)
  );
}

/** `name` and `<arg_key>` pairs: the opening tag was lost. */
function pairsCall(text: string, at: number, offered: Offered): Found | undefined {
  if (matchAt(/[ \t]*\w+\s*<arg_key>/g, text, at) === undefined) return undefined;
  const read = readBodies(text, at + (matchAt(/[ \t]*/g, text, at)?.length ?? 0), offered);
  return read === undefined ? undefined : { start: at, end: read.end, calls: read.calls };
}

/** Whether a closing marker follows: the opening one was lost. */
function isClosed(text: string, at: number): boolean {
  const from = at + (matchAt(/\s*/g, text, at)?.length ?? 0);
  return (
    matchAt(CLOSE, text, from) !== undefined &&
    !/^<\|(?:call|return|end|e\w+_id)\|>/.test(text.slice(from, from + 20))
  );
}

/** A marker such as <tool_call>, then one or more calls in any dialect. */
function markedCall(text: string, at: number, offered: Offered): Found | undefined {
  const open = matchAt(OPEN, text, at);
  if (open === undefined) return undefined;
  const body = skipNoise(text, at + open.length);
  const read = readBodies(text, body, offered);
  if (read !== undefined) return { start: at, end: read.end, calls: read.calls };
  return { start: at, end: at + open.length, calls: [] };
}

/** `<|channel|>commentary to=functions.name <|constrain|>json<|message|>{...}`, with or without its special tokens. */
function harmonyCall(text: string, at: number, offered: Offered): Found | undefined {
  const head = matchAt(/to=(?:functions\.)?[\w.-]+/g, text, at);
  if (head === undefined) return undefined;
  const name = head.slice(3);
  const gap =
    matchAt(/(?:\s|<\|\w+\|>|json\b|code\b|commentary\b|analysis\b)*/g, text, at + head.length) ?? '';
  const body = at + head.length + gap.length;
  if (text[body] !== '{' && !head.startsWith('to=functions.')) return undefined;
  const before =
    /(?:<\|start\|>)?(?:assistant)?\s*(?:<\|channel\|>)?\s*(?:commentary|analysis|final)?\s*$/.exec(
      text.slice(Math.max(0, at - 120), at),
    );
  const start = at - (before?.[0].length ?? 0);
  const read = readBodies(text, body, offered, name);
  return read ? { start, end: read.end, calls: read.calls } : { start, end: body, calls: [] };
}

/** `call:name{...}` without its marker. */
function gemmaCall(text: string, at: number, offered: Offered): Found | undefined {
  if (matchAt(/call:[\w.]+\s*\{/g, text, at) === undefined) return undefined;
  const read = readBodies(text, at, offered);
  return read ? { start: at, end: read.end, calls: read.calls } : undefined;
}
