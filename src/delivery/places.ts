// The rows of people, rooms and conversations that an event brings with it, and what is known of them to be stored already.
import { sql } from 'kysely';
import type { Queries } from '../database/database.ts';
import { Bounded } from '../process/lru.ts';
import type { Place, Speaker } from './channel.ts';
import type { Storable, ZonePayload } from './payload.ts';

const knownAtMost = 5000;
/** Another process may write these rows too: after so long they are written again. */
const knownMs = 60_000;

/**
 * What the database is known to hold as it is, so that most messages cost one insert. Rows of people, rooms and
 * conversations are never deleted; only the last that was seen of each counts, so that a zone that changes back is noticed.
 */
export class Known {
  readonly #last: Bounded<string>;

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#last = new Bounded(knownAtMost, knownMs, now);
  }

  has({ speaker, place }: Storable): boolean {
    return (
      this.#last.get(speaker.id) === JSON.stringify(speaker) &&
      this.#last.get(place.conversation) === JSON.stringify(place)
    );
  }

  add({ speaker, place }: Storable): void {
    this.#last.set(speaker.id, JSON.stringify(speaker));
    this.#last.set(place.conversation, JSON.stringify(place));
  }
}

/**
 * A zone that the platform tells replaces one it told before or the setting's, never the person's own answer. The setting
 * holds where the platform has told none.
 *
 * @returns the zone if this has changed it
 */
export async function upsertPerson(
  tx: Queries,
  speaker: Speaker,
  place: Place,
  zoneFor: string | null,
): Promise<ZonePayload | null> {
  const standing = await tx
    .selectFrom('person')
    .select('zone')
    .where('id', '=', speaker.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const zone = speaker.zone ?? zoneFor;
  const source = speaker.zone ? 'profile' : zone ? 'setting' : null;
  const stays =
    source === 'setting'
      ? sql<boolean>`person.zone_source in ('answer', 'profile')`
      : sql<boolean>`person.zone_source = 'answer'`;
  const row = await tx
    .insertInto('person')
    .values({
      id: speaker.id,
      platform: place.platform,
      name: speaker.name,
      zone,
      zone_source: source,
      locale: speaker.locale ?? null,
      persona: null,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        name: speaker.name,
        ...(speaker.locale ? { locale: speaker.locale } : {}),
        ...(zone
          ? {
              zone: sql<string>`case when ${stays} then person.zone else excluded.zone end`,
              zone_source: sql<'profile'>`case when ${stays} then person.zone_source else excluded.zone_source end`,
            }
          : {}),
      }),
    )
    .returning('zone')
    .executeTakeFirstOrThrow();
  return standing && row.zone && row.zone !== standing.zone
    ? { zone: row.zone, before: standing.zone }
    : null;
}

/** Makes the room's and the conversation's rows, or brings what is known of the room up to date. */
export async function upsertPlace(tx: Queries, place: Place): Promise<void> {
  const told = {
    ...(place.name === undefined ? {} : { name: place.name }),
    ...(place.topic === undefined ? {} : { topic: place.topic }),
  };
  await tx
    .insertInto('room')
    .values({
      id: place.room,
      platform: place.platform,
      kind: place.kind,
      name: place.name ?? null,
      topic: place.topic ?? null,
    })
    .onConflict((conflict) =>
      Object.keys(told).length === 0
        ? conflict.column('id').doNothing()
        : conflict.column('id').doUpdateSet(told),
    )
    .execute();
  await tx
    .insertInto('conversation')
    .values({ id: place.conversation, room_id: place.room, thread: place.thread })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
