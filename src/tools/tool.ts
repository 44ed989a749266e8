// The contract every tool keeps, and the helpers that make one. From the one flat zod schema come the JSON schema the
// model sees, the validation of what it sends, and the TypeScript type of `run`. Adding a tool is one file and one line.
import { z } from 'zod';
import type { Ageing } from '../context/elide/elide.ts';
import type { ToolSchema } from '../context/message.ts';
import type { Line } from '../language/say.ts';
import type { Said } from './said.ts';
import type { Effect } from './tool-context.ts';

/**
 * What a tool has to say. `text` is for the model: it carries the handles and full times that the next call needs.
 * `ok: false` means that nothing was done, unless `unknown` is set, and `text` says why and what to do instead.
 */
export interface ToolResult {
  readonly ok: boolean;
  readonly text: string;
  /** True when the text holds words from outside the principal: pages, quotes, other people's rows. */
  readonly tainted?: boolean;
  /** Handles of the rows that the text speaks of, such as `r3`. */
  readonly handles?: readonly string[];
  /** What an unsafe tool changed, for receipts and Undo; the model does not see it. */
  readonly effect?: Effect;
  /** What the result's handle reads back, if that is more than `text`: the whole run of a delegate. */
  readonly full?: string;
  /** True of a failed call that may have been done all the same: `text` says so. */
  readonly unknown?: boolean;
  /** Set if nothing was done because the gate refused it. */
  readonly refused?: GateRefusal;
  /** Set if nothing was done because a person was asked first: the approval's number. */
  readonly asked?: number;
  /** The handle that `recall` takes for the next part of what this shows. */
  readonly next?: string;
  /** The skill that it brings. */
  readonly skill?: string;
}

/** By the room's mode or by a rule, which say why; or because it rests on others' words alone. */
export type GateRefusal =
  | { readonly by: 'look-only' | 'rule'; readonly because: string }
  | { readonly by: 'others-words' };

/**
 * A tool.
 *
 * @typeParam A its arguments, after validation
 * @typeParam U what the turn hands in: principal, conversation, clock, transaction
 */
export interface Tool<A, U> {
  readonly name: string;
  /** Written for a small model: when to use it, when not, one example. */
  readonly description: string;
  /** Flat, four parameters at most. */
  readonly parameters: z.ZodObject;
  /** Safe tools only read: they may start before the model has finished, and run again. */
  readonly safe: boolean;
  /**
   * True if it reaches outside: the web, another service. It takes a {@link justification}, asks a person first unless a
   * rule says otherwise, and has no transaction: an unsafe one is stored before it runs, and runs at most once.
   */
  readonly outside?: boolean;
  /** True if what it does is done by calls of its own, each through the gate: it has no transaction itself. */
  readonly nests?: boolean;
  /**
   * What of the arguments an approval is bound to that holds for more than one call, as globs by parameter:
   * `{ url: 'https://example.com/*' }`. Without it every argument is, as it was given.
   */
  readonly bound?: (args: A) => Readonly<Record<string, string>>;
  /** Why it cannot be used at this moment, as a failed result's text; null if it can. Asked before any person is. */
  readonly away?: () => Promise<string | null>;
  /**
   * What the error says where a required argument is missing or empty, from what the person's words hold; null: what the
   * parameter is. It names no value that the person has not given.
   */
  readonly lacking?: (parameter: string, said: Said) => string | null;
  /** The status people see while it runs: "looking at your reminders", in English or in their language. */
  readonly doing: string | Line;
  /** How its results appear once they are old. */
  readonly ages: Ageing;
  /** Time limit of one run, in milliseconds. */
  readonly timeoutMs: number;
  run(args: A, use: U): Promise<ToolResult>;
}

