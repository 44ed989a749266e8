// A platform that several mortal processes send to: it keeps every message that reached it, loses answers now and then,
// and some of its rooms and people are gone.
import type { ConversationKey, PersonId, RoomId } from '../../src/database/ids.ts';
import type { Channel, Place } from '../../src/delivery/channel.ts';
import { type OutgoingMessage, SendError } from '../../src/delivery/outgoing.ts';
import type { Life } from './mortal.ts';

export class Platform {
  /** Messages by key: how often each arrived, and where. */
  readonly arrived = new Map<string, string[]>();
  readonly goneRooms = new Set<string>();
  readonly gonePeople = new Set<string>();
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  count(key: string): number {
    return this.arrived.get(key)?.length ?? 0;
  }

  /** The platform as one process sees it. */
  channelOf(life: Life): Channel {
    return {
      platform: 'slack',
      start: async () => undefined,
      stop: async () => undefined,
      working: async () => undefined,
      split: (text) => [text],
      direct: async (person) => {
        life.step();
        if (this.gonePeople.has(person)) throw new SendError('gone', 'the person is gone');
        return direct(person);
      },
      find: async ({ key, place }) => {
        life.step();
        return this.arrived.get(key)?.includes(place.room) ? `out-${key}` : null;
      },
      send: async (message) => this.#send(message, life),
    };
  }

  #send({ key, place }: OutgoingMessage, life: Life): string {
    life.step();
    if (this.goneRooms.has(place.room)) throw new SendError('gone', 'the room is gone');
    const luck = this.#random();
    if (luck < 0.02) throw new SendError('retry', 'not now', 1);
    this.arrived.set(key, [...(this.arrived.get(key) ?? []), place.room]);
    life.step();
    if (luck > 0.98) throw new SendError('doubt', 'the answer was lost', 1);
    return `out-${key}`;
  }
}

export function direct(person: PersonId): Place {
  const room = `${person}:dm`;
  return {
    platform: 'slack',
    room: room as RoomId,
    kind: 'dm',
    conversation: room as ConversationKey,
    thread: null,
  };
}
