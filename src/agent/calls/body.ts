// What follows an opening marker: JSON in one of many shapes, name and JSON, name and tags, or a pythonic call.
// Here the marker has said that a call is meant, so unknown names and missing arguments count as calls too.
import { type ParsedArguments, parseArguments } from './arguments.ts';
import { looseBody } from './dialects.ts';
import { type Bodies, type FoundCall, matchAt, type Offered, typed } from './found.ts';
import { brokenCall, callsOfValue } from './json.ts';
import { endOfBroken } from './markers.ts';
import { readMarkup } from './markup.ts';
import { readPythonic } from './pythonic.ts';
import { readValue } from './value.ts';

/**
 * Reads the calls at `at`, one behind the other.
 *
 * @param name the tool's name, when it came before the body
 * @returns undefined when nothing there looks like a call
 */
export function readBodies(text: string, at: number, offered: Offered, name?: string): Bodies | undefined {
  if (name !== undefined) return argumentsOf(text, at, name);
  let end = at;
  const calls: FoundCall[] = [];
  for (let turn = 0; turn < 32; turn++) {
    const from = end + (turn === 0 ? 0 : (matchAt(/[\s,;]*/g, text, end) ?? '').length);
    const read = readOne(text, from, offered);
    if (read === undefined) break;
    calls.push(...read.calls);
    end = read.end;
  }
  return end === at ? undefined : { calls, end };
}

function readOne(text: string, at: number, offered: Offered): Bodies | undefined {
  const char = text[at];
  if (char === '{' && /^\{\s*tool\s*=>/.test(text.slice(at, at + 40))) return looseBody(text, at, offered);
  if (char === '{' || (char === '[' && matchAt(/\[\s*[[{]/g, text, at) !== undefined))
    return jsonBody(text, at, offered);
  return (
    readMarkup(text, at, offered) ??
    readPythonic(text, at, offered) ??
    tagPairs(text, at, offered) ??
    nameAndJson(text, at) ??
    nameAlone(text, at) ??
    looseBody(text, at, offered)
  );
}

function jsonBody(text: string, at: number, offered: Offered): Bodies {
  const read = readValue(text, at);
  const calls = read === undefined ? undefined : callsOfValue(read.value, offered, true);
  if (read !== undefined && calls !== undefined) return { calls, end: read.end };
  const end = endOfBroken(text, read?.end ?? at);
  const broken = brokenCall(text.slice(at, end), offered);
  return { calls: broken === undefined ? [] : [broken], end };
}

/** `name` and then its arguments: `name<|sep|>{}`, `name[ARGS]{}`, `call:name{}`, `name\n{}`. */
function nameAndJson(text: string, at: number): Bodies | undefined {
  const head =
    /(?:call:\s*)?([\w.-]+(?::\d+)?)(?:\s|:|<[|｜][^<>]{0,60}[|｜]>|\[CALL_ID\]\w*|✿ARGS✿:?|\[ARGS\]|```(?:json)?)*(?=\{)/y;
  head.lastIndex = at;
  const match = head.exec(text);
  return match === null ? undefined : argumentsOf(text, at + match[0].length, match[1] ?? '');
}

function argumentsOf(text: string, at: number, name: string): Bodies {
  const read = text[at] === '{' ? readValue(text, at) : undefined;
  if (read !== undefined) return { calls: [{ name, args: parseArguments(read.value) }], end: read.end };
  return { calls: [{ name, args: { ok: false, why: 'cut' } }], end: endOfBroken(text, at) };
}

/** `name` and `<arg_key>`, `<arg_value>` pairs. */
function tagPairs(text: string, at: number, offered: Offered): Bodies | undefined {
  const head = /([\w.-]+)\s*(?=<arg_key>)/y;
  head.lastIndex = at;
  const match = head.exec(text);
  if (match === null) return undefined;
  const name = match[1] ?? '';
  const start = at + match[0].length;
  const closer = /<\/arg_value>\s*<\/(?:longcat_)?tool_call>/g;
  closer.lastIndex = start;
  const ends = closer.exec(text);
  const close = ends === null ? -1 : ends.index + '</arg_value>'.length;
  const body = text.slice(start, close < 0 ? undefined : close);
  const pairs = [...body.matchAll(/<arg_key>([^<]*)<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>/g)];
  const opened = body.split('<arg_key>').length - 1;
  const whole = close >= 0 && opened === pairs.length;
  const types = offered.parameters.get(name) ?? {};
  const args: ParsedArguments = whole
    ? { ok: true, args: Object.fromEntries(pairs.map((pair) => typed(pair[1] ?? '', pair[2] ?? '', types))) }
    : { ok: false, why: 'cut' };
  return {
    calls: [{ name, args }],
    end: close < 0 ? text.length : (ends?.index ?? 0) + (ends?.[0].length ?? 0),
  };
}

/** `<tool_call>name</tool_call>`: closed, so it is a whole call without arguments. */
function nameAlone(text: string, at: number): Bodies | undefined {
  const match = matchAt(/[A-Za-z_][\w.-]*\s*(?=<\/|<\|\w*end|<tool_call\|>|\[\/)/g, text, at);
  return match === undefined
    ? undefined
    : { calls: [{ name: match.trim(), args: { ok: true, args: {} } }], end: at + match.length };
}
