// Discord's ids and our keys, both ways. Ids are snowflakes: they grow with time and carry it. Pure.
import type { ConversationKey, PersonId, RoomId } from '../../database/ids.ts';
import type { Place } from '../../delivery/channel.ts';

const epochMs = 1_420_070_400_000n;

/** The instant that an id carries. */
export const timeOf = (id: string): Date => new Date(Number((BigInt(id) >> 22n) + epochMs));

/** The smallest id of an instant: whatever was sent later has a greater one. */
export function idAt(instant: Date): string {
  const since = BigInt(instant.getTime()) - epochMs;
  return since <= 0n ? '0' : (since << 22n).toString();
}

/** The later of two ids. */
export const laterId = (a: string, b: string): string => (BigInt(a) < BigInt(b) ? b : a);

/** Messages in the order they were sent, whatever order a page of them came in. */
export const oldestFirst = <T extends { readonly id: string }>(page: readonly T[]): readonly T[] =>
  page.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));

export const personOf = (user: string) => `discord:${user}` as PersonId;

/** The user id of a person. */
export const userOf = (person: PersonId): string => person.slice('discord:'.length);

/** The place of a direct message: room and conversation are one. */
export function dmPlace(channel: string): Place {
  const key = `discord:${channel}`;
  return {
    platform: 'discord',
    room: key as RoomId,
    kind: 'dm',
    conversation: key as ConversationKey,
    thread: null,
  };
}

export interface RoomFacts {
  readonly guild: string;
  /** The text channel or forum; for a thread its parent. */
  readonly channel: string;
  readonly name: string | null;
  readonly topic: string | null;
}

const inRoom = (room: RoomFacts) => ({
  platform: 'discord' as const,
  room: `discord:${room.guild}:${room.channel}` as RoomId,
  kind: 'channel' as const,
  ...(room.name === null ? {} : { name: room.name }),
  ...(room.topic === null ? {} : { topic: room.topic }),
});

/** The thread that exists, or is to be made, under a message of a channel. A thread has its first message's id. */
export function threadPlace(room: RoomFacts, starter: string): Place {
  const base = inRoom(room);
  return { ...base, conversation: `${base.room}:${starter}` as ConversationKey, thread: starter };
}

/** The channel itself, outside any thread: where slash commands are used and what they set is delivered. */
export function channelPlace(room: RoomFacts): Place {
  const base = inRoom(room);
  return { ...base, conversation: base.room as string as ConversationKey, thread: null };
}

/** A conversation of this room, found by its key. */
export function placeOfKey(room: RoomFacts, key: ConversationKey): Place {
  const base = inRoom(room);
  const starter = key.startsWith(`${base.room}:`) ? key.slice(base.room.length + 1) : null;
  return { ...base, conversation: key, thread: starter };
}

/** The platform's channel of a room: the last part of its key. */
export const channelOf = (room: RoomId): string => room.slice(room.lastIndexOf(':') + 1);
