// Which conversation a message belongs to, if any. Pure: what only the database can tell comes back as a question.
import { MessageType } from 'discord.js';
import type { Addressed, Place } from '../../../delivery/channel.ts';
import { dmPlace, type RoomFacts, threadPlace } from '../keys.ts';
import type { HeardMessage } from './envelope.ts';
import type { ChannelFacts } from './facts.ts';
import { mentions } from './incoming-text.ts';

export type Route =
  | { readonly type: 'ignore' }
  /** For us, in this place. */
  | { readonly type: 'take'; readonly place: Place }
  /** For us if we take part in this thread, or if the room wants all heard. */
  | { readonly type: 'if-part'; readonly place: Place }
  /** For us if the room wants all heard. */
  | { readonly type: 'if-attended'; readonly place: Place }
  /** A reply: for us if the message is ours, in its conversation; else `otherwise`. */
  | {
      readonly type: 'if-ours';
      readonly room: RoomFacts;
      readonly repliedTo: string;
      readonly otherwise: Route;
    };

export type RoutedMessage = Pick<HeardMessage, 'id' | 'type' | 'content' | 'author'> &
  Partial<Pick<HeardMessage, 'webhook_id' | 'message_reference' | 'referenced_message'>>;

const ignore: Route = { type: 'ignore' };

/**
 * Routes one message.
 *
 * @param where the channel it is in
 * @param parent a thread's channel; null if unknown or if it is no thread
 * @param self our user id
 */
export function routeMessage(
  message: RoutedMessage,
  where: ChannelFacts,
  parent: Pick<ChannelFacts, 'name' | 'topic'> | null,
  self: string,
): Route {
  if (message.author.bot || message.author.system || message.webhook_id) return ignore;
  if (message.type !== MessageType.Default && message.type !== MessageType.Reply) return ignore;
  if (where.kind === 'dm') return { type: 'take', place: dmPlace(where.id) };
  if (where.guild === null) return ignore;
  const called = mentions(message.content, self);
  if (where.kind === 'thread' && where.parent !== null) {
    const room = {
      guild: where.guild,
      channel: where.parent,
      name: parent?.name ?? null,
      topic: parent?.topic ?? null,
    };
    const place = threadPlace(room, where.id);
    return { type: called ? 'take' : 'if-part', place };
  }
  if (where.kind !== 'channel') return ignore;
  const room = { guild: where.guild, channel: where.id, name: where.name, topic: where.topic };
  const place = threadPlace(room, message.id);
  const otherwise: Route = { type: called ? 'take' : 'if-attended', place };
  const repliedTo = repliedToUs(message, self);
  return repliedTo === null ? otherwise : { type: 'if-ours', room, repliedTo, otherwise };
}

/** Why a message is for us, from what it says and where it was found to belong. Pure. */
export function reasonOf(message: RoutedMessage, where: ChannelFacts, place: Place, self: string): Addressed {
  if (where.kind === 'dm') return 'dm';
  if (where.kind === 'channel' && place.thread !== message.id) return 'reply';
  return mentions(message.content, self) ? 'mention' : 'thread';
}

/** The message it replies to, if that may be ours: by us, or no longer to be seen. */
function repliedToUs(message: RoutedMessage, self: string): string | null {
  const id = message.type === MessageType.Reply ? message.message_reference?.message_id : undefined;
  if (!id) return null;
  const author = message.referenced_message?.author.id;
  return author === undefined || author === self ? id : null;
}
