// What the app may do on Slack and what it hears, each with its use. slack-manifest.yaml asks for exactly this (a test
// compares them), the start and "npm run doctor" say what an installed app lacks.

interface Scope {
  readonly scope: string;
  /** Without it nothing works; without the others their use does not. */
  readonly vital: boolean;
  readonly use: string;
}

const vital = (scope: string, use: string): Scope => ({ scope, vital: true, use });
const useful = (scope: string, use: string): Scope => ({ scope, vital: false, use });

export const botScopes: readonly Scope[] = [
  vital('app_mentions:read', 'hearing that we are mentioned'),
  useful('assistant:write', "the assistants' view"),
  useful('channels:history', 'following threads in public channels without a mention'),
  useful('channels:read', "channels' names and topics"),
  vital('chat:write', 'answering, and the status line while we work'),
  useful('chat:write.customize', "a persona's name and icon on its replies"),
  useful('commands', '/peacrab and "Remind me about this"'),
  useful('files:read', 'reading files that people attach'),
  useful('files:write', 'sending files: exports, long answers'),
  useful('groups:history', 'following threads in private channels without a mention'),
  useful('groups:read', "private channels' names and topics"),
  vital('im:history', 'hearing direct messages'),
  useful('im:read', 'finding a first direct message that was written while we were away'),
  vital('im:write', 'opening a DM for a reminder whose room is gone'),
  useful('mpim:history', 'following threads in group DMs without a mention'),
  useful('mpim:read', "group DMs' names"),
  useful('reactions:read', 'hearing 🛑, 🔍 and ❌'),
  useful('reactions:write', '👀 where there is no status line, ✅ where a room wants it'),
  vital('users:read', 'names, time zones, who is a member'),
];

/** The events of the Events API, by what they bring. */
export const botEvents: Readonly<Record<string, string>> = {
  app_home_opened: 'showing people their home',
  app_mention: 'mentions, also where we are not a member yet',
  'message.channels': 'threads in public channels',
  'message.groups': 'threads in private channels',
  'message.im': 'direct messages',
  'message.mpim': 'group DMs',
  reaction_added: '🛑, 🔍 and ❌ on messages',
};

export const mendManifest =
  'Take slack-manifest.yaml as the app’s manifest, then reinstall the app to the workspace (docs/slack.md).';

/** The scopes of ours that are not among those granted. */
export const lackingScopes = (granted: readonly string[]): readonly Scope[] =>
  botScopes.filter(({ scope }) => !granted.includes(scope));
