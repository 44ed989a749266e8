// The tools of a shape: those that it names, else those whose names occur in it, except where it is about an unknown name.
// The parameters of the latter are read off the arguments that occur, so that types can be checked.
import { z } from 'zod';
import { createAccumulator } from '../../src/agent/stream.ts';
import { readDelta } from '../../src/agent/wire.ts';
import type { ToolSchema } from '../../src/context/message.ts';
import { type ToolRunner, toolSchema } from '../../src/tools/tool.ts';
import { validateArguments } from '../../src/tools/validate.ts';
import type { Shape } from './evaluate.ts';

const MARKERS =
  /^(?:tools?_|function_calls?$|arg_(?:key|value)$|im_(?:start|end)$|call_begin|start_thinking)/;

const STRUCTURE = new Set([
  'name',
  'arguments',
  'parameters',
  'function',
  'type',
  'id',
  'index',
  'tool_calls',
  'args',
  'input',
]);

/** Patterns of text in which a tool's name stands. */
const NAMED = [
  /"(?:name|tool|tool_name|function|function_name|action)"\s*:\s*"([^"]+)"/g,
  /'(?:name|tool|tool_name|function)'\s*:\s*'([^']+)'/g,
  /\bfunctions\.(\w+)/g,
  /\bto=(?:functions\.)?(\w+)/g,
  /\bcall:(\w+)/g,
  /<(?:function|invoke|tool)(?:=|\s+name=)"?(\w+)/g,
  /<tool_call>\s*(\w+)\s*(?:\n|<arg_key>)/g,
  /(?:sep|begin)[|｜]>\s*(\w+)\s*(?:\n|\{|<[|｜])/g,
  /\[TOOL_CALLS?\]\s*(\w+)\s*(?:\[|\{)/g,
  /^Action:\s*(\w+)/gm,
  /(?:^|[[>`(,]|print\()\s*(\w+)\((?=\w+\s*=|\)|\{|["'])/gm,
  /^(\w+):?\s*\{"/gm,
  /\buse the (\w+) tool\b/g,
  // A name of several words, wherever it stands: a tool too many does no harm.
  /\b([a-z]+(?:_[a-z0-9]+)+|[a-z]+(?:[A-Z][a-z0-9]+)+)\b/g,
];

export function offeredTools(shape: Shape): Pick<ToolRunner, 'schemas' | 'parse'> {
  return shape.tools === undefined ? guessedTools(shape) : givenTools(shape.tools);
}

function givenTools(given: NonNullable<Shape['tools']>): Pick<ToolRunner, 'schemas' | 'parse'> {
  const tools = Object.entries(given).map(([name, types]) => {
    const parameters = Object.fromEntries(Object.entries(types).map(([key, type]) => [key, typeNamed(type)]));
    return { name, description: `Use ${name}.`, parameters: z.object(parameters) };
  });
  return {
    schemas: tools.map((tool) => toolSchema(tool)),
    parse(name, args) {
      const tool = tools.find((one) => one.name === name);
      return tool ? validateArguments<object>(tool, args) : { ok: false, error: `no tool ${name}` };
    },
  };
}

const TYPES: Readonly<Record<string, () => z.ZodType>> = {
  string: () => z.string(),
  number: () => z.number(),
  boolean: () => z.boolean(),
  object: () => z.record(z.string(), z.unknown()),
  'string[]': () => z.array(z.string()),
};

/** `string`, `number!` (required), `a|b|c` (one of these). */
function typeNamed(written: string): z.ZodType {
  const name = written.replace(/!$/, '');
  const type = TYPES[name]?.() ?? z.enum(name.split('|'));
  return written.endsWith('!') ? type : type.optional();
}

function guessedTools(shape: Shape): Pick<ToolRunner, 'schemas' | 'parse'> {
  const unknown = /unknown|hallucinat|not[ -]offered|no such tool/i.test(`${shape.id} ${shape.want}`);
  const names = unknown ? [] : [...new Set(namesIn(shape))];
  const text = `${shape.content ?? ''} ${(shape.deltas ?? []).map((delta) => argumentText(delta)).join('')}`;
  const parameters = z.object(parametersIn(text));
  const tools = (names.length > 0 ? names : ['unrelated_tool']).map((name) => ({
    name,
    description: `Use ${name}.`,
    parameters,
  }));
  const schemas: ToolSchema[] = tools.map((tool) => toolSchema(tool));
  return {
    schemas,
    parse(name, args) {
      const tool = tools.find((one) => one.name === name);
      if (!tool) return { ok: false, error: `no tool ${name}` };
      const checked = validateArguments<object>(tool, args);
      // Keys that were not read off the shape stay: here it counts what was recovered.
      return checked.ok ? { ok: true, args: { ...(args as object), ...checked.args } } : checked;
    },
  };
}

function namesIn(shape: Shape): string[] {
  const accumulator = createAccumulator();
  for (const delta of shape.deltas ?? []) accumulator.add(readDelta(delta));
  const native = accumulator.now().calls.map((call) => call.name);
  const contents = [shape.content ?? '', ...(shape.deltas ?? []).map((delta) => contentOf(delta))].join('');
  const plain = contents.replaceAll('\\"', '"');
  const written = NAMED.flatMap((pattern) => [...plain.matchAll(pattern)].map((match) => match[1] ?? ''));
  return [...native, ...written]
    .map((name) =>
      name
        .replace(/<[|｜].*$/s, '')
        .replace(/^functions?[.:]+/, '')
        .replace(/:\d+$/, ''),
    )
    .filter((name) => !name.startsWith('assistant'))
    .filter((name) => /^[A-Za-z_][\w-]{0,63}$/.test(name) && !STRUCTURE.has(name) && !MARKERS.test(name));
}

type Fields = Readonly<Record<string, unknown>>;
const callsIn = (delta: unknown): Fields[] => ((delta as Fields)?.tool_calls ?? []) as Fields[];
const functionOf = (call: Fields): Fields => (call.function ?? {}) as Fields;

function contentOf(delta: unknown): string {
  const content = (delta as Fields)?.content;
  return typeof content === 'string' ? content : '';
}

function argumentText(delta: unknown): string {
  const pieces = callsIn(delta).map((call) => functionOf(call).arguments ?? '');
  return (
    pieces.map((piece) => (typeof piece === 'string' ? piece : JSON.stringify(piece))).join('') +
    contentOf(delta)
  );
}

/** Each key that occurs, optional, with the type of its first value. */
function parametersIn(text: string): Record<string, z.ZodType> {
  const plain = text.replaceAll('\\"', '"');
  const found: Record<string, z.ZodType> = {};
  const pairs = /["']?\b([A-Za-z_]\w*)["']?\s*(?::|=(?!=))\s*(\S)(\w{0,5})/g;
  for (const [, key = '', first = '', more = ''] of plain.matchAll(pairs))
    if (!STRUCTURE.has(key)) found[key] ??= typeOf(first, more);
  const tags = /(?:<parameter(?:=|\s+name=)"?|<arg_key>)(\w+)"?(?:<\/arg_key>|>|")/g;
  for (const [, key = ''] of plain.matchAll(tags)) found[key] = z.unknown().optional();
  return found;
}

function typeOf(first: string, more: string): z.ZodType {
  if (/^["']?(?:true|false)\b/i.test(first + more)) return z.boolean().optional();
  if (/[\d-]/.test(first)) return z.number().optional();
  return z.unknown().optional();
}
