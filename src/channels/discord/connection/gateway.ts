// Holds the gateway while it is our turn: one process at a time. The others ask again each second and takes
// over when the holder is gone; a process that loses it disconnects at once.
import { sleep } from '../../../clock.ts';
import type { Turn, Turns } from '../../../database/advisory.ts';
import { messageOf, PeacrabError } from '../../../errors.ts';
import type { Log } from '../../../log.ts';
import { backoffMs } from '../../backoff.ts';
import { closeError } from '../errors.ts';
import type { Bookmark } from './bookmark.ts';
import type { Session } from './session.ts';

export interface GatewayParts {
  readonly turns: Turns;
  /** Connects, resuming at the bookmark if there is one. */
  readonly connect: (from: Bookmark | null, signal: AbortSignal) => Promise<Session>;
  readonly bookmark: () => Promise<Bookmark | null>;
  /** It has become our turn: a connection is sought from now on. */
  readonly taken: () => void;
  readonly log: Log;
  /** How often a process that does not hold it asks for it, in milliseconds. */
  readonly turnEveryMs: number;
  /** The wait after a failed connection, in milliseconds; doubles up to a minute. */
  readonly retryMs: number;
}

const retryMaxMs = 60_000;

export class Gateway {
  readonly #parts: GatewayParts;
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #isOurs = false;

  constructor(parts: GatewayParts) {
    this.#parts = parts;
  }

  /** Whether it is our turn, so that we should be connected. */
  get isOurs(): boolean {
    return this.#isOurs && !this.#stop.signal.aborted;
  }

  /** Resolves with true when connected, or with false when another process holds the gateway. @throws PeacrabError if the first try fails */
  async start(): Promise<boolean> {
    const first = Promise.withResolvers<boolean>();
    this.#running = this.#run(first);
    return first.promise;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await this.#parts.turns.close();
  }

  async #run(first: PromiseWithResolvers<boolean>): Promise<void> {
    const { log, retryMs, turnEveryMs } = this.#parts;
    const { signal } = this.#stop;
    let started = false;
    let standing = false;
    let failures = 0;
    first.promise.then(
      () => {
        started = true;
      },
      () => undefined,
    );
    while (!signal.aborted) {
      try {
        const turn = await this.#parts.turns.tryTake();
        if (turn) {
          standing = false;
          if (!this.#isOurs) this.#parts.taken();
          this.#isOurs = true;
          await this.#hold(turn, () => {
            failures = 0;
            first.resolve(true);
          });
        } else {
          if (!standing) log.info({}, 'another process holds the Discord gateway; this one stands by');
          standing = true;
          this.#isOurs = false;
          first.resolve(false);
        }
        await sleep(turnEveryMs, signal);
      } catch (error) {
        if (signal.aborted) break;
        first.reject(error);
        await Promise.resolve();
        if (!started) return;
        failures += 1;
        log.error({ error: messageOf(error) }, 'the Discord gateway is not held; trying again');
        await sleep(backoffMs(failures, { firstMs: retryMs, maxMs: retryMaxMs }), signal);
      }
    }
    first.resolve(false);
  }

  /** Stays connected until we stop, lose the turn or are thrown out. */
  async #hold(turn: Turn, connected: () => void): Promise<void> {
    const { signal } = this.#stop;
    const stopped = Promise.withResolvers<'stop'>();
    signal.addEventListener('abort', () => stopped.resolve('stop'), { once: true });
    try {
      const session = await this.#open(signal);
      connected();
      const ends = [stopped.promise, turn.lost.then(() => 'lost' as const), session.closed];
      const end = signal.aborted ? 'stop' : await Promise.race(ends);
      // The process that takes over goes on where this session is.
      await session.end(true);
      if (end === 'lost') this.#parts.log.warn({}, 'the turn at the Discord gateway was lost');
      else if (typeof end === 'number') throw closeError(end);
    } finally {
      await turn.release();
    }
  }

  /**
   * Resumes where the last process was, to be told what that one missed; then begins a session of our own, because only that
   * tells which servers and channels there are. The old one stays until the new one is ready, so that there is no gap.
   */
  async #open(signal: AbortSignal): Promise<Session> {
    const from = await this.#parts.bookmark();
    if (!from) return this.#parts.connect(null, signal);
    const old = await this.#parts.connect(from, signal).catch((error: unknown) => {
      if (error instanceof PeacrabError && error.code === 'CHANNEL_AUTH') throw error;
      this.#parts.log.warn({ error: messageOf(error) }, 'the last Discord session could not be resumed');
      return null;
    });
    if (old && !old.resumed) return old;
    try {
      return await this.#parts.connect(null, signal);
    } finally {
      await old?.end(false);
    }
  }
}
