// Tools that reach outside, for tests: what they were called with is kept, what they answer can be set. One changes
// something, one only looks.
import { z } from 'zod';
import { literal } from '../../src/tools/policy/glob.ts';
import type { AnyTool } from '../../src/tools/runner.ts';
import { defineTool, justification, type ToolResult } from '../../src/tools/tool.ts';
import type { ToolContext } from '../../src/tools/tool-context.ts';

export interface OutsideTools {
  readonly tools: readonly AnyTool[];
  /** Every call that reached outside, in order. */
  readonly done: { readonly tool: string; readonly args: Readonly<Record<string, unknown>> }[];
  /** What they do in place of answering at once. */
  answer: (tool: string, args: Readonly<Record<string, unknown>>, use: ToolContext) => Promise<ToolResult>;
}

export function outsideTools(): OutsideTools {
  const done: OutsideTools['done'] = [];
  const outside: OutsideTools = {
    done,
    tools: [],
    answer: async (tool) => ({ ok: true, text: `${tool} answered` }),
  };
  const run = async (tool: string, args: Readonly<Record<string, unknown>>, use: ToolContext) => {
    done.push({ tool, args });
    return outside.answer(tool, args, use);
  };
  const common = { outside: true, ages: 'summarise', timeoutMs: 10_000 } as const;
  const post = defineTool({
    ...common,
    name: 'post_note',
    description: 'Post a note on the public board. Example: {"board":"team","text":"hello"}',
    parameters: z.object({
      board: z.string().meta({ examples: ['team'] }),
      text: z.string().meta({ examples: ['hello'] }),
      copies: z.number().optional(),
      justification,
    }),
    safe: false,
    doing: 'posting',
    bound: ({ board }) => ({ board: literal(board) }),
    run: (args, use: ToolContext) => run('post_note', args, use),
  });
  const look = defineTool({
    ...common,
    name: 'look_up',
    description: 'Look something up outside. Example: {"query":"weather"}',
    parameters: z.object({ query: z.string().meta({ examples: ['weather'] }), justification }),
    safe: true,
    doing: 'looking outside',
    run: (args, use: ToolContext) => run('look_up', args, use),
  });
  (outside as { tools: readonly AnyTool[] }).tools = [post, look] as readonly unknown[] as readonly AnyTool[];
  return outside;
}
