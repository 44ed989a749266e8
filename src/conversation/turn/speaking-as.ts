// The persona name shown on the reply: the one the conversation has when the turn ends. The default one is not shown:
// it is expected.
import type { Queries } from '../../database/database.ts';
import type { SpeakingAs } from '../../delivery/outgoing.ts';
import { personaFor } from './facts/head-facts.ts';
import type { TurnPlace } from './facts/turn-facts.ts';
import type { PersonaServices } from './services.ts';

/** Reads the conversation anew: the turn itself may have switched it. */
export async function speakingAs(
  queries: Queries,
  services: PersonaServices,
  { conversation, room, person }: TurnPlace,
): Promise<SpeakingAs | null> {
  const now = await queries
    .selectFrom('conversation')
    .selectAll()
    .where('id', '=', conversation.id)
    .executeTakeFirstOrThrow();
  const persona = personaFor(services, { conversation: now, room, person });
  const isDefault = persona?.slug === services.personas.find(services.defaultPersona)?.slug;
  if (!persona || isDefault) return null;
  const { title, icon, iconName } = persona;
  return { title, ...(icon ? { icon } : {}), ...(iconName ? { iconName } : {}) };
}
