// Making channels, direct messages and threads. A thread made from a message has that message's id; a forum post's
// first message has its thread's id.
import { MessageFlags, MessageType } from 'discord-api-types/v10';
import { ApiError } from './errors.ts';
import { createMessage, dispatchChannel, dispatchMessage, type NewMessage } from './messages.ts';
import type { ChannelKind, ChannelRecord, MessageRecord } from './records.ts';
import type { World } from './world.ts';

export function addChannel(
  world: World,
  fields: { readonly id: string; readonly kind: ChannelKind } & Partial<ChannelRecord>,
): ChannelRecord {
  const channel: ChannelRecord = {
    name: '',
    topic: null,
    members: null,
    botSees: true,
    botSends: true,
    parentId: null,
    ownerId: world.bot.id,
    archived: false,
    locked: false,
    threadMembers: new Set(),
    lastMessageId: null,
    messageCount: 0,
    deleted: false,
    ...fields,
  };
  world.channels.set(channel.id, channel);
  return channel;
}

/** The direct-message channel with one person, made when first asked for. */
export function dmWith(world: World, userId: string): ChannelRecord {
  for (const channel of world.channels.values()) {
    if (channel.kind === 'dm' && channel.members?.has(userId)) return channel;
  }
  const id = world.newId();
  const channel = addChannel(world, { id, kind: 'dm', members: new Set([userId, world.bot.id]) });
  world.changed('dm', `${id} with ${userId}`);
  return channel;
}

/** A thread from a message; 160004 when that message has one already. */
export function threadFromMessage(
  world: World,
  source: MessageRecord,
  name: string,
  ownerId: string,
): ChannelRecord {
  if (world.channels.has(source.id)) throw new ApiError(160004);
  const thread = addChannel(world, {
    id: source.id,
    kind: 'thread',
    name,
    parentId: source.channelId,
    ownerId,
    threadMembers: new Set([ownerId]),
  });
  dispatchChannel(world, 'CREATE', thread);
  source.flags |= MessageFlags.HasThread;
  dispatchMessage(world, 'MESSAGE_UPDATE', source);
  createMessage(world, {
    channelId: thread.id,
    authorId: source.authorId,
    type: MessageType.ThreadStarterMessage,
    reference: { kind: 'thread-starter', messageId: source.id, channelId: source.channelId },
  });
  return thread;
}

/** A thread without a message. In a text channel Discord announces a public one there. */
export function plainThread(
  world: World,
  parent: ChannelRecord,
  name: string,
  ownerId: string,
  private_ = false,
): ChannelRecord {
  const thread = addChannel(world, {
    id: world.newId(),
    kind: private_ ? 'private-thread' : 'thread',
    name,
    parentId: parent.id,
    ownerId,
    threadMembers: new Set([ownerId]),
  });
  dispatchChannel(world, 'CREATE', thread);
  if (private_) return thread;
  createMessage(world, {
    channelId: parent.id,
    authorId: ownerId,
    type: MessageType.ThreadCreated,
    content: name,
    reference: { kind: 'thread-created', messageId: thread.id, channelId: thread.id },
  });
  return thread;
}

/** A forum post: a thread whose first message shares its id. */
export function forumPost(
  world: World,
  forum: ChannelRecord,
  name: string,
  first: Omit<NewMessage, 'channelId'>,
): ChannelRecord {
  const { authorId } = first;
  const thread = addChannel(world, {
    id: world.newId(),
    kind: 'thread',
    name,
    parentId: forum.id,
    ownerId: authorId,
    threadMembers: new Set([authorId]),
  });
  dispatchChannel(world, 'CREATE', thread);
  createMessage(world, { ...first, authorId, id: thread.id, channelId: thread.id });
  return thread;
}

/** Deletes a channel with its threads. */
export function deleteChannel(world: World, channel: ChannelRecord): void {
  for (const child of world.channels.values()) {
    if (child.parentId === channel.id && !child.deleted) child.deleted = true;
  }
  channel.deleted = true;
  dispatchChannel(world, 'DELETE', channel);
}
