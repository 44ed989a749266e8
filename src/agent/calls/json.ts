// The shapes in which models write a call as JSON, and the remains of one that was cut short.
import { type ParsedArguments, parseArguments } from './arguments.ts';
import type { FoundCall, Offered } from './found.ts';
import { resolveName } from './names.ts';
import { isObject, readValue } from './value.ts';

const CERTAIN_NAME_KEYS = ['name', 'function', 'function_name', 'tool', 'tool_name', 'recipient_name'];
const NAME_KEYS = [...CERTAIN_NAME_KEYS, 'action', 'call'];
const ARGS_KEYS = [
  'arguments',
  'parameters',
  'args',
  'params',
  'input',
  'tool_input',
  'action_input',
  'kwargs',
  'tool_args',
];
const NESTS = ['tool_calls', 'tool_uses', 'calls', 'function_call', 'tool_call', 'function_calls'];

type Fields = Record<string, unknown>;

/**
 * The calls that a value means, or undefined when it is not a call.
 *
 * @param forced true behind a marker: then a name is enough and it need not be known
 */
export function callsOfValue(value: unknown, offered: Offered, forced: boolean): FoundCall[] | undefined {
  return callsOf(value, offered, forced, 0);
}

function callsOf(value: unknown, offered: Offered, forced: boolean, depth: number): FoundCall[] | undefined {
  if (depth > 4) return undefined;
  if (Array.isArray(value)) {
    const calls = value.slice(0, 64).flatMap((item) => callsOf(item, offered, forced, depth + 1) ?? []);
    return calls.length > 0 ? calls : undefined;
  }
  if (!isObject(value)) return undefined;
  for (const key of NESTS) {
    const nested = value[key];
    if (typeof nested !== 'object' || nested === null) continue;
    const calls = callsOf(nested, offered, true, depth + 1);
    if (calls !== undefined) return calls;
  }
  if (isObject(value.function)) return callsOf(value.function, offered, true, depth + 1);
  const call = named(value, offered, forced) ?? keyed(value, offered, forced);
  return call === undefined ? undefined : [call];
}

/** `{"name": ..., "arguments": ...}` under any of the usual keys. */
function named(fields: Fields, offered: Offered, forced: boolean): FoundCall | undefined {
  for (const key of NAME_KEYS) {
    const name = fields[key];
    if (typeof name !== 'string' || name === '') continue;
    const resolved = resolveName(name, offered.names);
    const argsKey = ARGS_KEYS.find((one) => one !== key && Object.hasOwn(fields, one));
    if (!resolved.ok && !(isCertain(key, name) && (forced || argsKey !== undefined))) continue;
    if (argsKey === undefined) {
      const args = besideName(fields, key, resolved.ok ? resolved.name : '', offered, forced);
      if (args !== undefined) return { name, args };
      continue;
    }
    const args = fields[argsKey];
    if (!forced && isRecord(fields, key, argsKey, resolved.ok ? resolved.name : '', offered)) continue;
    if (!resolved.ok && !forced && !isArgumentLike(args) && !NO_TOOL.test(name)) continue;
    if (NO_TOOL.test(name) && typeof args === 'string' && !args.trimStart().startsWith('{'))
      return { name, args: { ok: true, args: { answer: args } } };
    if (isSchema(args, resolved.ok ? resolved.name : '', offered))
      return { name, args: { ok: false, why: 'not-object' } };
    return { name, args: parseArguments(args) };
  }
  return undefined;
}

/** What may stand beside name and arguments in a call: numbers, kinds and reasons. */
const BESIDE =
  /^(?:id|call_?id|tool_call_id|index|thoughts?|thinking|reasoning|reason|rationale|explanation|status|server_name)$/i;
const isKind = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^(?:function|tool|tool_use|tool_call|function_call|action|call)$/i.test(value);

