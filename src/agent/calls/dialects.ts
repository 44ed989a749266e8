// Rarer ways to write a call, a family or a harness each, that need readers of their own: a fence with the tool's name, a
// number behind the name, brackets, a list of arguments line by line, and what stands loosely between markers.
import { type ParsedArguments, parseArguments } from './arguments.ts';
import { unwrapped } from './cdata.ts';
import { type Bodies, type Found, type FoundCall, type Offered, typed } from './found.ts';
import { resolveName } from './names.ts';
import { readPythonic } from './pythonic.ts';
import { readValue } from './value.ts';

/** The match of a sticky pattern at this place. */
function sticky(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  const own = new RegExp(pattern.source, `${pattern.flags.replace('y', '')}y`);
  own.lastIndex = at;
  return own.exec(text);
}

/** A fence that names its tool: "```tool recall" or "```recall", and the arguments in it. */
export function namedFence(text: string, at: number, offered: Offered): Found | undefined {
  const head = /```(?:(?:tool(?:_call)?|function|action)[ \t:]+)?([\w.-]+)[ \t]*\r?\n\s*(?=\{)/i;
  const match = sticky(head, text, at);
  if (match === null) return undefined;
  const name = match[1] ?? '';
  const known = resolveName(name, offered.names).ok;
  if (!known && !/^```(?:tool|function|action)[ \t:_]/i.test(match[0])) return undefined;
  return withObject(text, at, at + match[0].length, name, /\s*```/);
}

/** `name:0<|tool_call_argument_begin|>{...}`, `name<|tool_sep|>{...}`, `functions.name:0{...}`: the marker before was lost. */
export function kimiCall(text: string, at: number): Found | undefined {
  const head =
    /((?:functions\.(?=[\w.]+:\d{1,4}\s*\{))?[A-Za-z_][\w.]*)(?::\d{1,4}\s{0,4}<\|tool_call_arg\w*\|>|<[|｜]tool[▁_]sep[|｜]>|(?<=functions\.\w{1,64}):\d{1,4}\s{0,4}(?=\{))\s*(?:```json\s*)?/;
  const match = sticky(head, text, at);
  if (match === null) return undefined;
  const name = (match[1] ?? '').replace(/^functions\./, '');
  return withObject(text, at, at + match[0].length, name, /\s*(?:<\|tool_calls?_\w+\|>\s*)*/);
}

/** A call that ends behind an object, or is cut. */
function withObject(text: string, start: number, from: number, name: string, closer: RegExp): Found {
  const read = text[from] === '{' ? readValue(text, from) : undefined;
  if (read === undefined)
    return { start, end: text.length, calls: [{ name, args: { ok: false, why: 'cut' } }] };
  const end = read.end + (sticky(closer, text, read.end)?.[0].length ?? 0);
  return { start, end, calls: [{ name, args: parseArguments(read.value) }] };
}

/** `<|open|>call tool="name"<|sep|>`, and its arguments in the same signs. */
export function openCall(text: string, at: number, offered: Offered): Found | undefined {
  const head = sticky(
    /<\|open\|>\s*(?:tools\s*)?call\s+tool="([^"\n]{1,100})"[^<\n]{0,80}<\|sep\|>/,
    text,
    at,
  );
  if (head === null) return undefined;
  const name = head[1] ?? '';
  const from = at + head[0].length;
  const close = /<\|close\|>\s*call(?:<\|sep\|>)?/g;
  close.lastIndex = from;
  const closed = close.exec(text);
  const body = text.slice(from, closed?.index);
  const types = offered.parameters.get(name) ?? {};
  const pairs = [
    ...body.matchAll(
      /<\|open\|>\s*argument\s+key="([^"\n]{1,100})"[^<\n]{0,80}<\|sep\|>([\s\S]*?)<\|close\|>\s*argument(?:<\|sep\|>)?/g,
    ),
  ];
  const whole = closed !== null && pairs.length === body.split('<|open|>').length - 1;
  const args: ParsedArguments = whole
    ? { ok: true, args: Object.fromEntries(pairs.map((pair) => typed(pair[1] ?? '', pair[2] ?? '', types))) }
    : { ok: false, why: 'cut' };
  const end = closed === null ? text.length : closed.index + closed[0].length;
  return { start: at, end, calls: [{ name, args }] };
}

