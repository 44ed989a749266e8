// Slack's ids as ours: rooms, people, conversations, and back. One team is one workspace. Pure.
import type { ConversationKey, PersonId, RoomId } from '../../database/ids.ts';
import type { Place } from '../../delivery/channel.ts';

/** Ids of DMs with one person begin with D; everything else is a channel to us, group DMs included. */
export const isDirect = (channel: string): boolean => channel.startsWith('D');

export const roomOf = (team: string, channel: string): RoomId => `slack:${team}:${channel}` as RoomId;
export const personOf = (team: string, user: string): PersonId => `slack:${team}:${user}` as PersonId;

/** The channel's id in a room: "C1" of "slack:T1:C1". */
export const channelOf = (room: RoomId): string => room.split(':')[2] ?? '';
/** The user's id of a person: "U1" of "slack:T1:U1". */
export const userOf = (person: PersonId): string => person.split(':')[2] ?? '';

/**
 * A place: `slack:TEAM:CHANNEL:ROOT_TS`, or `slack:TEAM:DM[:THREAD_TS]`. Without a thread a channel's place is that of
 * its slash commands.
 */
export function placeAt(team: string, channel: string, thread: string | null): Place {
  const room = roomOf(team, channel);
  return {
    platform: 'slack',
    room,
    kind: isDirect(channel) ? 'dm' : 'channel',
    conversation: (thread === null ? room : `${room}:${thread}`) as ConversationKey,
    thread,
  };
}

/** The place of a conversation we have stored. */
export function placeOf(conversation: ConversationKey): Place {
  const [, team = '', channel = '', thread] = conversation.split(':');
  return placeAt(team, channel, thread ?? null);
}

/** The instant of a ts such as "1732179600.000200". */
export const instantOf = (ts: string): Date => new Date(Number(ts) * 1000);

/** The ts of an instant, for asking history from there. */
export const tsOf = (instant: Date): string => (instant.getTime() / 1000).toFixed(6);
