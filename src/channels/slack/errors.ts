// How a Web API call failed, in the outbox's four words. In doubt whether Slack did it, it is 'doubt'. Pure.
import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';
import { Postponed, SendError, type SendFailure } from '../../delivery/outgoing.ts';
import { networkCode, neverSent } from '../network.ts';
import { faultKind, isOwnFault } from '../own-fault.ts';

export interface Failure {
  readonly failure: SendFailure;
  readonly retryAfterMs: number;
  /** Slack's error code, or the network's; for logs and decisions. */
  readonly code: string;
}

/** The room, thread or person cannot be reached any more. */
const gone = new Set([
  'channel_not_found',
  'not_in_channel',
  'is_archived',
  'channel_is_archived',
  'thread_not_found',
  'invalid_thread_ts',
  'user_not_found',
  'user_not_visible',
  'user_disabled',
  'user_not_in_channel',
  'users_not_found',
  'cannot_dm_bot',
  'messages_tab_disabled',
  'restricted_action',
  'restricted_action_read_only_channel',
  'restricted_action_thread_locked',
  'restricted_action_thread_only_channel',
  'restricted_action_non_threadable_channel',
  'cannot_reply_to_message',
  'team_not_found',
]);
/** Surely not done; the installation has to be mended, or Slack asks us to wait. */
const mendable = new Set([
  'not_authed',
  'invalid_auth',
  'account_inactive',
  'token_revoked',
  'token_expired',
  'missing_scope',
  'no_active_app',
  'not_allowed_token_type',
  'ekm_access_denied',
  'access_denied',
  'org_login_required',
  'team_access_not_granted',
  'accesslimited',
  'two_factor_setup_required',
  'deprecated_endpoint',
  'request_timeout',
  'ratelimited',
  'rate_limited',
  'message_limit_exceeded',
  'no_permission',
  'team_added_to_org',
]);
/** Slack's words for "some of it may have happened". */
const unclear = new Set(['internal_error', 'fatal_error', 'service_unavailable', 'team_quota_exceeded']);
const mendMs = 60_000;

/** Classifies whatever a call threw. */
export function failureOf(error: unknown): Failure {
  if (error instanceof WebAPIRateLimitedError)
    return { failure: 'retry', retryAfterMs: error.retryAfter * 1000, code: 'ratelimited' };
  if (error instanceof WebAPIPlatformError) return ofPlatform(error.data);
  if (error instanceof WebAPIHTTPError) return ofStatus(error.statusCode);
  if (error instanceof WebAPIRequestError) return ofNetwork(error.original);
  if (error instanceof Error && error.message.startsWith('Retry header'))
    return { failure: 'retry', retryAfterMs: 30_000, code: 'ratelimited' };
  return ofNetwork(error);
}

/** The failure of a send, as the outbox wants it thrown. The message holds no text of people. */
export function sendErrorOf(what: string, error: unknown): SendError {
  if (error instanceof SendError) return error;
  const { failure, retryAfterMs, code } = failureOf(error);
  if (code === 'ratelimited') return new Postponed(`Slack ${what}: ${code}`, retryAfterMs, { cause: error });
  return new SendError(failure, `Slack ${what}: ${code}`, retryAfterMs, { cause: error });
}

/** @param status an HTTP status that is neither 200 nor 429 */
export function ofStatus(status: number): Failure {
  const code = `http_${status}`;
  if (status >= 500) return { failure: 'doubt', retryAfterMs: 2000, code };
  return { failure: 'retry', retryAfterMs: status === 429 ? 30_000 : mendMs, code };
}

function ofPlatform(data: {
  readonly error?: unknown;
  readonly response_metadata?: { readonly retryAfter?: number };
}): Failure {
  const code = typeof data.error === 'string' ? data.error : '';
  // Not a code but a page: something between Slack and us has answered.
  if (!/^[a-z0-9_]{1,60}$/.test(code)) return { failure: 'doubt', retryAfterMs: 2000, code: 'not_an_answer' };
  if (gone.has(code)) return { failure: 'gone', retryAfterMs: 1000, code };
  if (unclear.has(code)) return { failure: 'doubt', retryAfterMs: 2000, code };
  if (mendable.has(code))
    return {
      failure: 'retry',
      retryAfterMs: (data.response_metadata?.retryAfter ?? 0) * 1000 || mendMs,
      code,
    };
  return { failure: 'refused', retryAfterMs: 1000, code };
}

function ofNetwork(error: unknown): Failure {
  if (isOwnFault(error)) return { failure: 'refused', retryAfterMs: 1000, code: faultKind(error) };
  const failure = neverSent(error) ? 'retry' : 'doubt';
  return { failure, retryAfterMs: 1000, code: networkCode(error) };
}
