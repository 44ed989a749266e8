// Packets of the gateway, handed to the hearer: each is read before, and what cannot be read is left out. Pure, but for
// whom it tells.
import { type APIInteraction, GatewayDispatchEvents as E, type GatewayDispatchPayload } from 'discord.js';
import {
  type HeardChange,
  type HeardDeletion,
  type HeardMessage,
  type HeardReaction,
  readChange,
  readDeletion,
  readDeletions,
  readInteraction,
  readMessage,
  readReaction,
  type Told,
} from '../incoming/envelope.ts';
import type { Bookmark } from './bookmark.ts';

/** Who hears what the gateway tells. */
export interface Hearer {
  /** A new session begins: what came before it may be missing. */
  identified(at: Bookmark): void;
  message(message: HeardMessage, at: Bookmark): void;
  /** A message was changed, by whomever. */
  changed(change: HeardChange, at: Bookmark): void;
  /** Messages of one channel are gone, whoever deleted them. */
  deleted(deletion: HeardDeletion, at: Bookmark): void;
  /** A person has put a reaction on a message. */
  reacted(reaction: HeardReaction, at: Bookmark): void;
  interaction(interaction: APIInteraction, at: Bookmark): void;
}

/** Where we are in the stream after a packet; one without a sequence number leaves us where we were. */
export function placeAfter(before: Bookmark, packet: GatewayDispatchPayload): Bookmark {
  const sequence = Number.isSafeInteger(packet.s) ? packet.s : before.sequence;
  if (packet.t !== E.Ready) return { ...before, sequence };
  return { sessionId: packet.d.session_id, resumeUrl: packet.d.resume_gateway_url, sequence };
}

/** @returns null if it was told or is nothing to us, else the fields of it that cannot be read */
export function tell(packet: GatewayDispatchPayload, at: Bookmark, hearer: Hearer): string | null {
  const told = <T>(read: Told<T>, hear: (it: T) => void): string | null => {
    if (!read.ok) return read.fields;
    hear(read.told);
    return null;
  };
  switch (packet.t) {
    case E.Ready:
      hearer.identified(at);
      return null;
    case E.MessageCreate:
      return told(readMessage(packet.d), (it) => hearer.message(it, at));
    case E.MessageUpdate:
      return told(readChange(packet.d), (it) => hearer.changed(it, at));
    case E.MessageDelete:
      return told(readDeletion(packet.d), (it) => hearer.deleted(it, at));
    case E.MessageDeleteBulk:
      return told(readDeletions(packet.d), (it) => hearer.deleted(it, at));
    case E.MessageReactionAdd:
      return told(readReaction(packet.d), (it) => hearer.reacted(it, at));
    case E.InteractionCreate:
      return told(readInteraction(packet.d), (it) => hearer.interaction(it, at));
    default:
      return null;
  }
}
