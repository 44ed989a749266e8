// "memory" and "memory forget n3": what is remembered within this conversation's scope.
import { noteIdOf, notesFor, retractNote } from '../../memory/notes.ts';
import { scopeOf } from '../../memory/scope.ts';
import type { Command } from './command.ts';

const shownAtMost = 30;

export const memoryCommand: Command = {
  name: 'memory',
  usage: 'memory [forget n3]',
  help: 'show what I remember here, or forget a note',
  async run(context, args) {
    const scope = scopeOf(context.room, context.person);
    const [verb, handle] = args.trim().split(/\s+/);
    if (verb === 'forget') {
      const id = handle ? noteIdOf(handle) : null;
      const note = id === null ? null : await retractNote(context.tx, scope, id, context.now);
      if (!note)
        return {
          text: `There is no note ${handle ?? ''} here. Say "memory" to see the notes, then "memory forget n3".`,
        };
      const text = `Forgotten: ${note.text} (${note.handle})`;
      return {
        text,
        entries: [
          {
            type: 'notice',
            payload: { text: `${note.handle} was forgotten` },
            tainted: false,
            person: context.person.id,
          },
        ],
      };
    }
    const notes = await notesFor(context.tx, scope, { limit: shownAtMost });
    if (notes.length === 0)
      return { text: 'I remember nothing here yet. Say "remember that ..." to change that.' };
    return {
      text: notes
        .map((note) => `- ${note.text} (${note.handle}, ${note.date}, ${note.authorName})`)
        .join('\n'),
    };
  },
};
