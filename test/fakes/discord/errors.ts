// Discord's error answers: an HTTP status, a numeric code and a message, and for bad forms a nested `errors` tree.
import type { Json } from './json.ts';

const KNOWN: Readonly<Record<number, readonly [status: number, message: string]>> = {
  0: [404, '404: Not Found'],
  10003: [404, 'Unknown Channel'],
  10004: [404, 'Unknown Guild'],
  10007: [404, 'Unknown Member'],
  10008: [404, 'Unknown Message'],
  10013: [404, 'Unknown User'],
  10014: [400, 'Unknown Emoji'],
  10015: [404, 'Unknown Webhook'],
  10062: [404, 'Unknown interaction'],
  10063: [404, 'Unknown application command'],
  40060: [400, 'Interaction has already been acknowledged.'],
  50001: [403, 'Missing Access'],
  50003: [403, 'Cannot execute action on a DM channel'],
  50005: [403, 'Cannot edit a message authored by another user'],
  50006: [400, 'Cannot send an empty message'],
  50007: [403, 'Cannot send messages to this user'],
  50008: [400, 'Cannot send messages in a non-text channel'],
  50013: [403, 'Missing Permissions'],
  50024: [400, 'Cannot execute action on this channel type'],
  50027: [401, 'Invalid Webhook Token'],
  50035: [400, 'Invalid Form Body'],
  50041: [400, 'Invalid API version provided'],
  50083: [400, 'Thread is archived'],
  160004: [400, 'A thread has already been created for this message'],
};

/** Thrown by routes; the server turns it into the answer Discord would give. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: number;
  readonly errors: Json | undefined;

  /**
   * @param code Discord's JSON error code; status and message follow from it unless given
   * @param options `errors` is the nested tree of a 50035
   */
  constructor(code: number, options: { status?: number; message?: string; errors?: Json } = {}) {
    const known = KNOWN[code];
    super(options.message ?? known?.[1] ?? `Error ${code}`);
    this.name = 'ApiError';
    this.status = options.status ?? known?.[0] ?? 400;
    this.code = code;
    this.errors = options.errors;
  }

  body(): Json {
    return {
      message: this.message,
      code: this.code,
      ...(this.errors === undefined ? {} : { errors: this.errors }),
    };
  }
}

/**
 * The 50035 answer for one field.
 * @param path dotted, e.g. `components.0.components.1.custom_id`
 */
export function invalidForm(path: string, code: string, message: string): ApiError {
  const leaf: Json = { _errors: [{ code, message }] };
  const errors = path
    .split('.')
    .reverse()
    .reduce<Json>((inner, part) => ({ [part]: inner }), leaf);
  return new ApiError(50035, { errors });
}
