// The system prompt's text for the tools that have a place: what it says of others is left out, what no tool does is named, the line on what asks first,
// the personas' names and the skills' inventory are added. The bot, and an operator who replays a request, say the same.

import { personaNames } from '../context/personas.ts';
import { systemPrompt, withoutTools } from '../context/prompt.ts';
import { skillsInventory } from '../context/skills.ts';
import type { Personas } from '../personas/personas.ts';
import type { Skills } from '../skills/skills.ts';
import { withDeeds } from '../tools/abilities.ts';
import { tools as allTools } from '../tools/index.ts';
import { askingBlock } from '../tools/places.ts';
import type { Rule } from '../tools/policy/rules.ts';
import type { AnyTool } from '../tools/runner.ts';
import { switchPersonaTool } from '../tools/switch-persona.ts';

/** @param system the prompt's file as it was written */
export function promptText(
  system: string,
  tools: readonly AnyTool[],
  rules: readonly Rule[],
  skills: Skills,
  personas: Personas,
): string {
  const absent = allTools.map(({ name }) => name).filter((name) => !tools.some((tool) => tool.name === name));
  const inventory = absent.includes('use_skill') ? '' : skillsInventory(skills.list());
  const named = absent.includes(switchPersonaTool.name) ? '' : personaNames(personas.list());
  return systemPrompt(withDeeds(withoutTools(system, absent), tools), [
    askingBlock(tools, rules),
    named,
    inventory,
  ]);
}
