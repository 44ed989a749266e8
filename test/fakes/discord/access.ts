// Who may see and do what: the questions that routes, gateway and test verbs all ask of a channel.
import { ApiError } from './errors.ts';
import type { ChannelRecord, MessageRecord, UserRecord } from './records.ts';
import type { World } from './world.ts';

export function isThread(channel: ChannelRecord): boolean {
  return channel.kind === 'thread' || channel.kind === 'private-thread';
}

/** The channel that carries the permissions: a thread asks its parent. */
function permissionHolder(world: World, channel: ChannelRecord): ChannelRecord {
  return (channel.parentId === null ? undefined : world.channels.get(channel.parentId)) ?? channel;
}

export function botSees(world: World, channel: ChannelRecord): boolean {
  if (channel.deleted) return false;
  if (channel.kind === 'dm') return true;
  if (channel.kind === 'private-thread' && !channel.threadMembers.has(world.bot.id)) return false;
  return world.botInGuild && permissionHolder(world, channel).botSees;
}

export function personSees(world: World, channel: ChannelRecord, userId: string): boolean {
  if (channel.kind === 'private-thread' && !channel.threadMembers.has(userId)) return false;
  const { members, kind } = permissionHolder(world, channel);
  if (members !== null) return members.has(userId);
  return kind !== 'dm' && (world.users.get(userId)?.inGuild ?? false);
}

/** The channel as our bot may address it; 10003 when there is none, 50001 when it is closed to the bot. */
export function channelForBot(world: World, id: string | undefined): ChannelRecord {
  const channel = id === undefined ? undefined : world.channels.get(id);
  if (channel === undefined || channel.deleted) throw new ApiError(10003);
  if (!botSees(world, channel)) throw new ApiError(50001);
  return channel;
}

/** The channel, when the bot may also write in it. */
export function writableChannel(world: World, id: string | undefined): ChannelRecord {
  const channel = channelForBot(world, id);
  if (channel.kind === 'forum') throw new ApiError(50008);
  if (channel.kind === 'dm') {
    const refused = [...(channel.members ?? [])].some((user) => world.users.get(user)?.dmBlocked);
    if (refused) throw new ApiError(50007);
  } else if (!permissionHolder(world, channel).botSends) throw new ApiError(50013);
  if (channel.archived && channel.locked) throw new ApiError(50083);
  return channel;
}

/** A message of that channel that everybody there sees; 10008 when there is none. */
export function messageIn(world: World, channel: ChannelRecord, id: string | undefined): MessageRecord {
  const message = id === undefined ? undefined : world.messages.get(id);
  if (message === undefined || message.deleted) throw new ApiError(10008);
  if (message.channelId !== channel.id || message.ephemeralFor !== null) throw new ApiError(10008);
  return message;
}

/** A person, for the test verbs: a typo in a test is an error at once, not a wait that never ends. */
export function knownUser(world: World, id: string): UserRecord {
  const user = world.users.get(id);
  if (user === undefined) throw new Error(`No person ${id}: call discord.person(id, …) first`);
  return user;
}

export function knownChannel(world: World, id: string): ChannelRecord {
  const channel = world.channels.get(id);
  if (channel === undefined)
    throw new Error(`No channel ${id}: call discord.channel(id, …), dm() or thread() first`);
  return channel;
}

export function knownMessage(world: World, id: string): MessageRecord {
  const message = world.messages.get(id);
  if (message === undefined || message.deleted) throw new Error(`No message ${id}`);
  return message;
}
