// One file of small coded errors. Every message says what went wrong and what to do next; the code is for
// programs (tests, exit paths, metrics), the sentence for people.

export type ErrorCode =
  | 'ALREADY_RUNNING'
  | 'CONFIG'
  | 'DATABASE_DOWN'
  | 'DATABASE_IN_USE'
  | 'DATABASE_REFUSED'
  | 'DATABASE_NESTED'
  | 'DATABASE_VERSION'
  | 'LANGUAGE_FILE'
  | 'LEASE_LOST'
  | 'MODEL_UNREACHABLE'
  | 'MODEL_REFUSED'
  | 'MODEL_STREAM_CUT'
  | 'MODEL_WINDOW'
  | 'PERSONA_FILE'
  | 'CHANNEL_START'
  | 'CHANNEL_AUTH'
  | 'BACKUP'
  | 'GIVEN_UP'
  | 'UNREADABLE'
  | 'CONFLICT'
  | 'NOT_FOUND';

/**
 * An error whose message is fit to be shown to an operator unchanged.
 *
 * @param code stable identifier, see {@link ErrorCode}
 * @param message one or two sentences: what happened and what to do next
 */
export class PeacrabError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PeacrabError';
    this.code = code;
  }
}

/** The message of anything that was thrown. Node's own errors of two addresses that failed have none, but hold those of each. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message) return error.message;
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}
