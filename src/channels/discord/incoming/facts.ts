// What we need to know of a channel, whether the client's cache tells it or the REST API. Pure.
import { type APIChannel, type Channel, ChannelType } from 'discord.js';

export interface ChannelFacts {
  readonly id: string;
  readonly kind: 'dm' | 'channel' | 'thread' | 'other';
  readonly guild: string | null;
  /** A thread's channel or forum. */
  readonly parent: string | null;
  readonly name: string | null;
  readonly topic: string | null;
}

const threads: readonly ChannelType[] = [
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.AnnouncementThread,
];
const channels: readonly ChannelType[] = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildVoice,
  ChannelType.GuildStageVoice,
  ChannelType.GuildForum,
  ChannelType.GuildMedia,
];

/** Group DMs, categories and directories are 'other': bots have no business there. */
function kindOf(type: ChannelType): ChannelFacts['kind'] {
  if (type === ChannelType.DM) return 'dm';
  if (threads.includes(type)) return 'thread';
  return channels.includes(type) ? 'channel' : 'other';
}

/** From the REST API, or the part of a channel that an interaction carries. */
export function factsOfApi(
  channel: Partial<APIChannel> & Pick<APIChannel, 'id' | 'type'>,
  guild: string | null,
): ChannelFacts {
  const text = (key: string) => {
    const value: unknown = Reflect.get(channel, key);
    return typeof value === 'string' ? value : null;
  };
  return {
    id: channel.id,
    kind: kindOf(channel.type),
    guild: text('guild_id') ?? guild,
    parent: text('parent_id'),
    name: text('name'),
    topic: text('topic'),
  };
}

/** From the client's cache. */
export function factsOfCache(channel: Channel): ChannelFacts {
  const base = {
    id: channel.id,
    kind: kindOf(channel.type),
    guild: null,
    parent: null,
    name: null,
    topic: null,
  };
  if (channel.isDMBased()) return base;
  return {
    ...base,
    guild: channel.guildId,
    parent: channel.parentId,
    name: channel.name,
    topic: 'topic' in channel ? channel.topic : null,
  };
}
