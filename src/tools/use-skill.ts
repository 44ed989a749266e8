// `use_skill`: the body of a skill, when it is needed. Skills are the project's own or the operator's, and nothing of those is
// tainted; one that names a source was written elsewhere, and its body is text from outside.
import { z } from 'zod';
import { skillHeading } from '../context/skills.ts';
import { withAbilities } from './abilities.ts';
import { defineTool, type ToolResult } from './tool.ts';
import type { ToolContext } from './tool-context.ts';

export const useSkill = defineTool({
  name: 'use_skill',
  description:
    'Read how to do something from the list of skills, before you do it. Then follow what it says. ' +
    'Not for what is in no list. Example: {"name":"meeting-notes"}',
  parameters: z.object({
    name: z.string().min(1).meta({ description: 'as in the list of skills' }),
  }),
  safe: true,
  doing: (say) => say('doing.use-skill'),
  ages: 'summarise',
  timeoutMs: 10_000,
  async run({ name }, { skills, abilities }: ToolContext): Promise<ToolResult> {
    const skill = skills.find(name);
    if (skill)
      return {
        ok: true,
        text: `${skillHeading(skill)}\n\n${withAbilities(skill.body, abilities)}`,
        tainted: skill.source !== undefined,
        skill: skill.name,
      };
    const names = skills.list().map((each) => each.name);
    const there = names.length > 0 ? `There are: ${names.join(', ')}.` : 'There are none.';
    return { ok: false, text: `There is no skill "${name}". ${there}` };
  },
});
