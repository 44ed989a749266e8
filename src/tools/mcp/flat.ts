// One parameter's JSON schema, if it is flat, as a zod type. What only costs tokens or runs a server's patterns over
// the model's text (formats, patterns, defaults) is left to the server, which checks again; what is not flat is refused.
import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A schema with its references followed, and whether null is a value too. */
interface Resolved {
  readonly schema: JsonSchema;
  readonly nullable: boolean;
}

export type Flat =
  | { readonly ok: true; readonly type: z.ZodType }
  /** Why not, as the end of a sentence: "is nested". */
  | { readonly ok: false; readonly why: string };

const MOST_STEPS = 8;
const MOST_CHOICES = 30;
const LONGEST_CHOICE = 60;
const KEPT: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  boolean: [],
  array: ['minItems', 'maxItems'],
};
const REFUSED = ['anyOf', 'oneOf', 'allOf', 'not', 'if', 'prefixItems', 'patternProperties', '$ref'];

/** Follows references within the document, `X or null`, and an `allOf` of one. */
export function resolve(given: unknown, root: JsonSchema): Resolved {
  let schema = isRecord(given) ? given : {};
  let nullable = false;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const inner = innerOf(schema, root);
    if (inner === null) break;
    nullable ||= inner.nullable;
    const { $ref, anyOf, oneOf, allOf, ...around } = schema;
    schema = { ...inner.schema, ...around };
  }
  const { type } = schema;
  if (Array.isArray(type) && type.includes('null')) {
    const others = type.filter((each) => each !== 'null');
    return { schema: { ...schema, type: others.length === 1 ? others[0] : others }, nullable: true };
  }
  return { schema, nullable: nullable || (Array.isArray(schema.enum) && schema.enum.includes(null)) };
}

function innerOf(schema: JsonSchema, root: JsonSchema): Resolved | null {
  if (typeof schema.$ref === 'string') {
    const found = pointed(schema.$ref, root);
    return found && { schema: found, nullable: false };
  }
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (!Array.isArray(choices)) return null;
  const others = choices.filter((choice) => !(isRecord(choice) && choice.type === 'null'));
  const [only] = others;
  return others.length === 1 && isRecord(only)
    ? { schema: only, nullable: others.length < choices.length }
    : null;
}

/** `#/$defs/Colour` within the document. */
function pointed(reference: string, root: JsonSchema): JsonSchema | null {
  if (!reference.startsWith('#/')) return null;
  let at: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!isRecord(at) || !Object.hasOwn(at, key)) return null;
    at = at[key];
  }
  return isRecord(at) ? at : null;
}

/** The zod type of a resolved schema: a text, a number, a boolean, a choice, or a list of one of those. */
export function flatType(schema: JsonSchema, root: JsonSchema): Flat {
  const odd = REFUSED.find((key) => key in schema);
  if (odd !== undefined) return no(`is not of one type (it uses "${odd}")`);
  if (Array.isArray(schema.enum) || 'const' in schema) return choice(schema);
  const { type } = schema;
  if (type === 'object' || isRecord(schema.properties)) return no('is nested');
  if (type === 'array') return listType(schema, root);
  if (typeof type !== 'string' || !Object.hasOwn(KEPT, type))
    return no(type === undefined ? 'has no type' : `has the type ${JSON.stringify(type).slice(0, 60)}`);
  return { ok: true, type: z.fromJSONSchema({ type: type as 'string', ...kept(type, schema) }) };
}

function listType(schema: JsonSchema, root: JsonSchema): Flat {
  const items = resolve(schema.items, root);
  if (!isRecord(schema.items)) return no('is a list of anything');
  if (items.schema.type === 'array' || items.schema.type === 'object')
    return no('is nested (a list of lists or objects)');
  const item = flatType(items.schema, root);
  if (!item.ok) return no(`is a list of what ${item.why}`);
  const { minItems, maxItems } = kept('array', schema);
  let list = z.array(item.type);
  if (minItems !== undefined) list = list.min(minItems);
  if (maxItems !== undefined) list = list.max(maxItems);
  return { ok: true, type: list };
}

/** Choices reach the model unchanged, so they must be words and no texts. */
function choice(schema: JsonSchema): Flat {
  const values: readonly unknown[] = Array.isArray(schema.enum) ? schema.enum : [schema.const];
  const choices = values.filter((value) => value !== null);
  if (choices.length === 0 || choices.length > MOST_CHOICES)
    return no(`has ${choices.length} choices; 1 to ${MOST_CHOICES} can be shown`);
  if (!choices.every(isWord)) return no('has choices that are not plain words or numbers');
  return { ok: true, type: z.literal(choices) };
}

function isWord(value: unknown): value is string | number | boolean {
  if (typeof value !== 'string') return typeof value === 'number' || typeof value === 'boolean';
  return (
    value.length <= LONGEST_CHOICE && value.isWellFormed() && !/[\p{Cc}\p{Cf}\u2028\u2029<>[\]]/u.test(value)
  );
}

function kept(type: string, schema: JsonSchema): Readonly<Record<string, number>> {
  return Object.fromEntries(
    (KEPT[type] ?? []).flatMap((key) => {
      const value = schema[key];
      return typeof value === 'number' ? [[key, value] as const] : [];
    }),
  );
}

const no = (why: string): Flat => ({ ok: false, why });

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
