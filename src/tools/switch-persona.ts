// Switching the persona in mid-conversation. The result carries the new focus and voice, so that it bears on the very
// next words; the history stays.
import { z } from 'zod';
import type { Say } from '../language/say.ts';
import { switchTo } from '../personas/current.ts';
import type { Persona } from '../personas/personas.ts';
import { defineTool, type ToolResult } from './tool.ts';
import type { ToolContext } from './tool-context.ts';

export const switchPersonaTool = defineTool({
  name: 'switch_persona',
  description:
    'Switch your persona when the person asks for it ("switch to the CFO", "be the consultant"). The conversation goes on. ' +
    'Not for merely talking about a role. Example: {"persona":"cfo"}',
  parameters: z.object({
    persona: z.string().min(1).meta({ description: 'its name' }),
  }),
  safe: false,
  doing: (say) => say('doing.switch-persona'),
  ages: 'stub',
  timeoutMs: 10_000,
  async run(args, use: ToolContext): Promise<ToolResult> {
    const persona = use.personas.find(args.persona);
    if (!persona) {
      const names = use.personas.list().map((each) => each.slug);
      return { ok: false, text: `There is no persona "${args.persona}". There are: ${names.join(', ')}.` };
    }
    const before = await switchTo(use.queries, use.conversation, persona.slug);
    return {
      ok: true,
      text: `You are now ${persona.title}. ${persona.body}`,
      effect: {
        receipt: `🎭 ${persona.title}`,
        persona: persona.slug,
        inverse: { do: 'switch-persona', persona: before },
      },
    };
  },
});

/** One sentence for people after a switch. */
export const switchedTo = ({ title, description }: Persona, say: Say): string =>
  say('persona.now', { title, description });
