// Which session gets which event, and what it may read: gateway intents as pure functions.
import { GatewayIntentBits as I } from 'discord-api-types/v10';
import { isJson, type Json } from './json.ts';
import type { Settings } from './settings.ts';
import type { Dispatch } from './world.ts';

const KNOWN = Object.values(I).reduce<number>(
  (bits, bit) => (typeof bit === 'number' ? bits | bit : bits),
  0,
);

/** Events by prefix, with the intent they need in the server and in direct messages. */
const NEEDS: readonly (readonly [prefix: string, guild: number, dm: number])[] = [
  ['MESSAGE_REACTION_', I.GuildMessageReactions, I.DirectMessageReactions],
  ['MESSAGE_', I.GuildMessages, I.DirectMessages],
  ['TYPING_', I.GuildMessageTyping, I.DirectMessageTyping],
  ['GUILD_MEMBER', I.GuildMembers, I.GuildMembers],
  ['GUILD_', I.Guilds, I.Guilds],
  ['CHANNEL_', I.Guilds, I.Guilds],
  ['THREAD_', I.Guilds, I.Guilds],
];

/** Whether bits name only intents that exist. */
export function validIntents(intents: number): boolean {
  return (intents & ~KNOWN) === 0;
}

/** Whether privileged intents are asked for that the developer portal has switched off. */
export function disallowedIntents(intents: number, settings: Settings): boolean {
  const off =
    (settings.messageContent ? 0 : I.MessageContent) |
    (settings.memberIntent ? 0 : I.GuildMembers) |
    (settings.presenceIntent ? 0 : I.GuildPresences);
  return (intents & off) !== 0;
}

function blank(message: Json): Json {
  const snapshots = message.message_snapshots;
  return {
    ...message,
    content: '',
    embeds: [],
    attachments: [],
    components: [],
    ...(Array.isArray(snapshots) ? { message_snapshots: [] } : {}),
  };
}

/** A message as it looks to a bot without the message-content intent; the one it answers is blanked too. */
export function withoutContent(message: Json): Json {
  const referenced = message.referenced_message;
  return { ...blank(message), ...(isJson(referenced) ? { referenced_message: blank(referenced) } : {}) };
}

/** The event's data for a session with these intents, or undefined when it gets none. */
export function forIntents(event: Dispatch, intents: number): Json | undefined {
  if (event.scope !== 'always') {
    const need = NEEDS.find(([prefix]) => event.type.startsWith(prefix));
    const bit = event.scope === 'dm' ? need?.[2] : need?.[1];
    if (bit !== undefined && (intents & bit) === 0) return undefined;
  }
  const isMessage = event.type === 'MESSAGE_CREATE' || event.type === 'MESSAGE_UPDATE';
  const mayRead = event.scope === 'dm' || event.readable === true || (intents & I.MessageContent) !== 0;
  return isMessage && !mayRead ? withoutContent(event.data) : event.data;
}
