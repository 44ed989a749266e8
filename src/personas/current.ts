// Which persona speaks in a conversation, and the switch to another one.
import type { Queries } from '../database/database.ts';
import type { ConversationKey } from '../database/ids.ts';

/** The slug of the persona that speaks. In a room of several the person's own choice does not count. Pure. */
export function personaOf(facts: {
  readonly conversation: { readonly persona: string | null };
  readonly room: { readonly kind: 'dm' | 'channel'; readonly persona: string | null };
  readonly person: { readonly persona: string | null };
  /** The default. */
  readonly otherwise: string;
}): string {
  const { conversation, room, person, otherwise } = facts;
  return conversation.persona ?? room.persona ?? (room.kind === 'dm' ? person.persona : null) ?? otherwise;
}

/**
 * Switches a conversation. Part of the caller's transaction, under the lease.
 *
 * @param persona a slug; null leaves it to room, person and default again
 * @returns what the conversation had of its own before, which is what Undo puts back
 */
export async function switchTo(
  queries: Queries,
  conversation: ConversationKey,
  persona: string | null,
): Promise<string | null> {
  const before = await queries
    .selectFrom('conversation')
    .select('persona')
    .where('id', '=', conversation)
    .executeTakeFirstOrThrow();
  await queries.updateTable('conversation').set({ persona }).where('id', '=', conversation).execute();
  return before.persona;
}
