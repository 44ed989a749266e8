// Calls written as tags: <function=name><parameter=key>value</parameter></function>, <invoke name="...">, and the
// tool's own name as a tag. What was not closed is cut, and a cut call is never run.
import { type ParsedArguments, parseArguments } from './arguments.ts';
import { unwrapped } from './cdata.ts';
import { type Bodies, type Found, type Offered, typed } from './found.ts';
import { readValue } from './value.ts';

const HEAD =
  /<(function|invoke|tool|tool_call|function_call)(?:=|\s+(?:name|function|tool)\s*=\s*)["']?([^"'>\s]{1,100})["']?\s*>/y;
const PARAMETER = /<param(?:eter)?(?:=|\s+name\s*=\s*)["']?([^"'>\s]+)["']?[^>\n]*>/g;

/** Reads the tag call that starts at `at`. */
export function readMarkup(text: string, at: number, offered: Offered): (Bodies & Found) | undefined {
  if (text[at] !== '<') return undefined;
  return functionTag(text, at, offered) ?? ownTag(text, at, offered);
}

function functionTag(text: string, at: number, offered: Offered): (Bodies & Found) | undefined {
  const short = attributes(text, at) ?? nameAndObject(text, at);
  if (short !== undefined) return short;
  HEAD.lastIndex = at;
  const head = HEAD.exec(text);
  if (head === null) return undefined;
  const [all, tag = '', name = ''] = head;
  const start = at + all.length;
  const body = text.slice(start);
  const gap = /^\s*/.exec(body)?.[0].length ?? 0;
  if (body[gap] === '{') {
    const read = readValue(text, start + gap);
    const args: ParsedArguments = read ? parseArguments(read.value) : { ok: false, why: 'cut' };
    return found(at, read?.end ?? endOfTag(text, start, tag).end, name, args);
  }
  const close = endOfTag(text, start, tag);
  return found(at, close.end, name, parameters(text.slice(start, close.start), close.closed, name, offered));
}

/** `<tool_call name="..." arguments='{...}' />` */
function attributes(text: string, at: number): (Bodies & Found) | undefined {
  const head =
    /<(?:tool_call|function_call|function|invoke|tool)\s+name\s*=\s*["']([^"'>\s]{1,100})["']\s+(?:arguments|args|parameters)\s*=\s*["']?(?=\{)/y;
  head.lastIndex = at;
  const match = head.exec(text);
  if (match === null) return undefined;
  const read = readValue(text, at + match[0].length);
  const end = text.indexOf('>', read?.end ?? at + match[0].length);
  const args: ParsedArguments = read ? parseArguments(read.value) : { ok: false, why: 'cut' };
  return found(at, end < 0 ? text.length : end + 1, match[1] ?? '', args);
}

/** `<function=name{...}</function>`, `<function(name){...}`, and other slips in the head. */
function nameAndObject(text: string, at: number): (Bodies & Found) | undefined {
  const head = /<function[=(/:]\s*["']?([\w.-]{1,100})["']?\)?\s*[=,:]?\s*(?=\{)/y;
  head.lastIndex = at;
  const match = head.exec(text);
  if (match === null) return undefined;
  const read = readValue(text, at + match[0].length);
  const close = /\s*>?\s*(?:<\/?function[^<>\n]{0,20}>)?/y;
  close.lastIndex = read?.end ?? 0;
  const end = read === undefined ? text.length : read.end + (close.exec(text)?.[0].length ?? 0);
  return found(at, end, match[1] ?? '', read ? parseArguments(read.value) : { ok: false, why: 'cut' });
}

function parameters(body: string, closed: boolean, name: string, offered: Offered): ParsedArguments {
  if (!closed) return { ok: false, why: 'cut' };
  const types = offered.parameters.get(name) ?? {};
  const heads = [...body.matchAll(PARAMETER)];
  if (heads.length === 0 && body.trim() !== '') return inOwnTags(body, types);
  const pairs = heads.map((head, at) => {
    const value = body.slice(head.index + head[0].length, heads[at + 1]?.index);
    return typed(head[1] ?? '', withoutCloser(value), types);
  });
  return { ok: true, args: Object.fromEntries(pairs) };
}

/** `<city>Paris</city>` for each parameter, and nothing else. */
function inOwnTags(body: string, types: Parameters<typeof typed>[2]): ParsedArguments {
  const pairs = [...body.matchAll(/<(\w+)>([^<]*)<\/\1>/g)];
  const rest = body.replace(/<(\w+)>[^<]*<\/\1>/g, '').trim();
  if (pairs.length === 0 || rest !== '') return { ok: false, why: 'unreadable' };
  const args = pairs.map((pair) => typed(pair[1] ?? '', pair[2] ?? '', types));
  return { ok: true, args: Object.fromEntries(args) };
}

/** A value ends where the next one begins; the closing tag before that may be misspelt, or be missing. */
function withoutCloser(value: string): string {
  const at = value.lastIndexOf('</param');
  return at >= 0 && /^<\/param[\w-]*>?\s*$/.test(value.slice(at)) ? value.slice(0, at) : value;
}

/** The end of a tag's body: its own closing tag, or the one of the call around it. */
function endOfTag(text: string, from: number, tag: string): { start: number; end: number; closed: boolean } {
  const own = `</${tag}>`;
  const start = text.indexOf(own, from);
  const outer = /<\/(?:\w+:)?(?:tool_calls?|function_calls?)>/g;
  outer.lastIndex = from;
  const around = outer.exec(text);
  const nextHead = text.slice(from).search(/<(?:function|invoke)(?:=|\s+name\s*=)/);
  const limit = nextHead < 0 ? text.length : from + nextHead;
  if (start >= 0 && start <= limit) return { start, end: start + own.length, closed: true };
  if (around !== null && around.index <= limit)
    return { start: around.index, end: around.index, closed: true };
  return { start: limit, end: limit, closed: false };
}

/** `<set_reminder><when>...</when></set_reminder>` for a tool that exists. */
function ownTag(text: string, at: number, offered: Offered): (Bodies & Found) | undefined {
  const head = /<(\w+)>/y;
  head.lastIndex = at;
  const name = head.exec(text)?.[1];
  if (name === undefined || !offered.names.includes(name)) return undefined;
  const start = at + name.length + 2;
  const close = text.indexOf(`</${name}>`, start);
  if (close < 0) return found(at, text.length, name, { ok: false, why: 'cut' });
  const body = unwrapped(text.slice(start, close));
  const end = close + name.length + 3;
  if (/^\s*\{/.test(body)) return found(at, end, name, parseArguments(body));
  const types = offered.parameters.get(name) ?? {};
  const pairs = [...body.matchAll(/<(\w+)>([\s\S]*?)<\/\1>/g)];
  return found(at, end, name, {
    ok: true,
    args: Object.fromEntries(pairs.map((pair) => typed(pair[1] ?? '', pair[2] ?? '', types))),
  });
}

function found(start: number, end: number, name: string, args: ParsedArguments): Bodies & Found {
  return { start, end, calls: [{ name, args }] };
}
