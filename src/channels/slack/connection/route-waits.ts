// Slack limits each method, and posting for each channel too. A method that told us to wait there is not called again before the
// time, whichever message comes next: a storm of refused calls only makes the wait longer.

import { Postponed } from '../../../delivery/outgoing.ts';
import { Bounded } from '../../../process/lru.ts';
import { failureOf } from '../errors.ts';

const routesAtMost = 500;
const longestMs = 15 * 60_000;

export class Routes {
  /** When each route is free again, in milliseconds of {@link performance.now}. */
  readonly #freeAt = new Bounded<number>(routesAtMost, longestMs, () => performance.now());

  /** Makes a call, unless its route is to rest. @throws Postponed with the rest of the wait, or what the call throws */
  async call<T>(method: string, channel: string, call: () => Promise<T>): Promise<T> {
    const route = `${method} ${channel}`;
    const wait = (this.#freeAt.get(route) ?? 0) - performance.now();
    if (wait > 0) throw new Postponed(`Slack has asked for patience with ${method}`, Math.ceil(wait));
    try {
      return await call();
    } catch (error) {
      const { code, retryAfterMs } = failureOf(error);
      if (code === 'ratelimited') this.#freeAt.set(route, performance.now() + retryAfterMs);
      throw error;
    }
  }
}
