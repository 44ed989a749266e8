// Whose name a reply bears: the persona that the conversation has when the turn ends, unless it is the default one, whom
// everybody expects.
import type { Queries } from '../../database/database.ts';
import type { SpeakingAs } from '../../delivery/outgoing.ts';
import { personaFor } from './facts/head-facts.ts';
import type { Gathered, GatherParts } from './facts/load-facts.ts';

/** Reads the conversation anew: the turn itself may have switched it. */
export async function speakingAs(
  queries: Queries,
  parts: Pick<GatherParts, 'personas' | 'defaultPersona'>,
  { conversation, room, person }: Pick<Gathered, 'conversation' | 'room' | 'person'>,
): Promise<SpeakingAs | null> {
  const now = await queries
    .selectFrom('conversation')
    .selectAll()
    .where('id', '=', conversation.id)
    .executeTakeFirstOrThrow();
  const persona = personaFor(parts, { conversation: now, room, person });
  const isDefault = persona?.slug === parts.personas.find(parts.defaultPersona)?.slug;
  if (!persona || isDefault) return null;
  const { title, icon, iconName } = persona;
  return { title, ...(icon ? { icon } : {}), ...(iconName ? { iconName } : {}) };
}
