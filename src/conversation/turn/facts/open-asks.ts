// What the person asked for in the turn before, and was left undone: the next head block names it once.
import type { SettledAsk } from '../../../claims/asks/ask.ts';
import type { Queries } from '../../../database/database.ts';
import type { ConversationKey, PersonId, TurnId } from '../../../database/ids.ts';

/** A line for the model, if there is something. */
export async function openAsks(
  queries: Queries,
  here: { readonly conversation: ConversationKey; readonly person: PersonId; readonly turn: TurnId },
): Promise<readonly string[]> {
  const before = await queries
    .selectFrom('turn')
    .select('asks')
    .where('conversation_id', '=', here.conversation)
    .where('person_id', '=', here.person)
    .where('id', '<', here.turn)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const asks = (before?.asks ?? []) as readonly SettledAsk[];
  const open = asks.filter(({ state }) => state === 'open').map(({ words }) => `"${words}"`);
  return open.length === 0 ? [] : [`asked for before and not done: ${open.join(', ')}`];
}