/** `[recall] {...} [/recall]`, `[tool_call: recall] {...}`, `[Calling tool: recall({...})]`: how some harnesses write history. */
export function bracketCall(text: string, at: number, offered: Offered): Found | undefined {
  const head =
    /\[(?:(?:tool[ _]?call|tool|calling(?: tool)?|called|call|function)[: ]\s*)?([\w.-]+)(?:\s+with (?:args|arguments|parameters):?)?\s*[:(]?\s*\]?\s*(?=\{)/i;
  const code = sticky(/\[(?:tool[ _]call|calling(?: tool)?|called|call):\s*(?=[\w.-]+\()/i, text, at);
  const read = code === null ? undefined : readPythonic(text, at + code[0].length, offered);
  if (read !== undefined)
    return { start: at, end: read.end + (text[read.end] === ']' ? 1 : 0), calls: read.calls };
  const match = sticky(head, text, at);
  if (match === null || !offered.names.includes(match[1] ?? '')) return undefined;
  const found = withObject(text, at, at + match[0].length, match[1] ?? '', /\s*\)?\s*\]?/);
  const closing = sticky(/\s*\[\/(?:\w+)\]/, text, found.end);
  return closing === null
    ? found
    : { ...found, end: found.end + closing[0].length, marked: /^\[\w+\]/.test(match[0]) };
}

/**
 * `[Previous assistant tool use]`, and lines for the tool and its input: how a harness once told what had been called. It is
 * history said again, with all that follows it, and no call.
 */
export function toldCall(text: string, at: number): Found | undefined {
  const head =
    /\[(?:previous|prior|earlier|past|historical|assistant|model)\b[^\]\n]{0,40}\b(?:tool|function)[ _-](?:use|calls?)[^\]\n]{0,20}\]\s*\n[ \t]*(?:tool|function|name):[ \t]*([\w.-]{1,100})[ \t]*\n[ \t]*(?:input|arguments|args|parameters):/i;
  const match = sticky(head, text, at);
  if (match === null) return undefined;
  const call: FoundCall = { name: match[1] ?? '', args: { ok: false, why: 'unreadable' } };
  return { start: at, end: text.length, calls: [call], told: true };
}

/** `TOOL_NAME: recall`, and `BEGIN_ARG: query`, its value, `END_ARG` for each argument. */
export function toolNameCall(text: string, at: number): Found | undefined {
  const head = sticky(/[ \t]*TOOL_NAME:[ \t]*([\w.-]+)[ \t]*/, text, at);
  if (head === null) return undefined;
  const args: Record<string, string> = Object.create(null) as Record<string, string>;
  let end = at + head[0].length;
  for (let turn = 0; turn < 32; turn++) {
    const next = sticky(
      /\s*BEGIN_ARG:[ \t]*([\w.-]+)[ \t]*\r?\n([\s\S]{0,20000}?)\r?\n?[ \t]*END_ARG/,
      text,
      end,
    );
    if (next === null) break;
    args[next[1] ?? ''] = (next[2] ?? '').trim();
    end += next[0].length;
  }
  const isCut = /^\s*BEGIN_ARG/.test(text.slice(end, end + 40));
  const read: ParsedArguments = isCut ? { ok: false, why: 'cut' } : { ok: true, args: { ...args } };
  return { start: at, end, calls: [{ name: head[1] ?? '', args: read }] };
}

/** What stands loosely between markers: attributes, `name>value`, lines of keys, tags for name and arguments, arrows. */
export function looseBody(text: string, at: number, offered: Offered): Bodies | undefined {
  const close = /<\/|<\|\/?\w|<tool_call\|>|\[\/|$/g;
  close.lastIndex = at;
  return (
    arrows(text, at) ??
    nameTag(text, at) ??
    attributes(text, at) ??
    keyed(text, at, offered) ??
    short(text, at, close.exec(text)?.index ?? text.length, offered) ??
    talked(text, at, offered)
  );
}

/** `name key="value" other="value" />` */
function attributes(text: string, at: number): Bodies | undefined {
  const head = sticky(/([A-Za-z_][\w.-]*)((?:\s+[A-Za-z_][\w-]*\s*=\s*"[^"\n]*")+)\s*\/?>?/, text, at);
  if (head === null) return undefined;
  const pairs = [...(head[2] ?? '').matchAll(/([A-Za-z_][\w-]*)\s*=\s*"([^"\n]*)"/g)];
  const args = Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, value]));
  return { calls: [{ name: head[1] ?? '', args: { ok: true, args } }], end: at + head[0].length };
}

