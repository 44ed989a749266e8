// Finds calls that were written as text. One pass from left to right: wherever a call may begin, the recognisers are
// asked in turn; what they take is cut out of the text. The formats themselves are in body.ts, markup.ts, pythonic.ts.
import type { ToolSchema } from '../../context/message.ts';
import { bareName, jsonCalls, jsonMayBegin, namedLine, reactCall } from './bare.ts';
import { readBodies } from './body.ts';
import { type Found, type FoundCall, matchAt, type Offered } from './found.ts';
import { CLOSE, OPEN, skipNoise } from './markers.ts';
import { readMarkup } from './markup.ts';

interface TextCalls {
  readonly calls: readonly FoundCall[];
  /** The text without the calls. */
  readonly rest: string;
  readonly residue: boolean;
}

/** More calls than any answer needs. */
const MOST_CALLS = 32;
/** Failed attempts, and characters behind them, after which the rest is taken for prose: keeps the time linear. */
const MOST_MISSES = 200;
const MOST_MISSED = 600_000;

/** Finds all calls in `content`, in order. Never throws. */
export function findTextCalls(content: string, tools: readonly ToolSchema[]): TextCalls {
  const offered = offer(tools);
  const alone = bareName(content, offered);
  if (alone !== undefined) return { calls: [alone], rest: '', residue: false };
  const text = normalise(content);
  const starts = startPattern(offered.names);
  const spans: Found[] = [];
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
    spans.push(found);
    if (found.calls.length === 0) missed += text.length - match.index;
    if ((found.calls.length === 0 && ++misses > MOST_MISSES) || missed > MOST_MISSED) break;
    count += found.calls.length;
    starts.lastIndex = Math.max(found.end, match.index + 1);
    if (count >= MOST_CALLS) break;
  }
  const residue = spans.some((span) => span.calls.length === 0);
  return { calls: spans.flatMap((span) => span.calls), rest: cutOut(text, spans), residue };
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
function normalise(content: string): string {
  return content
    .replace(/<\|"\|>([\s\S]*?)<\|"\|>/g, (_, inner: string) => JSON.stringify(inner))
    .replace(/<escape>([\s\S]*?)<escape>/g, (_, inner: string) => JSON.stringify(inner))
    .replace(/(<\/?)(?:[|｜]DSML[|｜]|\w+:(?=(?:invoke|parameter|function)\b))/g, '$1');
}

/** Every place where a call may begin. */
function startPattern(names: readonly string[]): RegExp {
  const known = names.map((name) => name.replace(/[^\w]/g, '\\$&')).join('|') || '(?!)';
  const parts = [
    OPEN.source,
    '<(?:function|invoke|tool|tool_call|function_call)(?:=|\\s+name\\s*=)',
    `<(?:${known})>`,
    '\\bcall:\\w',
    '\\bto=[\\w.]',
    'to=functions\\.',
    '^[ \\t>*]*(?:Action|Tool|Function)(?: call| name)?:',
    `^[ \\t]*[\`*>\\[]*(?:(?:tool|function)(?:[ _]call)?:|action:|[-=]>)?\\s*(?:print\\(|functions\\.|default_api\\.|tools\\.)?(?:${known})\\s*[({:\\n]`,
    '\\{',
    '\\[(?=\\s*[\\[{\\w])',
  ];
  return new RegExp(parts.join('|'), 'gim');
}

function recognise(text: string, at: number, offered: Offered): Found | undefined {
  const char = text[at];
  if (char === '{' || char === '[') {
    const marked = markedCall(text, at, offered);
    if (marked) return marked;
    return jsonMayBegin(text, at) ? jsonCalls(text, at, offered) : undefined;
  }
  return (
    readMarkup(text, at, offered) ??
    markedCall(text, at, offered) ??
    harmonyCall(text, at, offered) ??
    gemmaCall(text, at, offered) ??
    reactCall(text, at) ??
    namedLine(text, at, offered)
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

/** Put where a call was cut out; a private-use character that no model writes. */
const HOLE = '\uE000';

/** The text without the spans, their fences, closing markers, and the punctuation between them. */
function cutOut(text: string, spans: readonly Found[]): string {
  let rest = '';
  let at = 0;
  for (const span of spans) {
    if (span.start > at) rest += text.slice(at, span.start);
    if (span.end > at) {
      rest += HOLE;
      at = span.end;
    }
  }
  rest += text.slice(at);
  if (spans.length === 0) return rest;
  return rest
    .replace(CLOSED_HOLE, `${HOLE} `)
    .replace(/```[\w-]*\s*\uE000\s*(?:```|$)/g, HOLE)
    .replace(CLOSED_HOLE, `${HOLE} `)
    .replace(/(?:\uE000[\s;,]*)+/g, ' ');
}

const CLOSED_HOLE = new RegExp(`\\uE000(?:\\s|[\\])};,]|${CLOSE.source})+`, 'gi');
