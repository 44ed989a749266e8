// What the application may do and hear on Discord, each with its use: the intents of the gateway, and the permissions that
// the invite link asks for. docs/discord.md holds the link (a test compares them), "npm run doctor" says what is missing.
import { ApplicationFlags, GatewayIntentBits, PermissionFlagsBits } from 'discord.js';

/** Message content is the one that has to be switched on by hand: without it Discord sends empty texts. */
export const intents = [
  GatewayIntentBits.Guilds, // servers, channels, threads
  GatewayIntentBits.GuildMessages, // what is said in channels
  GatewayIntentBits.DirectMessages,
  GatewayIntentBits.GuildMessageReactions, // 🛑, 🔍 and ❌ on messages
  GatewayIntentBits.DirectMessageReactions,
  GatewayIntentBits.MessageContent, // the words of it
] as const;

interface Permission {
  /** As people see it in Discord. */
  readonly name: string;
  readonly bit: bigint;
  /** Without it nothing works; without the others their use does not. */
  readonly vital: boolean;
  readonly use: string;
}

const P = PermissionFlagsBits;

export const invitePermissions: readonly Permission[] = [
  { name: 'View Channels', bit: P.ViewChannel, vital: true, use: 'hearing mentions' },
  { name: 'Read Message History', bit: P.ReadMessageHistory, vital: true, use: 'reading what was missed' },
  { name: 'Send Messages', bit: P.SendMessages, vital: true, use: 'answering' },
  {
    name: 'Send Messages in Threads',
    bit: P.SendMessagesInThreads,
    vital: true,
    use: 'answering in threads',
  },
  {
    name: 'Create Public Threads',
    bit: P.CreatePublicThreads,
    vital: false,
    use: 'a thread for each mention',
  },
  {
    name: 'Attach Files',
    bit: P.AttachFiles,
    vital: false,
    use: 'long answers and exports, sent as a file',
  },
  {
    name: 'Add Reactions',
    bit: P.AddReactions,
    vital: false,
    use: '👀 while it works, ✅ where a room wants it',
  },
];

/** @param application its id */
export function inviteLink(application: string): string {
  const sum = invitePermissions.reduce((bits, { bit }) => bits | bit, 0n);
  return `https://discord.com/oauth2/authorize?client_id=${application}&scope=bot+applications.commands&permissions=${sum}`;
}

/** What of ours is not among the permissions granted. @param granted the bits as Discord writes them */
export function lackingPermissions(granted: string): readonly Permission[] {
  const bits = BigInt(granted);
  if ((bits & P.Administrator) !== 0n) return [];
  return invitePermissions.filter(({ bit }) => (bits & bit) === 0n);
}

/** Whether the application's flags say that it gets the words of messages; the first flag is that of large, verified bots. */
export const hearsWords = (flags: number): boolean =>
  (flags & (ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited)) !== 0;
