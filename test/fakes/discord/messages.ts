// What happens to messages: created, edited, deleted, reacted to. People's and the bot's go the same way, and each
// change is dispatched to the gateway, our own posts included.
import { MessageFlags, MessageType } from 'discord-api-types/v10';
import { botSees, isThread } from './access.ts';
import type { Json } from './json.ts';
import { NO_PINGS } from './mentions.ts';
import { emojiJson, messageJson } from './message-payloads.ts';
import { bareMemberJson, channelJson, userJson } from './payloads.ts';
import type { ChannelRecord, MessageRecord } from './records.ts';
import type { Dispatch, World } from './world.ts';

export type NewMessage = { readonly channelId: string; readonly authorId: string } & Partial<
  Omit<MessageRecord, 'reactions' | 'deleted' | 'createdAt' | 'editedAt'>
>;

function scopeOf(channel: ChannelRecord): 'guild' | 'dm' {
  return channel.kind === 'dm' ? 'dm' : 'guild';
}

function whereOf(world: World, message: MessageRecord): { channel: ChannelRecord; guild: Json } {
  const channel = world.channels.get(message.channelId);
  if (channel === undefined) throw new Error(`Message ${message.id} is nowhere`);
  return { channel, guild: channel.kind === 'dm' ? {} : { guild_id: world.guildId } };
}

function brief(world: World, message: MessageRecord): string {
  const name = world.users.get(message.authorId)?.name ?? message.authorId;
  const private_ = message.ephemeralFor === null ? '' : ' (ephemeral)';
  return `${message.id} in ${message.channelId} by ${name}${private_}: ${JSON.stringify(message.content.slice(0, 120))}`;
}

/** Tells the gateway about a message, if the bot sees its channel; ephemeral ones are told to nobody. */
export function dispatchMessage(
  world: World,
  type: 'MESSAGE_CREATE' | 'MESSAGE_UPDATE',
  message: MessageRecord,
): void {
  const { channel } = whereOf(world, message);
  if (!botSees(world, channel) || message.ephemeralFor !== null) return;
  const own = message.authorId === world.bot.id;
  const event: Dispatch = {
    type,
    data: messageJson(world, message, { gateway: true, nonce: type === 'MESSAGE_CREATE' }),
    scope: scopeOf(channel),
    readable: own || message.pings.users.includes(world.bot.id),
  };
  world.dispatch(event);
}

/** Tells the gateway that a channel or thread is new, changed or gone. */
export function dispatchChannel(
  world: World,
  verb: 'CREATE' | 'UPDATE' | 'DELETE',
  channel: ChannelRecord,
): void {
  const type = `${isThread(channel) ? 'THREAD' : 'CHANNEL'}_${verb}`;
  world.changed(type.toLowerCase(), `${channel.id} ${channel.name}`);
  if (channel.kind === 'dm') return; // Discord sends none for direct messages
  if (verb !== 'DELETE' && !botSees(world, channel)) return;
  const fresh = verb === 'CREATE' && isThread(channel) ? { newly_created: true } : {};
  world.dispatch({ type, data: { ...channelJson(world, channel), ...fresh }, scope: 'guild' });
}

function touchThread(world: World, channel: ChannelRecord, authorId: string): void {
  channel.messageCount += 1;
  if (channel.archived && !channel.locked) {
    channel.archived = false;
    dispatchChannel(world, 'UPDATE', channel);
  }
  joinThread(world, channel, authorId);
}

/** Makes somebody a member of a thread; posting in it does the same. */
export function joinThread(world: World, thread: ChannelRecord, userId: string): void {
  if (thread.threadMembers.has(userId)) return;
  const sawBefore = botSees(world, thread);
  thread.threadMembers.add(userId);
  if (!botSees(world, thread)) return;
  if (userId === world.bot.id && !sawBefore) {
    world.dispatch({ type: 'THREAD_CREATE', data: channelJson(world, thread), scope: 'guild' });
  }
  const data = {
    id: thread.id,
    guild_id: world.guildId,
    member_count: thread.threadMembers.size,
    added_members: [
      { id: thread.id, user_id: userId, join_timestamp: new Date(world.now()).toISOString(), flags: 0 },
    ],
  };
  world.dispatch({ type: 'THREAD_MEMBERS_UPDATE', data, scope: 'guild' });
}