/** Data with a name and arguments of its own, as the settings of a program have: a list of words, or other keys. */
function isRecord(fields: Fields, nameKey: string, argsKey: string, name: string, offered: Offered): boolean {
  const args = fields[argsKey];
  if (Array.isArray(args) && args.some((item) => !isObject(item))) return true;
  if (isSchema(args, name, offered)) return false;
  const others = Object.entries(fields).filter(
    ([key, value]) =>
      ![nameKey, argsKey].includes(key) && !BESIDE.test(key) && !(key === 'type' && isKind(value)),
  );
  const known = offered.parameters.get(name) ?? {};
  const fits = isObject(args) && Object.keys(args).every((key) => Object.hasOwn(known, key));
  return others.length > 0 && (Array.isArray(args) || !fits || !/^(?:arguments|parameters)$/.test(argsKey));
}

/** Names that mean words in the shape of a call, or for no call at all. */
export const NO_TOOL =
  /^(?:final_?answer|answer|respond|response|reply|none|null|no_?(?:tool|function|action))$/i;

/** Whether a tool is meant, be it known or not. */
const isCertain = (key: string, name: string): boolean =>
  CERTAIN_NAME_KEYS.includes(key) || NO_TOOL.test(name);

const isArgumentLike = (args: unknown): boolean =>
  isObject(args) ||
  args === null ||
  args === undefined ||
  (typeof args === 'string' && /^\s*(\{|$)/.test(args));

/** A call without a key for its arguments: written beside the name, or none at all. */
function besideName(
  fields: Fields,
  nameKey: string,
  name: string,
  offered: Offered,
  forced: boolean,
): ParsedArguments | undefined {
  const rest = Object.entries(fields).filter(
    ([key, value]) => key !== nameKey && key !== 'id' && !(key === 'type' && (forced || isKind(value))),
  );
  const known = offered.parameters.get(name);
  if (rest.length > 0 && known !== undefined && rest.every(([key]) => Object.hasOwn(known, key)))
    return { ok: true, args: Object.fromEntries(rest) };
  if (rest.length > 0) return undefined;
  if (forced) return { ok: true, args: {} };
  return known === undefined ? undefined : { ok: false, why: 'not-object' };
}

/** `{"set_reminder": {...}}` for a tool that exists. */
function keyed(fields: Fields, offered: Offered, forced: boolean): FoundCall | undefined {
  const [only, ...more] = Object.entries(fields);
  if (only === undefined || more.length > 0) return undefined;
  const meant = forced && isObject(only[1]) && /^[A-Za-z_]\w*$/.test(only[0]);
  if (!meant && !offered.names.includes(only[0])) return undefined;
  return { name: only[0], args: parseArguments(only[1]) };
}

/** The tool's own declaration, said back. */
function isSchema(args: unknown, name: string, offered: Offered): boolean {
  if (!isObject(args) || args.type !== 'object' || !isObject(args.properties)) return false;
  return !Object.hasOwn(offered.parameters.get(name) ?? {}, 'properties');
}

/**
 * The call in JSON that is not closed or makes no sense: whole when its arguments are, else cut. Undefined when it
 * names no tool.
 */
export function brokenCall(text: string, offered: Offered): FoundCall | undefined {
  const name = nameIn(text);
  if (name === undefined) return undefined;
  const key = /["']?(?:arguments|parameters|args|input)["']?\s*:\s*(?=\{)/.exec(text);
  if (key === null) return { name, args: { ok: false, why: 'cut' } };
  const read = readValue(text, key.index + key[0].length);
  if (read === undefined || !/^[\s}\]`;,]*(?:<|\[\/|$)/.test(text.slice(read.end)))
    return { name, args: { ok: false, why: 'cut' } };
  if (isSchema(read.value, name, offered)) return { name, args: { ok: false, why: 'not-object' } };
  return { name, args: parseArguments(read.value) };
}

/** The value of the first key that names a tool. */
export function nameIn(text: string): string | undefined {
  const match =
    /["']?(?:name|function|tool_name|tool|function_name|recipient_name)["']?\s*:\s*["']([^"'\n]{1,100})["']/.exec(
      text.slice(0, 4_000),
    );
  return match?.[1];
}