/** Lines of `name: recall`, `arguments:` and the arguments, each on a line or as an object. */
function keyed(text: string, at: number, offered: Offered): Bodies | undefined {
  const head =
    /(?:name|tool|function):[ \t]*["']?([\w.-]{1,100})["']?[ \t]*\n[ \t]*(?:arguments|args|parameters|input):[ \t]*(?=\{|\n)/i;
  const match = sticky(head, text, at);
  if (match === null) return undefined;
  const name = match[1] ?? '';
  const from = at + match[0].length;
  if (text[from] === '{') {
    const { calls, end } = withObject(text, at, from, name, /\s*/);
    return { calls, end };
  }
  const types = offered.parameters.get(name) ?? {};
  const lines = sticky(/(?:\n[ \t]+[A-Za-z_]\w*:[^\n]*)+/, text, from)?.[0] ?? '';
  const pairs = [...lines.matchAll(/\n[ \t]+(\w+):[ \t]*["']?([^\n]*?)["']?[ \t]*(?=\n|$)/g)];
  const args = Object.fromEntries(pairs.map((pair) => typed(pair[1] ?? '', pair[2] ?? '', types)));
  return { calls: [{ name, args: { ok: true, args } }], end: from + lines.length };
}

/** `name>value` for a tool of one parameter, and `name` with lines of `key: value`. */
function short(text: string, at: number, end: number, offered: Offered): Bodies | undefined {
  const head = sticky(/([A-Za-z_][\w.-]*)(>[ \t]*|[ \t]*(?=\n))/, text, at);
  const name = head?.[1] ?? '';
  const parameters = offered.parameters.get(name);
  if (head === null || parameters === undefined) return undefined;
  const body = text.slice(at + head[0].length, Math.max(end, at + head[0].length));
  const lines = body.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => /^\s*([A-Za-z_]\w*)\s*:\s*(.*?)\s*$/.exec(line));
  if (lines.length > 0 && pairs.every((pair) => pair !== null && Object.hasOwn(parameters, pair[1] ?? ''))) {
    const read = pairs.map((pair) => typed(pair?.[1] ?? '', pair?.[2] ?? '', parameters));
    return { calls: [{ name, args: { ok: true, args: Object.fromEntries(read) } }], end };
  }
  const [only, ...more] = Object.keys(parameters);
  if (!head[0].includes('>') || only === undefined || more.length > 0 || lines.length !== 1) return undefined;
  return { calls: [{ name, args: { ok: true, args: { [only]: body.trim() } } }], end };
}

/** `<name>recall</name><arguments>{...}</arguments>`, under any of the usual names. */
function nameTag(text: string, at: number): Bodies | undefined {
  const head =
    /<(?:tool_|function_)?name>\s*([\w.-]{1,100})\s*<\/(?:tool_|function_)?name>\s*<(arguments|parameters|args|input|params)>\s*/i;
  const match = sticky(head, text, at);
  if (match === null) return undefined;
  const from = at + match[0].length;
  const closer = `</${match[2]}>`;
  const close = text.indexOf(closer, from);
  const name = match[1] ?? '';
  const end = close < 0 ? text.length : close + closer.length;
  if (close < 0) return { calls: [{ name, args: { ok: false, why: 'cut' } }], end };
  const body = unwrapped(text.slice(from, close));
  const pairs = [...body.matchAll(/<(\w+)>([^<]*)<\/\1>/g)];
  const args: FoundCall['args'] =
    body.startsWith('{') || pairs.length === 0
      ? parseArguments(body)
      : {
          ok: true,
          args: Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, unwrapped(value)])),
        };
  return { calls: [{ name, args }], end };
}

/** `{tool => "recall", args => { --query "tea" }}` */
function arrows(text: string, at: number): Bodies | undefined {
  const head = sticky(/\{\s*tool\s*=>\s*"([\w.-]{1,100})"\s*,\s*args\s*=>\s*\{/, text, at);
  if (head === null) return undefined;
  let end = at + head[0].length;
  const args: Record<string, string> = Object.create(null) as Record<string, string>;
  for (let turn = 0; turn < 32; turn++) {
    const next = sticky(/[\s,]*--?([\w-]+)[\s=]+"((?:[^"\\]|\\.)*)"/, text, end);
    if (next === null) break;
    args[next[1] ?? ''] = (next[2] ?? '').replace(/\\(["\\])/g, '$1');
    end += next[0].length;
  }
  const close = sticky(/\s*\}[\s}]*/, text, end);
  const name = head[1] ?? '';
  if (close === null) return { calls: [{ name, args: { ok: false, why: 'cut' } }], end: text.length };
  return { calls: [{ name, args: { ok: true, args: { ...args } } }], end: end + close[0].length };
}

/** A line of talk within the markers, and then the call. */
function talked(text: string, at: number, offered: Offered): Bodies | undefined {
  const talk = sticky(/[^<{[\n]{1,200}\n\s*(?=\{)/, text, at);
  if (talk === null) return undefined;
  const from = at + talk[0].length;
  const read = readValue(text, from);
  const value = read?.value as Record<string, unknown> | undefined;
  const name = value?.name ?? value?.function;
  if (read === undefined || typeof name !== 'string' || !resolveName(name, offered.names).ok)
    return undefined;
  return { calls: [{ name, args: parseArguments(value?.arguments ?? value?.parameters) }], end: read.end };
}
