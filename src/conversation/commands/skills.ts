// "skills": what I know how to do, from the skills' folder.
import type { Command } from './command.ts';

export const skillsCommand: Command = {
  name: 'skills',
  usage: 'skills',
  help: (say) => say('help.skills'),
  async run({ skills, say }) {
    const lines = skills.list().map(({ name, description }) => `- **${name}**: ${description}`);
    if (lines.length === 0) return { text: say('skills.none') };
    return { text: [...lines, say('skills.usage')].join('\n') };
  },
};
