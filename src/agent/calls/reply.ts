// One answer of the model, made usable: what a person may see, what is to be run, and what gets an error as its result.
// What can be recovered without guessing is run; nothing malformed is ever sent back to a server.

import type { ToolSchema } from '../../context/message.ts';
import { within, withoutWideGaps } from '../../text/reading-limits.ts';
import { storable, storableText } from '../../text/storable.ts';
import type { RawCall } from '../stream.ts';
import { type ParsedArguments, parseArguments } from './arguments.ts';
import type { FoundCall } from './found.ts';
import { callsOfValue, NO_TOOL } from './json.ts';
import { resolveName } from './names.ts';
import { findTextCalls, offer } from './text.ts';
import { callsAtEnd, stripThinking } from './thinking.ts';
import { isBareArguments, ownTurn, visibleText } from './visible.ts';

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
 */
export function readReply(answer: Answer, tools: readonly ToolSchema[]): Reply {
  return storable(readWhole(answer, tools));
}

function readWhole(answer: Answer, tools: readonly ToolSchema[]): Reply {
  const stripped = stripThinking(read(answer.text));
  const { thought, orphan } = stripped;
  const silent = stripped.text === '' && answer.calls.length === 0;
  const spoken = silent
    ? callsAtEnd(read(answer.reasoning ?? ''))
    : ownTurn(storableText(unquoted(stripped.text)));
  const thinking = thought || (answer.reasoning ?? '') !== '';
  const native = answer.calls.flatMap((call) => readNativeCalls(call, tools));
  const found = findTextCalls(spoken, tools);
  const seen = visibleText(found.rest, { calls: found.calls.length > 0 || native.length > 0, orphan });
  if (tools.length === 0 && native.length + found.calls.length > 0)
    return { text: seen.text, calls: [], residue: true, thought: thinking };
  if (native.length > 0) return { text: seen.text, calls: native, residue: false, thought: thinking };
  const meant = found.calls.length === 1 ? answerInCall(found.calls[0], tools) : undefined;
  if (meant !== undefined)
    return { text: seen.text || meant, calls: [], residue: meant === '', thought: thinking };
  if (found.calls.length > 0) {
    const calls = found.calls.map((call) => readCall(call.name, call.args, undefined, tools));
    return { text: seen.text, calls, residue: false, thought: thinking };
  }
  const bare = isBareArguments(seen.text, tools);
  if (bare !== undefined)
    return { text: '', calls: [nameless(bare, tools)], residue: false, thought: thinking };
  return { text: seen.text, calls: [], residue: found.residue || seen.residue, thought: thinking };
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
    const hint = like === undefined ? '' : ` Call one like this: ${exampleCall(like, tools)}`;
    const known = names.length === 0 ? 'There are no tools here.' : `The tools are: ${names.join(', ')}.`;
    const what = asked === '' ? 'The call has no tool name.' : `There is no tool "${asked}".`;
    return { ok: false, name: asked === '' ? 'unnamed' : asked, error: `${what} ${known}${hint}`, native };
  }
  if (parsed.ok)
    return { ok: true, name: resolved.name, args: unwrapped(parsed.args, resolved.name, tools), native };
  const error = `${resolved.name}: ${COMPLAINTS[parsed.why]} Call it again like this: ${exampleCall(resolved.name, tools)}`;
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
  const error = `Arguments alone are not a call, so nothing was done. Call the tool like this: ${exampleCall(name, tools)}`;
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

/** How a right call of this tool looks, from its schema. */
function exampleCall(name: string, tools: readonly ToolSchema[]): string {
  const parameters = tools.find((tool) => tool.function.name === name)?.function.parameters ?? {};
  const properties = (parameters.properties ?? {}) as Record<string, Record<string, unknown>>;
  const required = Array.isArray(parameters.required) ? parameters.required.map(String) : [];
  const args = Object.fromEntries(required.map((key) => [key, placeholder(properties[key] ?? {})]));
  return `${name}(${JSON.stringify(args)})`;
}

function placeholder(schema: Record<string, unknown>): unknown {
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0];
  if (schema.type === 'number' || schema.type === 'integer') return 1;
  if (schema.type === 'boolean') return true;
  return schema.type === 'array' ? ['...'] : '...';
}
