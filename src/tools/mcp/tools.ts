// A server's tool as one of ours: its name, its few parameters, its words within a budget, and a run that calls the server.
// What the server says of its own tools (read-only, harmless) is an outsider's word: only the operator's file counts.
import { z } from 'zod';
import { literal } from '../policy/glob.ts';
import type { AnyTool } from '../runner.ts';
import { defineTool, justification, type ToolResult } from '../tool.ts';
import type { ToolContext } from '../tool-context.ts';
import type { ServerConfig, ToolConfig } from './config.ts';
import type { Connection, Listed, Outcome } from './connection.ts';
import { type Narrowed, narrow } from './narrow.ts';
import { failed, resultOf } from './result.ts';
import { described, tame } from './text.ts';

const DESCRIPTION_TOKENS = 60;
/** The loop waits a little longer than we do, so that our own sentence is heard. Milliseconds. */
const MARGIN_MS = 1500;

/**
 * The tools that the file takes from a server.
 *
 * @param faults what cannot be taken is added here, a clause each
 */
export function toolsOf(
  server: ServerConfig,
  listed: readonly Listed[],
  connection: Connection,
  faults: string[],
): readonly AnyTool[] {
  return server.tools.flatMap((config) => {
    const found = listed.find(({ name }) => name === config.theirs);
    const narrowed = found === undefined ? missing(listed) : narrowedOf(found, config);
    if (!narrowed.ok) {
      faults.push(
        ...narrowed.faults.map((fault) => `server "${server.name}", tool "${config.theirs}" ${fault}`),
      );
      return [];
    }
    return [toolOf(server, config, found?.description ?? '', narrowed, connection)];
  });
}

/** A tool of a server that was never reached: named, with such parameters as the file names, and not to be run. */
export function unknownTool(server: ServerConfig, config: ToolConfig): AnyTool {
  const shape = Object.fromEntries(
    (config.parameters ?? []).map(({ name, description }) => [
      name,
      z
        .string()
        .optional()
        .meta(description === null ? {} : { description }),
    ]),
  );
  const build = () => ({});
  const description = `The tool ${config.name} of ${server.name}, which cannot be reached now.`;
  return toolOf(server, config, description, { ok: true, shape, build }, null);
}

function missing(listed: readonly Listed[]): Narrowed {
  const names = tame(listed.map(({ name }) => name).join(', '), 150);
  return { ok: false, faults: [`is not there: the server has ${names === '' ? 'no tools' : names}`] };
}

function narrowedOf(found: Listed, config: ToolConfig): Narrowed {
  return found.execution?.taskSupport === 'required'
    ? { ok: false, faults: ['runs as a task of the server, which Peacrab does not follow: leave it out'] }
    : narrow(found.inputSchema, config);
}

function toolOf(
  server: ServerConfig,
  config: ToolConfig,
  description: string,
  { shape, build }: Extract<Narrowed, { ok: true }>,
  connection: Connection | null,
): AnyTool {
  const { name, theirs, reads, bound } = config;
  return defineTool({
    name,
    description:
      config.description ??
      (described(description, DESCRIPTION_TOKENS) || `The tool ${name} of ${server.name}.`),
    parameters: z.object({ ...shape, justification }),
    safe: reads,
    outside: true,
    ...(bound.length > 0 ? { bound: (args) => boundOf(args, bound) } : {}),
    doing: (say) => say('doing.asking', { server: server.name }),
    ages: { upTo: 60, short: 'keep', long: 'offload' },
    timeoutMs: server.timeoutMs + MARGIN_MS,
    run: async (args, use: ToolContext) => {
      const outcome = await connection?.call(theirs, build(args), reads, use.signal);
      return told(config, server, outcome ?? { kind: 'unreachable', why: 'it was never reached' });
    },
  }) as AnyTool;
}

/** A star of the model's means itself; as a glob it would match everything, so it is made to fit nothing. */
function boundOf(args: Readonly<Record<string, unknown>>, bound: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    bound.map((name) => {
      const value = args[name];
      const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
      return [name, literal(text)];
    }),
  );
}

function told({ name, reads }: ToolConfig, server: ServerConfig, outcome: Outcome): ToolResult {
  const unknown = reads
    ? 'Try again later, or say that it did not work.'
    : 'It is unknown whether it was done: do not call it again, say so, and look first.';
  const open = (text: string): ToolResult => ({ ...failed(text), ...(reads ? {} : { unknown: true }) });
  switch (outcome.kind) {
    case 'answered':
      return resultOf(name, outcome.answer);
    case 'refused':
      return failed(`${server.name} refused this call: ${outcome.why}`);
    case 'unreachable':
      return failed(
        `${server.name} cannot be reached (${outcome.why}). Nothing was done: say so, or try again later.`,
      );
    case 'lost':
      return open(`The connection to ${server.name} broke before it answered. ${unknown}`);
    case 'late':
      return open(`${server.name} did not answer within ${server.timeoutMs / 1000} s. ${unknown}`);
    case 'stopped':
      return open(`The call to ${server.name} was stopped before it answered. ${unknown}`);
  }
}
