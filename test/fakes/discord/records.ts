// What the fake keeps in memory. Records are plain and mutable; `payloads.ts` turns them into Discord's JSON.

import type { InteractionType } from 'discord-api-types/v10';
import type { Serving } from '../file-serving.ts';
import type { Json } from './json.ts';

export interface UserRecord {
  readonly id: string;
  username: string;
  name: string;
  locale: string;
  readonly bot: boolean;
  roles: string[];
  inGuild: boolean;
  joinedAt: number;
  /** Refuses direct messages from our bot (error 50007). */
  dmBlocked: boolean;
}

export type ChannelKind = 'text' | 'forum' | 'thread' | 'private-thread' | 'dm';

export interface ChannelRecord {
  readonly id: string;
  readonly kind: ChannelKind;
  name: string;
  topic: string | null;
  /** Who may see it; null means everybody in the server. Threads ask their parent. */
  members: Set<string> | null;
  botSees: boolean;
  botSends: boolean;
  readonly parentId: string | null;
  readonly ownerId: string;
  archived: boolean;
  locked: boolean;
  readonly threadMembers: Set<string>;
  lastMessageId: string | null;
  messageCount: number;
  deleted: boolean;
}

export interface AttachmentRecord {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
  /** What is told in place of the true size. */
  readonly size?: number | undefined;
  readonly serving?: Serving | undefined;
}

export interface ReferenceRecord {
  readonly kind: 'reply' | 'forward' | 'thread-starter' | 'thread-created';
  readonly messageId: string;
  readonly channelId: string;
}

/** Who was in fact notified by a message, after `allowed_mentions`. */
export interface Pings {
  readonly users: readonly string[];
  readonly roles: readonly string[];
  readonly everyone: boolean;
}

export interface MessageRecord {
  readonly id: string;
  readonly channelId: string;
  readonly authorId: string;
  readonly type: number;
  content: string;
  readonly createdAt: number;
  editedAt: number | null;
  readonly nonce: string | number | null;
  pings: Pings;
  readonly reference: ReferenceRecord | null;
  embeds: Json[];
  components: Json[];
  attachments: AttachmentRecord[];
  flags: number;
  readonly webhookId: string | null;
  readonly interaction: {
    readonly id: string;
    readonly type: InteractionType;
    readonly userId: string;
  } | null;
  /** Only this person sees it (an ephemeral interaction answer). */
  readonly ephemeralFor: string | null;
  readonly reactions: Map<string, Set<string>>;
  deleted: boolean;
}

export interface InteractionRecord {
  readonly id: string;
  readonly token: string;
  readonly type: InteractionType;
  readonly userId: string;
  readonly channelId: string;
  readonly createdAt: number;
  readonly label: string;
  readonly sourceMessageId: string | null;
  /** Whether it was a message context-menu command. */
  readonly contextMenu: boolean;
  /** The callback type that acknowledged it, or null while nothing did. */
  answer: number | null;
  originalId: string | null;
  modal: Json | null;
  choices: readonly Json[] | null;
}

export interface TypingRecord {
  readonly channelId: string;
  readonly userId: string;
  readonly at: number;
}

export interface Activity {
  readonly at: number;
  readonly kind: string;
  readonly what: string;
}
