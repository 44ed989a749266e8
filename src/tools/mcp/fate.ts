// What an error of a call says about its fate. The one question that matters: can it have been done?
import { messageOf } from '../../errors.ts';
import { tame } from './text.ts';

export type Fate =
  /** The server answered that it will not. */
  | { readonly kind: 'refused'; readonly why: string }
  /** It never reached the server, or the server no longer knows the session: it was not done. */
  | { readonly kind: 'unsent'; readonly why: string }
  /** It may have been done. */
  | { readonly kind: 'lost' };

const WHY_TOKENS = 50;
const UNSENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
]);
const CLOSED = -32_000;

/**
 * @param error what the SDK threw
 * @param hasEnded whether the connection has ended
 * @param hasSession whether the server had given us a session, which it may have forgotten
 */
export function fateOf(error: unknown, hasEnded: boolean, hasSession: boolean): Fate {
  const why = reasonOf(error);
  const status = statusOf(error);
  if (status !== null) {
    if (hasSession && (status === 400 || status === 404)) return { kind: 'unsent', why };
    return status >= 300 && status < 500 ? { kind: 'refused', why } : { kind: 'lost' };
  }
  if (messageOf(error) === 'Not connected' || UNSENT.has(causeOf(error))) return { kind: 'unsent', why };
  if (hasEnded) return { kind: 'lost' };
  return error instanceof Error && error.name === 'McpError' ? { kind: 'refused', why } : { kind: 'lost' };
}

/** Why a server could not be reached or did not do it, as a clause; its own words are tamed. */
export function reasonOf(error: unknown): string {
  const status = statusOf(error);
  if (status !== null) return `it answers HTTP ${status}`;
  const code = (error as { code?: unknown } | null)?.code;
  if (code === CLOSED) return 'it ended the connection (LOG_LEVEL=debug shows what it says)';
  if (code === 'ENOENT') return 'there is no such program';
  const cause = causeOf(error);
  if (cause !== '') return `no connection: ${cause}`;
  return tame(messageOf(error).replace(/^MCP error -?\d+: /, ''), WHY_TOKENS);
}

/** The status of an answer that was none. */
function statusOf(error: unknown): number | null {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'number' && messageOf(error).startsWith('Streamable HTTP error') ? code : null;
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  return typeof cause?.code === 'string' ? cause.code : '';
}
