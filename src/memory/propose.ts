// The memory lines of the head block: notes that bear on the newest message, laid out before the model asks.
import type { Queries } from '../database/database.ts';
import type { ConversationKey } from '../database/ids.ts';
import { type Note, notesFor } from './notes.ts';
import type { Scope } from './scope.ts';
import { suggestNotes } from './search.ts';

/** Only the newest notes are looked through for every turn; `recall` looks through all. */
const LOOKED_THROUGH = 500;
const MESSAGE_CHARS = 4000;

/**
 * Up to three notes of the scope that share distinctive words with the newest message, the best first; mostly none.
 * Forgotten notes never come, tainted ones only in the conversation they were written in.
 */
export async function proposeNotes(
  queries: Queries,
  about: { readonly scope: Scope; readonly conversation: ConversationKey; readonly message: string },
): Promise<readonly Note[]> {
  const notes = await notesFor(queries, about.scope, {
    trustedIn: about.conversation,
    limit: LOOKED_THROUGH,
  });
  return suggestNotes(notes, about.message.slice(0, MESSAGE_CHARS));
}
