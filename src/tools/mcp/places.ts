// Places in what a server's tool takes: `address.city` is the field `city` of the object `address`.
import { isRecord, type JsonSchema, resolve } from './flat.ts';

export interface Place {
  readonly keys: readonly string[];
  readonly schema: JsonSchema;
  readonly nullable: boolean;
  /** Needed in the object that holds it. */
  readonly required: boolean;
  /** True if all objects around it are needed, so that they are always sent. */
  readonly sent: boolean;
}

const DEEPEST = 6;

/** The place of a name or dotted path; a name that itself has dots counts as a name. Null: there is none. */
export function locate(root: JsonSchema, path: string): Place | null {
  const keys: string[] = [];
  let at = root;
  let sent = true;
  for (let rest = path; keys.length < DEEPEST; ) {
    const properties = isRecord(at.properties) ? at.properties : {};
    const dot = rest.indexOf('.');
    const key = dot < 0 || Object.hasOwn(properties, rest) ? rest : rest.slice(0, dot);
    if (!Object.hasOwn(properties, key) || key === '__proto__') return null;
    keys.push(key);
    const { schema, nullable } = resolve(properties[key], root);
    const required = requiredIn(at).includes(key);
    if (key === rest) return { keys, schema, nullable, required, sent };
    at = schema;
    sent &&= required;
    rest = rest.slice(dot + 1);
  }
  return null;
}

/**
 * The paths a server needs and no one gives.
 *
 * @param given places that are shown or fixed
 */
export function missingIn(root: JsonSchema, given: readonly (readonly string[])[]): readonly string[] {
  return inside(root, given, []);

  function inside(
    schema: JsonSchema,
    within: readonly (readonly string[])[],
    above: readonly string[],
  ): readonly string[] {
    if (above.length >= DEEPEST) return [above.join('.')];
    const properties = isRecord(schema.properties) ? schema.properties : {};
    const keys = new Set([...requiredIn(schema), ...within.flatMap((path) => path.slice(0, 1))]);
    return [...keys].flatMap((key) => {
      const below = within.filter((path) => path[0] === key).map((path) => path.slice(1));
      if (below.some((path) => path.length === 0)) return [];
      const path = [...above, key];
      const { schema: field } = resolve(properties[key], root);
      if (below.length > 0) return inside(field, below, path);
      return [path.join('.')];
    });
  }
}

function requiredIn(schema: JsonSchema): readonly string[] {
  return Array.isArray(schema.required) ? schema.required.filter((key) => typeof key === 'string') : [];
}

/** Writes a value at a place, with the objects around it. */
export function writeAt(into: Record<string, unknown>, keys: readonly string[], value: unknown): void {
  const last = keys.at(-1);
  if (last !== undefined) objectAt(into, keys.slice(0, -1))[last] = value;
}

/** The object at a place; it and those around it are made if need be. */
export function objectAt(into: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  let at = into;
  for (const key of keys) {
    const next: Record<string, unknown> = isRecord(at[key]) ? at[key] : {};
    at[key] = next;
    at = next;
  }
  return at;
}
