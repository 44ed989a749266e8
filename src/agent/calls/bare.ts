// Calls without any marker. Here prose is the likelier reading, so only what is plainly a call counts: JSON that has a
// call's shape, or a line that begins with the name of a tool that exists and holds nothing else.
import { exceeds } from '../../text/reading-limits.ts';
import { type ParsedArguments, parseArguments } from './arguments.ts';
import type { Found, FoundCall, Offered } from './found.ts';
import { brokenCall, callsOfValue, nameIn } from './json.ts';
import { resolveName } from './names.ts';
import { readPythonic } from './pythonic.ts';
import { readValue } from './value.ts';

/** The whole content is the name of a tool. */
export function bareName(content: string, offered: Offered): FoundCall | undefined {
  if (exceeds('callName', content.trim())) return undefined;
  const name = content.trim().replace(/^[`"'*]+|[`"'*.]+$/g, '');
  return offered.names.includes(name) ? { name, args: { ok: false, why: 'not-object' } } : undefined;
}

/** A cheap look, before anything is scanned: an object with a key, or a list of those or of calls. */
export function jsonMayBegin(text: string, at: number): boolean {
  return /^[{[]\s*(?:[{[]\s*)*(?:["'“‘\w]|$)/.test(text.slice(at, at + 60));
}

/** JSON with the shape of a call, or of a list of calls. */
export function jsonCalls(text: string, at: number, offered: Offered): Found | undefined {
  if (text[at] === '[' && !/^\[\s*[[{]/.test(text.slice(at, at + 20))) return pythonicList(text, at, offered);
  const read = readValue(text, at);
  const calls = read === undefined ? undefined : callsOfValue(read.value, offered, false);
  if (read !== undefined) return calls === undefined ? undefined : { start: at, end: read.end, calls };
  return brokenJson(text, at, offered);
}

function pythonicList(text: string, at: number, offered: Offered): Found | undefined {
  const read = readPythonic(text, at, offered);
  if (read === undefined) return undefined;
  const known = read.calls.some((call) => resolveName(call.name, offered.names).ok);
  return known ? { start: at, end: read.end, calls: read.calls } : undefined;
}

/** JSON that is not closed: a list that lacks its bracket, a call that lacks its end, or prose. */
function brokenJson(text: string, at: number, offered: Offered): Found | undefined {
  const head = text.slice(at, at + 400);
  const shape =
    /^[{[\s]*["']?(?:name|function|tool|tool_name|type|id|arguments|parameters|tool_calls|function_name|action)["']?\s*:/;
  if (!shape.test(head)) return undefined;
  if (text[at] === '[')
    return text[at + 1 + (/^\s*/.exec(text.slice(at + 1))?.[0].length ?? 0)] === '{'
      ? unclosedList(text, at, offered)
      : undefined;
  const rest = text.slice(at);
  const name = nameIn(rest);
  if (name === undefined) return undefined;
  const known = resolveName(name, offered.names).ok;
  if (!known && !/["']?(?:arguments|parameters|args)["']?\s*:/.test(rest)) return undefined;
  const call = brokenCall(rest, offered);
  return call === undefined ? undefined : { start: at, end: text.length, calls: [call] };
}

/** Takes the bracket only; the objects in the list are found by themselves. */
function unclosedList(text: string, at: number, offered: Offered): Found | undefined {
  const inner = text.indexOf('{', at);
  const read = readValue(text, inner);
  const calls = read === undefined ? undefined : callsOfValue(read.value, offered, false);
  return read !== undefined && calls !== undefined ? { start: at, end: read.end, calls } : undefined;
}

/** A line that begins with a known tool's name and is a call: `name(...)`, `name: {...}`, `name\n{...}`. */
export function namedLine(text: string, at: number, offered: Offered): Found | undefined {
  const head =
    /[ \t]*[`*>]*(?:(?:tool|function)(?:[ _]call)?:|action:|[-=]>)?\s*((?:print\(\s*)?(?:functions\.|default_api\.|tools\.)?(\w+))[`*]*/iy;
  head.lastIndex = at;
  const match = head.exec(text);
  const name = match?.[2];
  if (match === null || name === undefined || !offered.names.includes(name)) return undefined;
  const after = at + match[0].length;
  if (/^\s*\(/.test(text.slice(after, after + 10))) {
    const from = at + match[0].indexOf(match[1] ?? '');
    const read = readPythonic(text, from, offered);
    return read !== undefined && endsLine(text, read.end)
      ? { start: at, end: read.end, calls: read.calls }
      : undefined;
  }
  if (/^\[[^\]\n]*\]/.test(text.slice(after, after + 400))) return bracketed(text, at, after, name);
  const gap = /^\s*:?\s*(?:```(?:json)?\s*)?(?=\{)/.exec(text.slice(after, after + 60));
  if (gap === null) return undefined;
  const read = readValue(text, after + gap[0].length);
  if (read === undefined)
    return { start: at, end: text.length, calls: [{ name, args: { ok: false, why: 'cut' } }] };
  return endsLine(text, read.end)
    ? { start: at, end: read.end, calls: [{ name, args: parseArguments(read.value) }] }
    : undefined;
}

/** `Action: name[words]`: which parameter the words are for is not said. */
function bracketed(text: string, start: number, after: number, name: string): Found | undefined {
  const end = text.indexOf(']', after) + 1;
  if (!/action:/i.test(text.slice(start, after)) || !endsLine(text, end)) return undefined;
  return { start, end, calls: [{ name, args: { ok: false, why: 'unreadable' } }] };
}

const endsLine = (text: string, at: number): boolean =>
  /^[ \t)`;.\]*]*(?:\r?\n|$|<[|｜/])/.test(text.slice(at, at + 200));

/** How far before a call the line with its thought may begin, in characters. */
const THOUGHT = 4000;

/** `Action: name` and `Action Input: {...}`; what follows as an observation is made up. */
export function reactCall(text: string, at: number, offered: Offered): Found | undefined {
  const head =
    /[ \t>*]*(?:Action|Tool|Function)(?: call| name)?:\**\s*[`"]?([\w.-]+)[`"]?[ \t]*\r?\n+[ \t>*]*((?:(?:Action|Tool|Function)[ _])?(?:Input|Arguments|Args|Parameters|Params)):\**\s*(?:```(?:json)?\s*)?/iy;
  head.lastIndex = at;
  const match = head.exec(text);
  if (match === null) return undefined;
  const from = at + match[0].length;
  const read = text[from] === '{' ? readValue(text, from) : undefined;
  const name = match[1] ?? '';
  const marked = /^action[ _]input$/i.test(match[2] ?? '');
  if (!marked && read === undefined && text[from] !== '{') return undefined;
  const line = text.indexOf('\n', from);
  const end = read?.end ?? (line < 0 ? text.length : line);
  const observed = text.slice(end).search(/^[ \t]*Observation:/m);
  const args = read ? parseArguments(read.value) : inputOf(text.slice(from, end), name, offered);
  const thought = /(?:^|\n)[ \t>*]*Thought:[^\n]*\n\s*$/.exec(text.slice(Math.max(0, at - THOUGHT), at));
  return {
    start: thought === null ? at : at - Math.min(at, THOUGHT) + thought.index,
    end: observed >= 0 ? text.length : end,
    calls: [{ name, args }],
    marked,
  };
}

/** Plain words as input: they are for the only parameter, if there is but one. */
function inputOf(words: string, name: string, offered: Offered): ParsedArguments {
  const parsed = parseArguments(words);
  const [only, ...more] = Object.keys(offered.parameters.get(name) ?? {});
  const plain = words.trim().replace(/^["'`]|["'`]$/g, '');
  return parsed.ok || only === undefined || more.length > 0 || plain === '' || /^[{[]/.test(plain)
    ? parsed
    : { ok: true, args: { [only]: plain } };
}
