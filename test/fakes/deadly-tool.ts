// A tool that ends the process, for the turns that nobody survives.
import { z } from 'zod';
import { defineTool } from '../../src/tools/tool.ts';
import type { ToolContext } from '../../src/tools/tool-context.ts';

export const deadlyTool = defineTool({
  name: 'deadly',
  description: 'Ends the process.',
  parameters: z.object({}),
  safe: true,
  doing: 'falling over',
  ages: 'drop',
  timeoutMs: 1000,
  async run(_args, _use: ToolContext) {
    process.exit(1);
  },
});
