// What the loop's scenarios share: a runner whose tools tell when they start and end, a loop over the real client, and
// promises that settle when something has happened.
import { z } from 'zod';
import { type LoopInput, type LoopOutcome, runLoop } from '../../src/agent/loop.ts';
import { createModelClient } from '../../src/agent/openai.ts';
import type { ChatMessage } from '../../src/context/message.ts';
import { silentLog } from '../../src/log.ts';
import { defineTool, type Tool, type ToolResult, type ToolRunner, toolSchema } from '../../src/tools/tool.ts';
import { validateArguments } from '../../src/tools/validate.ts';

/** A tool for tests: what it does is handed in. */
export type TestTool = Tool<never, undefined>;

type Run = (args: Record<string, unknown>) => Promise<ToolResult> | ToolResult;

/** A tool that reads, and may start early. */
export function reader(name: string, run: Run = () => ({ ok: true, text: `${name}: nothing` })): TestTool {
  return make(name, true, { query: z.string().optional() }, run);
}

/** A tool that changes something. */
export function writer(name: string, run: Run = () => ({ ok: true, text: `${name}: done` })): TestTool {
  return make(name, false, { text: z.string().meta({ examples: ['stretch'] }) }, run);
}

function make(name: string, safe: boolean, shape: z.ZodRawShape, run: Run): TestTool {
  return defineTool<z.ZodRawShape, undefined>({
    name,
    description: `Use ${name}.`,
    parameters: z.object(shape),
    safe,
    doing: name,
    ages: 'keep',
    timeoutMs: 5_000,
    run: async (args) => run(args),
  }) as TestTool;
}

export interface TestRunner extends ToolRunner {
  /** "start name" and "end name", in the order in which it happened. */
  readonly events: readonly string[];
  readonly ran: readonly { readonly name: string; readonly args: unknown }[];
  /** Settles when the tool has started. */
  started(name: string): Promise<void>;
}

export function testRunner(tools: readonly TestTool[]): TestRunner {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const events: string[] = [];
  const ran: { name: string; args: unknown }[] = [];
  const gates = new Map(tools.map((tool) => [tool.name, Promise.withResolvers<void>()]));
  const find = (name: string): TestTool => {
    const tool = byName.get(name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return tool;
  };
  return {
    schemas: tools.map((tool) => toolSchema(tool)),
    events,
    ran,
    started: (name) => gates.get(name)?.promise ?? Promise.reject(new Error(`no tool ${name}`)),
    isSafe: (name) => find(name).safe,
    parse: (name, args) => validateArguments(find(name), args),
    async run(call) {
      events.push(`start ${call.name}`);
      ran.push({ name: call.name, args: call.args });
      gates.get(call.name)?.resolve();
      const result = await find(call.name).run(call.args as never, undefined);
      events.push(`end ${call.name}`);
      return result;
    },
  };
}

export const HELLO: readonly ChatMessage[] = [
  { role: 'system', content: 'You are a test.' },
  { role: 'user', content: 'Hello.' },
];

/** Runs the loop through the real client against `url`, without waits between tries. */
export function loopOn(
  url: string,
  runner: ToolRunner,
  more: Partial<LoopInput> & { readonly idleMs?: number; readonly apiKey?: string } = {},
): Promise<LoopOutcome> {
  const { idleMs = 5_000, apiKey = 'test-key-123', limits, ...rest } = more;
  const model = createModelClient({ baseUrl: url, apiKey, model: 'scripted', firstMs: idleMs, idleMs });
  return runLoop({
    model,
    messages: HELLO,
    runner,
    signal: new AbortController().signal,
    log: silentLog,
    ...rest,
    limits: { retryDelayMs: 0, ...limits },
  });
}
