// What people do in channels: write, reply, forward, edit, delete, react, type, open threads.
import { MessageFlags, MessageType } from 'discord-api-types/v10';
import type { Serving } from '../file-serving.ts';
import { isThread, knownChannel, knownMessage, knownUser, personSees } from './access.ts';
import type { Json } from './json.ts';
import { pingsOf } from './mentions.ts';
import {
  createMessage,
  deleteMessage,
  dispatchChannel,
  editMessage,
  joinThread,
  setReaction,
} from './messages.ts';
import type { AttachmentRecord, ChannelRecord, MessageRecord, ReferenceRecord } from './records.ts';
import { forumPost, plainThread, threadFromMessage } from './threads.ts';
import type { World } from './world.ts';

export interface FileToSend {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly type?: string;
  /** In place of the true one. */
  readonly size?: number;
  readonly serving?: Serving;
}

export interface Say {
  readonly user: string;
  /** A channel, a thread, or a DM's id. */
  readonly channel: string;
  readonly text?: string;
  readonly replyTo?: string;
  /** A reply notifies the author it answers unless this is false. */
  readonly ping?: boolean;
  readonly forward?: string;
  readonly files?: readonly FileToSend[];
}

export interface OpenThread {
  readonly user: string;
  readonly name: string;
  /** The message it starts from; else name the channel or forum. */
  readonly from?: string;
  readonly channel?: string;
  /** The first message of a forum post. */
  readonly text?: string;
  readonly private?: boolean;
}

function filesOf(world: World, files: readonly FileToSend[]): AttachmentRecord[] {
  return files.map(({ name, content, type = 'text/plain; charset=utf-8', size, serving }) => ({
    id: world.newId(),
    name,
    type,
    size,
    serving,
    content: typeof content === 'string' ? new TextEncoder().encode(content) : content,
  }));
}

function writable(world: World, user: string, channelId: string): ChannelRecord {
  const channel = knownChannel(world, channelId);
  if (channel.deleted) throw new Error(`Channel ${channelId} was deleted`);
  if (channel.kind === 'forum') throw new Error(`Channel ${channelId} is a forum: open a thread there`);
  if (!personSees(world, channel, user)) throw new Error(`Person ${user} does not see channel ${channelId}`);
  if (channel.archived && channel.locked) throw new Error(`Thread ${channelId} is locked`);
  return channel;
}

function referenceOf(world: World, { replyTo, forward }: Say): ReferenceRecord | null {
  const id = replyTo ?? forward;
  if (id === undefined) return null;
  const target = knownMessage(world, id);
  return { kind: forward === undefined ? 'reply' : 'forward', messageId: id, channelId: target.channelId };
}

export function say(world: World, what: Say): MessageRecord {
  const user = knownUser(world, what.user);
  const channel = writable(world, user.id, what.channel);
  const reference = referenceOf(world, what);
  const content = what.text ?? '';
  const repliedTo =
    reference?.kind === 'reply' && what.ping !== false
      ? knownMessage(world, reference.messageId).authorId
      : null;
  return createMessage(world, {
    channelId: channel.id,
    authorId: user.id,
    content,
    type: reference?.kind === 'reply' ? MessageType.Reply : MessageType.Default,
    reference,
    nonce: world.newId(), // the official client sends one of its own
    attachments: filesOf(world, what.files ?? []),
    pings: pingsOf(content, undefined, repliedTo),
  });
}

/** A post of an integration: author is the webhook, marked as a bot. */
export function sayAsWebhook(world: World, channelId: string, name: string, content: string): MessageRecord {
  const channel = knownChannel(world, channelId);
  const hook = world.addUser(world.newId(), name, name, 'en-US', true);
  hook.inGuild = false;
  const pings = pingsOf(content, undefined, null);
  return createMessage(world, {
    channelId: channel.id,
    authorId: hook.id,
    content,
    webhookId: hook.id,
    pings,
  });
}

export function openThread(world: World, what: OpenThread): ChannelRecord {
  const user = knownUser(world, what.user);
  if (what.from !== undefined)
    return threadFromMessage(world, knownMessage(world, what.from), what.name, user.id);
  const channel = knownChannel(world, what.channel ?? '');
  if (channel.kind === 'forum') {
    const content = what.text ?? '';
    return forumPost(world, channel, what.name, {
      authorId: user.id,
      content,
      pings: pingsOf(content, undefined, null),
    });
  }
  return plainThread(world, channel, what.name, user.id, what.private ?? false);
}

export function edit(world: World, messageId: string, content: string): void {
  const message = knownMessage(world, messageId);
  editMessage(world, message, { content, pings: pingsOf(content, undefined, null) });
}

/** A link was unfurled: an update without an edit. Where that is suppressed nothing happens. */
export function unfurl(world: World, messageId: string, embed: Json): void {
  const message = knownMessage(world, messageId);
  if ((message.flags & MessageFlags.SuppressEmbeds) !== 0) return;
  editMessage(world, message, { embeds: [...message.embeds, embed] }, false);
}

export function remove(world: World, messageId: string): void {
  deleteMessage(world, knownMessage(world, messageId));
}

export function react(world: World, messageId: string, emoji: string, userId: string, on: boolean): void {
  setReaction(world, knownMessage(world, messageId), emoji, knownUser(world, userId).id, on);
}

export function invite(world: World, threadId: string, userId: string): void {
  const thread = knownChannel(world, threadId);
  if (!isThread(thread)) throw new Error(`${threadId} is not a thread`);
  joinThread(world, thread, knownUser(world, userId).id);
}

export function archive(world: World, threadId: string, locked: boolean): void {
  const thread = knownChannel(world, threadId);
  thread.archived = true;
  thread.locked = locked;
  dispatchChannel(world, 'UPDATE', thread);
}
