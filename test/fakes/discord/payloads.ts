// Users, members, roles, channels and the server as Discord writes them.
import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10';
import { isThread } from './access.ts';
import { timeOfId } from './ids.ts';
import type { Json } from './json.ts';
import type { ChannelRecord, UserRecord } from './records.ts';
import type { World } from './world.ts';

const P = PermissionFlagsBits;
const PERSON_MAY =
  P.ViewChannel |
  P.SendMessages |
  P.SendMessagesInThreads |
  P.CreatePublicThreads |
  P.ReadMessageHistory |
  P.AddReactions |
  P.EmbedLinks |
  P.AttachFiles |
  P.UseApplicationCommands |
  P.MentionEveryone;

export const MEMBER_PERMISSIONS = PERSON_MAY.toString();

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

export function userJson(user: UserRecord): Json {
  return {
    id: user.id,
    username: user.username,
    discriminator: '0',
    global_name: user.bot ? null : user.name,
    avatar: null,
    bot: user.bot,
    public_flags: 0,
    flags: 0,
  };
}

/** A member without its user, as message events carry it. */
export function bareMemberJson(user: UserRecord): Json {
  return {
    roles: [...user.roles],
    joined_at: iso(user.joinedAt),
    premium_since: null,
    nick: null,
    avatar: null,
    deaf: false,
    mute: false,
    pending: false,
    flags: 0,
    communication_disabled_until: null,
  };
}

export function memberJson(user: UserRecord): Json {
  return { ...bareMemberJson(user), user: userJson(user) };
}

function roleJson(world: World, id: string, name: string, permissions: string): Json {
  return {
    id,
    name,
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    icon: null,
    unicode_emoji: null,
    position: id === world.guildId ? 0 : 1,
    permissions,
    managed: false,
    mentionable: true,
    flags: 0,
  };
}

/** The server's roles; the role of everybody has the server's own id. */
export function rolesJson(world: World): Json[] {
  const everyone = roleJson(world, world.guildId, '@everyone', MEMBER_PERMISSIONS);
  return [everyone, ...[...world.roles].map(([id, name]) => roleJson(world, id, name, '0'))];
}

function overwrites(world: World, channel: ChannelRecord): Json[] {
  const out: Json[] = [];
  const view = P.ViewChannel.toString();
  if (channel.members !== null) out.push({ id: world.guildId, type: 0, allow: '0', deny: view });
  for (const id of channel.members ?? []) out.push({ id, type: 1, allow: view, deny: '0' });
  const bot = { id: world.bot.id, type: 1 };
  if (!channel.botSees) out.push({ ...bot, allow: '0', deny: view });
  else if (!channel.botSends) out.push({ ...bot, allow: view, deny: P.SendMessages.toString() });
  else if (channel.members !== null) out.push({ ...bot, allow: view, deny: '0' });
  return out;
}

function threadMemberJson(world: World, thread: ChannelRecord, userId: string): Json {
  return { id: thread.id, user_id: userId, join_timestamp: iso(world.now()), flags: 1 };
}

export function threadMembersJson(world: World, thread: ChannelRecord): Json[] {
  return [...thread.threadMembers].map((id) => threadMemberJson(world, thread, id));
}

function threadJson(world: World, thread: ChannelRecord): Json {
  return {
    id: thread.id,
    type: thread.kind === 'thread' ? ChannelType.PublicThread : ChannelType.PrivateThread,
    guild_id: world.guildId,
    parent_id: thread.parentId,
    owner_id: thread.ownerId,
    name: thread.name,
    last_message_id: thread.lastMessageId,
    message_count: thread.messageCount,
    total_message_sent: thread.messageCount,
    member_count: thread.threadMembers.size,
    rate_limit_per_user: 0,
    flags: 0,
    thread_metadata: {
      archived: thread.archived,
      auto_archive_duration: 1440,
      archive_timestamp: iso(timeOfId(thread.id)),
      locked: thread.locked,
      create_timestamp: iso(timeOfId(thread.id)),
    },
    ...(thread.threadMembers.has(world.bot.id)
      ? { member: threadMemberJson(world, thread, world.bot.id) }
      : {}),
  };
}

export function channelJson(world: World, channel: ChannelRecord): Json {
  if (isThread(channel)) return threadJson(world, channel);
  const common = { id: channel.id, last_message_id: channel.lastMessageId, flags: 0 };
  if (channel.kind === 'dm') {
    const people = [...(channel.members ?? [])].filter((id) => id !== world.bot.id);
    const recipients = people.flatMap((id) => world.users.get(id) ?? []).map(userJson);
    return { ...common, type: ChannelType.DM, recipients };
  }
  return {
    ...common,
    type: channel.kind === 'forum' ? ChannelType.GuildForum : ChannelType.GuildText,
    guild_id: world.guildId,
    name: channel.name,
    topic: channel.topic,
    position: 0,
    parent_id: null,
    nsfw: false,
    rate_limit_per_user: 0,
    permission_overwrites: overwrites(world, channel),
    ...(channel.kind === 'forum'
      ? { available_tags: [], default_reaction_emoji: null, default_forum_layout: 0 }
      : {}),
  };
}

/** The server as GET /guilds/:id gives it; GUILD_CREATE adds channels, threads and members. */
export function guildJson(world: World): Json {
  return {
    id: world.guildId,
    name: 'Tide pool',
    icon: null,
    splash: null,
    banner: null,
    description: null,
    features: [],
    owner_id: world.bot.id,
    verification_level: 0,
    default_message_notifications: 1,
    explicit_content_filter: 0,
    mfa_level: 0,
    nsfw_level: 0,
    premium_tier: 0,
    preferred_locale: 'en-US',
    afk_timeout: 300,
    afk_channel_id: null,
    system_channel_id: null,
    system_channel_flags: 0,
    rules_channel_id: null,
    public_updates_channel_id: null,
    vanity_url_code: null,
    roles: rolesJson(world),
    emojis: [],
    stickers: [],
  };
}
