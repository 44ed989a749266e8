// Arguments as small models send them, made to fit the tool's schema: "3" for a number, "true" for a boolean, one value
// for a list, a key in other letters. What does not fit gets one line that says what is wrong and shows how it looks
// right, because that is what a small model can act on.
import { z } from 'zod';
import { parametersOf } from './tool.ts';

export type Validated<A> =
  | { readonly ok: true; readonly args: A }
  | { readonly ok: false; readonly error: string };

type Shape = Readonly<Record<string, JsonSchema>>;
type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Checks arguments against a tool's parameters, leniently: unknown keys are dropped, values of the wrong type are
 * converted where only one reading exists. Never throws.
 *
 * @returns the arguments as the schema outputs them, or an error of one line with a corrected example
 */
export function validateArguments<A>(
  tool: { readonly name: string; readonly parameters: z.ZodObject; run?(args: A, use: never): unknown },
  args: unknown,
): Validated<A> {
  const shape = parametersOf(tool.parameters);
  const given = unwrap(args ?? {}, shape);
  if (!isRecord(given))
    return { ok: false, error: `${tool.name}: arguments must be an object. ${again(tool, shape, {})}` };
  const fitted = fit(given, shape);
  const parsed = tool.parameters.safeParse(fitted);
  if (parsed.success) return { ok: true, args: parsed.data as A };
  const bad = new Set(parsed.error.issues.map((issue) => String(issue.path[0] ?? '')));
  const good = Object.fromEntries(Object.entries(fitted).filter(([key]) => !bad.has(key)));
  return { ok: false, error: `${tool.name}: ${complaint(parsed.error, fitted)} ${again(tool, shape, good)}` };
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

function complaint(error: z.ZodError, given: Record<string, unknown>): string {
  const parts = error.issues.slice(0, 2).map((issue) => {
    const key = String(issue.path[0] ?? '');
    if (key === '') return oneLine(issue.message);
    return Object.hasOwn(given, key)
      ? `"${key}" is wrong (${oneLine(issue.message)})`
      : `"${key}" is missing`;
  });
  return `${parts.join(', ')}.`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 160);

function again(
  tool: { name: string; parameters: z.ZodObject },
  shape: Shape,
  good: Record<string, unknown>,
): string {
  return `Call it again like this: ${tool.name}(${JSON.stringify({ ...exampleArguments(tool.parameters, shape), ...good }).slice(0, 400)})`;
}

/** Example arguments: what the schema's own examples say, for every required parameter. */
function exampleArguments(parameters: z.ZodObject, shape: Shape): Record<string, unknown> {
  const wanted = Object.entries(shape).filter(
    ([name]) => !z.safeParse(parameters.shape[name] as z.ZodType, undefined).success,
  );
  return Object.fromEntries(wanted.map(([name, schema]) => [name, exampleValue(schema)]));
}

/** One example value for a JSON schema of a parameter. */
function exampleValue(schema: JsonSchema): unknown {
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0];
  if (schema.type === 'number' || schema.type === 'integer') return 1;
  if (schema.type === 'boolean') return true;
  if (schema.type === 'array') return [exampleValue(isRecord(schema.items) ? schema.items : {})];
  return '...';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
