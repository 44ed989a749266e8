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
  | 'CONFLICT'
  | 'NOT_FOUND';

/**
 * An error whose message is fit to be shown to an operator as it stands.
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

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
