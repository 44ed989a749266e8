// One answer of the model, made usable: what a person may see, what is to be run, and what gets an error as its result.
// What can be recovered without guessing is run; what only looks like a call is shown as it was written; nothing malformed
// is ever sent back to a server.

import type { ToolSchema } from '../../context/message.ts';
import { within, withoutWideGaps } from '../../text/reading-limits.ts';
import { storable, storableText } from '../../text/storable.ts';
import type { RawCall } from '../stream.ts';
import {
  askedFor,
  type Circumstances,
  judgeCalls,
  type Verdict,
  withoutAnnouncement,
} from './about/about.ts';
import { shield, shieldThoughtTags, unshielded, unshieldedValue } from './about/shield.ts';
import { type ParsedArguments, parseArguments } from './arguments.ts';
import type { Found, FoundCall, Offered } from './found.ts';
import { callsOfValue, NO_TOOL } from './json.ts';
import { hasMarkers } from './markers.ts';
import { resolveName } from './names.ts';
import { findTextCalls, normalise, offer } from './text.ts';
import { callsAtEnd, stripThinking } from './thinking.ts';
import { beforeCall, cutOut, isBareArguments, ownTurn, visibleText } from './visible.ts';

/** A call that can be checked and run, or one that gets its error as result. Names are fit for a request. */
export type RepairedCall =
  | {
      readonly ok: true;
      readonly name: string;
      readonly args: Readonly<Record<string, unknown>>;
      /** Its place among the native calls; undefined when it was written as text. */
      readonly native: number | undefined;
    }
  | {
      readonly ok: false;
      readonly name: string;
      readonly error: string;
      readonly native: number | undefined;
    };

export interface Reply {
  /** For people: no call text, no markers, no thinking. May be empty. */
  readonly text: string;
  readonly calls: readonly RepairedCall[];
  /** True when there was call text that names no tool: nothing to run, nothing to answer. */
  readonly residue: boolean;
  /** When it holds what may be a call or be about one, which is not run before the model says which: the words without it. */
  readonly unclear?: string;
  /** True when it shows calls: what it announces is no call left out. */
  readonly about?: true;
  /** True when there was thinking, in whatever field or tag. */
  readonly thought: boolean;
}

interface Answer {
  readonly text: string;
  readonly reasoning?: string;
  readonly calls: readonly RawCall[];
}

/**
 * Reads an answer, without characters that cannot be stored or sent on. Never throws.
 *
 * @param tools those that the request offered
 * @param circumstances what the person said and what the model has seen: without it the answer alone tells
 */
export function readReply(
  answer: Answer,
  tools: readonly ToolSchema[],
  circumstances: Circumstances = {},
): Reply {
  return storable(readWhole(answer, tools, circumstances));
}

/** The words of an answer: as they were written, shielded for the readers of calls, and what in them reads like calls. */
interface Words {
  readonly written: string;
  readonly text: string;
  readonly calls: readonly Found[];
  /** Call text that names no tool. */
  readonly broken: readonly Found[];
  readonly verdict: Verdict;
  readonly thought: boolean;
  readonly orphan: boolean;
}

function readWhole(answer: Answer, tools: readonly ToolSchema[], circumstances: Circumstances): Reply {
  const words = readWords(answer, offer(tools), circumstances);
  const { thought } = words;
  const native = answer.calls.flatMap((call) => readNativeCalls(call, tools));
  if (native.length > 0 && tools.length > 0)
    return { text: seenBeside(words), calls: native, residue: false, thought };
  const { verdict, written } = words;
  if (verdict === 'broken')
    return withoutCalls({ ...words, broken: [...words.calls, ...words.broken] }, true, tools, circumstances);
  if (verdict === 'unclear')
    return {
      text: written,
      calls: [],
      residue: false,
      unclear: withoutAnnouncement(wordsBefore(words)),
      thought,
    };
  if (verdict !== 'run' && written !== '')
    return { text: written, calls: [], residue: false, about: true, thought };
  if (words.calls.length === 0) return withoutCalls(words, native.length > 0, tools, circumstances);
  return withCalls(words, tools);
}

