// A reply as it leaves for each platform: cut, in its dialect, as the very fields of the request.
import { bodyOf, splitForDiscord } from '../../../src/channels/discord/outgoing/message.ts';
import { blocksOf, fallbackOf, splitForSlack } from '../../../src/channels/slack/outgoing/message.ts';
import { replyMessages } from '../../../src/conversation/turn/reply.ts';
import type { ConversationKey, OutboxId, PersonId, RoomId, TurnId } from '../../../src/database/ids.ts';
import type { OutgoingMessage } from '../../../src/delivery/outgoing.ts';

export type Platform = 'slack' | 'discord';
/** What a reply has beside its text. */
export type Beside = Partial<Pick<OutgoingMessage, 'mention' | 'buttons' | 'times' | 'persona'>>;

const split = { slack: splitForSlack, discord: splitForDiscord };

/** The messages of a reply in a channel. */
export function messagesOf(platform: Platform, text: string, beside: Beside = {}): OutgoingMessage[] {
  const base = {
    platform,
    room: `${platform}:T0PEA:C1TEAM` as RoomId,
    conversation: `${platform}:T0PEA:C1TEAM:1` as ConversationKey,
    mention: beside.mention ?? null,
    persona: beside.persona ?? null,
  };
  const reply = { turn: 1 as TurnId, run: 1, text, buttons: beside.buttons ?? [], times: beside.times ?? [] };
  return replyMessages(base, reply, { split: split[platform] }).map((message, index) => ({
    id: (index + 1) as OutboxId,
    key: message.key,
    place: { platform, room: base.room, kind: 'channel', conversation: base.conversation, thread: null },
    text: message.text,
    buttons: message.buttons ?? [],
    times: message.times ?? [],
    mention: message.mention ?? (null as PersonId | null),
    persona: message.persona ?? null,
    privateTo: null,
    replyToken: null,
    replaces: null,
    createdAt: new Date('2026-11-20T16:00:00Z'),
  }));
}

export const slackPayload = (message: OutgoingMessage) => ({
  text: fallbackOf(message),
  blocks: blocksOf(message),
});

export const discordPayload = (message: OutgoingMessage) => bodyOf(message);
