// What a failed request means: for a send (may it have arrived?), and for a start (what should the operator do?). Pure.
import {
  RESTJSONErrorCodes as C,
  DiscordAPIError,
  GatewayCloseCodes,
  HTTPError,
  RateLimitError,
} from 'discord.js';
import { Postponed, SendError } from '../../delivery/outgoing.ts';
import { messageOf, PeacrabError } from '../../errors.ts';
import { neverSent } from '../network.ts';
import { faultKind, isOwnFault } from '../own-fault.ts';

/** Where it should go is no more, or is closed to us. */
const gone: readonly number[] = [
  C.UnknownChannel,
  C.UnknownGuild,
  C.UnknownUser,
  C.UnknownMember,
  C.MissingAccess,
  C.MissingPermissions,
  C.CannotSendMessagesToThisUser,
  C.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds,
  C.CannotSendMessagesInNonTextChannel,
  C.CannotExecuteActionOnThisChannelType,
  C.InvalidActionOnArchivedThread,
  C.ThreadLocked,
];

/** Discord refuses us for now for reasons that people have to mend, or asks for patience. */
const patienceMs = 60_000;

/** Why a send failed, as the outbox wants to know it. What is not sure is in doubt. */
export function sendError(error: unknown): SendError {
  if (error instanceof SendError) return error;
  const options = { cause: error };
  if (error instanceof RateLimitError) {
    const wait = Math.max(error.retryAfter, error.sublimitTimeout, 50);
    return new Postponed(`Discord asks to wait ${wait} ms`, wait, options);
  }
  if (error instanceof DiscordAPIError) return ofApi(error);
  if (error instanceof HTTPError)
    return new SendError('doubt', `Discord answered ${error.status}`, 1000, options);
  if (isOwnFault(error))
    return new SendError('refused', `it cannot be sent as it is: ${faultKind(error)}`, 1000, options);
  if (neverSent(error))
    return new SendError('retry', `Discord is unreachable: ${messageOf(error)}`, 1000, options);
  return new SendError('doubt', `no answer from Discord: ${messageOf(error)}`, 1000, options);
}

function ofApi(error: DiscordAPIError): SendError {
  const options = { cause: error };
  const text = `Discord answered ${error.status}, code ${error.code}: ${error.message}`;
  if (isCode(error, ...gone)) return new SendError('gone', text, 1000, options);
  if (error.status === 401 && !isCode(error, C.InvalidWebhookToken))
    return new SendError('retry', text, patienceMs, options);
  if (error.status === 429 || isCode(error, C.OpeningDirectMessagesTooFast))
    return new SendError('retry', text, patienceMs, options);
  return new SendError('refused', text, 1000, options);
}

/** Whether it is Discord's answer with one of these codes. */
export function isCode(error: unknown, ...codes: readonly number[]): boolean {
  return error instanceof DiscordAPIError && codes.includes(Number(error.code));
}

/** An interaction's token has run out, was never answered, or its message is gone. */
export const isExpired = (error: unknown): boolean =>
  isCode(error, C.InvalidWebhookToken, C.UnknownWebhook, C.UnknownInteraction, C.UnknownMessage);

/** Why a channel cannot be read: retrying will not help. */
export const isClosedToUs = (error: unknown): boolean =>
  error instanceof DiscordAPIError && (error.status === 403 || error.status === 404);

/** What to do about a start that failed over REST or on the way to the gateway. */
export function startError(error: unknown): PeacrabError {
  if (error instanceof PeacrabError) return error;
  const cause = { cause: error };
  const refused = error instanceof DiscordAPIError && error.status === 401;
  if (refused || (error instanceof Error && 'code' in error && error.code === 'TokenInvalid'))
    return new PeacrabError(
      'CHANNEL_AUTH',
      'Discord refuses DISCORD_TOKEN. Copy it again from the Developer Portal (your application > Bot > Reset Token); see docs/discord.md.',
      cause,
    );
  const newIn = noSessionsUntil(error);
  if (newIn !== null)
    return new PeacrabError(
      'CHANNEL_START',
      `Discord grants no more sessions today. There are new ones in ${newIn} h; see in the logs why it connected so often.`,
      cause,
    );
  const reached = answeredOf(error);
  if (reached !== null) return new PeacrabError('CHANNEL_START', reached, cause);
  return new PeacrabError(
    'CHANNEL_START',
    `Discord cannot be reached: ${messageOf(error)}. Check the network (or DISCORD_API_URL, if you set it) and start again.`,
    cause,
  );
}

/** An answer's status and code, "HTTP 403 (50001)"; null if nothing answered. */
export function statusOf(error: unknown): string | null {
  if (error instanceof DiscordAPIError)
    return `HTTP ${error.status}${Number(error.code) > 0 ? ` (${error.code})` : ''}`;
  return error instanceof HTTPError ? `HTTP ${error.status}` : null;
}

/** The sentences for an answer that is not about the token as such: something was reached. Null if nothing answered. */
function answeredOf(error: unknown): string | null {
  if (error instanceof RateLimitError)
    return 'Discord was reached, but asks for patience. Try again in a minute; see in the logs why it is asked so often.';
  const status = statusOf(error);
  if (status === null) return null;
  const isTheirs = (error instanceof DiscordAPIError || error instanceof HTTPError) && error.status >= 500;
  return `Discord was reached, but answers ${status}. ${
    isTheirs
      ? 'Try again in a minute; discordstatus.com says whether Discord has trouble.'
      : 'Check DISCORD_TOKEN, DISCORD_API_URL if it is set, and a proxy.'
  }`;
}

/** How many hours Discord grants no session, if that is what the client says: it has no other sign for it than its words. */
function noSessionsUntil(error: unknown): number | null {
  const resets = /^Not enough sessions remaining .* resets at (\S+)$/.exec(messageOf(error))?.[1];
  const ms = resets === undefined ? Number.NaN : new Date(resets).getTime() - Date.now();
  return Number.isNaN(ms) ? null : Math.max(1, Math.ceil(ms / 3_600_000));
}

/** What to do about a gateway that closed for good. */
export function closeError(code: number): PeacrabError {
  if (code === GatewayCloseCodes.AuthenticationFailed)
    return new PeacrabError(
      'CHANNEL_AUTH',
      'The Discord gateway refuses DISCORD_TOKEN (4004). Copy it again from the Developer Portal (your application > Bot > Reset Token).',
    );
  if (code === GatewayCloseCodes.DisallowedIntents)
    return new PeacrabError(
      'CHANNEL_AUTH',
      'Discord refuses the intents (4014). Switch on "Message Content Intent" in the Developer Portal (your application > Bot > Privileged Gateway Intents) and start again.',
    );
  if (code === GatewayCloseCodes.ShardingRequired)
    return new PeacrabError(
      'CHANNEL_START',
      'Discord demands sharding (4011): the application is on too many servers for one Peacrab.',
    );
  return new PeacrabError(
    'CHANNEL_START',
    `The Discord gateway closed for good (${code}). Update Peacrab, or report this code.`,
  );
}
