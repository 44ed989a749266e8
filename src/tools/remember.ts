// `remember`: one fact becomes a note of the conversation's own scope. The file line follows after the commit.
import { z } from 'zod';
import { sayFor } from '../language/say.ts';
import { writeNote } from '../memory/notes.ts';
import { scopeOf } from '../memory/scope.ts';
import { defineTool } from './tool.ts';
import { receiptIn, type ToolContext } from './tool-context.ts';

const LONGEST = 1500;
const SHOWN = 160;

export const remember = defineTool({
  name: 'remember',
  description:
    'Keep one lasting fact for later conversations: a preference, a decision, a name, a number. One fact per call, in one ' +
    'full sentence that will make sense alone. Not for reminders at a time (set_reminder). ' +
    'Example: {"text": "Ann prefers green tea."}',
  parameters: z.object({
    text: z.string().trim().min(1).max(LONGEST).describe('The fact, as one full sentence.'),
  }),
  safe: false,
  doing: (say) => say('doing.remember'),
  ages: 'stub',
  timeoutMs: 10_000,
  async run({ text }, use: ToolContext) {
    const { note, isNew } = await writeNote(
      use.queries,
      {
        scope: scopeOf(use.room, use.principal),
        author: use.principal,
        text,
        tainted: use.tainted,
        conversation: use.conversation,
        turn: use.turn,
      },
      use.askedAt,
    );
    const handles = [note.handle];
    // What was there before this call is not this call's to undo.
    if (!isNew)
      return {
        ok: true,
        text: `Already noted as ${note.handle} on ${note.date}: ${brief(note.text)}`,
        handles,
      };
    return {
      ok: true,
      text: `Noted as ${note.handle}: ${brief(note.text)}`,
      handles,
      effect: {
        ...receiptIn(
          (say) => say('reply.noted', { text: brief(note.text), handle: note.handle }),
          sayFor(use.principal),
        ),
        inverse: { do: 'retract-note', note: note.id },
      },
    };
  },
});

function brief(text: string): string {
  const line = [...text.replace(/\s+/gu, ' ')];
  return line.length <= SHOWN ? line.join('') : `${line.slice(0, SHOWN - 1).join('')}…`;
}
