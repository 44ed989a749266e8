// A server's tool made small enough for a small model: at most four flat parameters are shown, each leads to a place in
// what the server takes, nested ones too, and the rest is fixed by the operator. What does not fit is a fault that says
// what to write. Pure.
import type { z } from 'zod';
import type { ShownParameter, ToolConfig } from './config.ts';
import { flatType, isRecord, type JsonSchema, resolve } from './flat.ts';
import { locate, missingIn, objectAt, type Place, writeAt } from './places.ts';
import { PARAMETER_NAME } from './shape.ts';
import { described, tame } from './text.ts';

export type Narrowed =
  | {
      readonly ok: true;
      readonly shape: Readonly<Record<string, z.ZodType>>;
      /** The server's arguments from the model's. */
      readonly build: (args: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
    }
  /** Clauses such as `parameter "address" is nested: ...`. */
  | { readonly ok: false; readonly faults: readonly string[] };

/** A shown parameter, and where it goes. */
interface Shown {
  readonly name: string;
  readonly place: Place;
  readonly type: z.ZodType;
  readonly required: boolean;
  readonly description: string;
}

interface Fixed {
  readonly place: Place;
  readonly value: unknown;
}

const MOST_SHOWN = 4;
const PARAMETER_TOKENS = 20;

/** @param given the tool's `inputSchema`, as the server sent it */
export function narrow(given: unknown, config: ToolConfig): Narrowed {
  const { schema: root } = resolve(given, isRecord(given) ? given : {});
  const faults: string[] = [];
  if (!isRecord(root.properties) && ['anyOf', 'oneOf', 'allOf', '$ref'].some((key) => key in root))
    return {
      ok: false,
      faults: ['takes one of several sets of parameters, which cannot be shown: leave it out'],
    };
  const fixed = fixedIn(root, config, faults);
  const wanted = config.parameters ?? remaining(root, config.fixed);
  if (wanted.length > MOST_SHOWN) faults.push(tooMany(wanted));
  const shown = wanted.flatMap((each) => shownIn(root, each, fixed, config.parameters === null, faults));
  // With a parameter in doubt, what it leaves out is no news.
  if (faults.length === 0) faults.push(...overlaps(shown, fixed));
  if (faults.length === 0)
    faults.push(
      ...missingIn(
        root,
        [...shown, ...fixed].map(({ place }) => place.keys),
      ).map(
        (path) => `needs "${path}", which is neither in "parameters" nor in "fixed": add it to one of them`,
      ),
    );
  faults.push(...notShown(config.bound, wanted));
  if (faults.length > 0) return { ok: false, faults };
  const shape = Object.fromEntries(shown.map((each) => [each.name, typeOf(each)]));
  return { ok: true, shape, build: (args) => built(args, shown, fixed) };
}

/** Without a choice of the operator: everything at the top that has no fixed value. */
function remaining(root: JsonSchema, fixed: Readonly<Record<string, unknown>>): readonly ShownParameter[] {
  return Object.keys(isRecord(root.properties) ? root.properties : {})
    .filter((name) => !Object.hasOwn(fixed, name))
    .map((name) => ({ name, from: name, description: null }));
}

function tooMany(wanted: readonly ShownParameter[]): string {
  const names = tame(wanted.map(({ name }) => name).join(', '), 80);
  return `shows ${wanted.length} parameters (${names}), and a tool has ${MOST_SHOWN} at most: name those the model fills in in "parameters", and give others a value in "fixed"`;
}

function fixedIn(root: JsonSchema, config: ToolConfig, faults: string[]): readonly Fixed[] {
  return Object.entries(config.fixed).flatMap(([path, value]) => {
    const place = locate(root, path);
    if (place === null) {
      faults.push(`has no parameter "${path}" to fix (it has: ${namesIn(root)})`);
      return [];
    }
    const flat = flatType(place.schema, root);
    if (flat.ok && !(place.nullable && value === null) && !flat.type.safeParse(value).success)
      faults.push(`cannot take ${JSON.stringify(value).slice(0, 60)} for "${path}" in "fixed"`);
    return [{ place, value }];
  });
}

function shownIn(
  root: JsonSchema,
  { name, from, description }: ShownParameter,
  fixed: readonly Fixed[],
  unasked: boolean,
  faults: string[],
): readonly Shown[] {
  const place = locate(root, from);
  if (place === null) {
    faults.push(`has no parameter "${tame(from, 30)}" (it has: ${namesIn(root)})`);
    return [];
  }
  if (name === 'justification' || !PARAMETER_NAME.test(name)) {
    const why = name === 'justification' ? 'the harness has one of that name' : 'that is no name for a model';
    faults.push(
      `cannot show "${tame(name, 30)}", ${why}: write {"another_name": "${tame(from, 30)}"} in "parameters"`,
    );
    return [];
  }
  const flat = flatType(place.schema, root);
  if (!flat.ok) {
    faults.push(`parameter "${name}" ${flat.why}: ${wayOut(name, place, unasked)}`);
    return [];
  }
  const theirs = typeof place.schema.description === 'string' ? place.schema.description : '';
  return [
    {
      name,
      place,
      type: flat.type,
      required: isNeeded(place, fixed) && !place.nullable,
      description: description ?? described(theirs, PARAMETER_TOKENS),
    },
  ];
}

function wayOut(name: string, place: Place, unasked: boolean): string {
  const inside = isRecord(place.schema.properties) ? Object.keys(place.schema.properties)[0] : undefined;
  if (inside !== undefined) {
    const path = tame(`${place.keys.join('.')}.${inside}`, 40);
    return `show what is needed of it in "parameters", such as {"${tame(inside, 20)}": "${path}"}, or give it a value in "fixed"`;
  }
  return unasked
    ? `name the other parameters in "parameters", and if the server needs "${name}", give it a value in "fixed"`
    : 'take it out of "parameters", and if the server needs it, give it a value in "fixed"';
}

/** A field of an optional object is needed if the object is sent anyway. */
function isNeeded({ keys, required, sent }: Place, fixed: readonly Fixed[]): boolean {
  if (!required) return false;
  return sent || fixed.some(({ place }) => startsWith(place.keys, keys.slice(0, -1)));
}

function overlaps(shown: readonly Shown[], fixed: readonly Fixed[]): readonly string[] {
  const all = [
    ...fixed.map(({ place }) => ({ place, where: 'in "fixed"' })),
    ...shown.map(({ name, place }) => ({ place, where: `shown as "${name}"` })),
  ];
  return all.flatMap(({ place, where }, at) => {
    const other = all
      .slice(0, at)
      .find(
        (before) => startsWith(before.place.keys, place.keys) || startsWith(place.keys, before.place.keys),
      );
    if (other === undefined) return [];
    return [
      `has "${place.keys.join('.')}" twice, ${other.where} and ${where}: each value is given once, parts of an object by paths such as "address.city"`,
    ];
  });
}

const startsWith = (keys: readonly string[], front: readonly string[]) =>
  front.every((key, at) => keys[at] === key);

function notShown(bound: readonly string[], wanted: readonly ShownParameter[]): readonly string[] {
  return bound
    .filter((name) => !wanted.some((each) => each.name === name))
    .map((name) => `has no shown parameter "${name}" for "bound": name shown ones`);
}

function typeOf({ type, required, description }: Shown): z.ZodType {
  const told = required ? type : type.optional();
  return description === '' ? told : told.meta({ description });
}

function built(
  args: Readonly<Record<string, unknown>>,
  shown: readonly Shown[],
  fixed: readonly Fixed[],
): Readonly<Record<string, unknown>> {
  const made: Record<string, unknown> = {};
  for (const { place, value } of fixed) writeAt(made, place.keys, structuredClone(value));
  for (const { name, place } of shown) {
    const value = args[name];
    if (value !== undefined) writeAt(made, place.keys, value);
    // What a server needs but takes null for is optional to the model.
    else if (place.sent && place.required && place.nullable) writeAt(made, place.keys, null);
    else if (place.sent) objectAt(made, place.keys.slice(0, -1));
  }
  return made;
}

function namesIn(root: JsonSchema): string {
  const names = Object.keys(isRecord(root.properties) ? root.properties : {});
  return names.length === 0 ? 'none' : tame(names.join(', '), 80);
}