/** What the loop needs to know of tools: the turn builds one for itself from the tools, the policy and its store. */
export interface ToolRunner {
  readonly schemas: readonly ToolSchema[];
  /** Time limit of one run of this tool, in milliseconds; without it the loop's own limit holds. */
  timeoutMs?(name: string): number;
  isSafe(name: string): boolean;
  /** Checks arguments; the error is one line, fit to be the call's result. */
  parse(
    name: string,
    args: unknown,
  ): { readonly ok: true; readonly args: unknown } | { readonly ok: false; readonly error: string };
  /** The call that is meant where a name is no tool's: that of a skill, called as if it were one. */
  instead?(name: string): { readonly name: string; readonly args: Readonly<Record<string, unknown>> } | null;
  /** Runs one call with arguments that `parse` returned. What it throws becomes a failed result. */
  run(
    call: { readonly id: string; readonly name: string; readonly args: unknown },
    signal: AbortSignal,
  ): Promise<ToolResult>;
}

const NAME = /^[a-z][a-z0-9_]{0,63}$/;
/** Without the justification, which is the harness's own. */
const MOST_PARAMETERS = 4;

/** A parameter of every tool that reaches outside: shown to the person who is asked. */
export const justification = z.string().trim().min(1).max(300).meta({
  description: 'why, one short sentence for the person who is asked',
});

/**
 * Makes a tool, with the type of its arguments taken from its schema.
 *
 * @throws Error when the name, the number of parameters or a nested parameter breaks the contract
 */
export function defineTool<S extends z.ZodRawShape, U>(
  tool: Omit<Tool<z.output<z.ZodObject<S>>, U>, 'parameters'> & { readonly parameters: z.ZodObject<S> },
): Tool<z.output<z.ZodObject<S>>, U> {
  if (!NAME.test(tool.name))
    throw new Error(`Tool name "${tool.name}": use lower case letters, digits and _.`);
  const isJustified = 'justification' in tool.parameters.shape;
  if (isJustified !== (tool.outside === true))
    throw new Error(`Tool ${tool.name}: a tool that reaches outside takes a justification, no other does.`);
  const properties = Object.entries(parametersOf(tool.parameters)).filter(
    ([name]) => name !== 'justification',
  );
  if (properties.length > MOST_PARAMETERS)
    throw new Error(`Tool ${tool.name} has ${properties.length} parameters; ${MOST_PARAMETERS} at most.`);
  const nested = properties.find(([, schema]) => !isFlat(schema));
  if (nested) throw new Error(`Tool ${tool.name}: parameter "${nested[0]}" is nested; parameters are flat.`);
  return tool as unknown as Tool<z.output<z.ZodObject<S>>, U>;
}

/** The tool as the model sees it: JSON schema without what only costs tokens. */
export function toolSchema(
  tool: Pick<Tool<never, never>, 'name' | 'description' | 'parameters'>,
): ToolSchema {
  const required = Object.entries(tool.parameters.shape)
    .filter(([, type]) => !z.safeParse(type as z.ZodType, undefined).success)
    .map(([name]) => name);
  const properties = Object.fromEntries(
    Object.entries(parametersOf(tool.parameters)).map(([name, schema]) => [name, slim(schema)]),
  );
  const parameters = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
  return { type: 'function', function: { name: tool.name, description: tool.description, parameters } };
}

type JsonSchema = Readonly<Record<string, unknown>>;

/** Each parameter's JSON schema, by name, with everything zod knows of it. */
export function parametersOf(parameters: z.ZodObject): Readonly<Record<string, JsonSchema>> {
  const schema = z.toJSONSchema(parameters, { io: 'input', unrepresentable: 'any' });
  return (schema.properties ?? {}) as Record<string, JsonSchema>;
}

const COSTLY = new Set([
  '$schema',
  'additionalProperties',
  'examples',
  'title',
  'default',
  'format',
  'pattern',
]);

function slim(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(
    ([key, value]) =>
      !COSTLY.has(key) && !(typeof value === 'number' && Math.abs(value) >= Number.MAX_SAFE_INTEGER),
  );
  return Object.fromEntries(
    kept.map(([key, value]) => [key, key === 'items' && isRecord(value) ? slim(value) : value]),
  );
}

function isFlat(schema: JsonSchema): boolean {
  if (schema.type === 'object' || schema.anyOf || schema.oneOf || schema.allOf) return false;
  if (schema.type !== 'array') return true;
  return isRecord(schema.items) && schema.items.type !== 'array' && isFlat(schema.items);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
