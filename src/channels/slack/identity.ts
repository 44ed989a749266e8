// Who we are on Slack, and whether we may do what we need: asked once at start, with sentences for what is missing.
import type { WebClient } from '@slack/web-api';
import { PeacrabError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { Us } from './envelope.ts';
import { failureOf } from './errors.ts';

/** Without these nothing works. */
export const neededScopes = ['chat:write', 'im:history', 'im:write', 'users:read', 'app_mentions:read'];
/** Without these something is missing, and we say what. */
export const wantedScopes: Readonly<Record<string, string>> = {
  'channels:history': 'following threads in public channels without a mention',
  'groups:history': 'following threads in private channels without a mention',
  'mpim:history': 'following threads in group DMs without a mention',
  'channels:read': "channels' names and topics",
  'groups:read': "private channels' names and topics",
  'reactions:write': '👀 where there is no status',
  commands: '/peacrab and "Remind me about this"',
};

const mend =
  'Take slack-manifest.yaml as the app’s manifest, then reinstall the app to the workspace (docs/slack.md).';

/** @throws PeacrabError CHANNEL_AUTH or CHANNEL_START */
export async function whoWeAre(client: WebClient, log: Log): Promise<Us> {
  const answer = await client.auth.test().catch((error: unknown) => {
    throw startError(error, 'bot');
  });
  const { team_id: team, user_id: user, bot_id: bot, url } = answer;
  if (!team || !user || !bot) {
    throw new PeacrabError(
      'CHANNEL_AUTH',
      'SLACK_BOT_TOKEN is not a bot’s token. Take the "Bot User OAuth Token" (xoxb-...) of OAuth & Permissions.',
    );
  }
  const scopes = answer.response_metadata?.scopes;
  if (scopes) checkScopes(scopes, log);
  return { team, user, bot, ...(url ? { url: url.replace(/\/*$/, '/') } : {}) };
}

function checkScopes(scopes: readonly string[], log: Log): void {
  const lacking = neededScopes.filter((scope) => !scopes.includes(scope));
  if (lacking.length > 0) {
    throw new PeacrabError(
      'CHANNEL_AUTH',
      `The Slack app lacks ${lacking.length === 1 ? 'the scope' : 'the scopes'} ${lacking.join(', ')}. ${mend}`,
    );
  }
  for (const [scope, use] of Object.entries(wantedScopes)) {
    if (!scopes.includes(scope)) log.warn({ scope }, `the Slack app lacks ${scope}: ${use} will not work`);
  }
}

/** The sentence for a start that failed. @param token which token the failing call used */
export function startError(error: unknown, token: 'bot' | 'app'): PeacrabError {
  const { code, failure } = failureOf(error);
  const cause = { cause: error };
  if (
    /^(invalid_auth|not_authed|token_revoked|token_expired|account_inactive|not_allowed_token_type|user_removed_from_team|team_disabled)$/.test(
      code,
    )
  ) {
    const where =
      token === 'bot'
        ? 'SLACK_BOT_TOKEN must be the "Bot User OAuth Token" (xoxb-...) of OAuth & Permissions, of an app that is installed'
        : 'SLACK_APP_TOKEN must be an app-level token (xapp-...) with connections:write, of Basic Information';
    return new PeacrabError(
      'CHANNEL_AUTH',
      `Slack refuses the ${token === 'bot' ? 'bot' : 'app'} token (${code}): ${where}.`,
      cause,
    );
  }
  if (code === 'missing_scope')
    return new PeacrabError('CHANNEL_AUTH', `The Slack token lacks a scope. ${mend}`, cause);
  if (failure === 'refused')
    return new PeacrabError(
      'CHANNEL_START',
      `Slack refuses to connect (${code}). Is Socket Mode on? ${mend}`,
      cause,
    );
  return new PeacrabError(
    'CHANNEL_START',
    `Slack cannot be reached (${code}). Check the network, a proxy, and SLACK_API_URL if it is set.`,
    cause,
  );
}
