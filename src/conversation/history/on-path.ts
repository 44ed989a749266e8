// Whether a turn is on the conversation's current path: its message was not edited since, and no rewind went back before it.
import type { Tx } from '../../database/database.ts';
import type { ConversationKey, TurnId } from '../../database/ids.ts';
import { loadPath } from './tree.ts';

export async function isOnPath(tx: Tx, conversation: ConversationKey, turn: TurnId): Promise<boolean> {
  const row = await tx
    .selectFrom('conversation')
    .selectAll()
    .where('id', '=', conversation)
    .executeTakeFirstOrThrow();
  const path = await loadPath(tx, { ...row, first_kept_entry_id: null });
  return path.some((entry) => entry.turn === turn);
}
