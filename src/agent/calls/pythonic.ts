// Calls written as code: `set_reminder(when="tomorrow", text='stretch')`, a list of such, or inside print().
import type { Bodies, FoundCall, Offered } from './found.ts';
import { isObject, readValue, unescaped } from './value.ts';

/** Reads one call or a `[list, of, them]` at `at`. */
export function readPythonic(text: string, at: number, offered: Offered): Bodies | undefined {
  if (text[at] !== '[') return readCall(text, skipPrint(text, at), offered);
  const calls: FoundCall[] = [];
  let next = skip(text, at + 1);
  for (let turn = 0; turn < 32; turn++) {
    const read = readCall(text, next, offered);
    if (read === undefined) return undefined;
    calls.push(...read.calls);
    next = skip(text, read.end);
    if (text[next] === ']') return { calls, end: next + 1 };
    if (next >= text.length) return { calls, end: next };
    if (text[next] !== ',') return undefined;
    next = skip(text, next + 1);
  }
  return undefined;
}

function skipPrint(text: string, at: number): number {
  const print = /print\(\s*/y;
  print.lastIndex = at;
  return at + (print.exec(text)?.[0].length ?? 0);
}

function readCall(text: string, at: number, offered: Offered): Bodies | undefined {
  const head = /([A-Za-z_][\w.]*)\s*\(/y;
  head.lastIndex = at;
  const match = head.exec(text);
  if (match === null) return undefined;
  const name = (match[1] ?? '').replace(/\.call$/, '');
  const args = readArguments(text, at + match[0].length);
  if (args === undefined) return undefined;
  if (args.end === undefined) return { calls: [{ name, args: { ok: false, why: 'cut' } }], end: text.length };
  return { calls: [{ name, args: placed(args, name, offered) }], end: args.end };
}

interface Arguments {
  readonly named: Record<string, unknown>;
  readonly positional: readonly unknown[];
  /** Undefined when the text ended before the bracket was closed. */
  readonly end: number | undefined;
}

/** Undefined when this is not a call at all but, say, a bracket in prose. */
function readArguments(text: string, from: number): Arguments | undefined {
  const named: Record<string, unknown> = {};
  const positional: unknown[] = [];
  let at = skip(text, from);
  for (let turn = 0; turn < 64; turn++) {
    if (at >= text.length) return { named, positional, end: undefined };
    if (text[at] === ')') return { named, positional, end: at + 1 };
    const key = /([A-Za-z_]\w*)\s*[=:](?!=)\s*/y;
    key.lastIndex = at;
    const match = key.exec(text);
    const value = readLiteral(text, at + (match?.[0].length ?? 0));
    if (value === undefined) return undefined;
    if (value.end === undefined) return { named, positional, end: undefined };
    if (match?.[1] !== undefined)
      Object.defineProperty(named, match[1], {
        value: value.value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    else positional.push(value.value);
    at = skip(text, value.end);
    if (text[at] === ',') at = skip(text, at + 1);
    else if (at < text.length && text[at] !== ')') return undefined;
  }
  return undefined;
}

function placed(args: Arguments, name: string, offered: Offered): FoundCall['args'] {
  if (args.positional.length === 0) return { ok: true, args: args.named };
  const [only] = args.positional;
  const alone = args.positional.length === 1 && Object.keys(args.named).length === 0;
  if (alone && isObject(only)) return { ok: true, args: only };
  const parameters = Object.keys(offered.parameters.get(name.replace(/^.*\./, '')) ?? {});
  if (alone && parameters.length === 1 && parameters[0] !== undefined)
    return { ok: true, args: { [parameters[0]]: only } };
  return { ok: false, why: 'unreadable' };
}

/** A literal; `end` is undefined when the text ends inside it. */
function readLiteral(text: string, at: number): { value: unknown; end: number | undefined } | undefined {
  const word = /(True|true|False|false|None|null|[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)(?=\s*(?:[,)\]}]|$))/y;
  word.lastIndex = at;
  const match = word.exec(text)?.[1];
  if (match !== undefined) return { value: plainLiteral(match), end: at + match.length };
  const char = text[at];
  if (char === '{' || char === '[') {
    const read = readValue(text, at);
    return read ?? { value: undefined, end: undefined };
  }
  return readString(text, at);
}

function plainLiteral(word: string): unknown {
  if (/^true$/i.test(word)) return true;
  if (/^false$/i.test(word)) return false;
  return word === 'None' || word === 'null' ? null : Number(word);
}

/** A quoted string; a quote closes it only when what follows may follow a string. */
function readString(text: string, at: number): { value: unknown; end: number | undefined } | undefined {
  const open = /[rfbu]?('''|"""|'|")/iy;
  open.lastIndex = at;
  const match = open.exec(text);
  const quote = match?.[1];
  if (match === null || quote === undefined) return undefined;
  for (let next = at + match[0].length; next < text.length; next++) {
    if (text[next] === '\\') next++;
    else if (
      text.startsWith(quote, next) &&
      /^\s*(?:[,)\]}]|$)/.test(text.slice(next + quote.length, next + 40))
    )
      return { value: unescaped(text.slice(at + match[0].length, next)), end: next + quote.length };
  }
  return { value: undefined, end: undefined };
}

function skip(text: string, at: number): number {
  let next = at;
  while (next < text.length && /\s/.test(text[next] ?? '')) next++;
  return next;
}
