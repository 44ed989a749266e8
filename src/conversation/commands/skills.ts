// "skills": what I know how to do, from the skills' folder.
import type { Command } from './command.ts';

export const skillsCommand: Command = {
  name: 'skills',
  usage: 'skills',
  help: 'show what I know how to do',
  async run({ skills }) {
    const lines = skills.list().map(({ name, description }) => `- **${name}**: ${description}`);
    if (lines.length === 0)
      return { text: 'I have no skills here. The operator can add some: see skills/README.md.' };
    return { text: [...lines, 'Say "use the meeting-notes skill", or just ask for the work.'].join('\n') };
  },
};
