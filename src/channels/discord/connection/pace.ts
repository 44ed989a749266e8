// How fast we may come back to the gateway: discord.js tries again every half second and identifies every five, without end,
// while Discord grants about a thousand sessions a day and resets the token of a bot that takes more. So sockets that end soon
// are followed by growing waits, and sessions are taken from a budget. One for all connections of a process.
import { sleep } from '../../../clock.ts';
import type { Log } from '../../../log.ts';
import { backoffMs } from '../../backoff.ts';

export interface PaceTimings {
  /** The first wait after sockets that did not last, in milliseconds; doubles up to `reconnectMaxMs`. */
  readonly reconnectMs: number;
  readonly reconnectMaxMs: number;
  /** A connection that was ready for so long has lasted. */
  readonly steadyMs: number;
  /** Between two identifications; null: the five seconds that Discord asks for. */
  readonly identifyEveryMs: number | null;
  /** Beyond a handful at once, a session may begin every so many milliseconds. */
  readonly identifyRefillMs: number;
}

/** What Discord says of the sessions that may still be begun. */
export interface SessionLimit {
  readonly remaining: number;
  /** Until there are new ones, in milliseconds. */
  readonly reset_after: number;
}

const identifiesAtOnce = 10;
const identifyEveryMs = 5000;

export class Pace {
  readonly #timings: PaceTimings;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #random: () => number;
  #failures = 0;
  #notBefore = Number.NEGATIVE_INFINITY;
  #upSince: number | null = null;
  /** When the budget of sessions will be full again. */
  #fullAt = Number.NEGATIVE_INFINITY;
  #identifiedAt = Number.NEGATIVE_INFINITY;
  #newSessionsAt = Number.NEGATIVE_INFINITY;
  #said = false;

  /** @param now milliseconds on a clock that only goes forward */
  constructor(
    timings: PaceTimings,
    log: Log,
    now: () => number = () => performance.now(),
    random: () => number = Math.random,
  ) {
    this.#timings = timings;
    this.#log = log;
    this.#now = now;
    this.#random = random;
  }

  /** How long the next socket has to wait, in milliseconds. @param identifies whether it will begin a new session */
  waitMs(identifies: boolean): number {
    const now = this.#now();
    const socket = this.#notBefore - now;
    return Math.max(0, socket, identifies ? this.#sessionWaitMs(now) : 0);
  }

  /** Resolves when a socket may be opened, or when the signal is aborted. */
  async wait(identifies: boolean, signal: AbortSignal): Promise<void> {
    for (let left = this.waitMs(identifies); left > 0 && !signal.aborted; left = this.waitMs(identifies)) {
      await sleep(Math.min(left, 3_600_000), signal);
    }
  }

  /** Resolves when we may identify. @throws the signal's reason if it is aborted: the socket is gone */
  async identify(limit: SessionLimit | null, signal: AbortSignal): Promise<void> {
    if (limit && limit.remaining <= 0) this.#newSessionsAt = this.#now() + limit.reset_after;
    const every = this.#timings.identifyEveryMs ?? identifyEveryMs;
    await sleep(Math.max(0, this.#identifiedAt + every - this.#now()), signal);
    await this.wait(true, signal);
    signal.throwIfAborted();
    const now = this.#now();
    this.#identifiedAt = now;
    this.#fullAt = Math.max(this.#fullAt, now) + this.#timings.identifyRefillMs;
  }

  /** A session has begun or goes on. */
  up(): void {
    this.#upSince = this.#now();
  }

  /** A socket has ended that we did not end ourselves. The first in a row costs no wait. */
  ended(): void {
    const now = this.#now();
    const lived = this.#upSince === null ? 0 : now - this.#upSince;
    this.#upSince = null;
    if (lived >= this.#timings.steadyMs) {
      this.#failures = 0;
      this.#said = false;
    } else this.#failures += 1;
    const { reconnectMs: firstMs, reconnectMaxMs: maxMs } = this.#timings;
    this.#notBefore = now + backoffMs(this.#failures - 1, { firstMs, maxMs }, this.#random);
    this.#tell();
  }

  #sessionWaitMs(now: number): number {
    const budget = this.#fullAt - now - (identifiesAtOnce - 1) * this.#timings.identifyRefillMs;
    return Math.max(budget, this.#newSessionsAt - now);
  }

  /** Once, until a connection has lasted. */
  #tell(): void {
    if (this.#said || this.#failures < 2) return;
    this.#said = true;
    this.#log.warn(
      { failures: this.#failures },
      'connections to the Discord gateway do not last; the waits between them grow until one does',
    );
  }
}
