// "export": all that is stored of whoever asks, as a file, to them alone.
import { localDate } from '../../memory/notes.ts';
import { exportOf } from '../privacy/export.ts';
import type { Command } from './command.ts';

export const exportCommand: Command = {
  name: 'export',
  usage: 'export',
  help: 'send you all that I have of you, as a file',
  async run({ tx, person, now, retentionDays }) {
    return {
      text: 'This is all that I have stored of you: what you said to me, what I told you alone, your notes, reminders, settings and usage. "forget me" erases it.',
      quiet: true,
      file: {
        name: `peacrab-export-${localDate(now, person.zone)}.json`,
        text: await exportOf(tx, person.id, now, retentionDays),
      },
    };
  },
};