function readWords(answer: Answer, offered: Offered, circumstances: Circumstances): Words {
  const stripped = stripThinking(shieldThoughtTags(read(answer.text)));
  const thinking = callsAtEnd(read(answer.reasoning ?? ''));
  const silent = stripped.text === '' && answer.calls.length === 0;
  const written = silent ? thinking.text : unshielded(ownTurn(storableText(unquoted(stripped.text))));
  const { text: shielded, fences } = shield(normalise(written), offered.names);
  const { text, spans, quoted } = findTextCalls(shielded, offered);
  const calls = spans.filter((span) => span.calls.length > 0);
  const before = silent ? thinking.before : '';
  const found = calls.length > 0 || !quoted;
  const verdict = !found
    ? 'text'
    : calls.length === 0
      ? 'run'
      : judgeCalls(text, calls, { ...circumstances, before, fences, offered });
  const thought = stripped.thought || (answer.reasoning ?? '') !== '';
  const broken = spans.filter((span) => span.calls.length === 0);
  return { written, text, calls, broken, verdict, thought, orphan: stripped.orphan };
}

/** Words beside native calls: a copy of the calls in them goes, and what follows it. */
function seenBeside({ text, calls, broken, written, orphan, verdict }: Words): string {
  if (verdict !== 'run' && !hasMarkers(text)) return written;
  const spans = [...calls, ...broken].toSorted((a, b) => a.start - b.start);
  return unshielded(visibleText(cutOut(text, spans), { calls: true, orphan }).text);
}

/** Words, and perhaps pieces of a call that is none. */
function withoutCalls(
  { text, broken, orphan, thought }: Words,
  called: boolean,
  tools: readonly ToolSchema[],
  { asked = '' }: Circumstances,
): Reply {
  const spans = broken.toSorted((a, b) => a.start - b.start);
  const shown = visibleText(cutOut(text, spans), { calls: called, orphan });
  const seen = { ...shown, text: unshielded(shown.text) };
  const isAsked = askedFor(asked, []) !== undefined;
  const bare = called || isAsked ? undefined : isBareArguments(seen.text, tools);
  if (bare !== undefined) return { text: '', calls: [nameless(bare, tools)], residue: false, thought };
  return { text: seen.text, calls: [], residue: called || broken.length > 0 || seen.residue, thought };
}

function withCalls({ text, calls, broken, orphan, thought }: Words, tools: readonly ToolSchema[]): Reply {
  const seen = wordsBefore({ text, calls, broken, orphan });
  const found = calls.flatMap((span) => span.calls).map(unshieldedCall);
  if (tools.length === 0) return { text: seen, calls: [], residue: true, thought };
  const meant = found.length === 1 ? answerInCall(found[0], tools) : undefined;
  if (meant !== undefined) return { text: seen || meant, calls: [], residue: meant === '', thought };
  const repaired = found.map((call) => readCall(call.name, call.args, undefined, tools));
  return { text: seen, calls: repaired, residue: false, thought };
}

/** What is said before the first call, for people. */
function wordsBefore({
  text,
  calls,
  broken,
  orphan,
}: Pick<Words, 'text' | 'calls' | 'broken' | 'orphan'>): string {
  const start = Math.min(...[...calls, ...broken].map((span) => span.start));
  return unshielded(visibleText(beforeCall(text, start), { calls: true, orphan }).text);
}

function unshieldedCall({ name, args }: FoundCall): FoundCall {
  return {
    name: unshielded(name),
    args: args.ok ? { ok: true, args: unshieldedValue(args.args) as Record<string, unknown> } : args,
  };
}

/** Cleaned before it is read: a NUL within a tag would hide it from the reader and be gone in what people see. */
const read = (said: string): string => withoutWideGaps(within('reply', storableText(said)));

