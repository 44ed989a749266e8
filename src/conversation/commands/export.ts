// "export": all that is stored of the person who asks, as a file, to them alone.
import { localDate } from '../../memory/notes.ts';
import { exportOf } from '../privacy/export.ts';
import type { Command } from './command.ts';

export const exportCommand: Command = {
  name: 'export',
  usage: 'export',
  help: (say) => say('help.export'),
  async run({ tx, person, now, retentionDays, say }) {
    return {
      text: say('export.text'),
      quiet: true,
      file: {
        name: `peacrab-export-${localDate(now, person.zone)}.json`,
        text: await exportOf(tx, person.id, now, retentionDays),
      },
    };
  },
};
