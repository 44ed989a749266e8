// Arguments as small models send them, made to fit the tool's schema: "3" for a number, "true" for a boolean, one value
// for a list, a key in other letters. What does not fit gets one line that says what is wrong and what is needed. It never
// shows a value that nobody gave: a small model copies it.
import { z } from 'zod';
import type { Said } from './said.ts';
import { withSynonyms } from './synonyms.ts';
import { parametersOf } from './tool.ts';

export type Validated<A> =
  | { readonly ok: true; readonly args: A }
  | { readonly ok: false; readonly error: string };

type Shape = Readonly<Record<string, JsonSchema>>;
type JsonSchema = Readonly<Record<string, unknown>>;

/** What of the tool is needed here. @see Tool.lacking */
interface Validates {
  readonly name: string;
  readonly parameters: z.ZodObject;
  readonly lacking?: (parameter: string, said: Said) => string | null;
  run?(args: never, use: never): unknown;
}

/**
 * Checks arguments against a tool's parameters, leniently: unknown keys are dropped, values of the wrong type are
 * converted where only one reading exists. Never throws.
 *
 * @param said what the person has said, for the error where something is missing
 * @returns the arguments as the schema outputs them, or an error of one line that holds no value of our own making
 */
export function validateArguments<A>(
  tool: Validates & { run?(args: A, use: never): unknown },
  args: unknown,
  said?: Said,
): Validated<A> {
  const shape = parametersOf(tool.parameters);
  const given = unwrap(args ?? {}, shape);
  if (!isRecord(given)) {
    const needed = requiredOf(tool.parameters).map((name) => needs(name, shape));
    const list = needed.length > 0 ? ` It needs ${needed.join(', ')}.` : '';
    return { ok: false, error: `${tool.name}: arguments must be an object.${list}` };
  }
  const fitted = fit(withSynonyms(given, shape, requiredOf(tool.parameters)), shape);
  const parsed = tool.parameters.safeParse(fitted);
  if (parsed.success) return { ok: true, args: parsed.data as A };
  return { ok: false, error: `${tool.name}: ${complaints(tool, parsed.error, { fitted, shape, said })}` };
}

/** `{"arguments": {...}}` and the like, when the tool has no such parameter. */
function unwrap(args: unknown, shape: Shape): unknown {
  if (!isRecord(args)) return args;
  const [only, ...more] = Object.keys(args);
  if (only === undefined || more.length > 0 || only in shape) return args;
  const inner = args[only];
  const wrapper = /^(arguments|parameters|params|args|input|kwargs|properties)$/i.test(only);
  return wrapper && isRecord(inner) ? inner : args;
}

function fit(given: Record<string, unknown>, shape: Shape): Record<string, unknown> {
  const fitted: Record<string, unknown> = {};
  const known = new Map(Object.keys(shape).map((key) => [plain(key), key]));
  for (const [key, value] of Object.entries(given)) {
    const name = Object.hasOwn(shape, key) ? key : known.get(plain(key));
    const schema = name === undefined ? undefined : shape[name];
    if (name === undefined || schema === undefined || value === null || value === undefined) continue;
    if (name !== key && Object.hasOwn(given, name)) continue;
    fitted[name] = coerce(value, schema);
  }
  return fitted;
}

const plain = (key: string): string => key.toLowerCase().replace(/[^a-z0-9]/g, '');

function coerce(value: unknown, schema: JsonSchema): unknown {
  if (Array.isArray(schema.enum)) return coerceEnum(value, schema.enum);
  switch (schema.type) {
    case 'string':
      return typeof value === 'number' || typeof value === 'boolean'
        ? String(value)
        : single(value, 'string');
    case 'number':
    case 'integer':
      return typeof value === 'string' && /^\s*[-+]?\d+(\.\d+)?\s*$/.test(value)
        ? Number(value)
        : single(value, 'number');
    case 'boolean':
      return coerceBoolean(value);
    case 'array':
      return coerceArray(value, isRecord(schema.items) ? schema.items : {});
    default:
      return value;
  }
}

/** `["x"]` where a plain value is wanted. */
function single(value: unknown, type: 'string' | 'number'): unknown {
  return Array.isArray(value) && value.length === 1 && typeof value[0] === type ? value[0] : value;
}

function coerceEnum(value: unknown, allowed: readonly unknown[]): unknown {
  if (allowed.includes(value)) return value;
  const same = allowed.filter(
    (one) => plain(String(one)) === plain(String(value)) && plain(String(one)) !== '',
  );
  return same.length === 1 ? same[0] : value;
}

function coerceBoolean(value: unknown): unknown {
  const word = String(value).trim().toLowerCase();
  if (word === 'true' || word === 'yes' || word === '1') return true;
  if (word === 'false' || word === 'no' || word === '0') return false;
  return value;
}

function coerceArray(value: unknown, items: JsonSchema): unknown {
  if (Array.isArray(value)) return value.map((item) => coerce(item, items));
  if (typeof value !== 'string') return [coerce(value, items)];
  try {
    const parsed: unknown = JSON.parse(value);
    if (Array.isArray(parsed)) return parsed.map((item) => coerce(item, items));
  } catch {
    return [coerce(value, items)];
  }
  return [coerce(value, items)];
}

/** What is wrong, then what to do: what the person's words hold is the tool's to say, else what is needed. */
function complaints(
  tool: Validates,
  { issues }: z.ZodError,
  { fitted, shape, said }: { fitted: Record<string, unknown>; shape: Shape; said: Said | undefined },
): string {
  const shown = issues.slice(0, 2).map(({ path, message }) => ({ key: String(path[0] ?? ''), message }));
  const wrong = shown.map(({ key, message }) => {
    if (key === '') return oneLine(message);
    return Object.hasOwn(fitted, key) ? `"${key}" is wrong (${oneLine(message)})` : `"${key}" is missing`;
  });
  const bad = new Set(issues.map(({ path }) => String(path[0] ?? '')));
  const own = shown.flatMap(({ key }) => (said ? (tool.lacking?.(key, said) ?? []) : []));
  const good = Object.fromEntries(Object.entries(fitted).filter(([key]) => !bad.has(key)));
  const kept = Object.keys(good).length > 0 ? ` Keep ${JSON.stringify(good).slice(0, 400)}.` : '';
  const needed = shown.filter(({ key }) => key in shape).map(({ key }) => needs(key, shape));
  const again = needed.length > 0 ? ` Call it again with ${needed.join(' and ')}.${kept}` : '';
  return `${wrong.join(', ')}.${own.length > 0 ? ` ${own.join(' ')}` : again}`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 160);

/** `"action" (one of: cancel, move)`: a parameter and what it is, without a value. */
function needs(name: string, shape: Shape): string {
  const { enum: allowed, description, type } = shape[name] ?? {};
  const what = Array.isArray(allowed) ? `one of: ${allowed.join(', ')}` : (description ?? type);
  return typeof what === 'string'
    ? `"${name}" (${oneLine(Array.isArray(allowed) ? what : what.replace(/:.*$/su, ''))})`
    : `"${name}"`;
}

/** The names of what must be given. */
const requiredOf = (parameters: z.ZodObject): readonly string[] =>
  Object.entries(parameters.shape)
    .filter(([, type]) => !z.safeParse(type as z.ZodType, undefined).success)
    .map(([name]) => name);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