/** The content of an answer that is, as a whole, a JSON text with JSON in it. */
function unquoted(text: string): string {
  if (!/^"\s*[{[]/.test(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}

/** Reads one native call; also while the stream still runs, once it is complete. */
export function readNativeCall(call: RawCall, tools: readonly ToolSchema[]): RepairedCall {
  const named = call.name === '' ? (/^functions\.(\w+):\d+$/.exec(call.id ?? '')?.[1] ?? '') : call.name;
  return storable(readCall(named, parseArguments(call.arguments, call.pieces), call.position, tools));
}

/** One native call, or the calls that it wraps: `multi_tool_use.parallel`, `tool_call({"name": ...})`. */
function readNativeCalls(call: RawCall, tools: readonly ToolSchema[]): RepairedCall[] {
  const read = readNativeCall(call, tools);
  const parsed = read.ok ? undefined : parseArguments(call.arguments, call.pieces);
  if (parsed === undefined || !parsed.ok || isKnown(call.name, tools)) return [read];
  const inner = callsOfValue(parsed.args, offer(tools), false) ?? [];
  if (inner.length === 0 || !inner.every((one) => isKnown(one.name, tools))) return [read];
  return inner.map((one) => readCall(one.name, one.args, undefined, tools));
}

const isKnown = (name: string, tools: readonly ToolSchema[]): boolean =>
  resolveName(
    name,
    tools.map((tool) => tool.function.name),
  ).ok;

/**
 * Words in the shape of a call: `{"name": "final_answer", "arguments": {"answer": "..."}}` where there is no such tool; as
 * much of them as is for people.
 * Empty when nothing is said in it, undefined when it is a real call.
 */
function answerInCall(call: FoundCall | undefined, tools: readonly ToolSchema[]): string | undefined {
  if (call === undefined || isKnown(call.name, tools)) return undefined;
  if (!NO_TOOL.test(call.name)) return undefined;
  const values = call.args.ok ? Object.values(call.args.args) : [];
  const [only] = values;
  if (values.length !== 1 || typeof only !== 'string') return '';
  return visibleText(stripThinking(only).text, { calls: false, orphan: false }).text;
}

function readCall(
  rawName: string,
  parsed: ParsedArguments,
  native: number | undefined,
  tools: readonly ToolSchema[],
): RepairedCall {
  const names = tools.map((tool) => tool.function.name);
  const resolved = resolveName(rawName, names);
  if (!resolved.ok) {
    const asked = presentable(rawName);
    const like = resolved.closest ?? names[0];
    const hint = like === undefined ? '' : ` ${howToCall(like, tools)}`;
    const known = names.length === 0 ? 'There are no tools here.' : `The tools are: ${names.join(', ')}.`;
    const what = asked === '' ? 'The call has no tool name.' : `There is no tool "${asked}".`;
    return { ok: false, name: asked === '' ? 'unnamed' : asked, error: `${what} ${known}${hint}`, native };
  }
  if (parsed.ok)
    return { ok: true, name: resolved.name, args: unwrapped(parsed.args, resolved.name, tools), native };
  const error = `${resolved.name}: ${COMPLAINTS[parsed.why]} ${howToCall(resolved.name, tools)}`;
  return { ok: false, name: resolved.name, error, native };
}

/** The arguments of a call that was put whole into its own arguments. */
function unwrapped(
  args: Readonly<Record<string, unknown>>,
  name: string,
  tools: readonly ToolSchema[],
): Readonly<Record<string, unknown>> {
  const own = tools.find((tool) => tool.function.name === name)?.function.parameters.properties ?? {};
  if (args.name !== name || Object.hasOwn(own, 'name')) return args;
  const inner = args.arguments ?? args.parameters;
  const parsed = inner === undefined ? undefined : parseArguments(inner);
  return parsed?.ok ? parsed.args : args;
}

const COMPLAINTS: Readonly<Record<(ParsedArguments & { ok: false })['why'], string>> = {
  cut: 'the arguments broke off before their end, so nothing was done. Keep them short.',
  several: 'the arguments held several objects, so nothing was done. Make one call for each.',
  'not-object': 'the arguments must be a JSON object, so nothing was done.',
  unreadable: 'the arguments are not valid JSON, so nothing was done.',
};

function nameless(name: string, tools: readonly ToolSchema[]): RepairedCall {
  const error = `Arguments alone are not a call, so nothing was done. ${howToCall(name, tools)}`;
  return { ok: false, name, error, native: undefined };
}

/** A name that servers take back in the history. */
function presentable(raw: string): string {
  return within('callName', raw)
    .replace(/<[|｜\w/].*$/s, '')
    .replace(/[^\w.-]+/g, '_')
    .replace(/\./g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 64);
}

/**
 * What a call of this tool needs, by its schema: no example, since a small model copies its values, and since how a call is
 * written is its template's own.
 */
function howToCall(name: string, tools: readonly ToolSchema[]): string {
  const parameters = tools.find((tool) => tool.function.name === name)?.function.parameters ?? {};
  const properties = (parameters.properties ?? {}) as Record<string, Record<string, unknown>>;
  const required = Array.isArray(parameters.required) ? parameters.required.map(String) : [];
  const needed = required.map((key) => `"${key}"${whatIs(properties[key] ?? {})}`);
  return `Call ${name} with ${needed.length === 0 ? 'an empty JSON object' : `a JSON object that has ${needed.join(' and ')}`}.`;
}

/** ` (one of: cancel, move)`, ` (the time in the person's own words)`: without the examples behind a colon. */
function whatIs({ enum: allowed, description, type }: Record<string, unknown>): string {
  const what = Array.isArray(allowed) ? `one of: ${allowed.join(', ')}` : (description ?? type);
  if (typeof what !== 'string') return '';
  return ` (${Array.isArray(allowed) ? what : what.replace(/[:\n].*$/su, '').slice(0, 160)})`;
}
