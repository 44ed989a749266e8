// Rate-limit buckets and their headers. Real limits are off unless a test asks for them; the headers are always there,
// because the client sorts its queues by the bucket they name.
import { createHash } from 'node:crypto';
import type { Json } from './json.ts';
import type { Settings } from './settings.ts';

export interface Limited {
  readonly status: 429;
  readonly headers: Record<string, string>;
  readonly body: Json;
}

interface Window {
  used: number;
  endsAt: number;
}

/** The 429 answer. @param retryAfter seconds; Discord rounds the header up, we don't, so that tests stay quick */
export function tooMany(retryAfter: number, global: boolean): Limited {
  const headers: Record<string, string> = { 'Retry-After': String(retryAfter) };
  if (global) {
    headers['X-RateLimit-Global'] = 'true';
    headers['X-RateLimit-Scope'] = 'global';
  } else {
    headers['X-RateLimit-Scope'] = 'user';
    headers['X-RateLimit-Remaining'] = '0';
    headers['X-RateLimit-Reset-After'] = String(retryAfter);
  }
  const body = { message: 'You are being rate limited.', retry_after: retryAfter, global };
  return { status: 429, headers, body };
}

export class Limits {
  readonly #windows = new Map<string, Window>();
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /**
   * Counts a request in its bucket (route and major parameter).
   * @returns the headers of its answer, and the refusal when the bucket is used up
   */
  take(
    route: string,
    major: string,
    now: number,
  ): { headers: Record<string, string>; refusal: Limited | null } {
    const bucket = createHash('sha1').update(route).digest('hex').slice(0, 24);
    const { limit, windowMs } = this.#settings.bucket ?? { limit: 50, windowMs: 1_000 };
    const key = `${bucket}:${major}`;
    const known = this.#windows.get(key);
    const window = known !== undefined && known.endsAt > now ? known : { used: 0, endsAt: now + windowMs };
    this.#windows.set(key, window);
    const resetAfter = (window.endsAt - now) / 1_000;
    const enforced = this.#settings.bucket !== null;
    const refused = enforced && window.used >= limit;
    if (enforced && !refused) window.used += 1;
    const remaining = enforced ? limit - window.used : limit - 1;
    const headers = {
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(remaining),
      'X-RateLimit-Reset': String(window.endsAt / 1_000),
      'X-RateLimit-Reset-After': String(resetAfter),
      'X-RateLimit-Bucket': bucket,
    };
    if (!refused) return { headers, refusal: null };
    const refusal = tooMany(resetAfter, false);
    return { headers, refusal: { ...refusal, headers: { ...headers, ...refusal.headers } } };
  }
}
