// A message as Discord writes it: to REST without nonce and server, to the gateway with member and server.
import { ChannelType, MessageReferenceType, MessageType } from 'discord-api-types/v10';
import { isThread } from './access.ts';
import type { Json } from './json.ts';
import { bareMemberJson, channelJson, iso, userJson } from './payloads.ts';
import type { AttachmentRecord, ChannelRecord, MessageRecord, UserRecord } from './records.ts';
import type { World } from './world.ts';

export interface MessageShape {
  /** Gateway events carry server, member and channel type; REST answers don't. */
  readonly gateway?: boolean;
  /** The nonce is in the answer to the POST and in its echo, and lost when the message is fetched. */
  readonly nonce?: boolean;
  /** False inside another message's `referenced_message`, which nests one level only. */
  readonly nested?: boolean;
}

/** Discord's channel type numbers. */
export function channelType(channel: ChannelRecord): ChannelType {
  if (channel.kind === 'dm') return ChannelType.DM;
  if (channel.kind === 'forum') return ChannelType.GuildForum;
  if (isThread(channel))
    return channel.kind === 'thread' ? ChannelType.PublicThread : ChannelType.PrivateThread;
  return ChannelType.GuildText;
}

export function attachmentPath(channelId: string, attachment: AttachmentRecord): string {
  return `/attachments/${channelId}/${attachment.id}/${encodeURIComponent(attachment.name)}`;
}

function attachmentJson(world: World, channelId: string, attachment: AttachmentRecord): Json {
  const url = `${world.origin}${attachmentPath(channelId, attachment)}?ex=${world.filesSigned}`;
  return {
    id: attachment.id,
    filename: attachment.name,
    size: attachment.size ?? attachment.content.byteLength,
    content_type: attachment.type,
    url,
    proxy_url: url,
  };
}

export function emojiJson(key: string): Json {
  const custom = /^(.+):(\d+)$/.exec(key);
  return custom === null ? { id: null, name: key } : { id: custom[2], name: custom[1] };
}

function reactionsJson(world: World, message: MessageRecord): Json[] {
  return [...message.reactions].map(([key, users]) => ({
    emoji: emojiJson(key),
    count: users.size,
    count_details: { burst: 0, normal: users.size },
    burst_colors: [],
    me: users.has(world.bot.id),
    me_burst: false,
    burst_me: false,
  }));
}

function mentionJson(user: UserRecord, inGuild: boolean): Json {
  return inGuild && user.inGuild ? { ...userJson(user), member: bareMemberJson(user) } : userJson(user);
}

function referenceJson(world: World, message: MessageRecord, shape: MessageShape): Json {
  const { reference } = message;
  if (reference === null) return {};
  if (reference.kind === 'thread-created') {
    return {
      message_reference: {
        type: MessageReferenceType.Default,
        channel_id: reference.channelId,
        guild_id: world.guildId,
      },
    };
  }
  const target = world.messages.get(reference.messageId);
  const guild = world.channels.get(reference.channelId)?.kind === 'dm' ? {} : { guild_id: world.guildId };
  const forward = reference.kind === 'forward';
  const type = forward ? MessageReferenceType.Forward : MessageReferenceType.Default;
  const out: Json = {
    message_reference: { type, message_id: reference.messageId, channel_id: reference.channelId, ...guild },
  };
  if (forward && target !== undefined) {
    const { content, embeds, attachments, timestamp, edited_timestamp, flags, type } = messageJson(
      world,
      target,
    );
    const message = { content, embeds, attachments, timestamp, edited_timestamp, flags, type, mentions: [] };
    out.message_snapshots = [{ message }];
  } else if (shape.nested !== false) {
    const there = target !== undefined && !target.deleted;
    out.referenced_message = there ? messageJson(world, target, { nested: false }) : null;
  }
  return out;
}

function interactionJson(world: World, message: MessageRecord): Json {
  if (message.interaction === null) return {};
  const { id, type, userId } = message.interaction;
  const user = world.users.get(userId);
  return {
    interaction_metadata: { id, type, user: user && userJson(user), authorizing_integration_owners: {} },
  };
}

function gatewayJson(world: World, channel: ChannelRecord, author: UserRecord, webhook: boolean): Json {
  const type = channelType(channel);
  if (channel.kind === 'dm') return { channel_type: type };
  const member = author.inGuild && !webhook ? { member: bareMemberJson(author) } : {};
  return { channel_type: type, guild_id: world.guildId, ...member };
}

function threadOf(world: World, message: MessageRecord): Json {
  const thread = world.channels.get(message.id);
  if (thread === undefined || thread.deleted || thread.parentId !== message.channelId) return {};
  return { thread: channelJson(world, thread) };
}

export function messageJson(world: World, message: MessageRecord, shape: MessageShape = {}): Json {
  const channel = world.channels.get(message.channelId);
  const author = world.users.get(message.authorId);
  if (channel === undefined || author === undefined)
    throw new Error(`Message ${message.id} is nowhere or nobody's`);
  const inGuild = channel.kind !== 'dm';
  const mentions = message.pings.users.flatMap((id) => world.users.get(id) ?? []);
  const starter = message.type === MessageType.ThreadStarterMessage;
  return {
    id: message.id,
    type: message.type,
    channel_id: message.channelId,
    author: userJson(author),
    content: message.content,
    timestamp: iso(message.createdAt),
    edited_timestamp: message.editedAt === null ? null : iso(message.editedAt),
    tts: false,
    mention_everyone: message.pings.everyone,
    mentions: starter ? [] : mentions.map((user) => mentionJson(user, inGuild && shape.gateway === true)),
    mention_roles: [...message.pings.roles],
    attachments: message.attachments.map((attachment) =>
      attachmentJson(world, message.channelId, attachment),
    ),
    embeds: message.embeds,
    components: message.components,
    pinned: false,
    flags: message.flags,
    ...(message.reactions.size > 0 ? { reactions: reactionsJson(world, message) } : {}),
    ...(message.webhookId === null ? {} : { webhook_id: message.webhookId }),
    ...(message.authorId === world.bot.id ? { application_id: world.applicationId } : {}),
    ...(shape.nonce && message.nonce !== null ? { nonce: message.nonce } : {}),
    ...referenceJson(world, message, shape),
    ...interactionJson(world, message),
    ...threadOf(world, message),
    ...(shape.gateway ? gatewayJson(world, channel, author, message.webhookId !== null) : {}),
  };
}
