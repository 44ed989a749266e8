// "memory", "memory forget n3", and "forget that" in plain words, which is what was noted last: what is remembered within this
// conversation's scope.
import { type Note, noteById, noteIdOf, notesFor, retractNote } from '../../memory/notes.ts';
import { scopeOf } from '../../memory/scope.ts';
import { lastNoted } from '../../tools/effects.ts';
import type { Answer, Command, CommandContext, CommandReply } from './command.ts';
import { change, own } from './deed.ts';
import { undo } from './undo.ts';

const shownAtMost = 30;

export const memoryCommand: Command = {
  name: 'memory',
  usage: 'memory [forget n3]',
  help: (say) => say('help.memory'),
  async run(context, args) {
    const scope = scopeOf(context.room, context.person);
    const [verb, handle] = args.trim().split(/\s+/);
    if (verb === 'forget' && handle === 'that') {
      const last = await lastNoted(context.tx, context.person.id, context.conversation);
      return last === null ? { text: context.say('undo.nothing') } : undo(context, last);
    }
    if (verb === 'forget') {
      const id = handle ? noteIdOf(handle) : null;
      const note = id === null ? null : await noteById(context.tx, scope, id);
      if (!note) return { text: context.say('memory.not-there', { handle: handle ?? '' }) };
      return forgetting(context, note);
    }
    const notes = await notesFor(context.tx, scope, { limit: shownAtMost });
    if (notes.length === 0) return { text: context.say('memory.none') };
    return {
      text: notes
        .map((note) => `- ${note.text} (${note.handle}, ${note.date}, ${note.authorName})`)
        .join('\n'),
    };
  },
};

/** One's own note is one's own to forget; another's is a change of the room's memory. */
export function forgetting(context: CommandContext, note: Note): Answer {
  const { tx, room, person, now, say } = context;
  const run = async (): Promise<CommandReply> => {
    await retractNote(tx, scopeOf(room, person), note.id, now);
    return {
      text: say('memory.forgotten', { text: note.text, handle: note.handle }),
      entries: [
        {
          type: 'notice',
          payload: { text: `${note.handle} was forgotten` },
          tainted: false,
          person: person.id,
        },
      ],
    };
  };
  return note.author === person.id ? own(run) : change('forget_note', { note: note.handle }, run);
}
