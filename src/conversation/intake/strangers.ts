// Puts strangers to the admins: a question with two buttons in the DM of each admin named by user id, once; then the
// stranger is told that it was asked. The row is there before, so what fails here is tried again.
import { oneLine } from '../../context/text.ts';
import type { Database } from '../../database/database.ts';
import type { PersonId } from '../../database/ids.ts';
import type { Row } from '../../database/tables.ts';
import type { Channel, Place } from '../../delivery/channel.ts';
import { enqueue, type NewOutgoing } from '../../delivery/outbox.ts';
import { SendError } from '../../delivery/outgoing.ts';
import { upsertPlace } from '../../delivery/places.ts';
import type { Log } from '../../log.ts';
import { type AdmissionRules, adminsFor, refusal, shortId } from '../../people/admission.ts';
import { markTold, untold } from '../../people/admitted.ts';

interface StrangerParts {
  readonly database: Database;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly rules: AdmissionRules;
  readonly log: Log;
}

/** What a stranger is told when an admin was asked. */
const asked =
  'Hello! I may only talk with people on my list, so I have asked an admin whether I may talk with you.';

/**
 * Asks about every stranger of whom no admin was asked yet.
 *
 * @returns how many
 * @throws what the database throws; a platform that cannot be reached leaves its strangers for the next time
 */
export async function askAdmins(parts: StrangerParts): Promise<number> {
  let told = 0;
  for (const stranger of await untold(parts.database.db)) if (await askAbout(parts, stranger)) told += 1;
  return told;
}

async function askAbout(parts: StrangerParts, stranger: Row<'admission'>): Promise<boolean> {
  const platform = stranger.person_id.split(':')[0] ?? '';
  const channel = parts.channels.get(platform);
  if (!channel) return false;
  const admins = adminsFor(stranger.person_id, parts.rules);
  const found = await Promise.all(admins.map((admin) => directOf(parts, channel, admin)));
  if (found.includes('later')) return false;
  const places = found.filter((place) => typeof place === 'object');
  const name = oneLine(stranger.name, 30) || 'Somebody';
  return parts.database.transaction(async (tx) => {
    if (!(await markTold(tx, stranger.person_id))) return false;
    for (const place of places) await upsertPlace(tx, place);
    await enqueue(tx, [
      ...places.map(
        (place): NewOutgoing => ({
          key: `stranger:${stranger.person_id}:${place.room}`,
          platform,
          room: place.room,
          conversation: place.conversation,
          kind: 'notice',
          text: `${name} (${shortId(stranger.person_id)}) wrote to me in a DM and is not on my list. May I talk with them?`,
          buttons: [
            { label: 'Let in', action: `let-in:${stranger.person_id}`, style: 'primary' },
            { label: 'No', action: `keep-out:${stranger.person_id}` },
          ],
        }),
      ),
      ...tellStranger(stranger, `asked:${stranger.person_id}`, places.length > 0 ? asked : refusal),
    ]);
    return true;
  });
}

/** A message to somebody who wrote in a DM; nothing if they never did. Pure. */
export function tellStranger(
  stranger: Pick<Row<'admission'>, 'person_id' | 'room_id' | 'conversation_id'>,
  key: string,
  text: string,
): readonly NewOutgoing[] {
  const { person_id: person, room_id: room, conversation_id: conversation } = stranger;
  if (room === null || conversation === null) return [];
  const platform = person.split(':')[0] ?? '';
  return [{ key, platform, room, conversation, kind: 'notice', text }];
}

/** An admin's DM; 'gone' if they cannot be written to, 'later' if the platform cannot be asked just now. */
async function directOf(
  { log }: StrangerParts,
  channel: Channel,
  admin: PersonId,
): Promise<Place | 'gone' | 'later'> {
  try {
    return await channel.direct(admin);
  } catch (error) {
    const gone = error instanceof SendError && (error.failure === 'gone' || error.failure === 'refused');
    log.warn({ admin, error: String(error) }, 'an admin could not be asked about somebody who wrote');
    return gone ? 'gone' : 'later';
  }
}
