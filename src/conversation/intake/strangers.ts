// Puts strangers to the admins: a question with two buttons in the DM of each admin named by user id, once; then the
// stranger is told that it was asked. The row is there before, so what fails here is tried again.

import { oneLine } from '../../context/text.ts';
import type { Database, Queries, Tx } from '../../database/database.ts';
import type { PersonId } from '../../database/ids.ts';
import type { Row } from '../../database/tables.ts';
import type { Channel, Place } from '../../delivery/channel.ts';
import { enqueue, type NewOutgoing } from '../../delivery/outbox.ts';
import { SendError } from '../../delivery/outgoing.ts';
import { upsertPlace } from '../../delivery/places.ts';
import { type Say, sayFor } from '../../language/say.ts';
import type { Log } from '../../log.ts';
import { type AdmissionRules, adminsFor, shortId } from '../../people/admission.ts';
import { markTold, untold } from '../../people/admitted.ts';

interface StrangerParts {
  readonly database: Database;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly rules: AdmissionRules;
  readonly log: Log;
}

interface Asked {
  readonly admin: PersonId;
  readonly place: Place;
}

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
  const channel = parts.channels.get(stranger.person_id.split(':')[0] ?? '');
  if (!channel) return false;
  const admins = adminsFor(stranger.person_id, parts.rules);
  const found = await Promise.all(
    admins.map(async (admin) => ({ admin, place: await directOf(parts, channel, admin) })),
  );
  if (found.some(({ place }) => place === 'later')) return false;
  const places = found.flatMap(({ admin, place }): Asked[] =>
    typeof place === 'object' ? [{ admin, place }] : [],
  );
  return parts.database.transaction(async (tx) => {
    if (!(await markTold(tx, stranger.person_id))) return false;
    for (const { place } of places) await upsertPlace(tx, place);
    const toStranger = await sayTo(tx, stranger.person_id);
    const told = toStranger(places.length > 0 ? 'people.asked' : 'people.refused');
    await enqueue(tx, [
      ...(await Promise.all(places.map((place) => questionAt(tx, stranger, place)))),
      ...tellStranger(stranger, `asked:${stranger.person_id}`, told),
    ]);
    return true;
  });
}

/** What an admin is asked. */
async function questionAt(
  tx: Tx,
  { person_id: person, name }: Row<'admission'>,
  { admin, place }: Asked,
): Promise<NewOutgoing> {
  const say = await sayTo(tx, admin);
  return {
    key: `stranger:${person}:${place.room}`,
    platform: place.platform,
    room: place.room,
    conversation: place.conversation,
    kind: 'notice',
    text: say('people.may-i', { name: oneLine(name, 30) || say('people.somebody'), id: shortId(person) }),
    buttons: [
      { label: say('button.let-in'), action: `let-in:${person}`, style: 'primary' },
      { label: say('button.no'), action: `keep-out:${person}` },
    ],
  };
}

/** In English to whom we know nothing of. */
export async function sayTo(queries: Queries, person: PersonId): Promise<Say> {
  const row = await queries
    .selectFrom('person')
    .select(['language', 'locale'])
    .where('id', '=', person)
    .executeTakeFirst();
  return sayFor(row ?? {});
}

/** A message to a person who wrote in a DM; nothing if they never did. Pure. */
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
