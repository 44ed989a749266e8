// Who we are on Slack, and whether we may do what we need: asked once at start, with sentences for what is missing.
import { WebAPIHTTPError, WebAPIPlatformError, type WebClient } from '@slack/web-api';
import { PeacrabError } from '../../../errors.ts';
import type { Log } from '../../../log.ts';
import { failureOf } from '../errors.ts';
import type { Us } from '../incoming/envelope.ts';
import { lackingScopes, mendManifest } from './needs.ts';

export interface Identity {
  readonly us: Us;
  /** Our name and the workspace's, as people see them. */
  readonly name: string;
  readonly workspace: string;
  /** Null if Slack does not tell. */
  readonly scopes: readonly string[] | null;
}

/** Asks Slack who the bot token belongs to. @throws PeacrabError CHANNEL_AUTH or CHANNEL_START */
export async function identify(client: WebClient): Promise<Identity> {
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
  return {
    us: { team, user, bot, ...(url ? { url: url.replace(/\/*$/, '/') } : {}) },
    name: answer.user ?? user,
    workspace: answer.team ?? team,
    scopes: answer.response_metadata?.scopes ?? null,
  };
}

/** {@link identify}, with a warning for each scope that we can do without. @throws PeacrabError also if a vital one is missing */
export async function whoWeAre(client: WebClient, log: Log): Promise<Identity> {
  const identity = await identify(client);
  const lacking = identity.scopes ? lackingScopes(identity.scopes) : [];
  const vital = lacking.filter((each) => each.vital).map(({ scope }) => scope);
  if (vital.length > 0) {
    throw new PeacrabError(
      'CHANNEL_AUTH',
      `The Slack app lacks ${vital.length === 1 ? 'the scope' : 'the scopes'} ${vital.join(', ')}. ${mendManifest}`,
    );
  }
  for (const { scope, use } of lacking)
    log.warn({ scope }, `the Slack app lacks ${scope}: ${use} will not work`);
  return identity;
}

/** The sentence for a start that failed. @param token which token the failing call used */
export function startError(error: unknown, token: 'bot' | 'app'): PeacrabError {
  if (error instanceof PeacrabError) return error;
  const { code, failure } = failureOf(error);
  const cause = { cause: error };
  if (
    /^(invalid_auth|not_authed|token_revoked|token_expired|account_inactive|not_allowed_token_type|user_removed_from_team|team_disabled)$/.test(
      code,
    )
  ) {
    const where =
      token === 'bot'
        ? 'SLACK_BOT_TOKEN must be the "Bot User OAuth Token" (xoxb-...) of OAuth & Permissions, of an app that is installed to the workspace'
        : 'SLACK_APP_TOKEN must be an app-level token (xapp-...) with connections:write, of Basic Information';
    return new PeacrabError(
      'CHANNEL_AUTH',
      `Slack refuses the ${token === 'bot' ? 'bot' : 'app'} token (${code}). ${where}.`,
      cause,
    );
  }
  if (code === 'missing_scope')
    return new PeacrabError('CHANNEL_AUTH', `The Slack token lacks a scope. ${mendManifest}`, cause);
  if (failure === 'refused')
    return new PeacrabError(
      'CHANNEL_START',
      `Slack refuses to connect (${code}). Is Socket Mode on? ${mendManifest}`,
      cause,
    );
  const reached = answeredOf(error, code, token);
  if (reached !== null) return new PeacrabError('CHANNEL_START', reached, cause);
  return new PeacrabError(
    'CHANNEL_START',
    `Slack cannot be reached (${code}). Check the network, a proxy, and SLACK_API_URL if it is set.`,
    cause,
  );
}

/** The sentences for an answer that is no refusal: something was reached, whatever it says. Null if nothing answered. */
function answeredOf(error: unknown, code: string, token: 'bot' | 'app'): string | null {
  if (code === 'ratelimited')
    return 'Slack was reached, but asks for patience. Try again in a minute; see in the logs why it is asked so often.';
  const wait = 'Try again in a minute; slack-status.com says whether Slack has trouble.';
  if (error instanceof WebAPIHTTPError) {
    const { statusCode: status } = error;
    const look = `Check SLACK_${token.toUpperCase()}_TOKEN, SLACK_API_URL if it is set, and a proxy.`;
    return `Slack was reached, but answers HTTP ${status}. ${status >= 500 ? wait : look}`;
  }
  if (!(error instanceof WebAPIPlatformError)) return null;
  return code === 'not_an_answer'
    ? 'What answers is not Slack. Check SLACK_API_URL if it is set, and a proxy.'
    : `Slack was reached, but answers ${code}. ${wait}`;
}
