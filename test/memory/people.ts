// People, rooms and conversations for the memory suites. One database serves a suite: each scenario empties it.
import { sql } from 'kysely';
import type { Database } from '../../src/database/database.ts';
import type { ConversationKey, PersonId, RoomId } from '../../src/database/ids.ts';

export const ann = {
  id: 'slack:T1:U1' as PersonId,
  name: 'Ann',
  zone: 'Europe/Berlin',
  locale: 'en',
  persona: null,
};
export const bob = {
  id: 'slack:T1:U2' as PersonId,
  name: 'Bob',
  zone: 'America/New_York',
  locale: 'en',
  persona: null,
};
export const annsDm = { id: 'slack:T1:D1' as RoomId, kind: 'dm', platform: 'slack' } as const;
export const bobsDm = { id: 'slack:T1:D2' as RoomId, kind: 'dm', platform: 'slack' } as const;
export const general = { id: 'slack:T1:C1' as RoomId, kind: 'channel', platform: 'slack' } as const;
export const random = { id: 'slack:T1:C2' as RoomId, kind: 'channel', platform: 'slack' } as const;

/** The one conversation that the suites have in a room. */
export function conversationIn(room: { readonly id: RoomId }): ConversationKey {
  return `${room.id}:1` as ConversationKey;
}

/** Empties the database and stores all of them. */
export async function addPeople(database: Database): Promise<void> {
  await sql`truncate person, room restart identity cascade`.execute(database.db);
  const people = [ann, bob].map(({ id, name, zone, locale }) => ({
    id,
    name,
    zone,
    locale,
    platform: 'slack',
  }));
  await database.db.insertInto('person').values(people).execute();
  for (const room of [annsDm, bobsDm, general, random]) {
    await database.db
      .insertInto('room')
      .values({ ...room, name: room.kind === 'channel' ? `#${room.id.slice(-2)}` : null })
      .execute();
    await database.db
      .insertInto('conversation')
      .values({ id: conversationIn(room), room_id: room.id })
      .execute();
  }
}