export function createMessage(world: World, fields: NewMessage): MessageRecord {
  const id = fields.id ?? world.newId();
  const message: MessageRecord = {
    type: MessageType.Default,
    content: '',
    nonce: null,
    pings: NO_PINGS,
    reference: null,
    embeds: [],
    components: [],
    attachments: [],
    flags: 0,
    webhookId: null,
    interaction: null,
    ephemeralFor: null,
    ...fields,
    id,
    createdAt: world.now(),
    editedAt: null,
    reactions: new Map(),
    deleted: false,
  };
  const { channel } = whereOf(world, message);
  world.messages.set(id, message);
  if (message.ephemeralFor === null) {
    const starter = message.type === MessageType.ThreadStarterMessage;
    if (isThread(channel) && !starter) touchThread(world, channel, message.authorId);
    channel.lastMessageId = id;
  }
  world.changed('message', brief(world, message));
  dispatchMessage(world, 'MESSAGE_CREATE', message);
  return message;
}

/** Changes a message's fields; an edit by its author also stamps the time, an unfurled link does not. */
export function editMessage(
  world: World,
  message: MessageRecord,
  fields: Partial<MessageRecord>,
  stamp = true,
): void {
  Object.assign(message, fields);
  if (stamp) message.editedAt = world.now();
  world.changed(stamp ? 'edit' : 'embed', brief(world, message));
  dispatchMessage(world, 'MESSAGE_UPDATE', message);
}

export function deleteMessage(world: World, message: MessageRecord): void {
  const { channel, guild } = whereOf(world, message);
  message.deleted = true;
  world.changed('delete', brief(world, message));
  if (!botSees(world, channel) || message.ephemeralFor !== null) return;
  const data = { id: message.id, channel_id: channel.id, ...guild };
  world.dispatch({ type: 'MESSAGE_DELETE', data, scope: scopeOf(channel) });
}

/** Deletes messages of one channel at once, as moderators do: one event for all. */
export function deleteMessages(world: World, messages: readonly MessageRecord[]): void {
  const [first] = messages;
  if (first === undefined) return;
  const { channel, guild } = whereOf(world, first);
  for (const message of messages) message.deleted = true;
  world.changed('bulk delete', messages.map(({ id }) => id).join(' '));
  if (!botSees(world, channel)) return;
  const data = { ids: messages.map(({ id }) => id), channel_id: channel.id, ...guild };
  world.dispatch({ type: 'MESSAGE_DELETE_BULK', data, scope: scopeOf(channel) });
}

/** Adds or removes one reaction. @param emoji a character, or `name:id` for one of the server's own */
export function setReaction(
  world: World,
  message: MessageRecord,
  emoji: string,
  userId: string,
  on: boolean,
): void {
  const users = message.reactions.get(emoji) ?? new Set<string>();
  if (users.has(userId) === on) return;
  if (on) users.add(userId);
  else users.delete(userId);
  if (users.size > 0) message.reactions.set(emoji, users);
  else message.reactions.delete(emoji);
  world.changed(on ? 'reaction' : 'unreaction', `${emoji} on ${message.id} by ${userId}`);
  const { channel, guild } = whereOf(world, message);
  const user = world.users.get(userId);
  if (!botSees(world, channel) || message.ephemeralFor !== null || user === undefined) return;
  const member =
    on && channel.kind !== 'dm' ? { member: { ...bareMemberJson(user), user: userJson(user) } } : {};
  const data: Json = {
    user_id: userId,
    channel_id: channel.id,
    message_id: message.id,
    ...guild,
    ...member,
    ...(on ? { message_author_id: message.authorId } : {}),
    emoji: emojiJson(emoji),
    burst: false,
    type: 0,
  };
  world.dispatch({
    type: on ? 'MESSAGE_REACTION_ADD' : 'MESSAGE_REACTION_REMOVE',
    data,
    scope: scopeOf(channel),
  });
}

export function startTyping(world: World, channel: ChannelRecord, userId: string): void {
  world.typing.push({ channelId: channel.id, userId, at: world.now() });
  world.changed('typing', `${userId} in ${channel.id}`);
  const user = world.users.get(userId);
  if (!botSees(world, channel) || user === undefined) return;
  const guild =
    channel.kind === 'dm'
      ? {}
      : { guild_id: world.guildId, member: { ...bareMemberJson(user), user: userJson(user) } };
  const data = {
    channel_id: channel.id,
    user_id: userId,
    timestamp: Math.floor(world.now() / 1000),
    ...guild,
  };
  world.dispatch({ type: 'TYPING_START', data, scope: scopeOf(channel) });
}

/** Whether an answer is still "thinking…". */
export function isLoading(message: MessageRecord): boolean {
  return (message.flags & MessageFlags.Loading) !== 0;
}
