// When to catch up: one run after the other, again and again with patience, until nothing can be missing.
import { sleep } from '../clock.ts';
import { messageOf } from '../errors.ts';
import type { Log } from '../log.ts';

const retryMaxMs = 5 * 60_000;

export interface CatchingParts {
  /** Reads what was said meanwhile. @returns whether nothing can be missing now */
  readonly run: () => Promise<boolean>;
  /** The first wait after a run that failed; doubles. */
  readonly retryMs: number;
  readonly log: Log;
  /** Ends what waits; no further run begins. */
  readonly signal: AbortSignal;
}

export class Catching {
  readonly #parts: CatchingParts;
  #running: Promise<void> = Promise.resolve();
  /** A run that waits to begin. */
  #waiting: AbortController | null = null;

  constructor(parts: CatchingParts) {
    this.#parts = parts;
  }

  /** Runs after the run under way, if any. One that waits already serves, at once if there is nothing to wait for now. */
  soon(waitMs: number): void {
    if (this.#parts.signal.aborted) return;
    if (this.#waiting) {
      if (waitMs === 0) this.#waiting.abort();
      return;
    }
    const waiting = new AbortController();
    this.#waiting = waiting;
    this.#running = this.#running.then(() => this.#once(waitMs, waiting.signal));
  }

  /** Resolves when no run is under way any more; the signal is to be aborted before. */
  settled(): Promise<void> {
    return this.#running;
  }

  async #once(waitMs: number, hurry: AbortSignal): Promise<void> {
    const { run, retryMs, log, signal } = this.#parts;
    await sleep(waitMs, AbortSignal.any([hurry, signal]));
    this.#waiting = null;
    if (signal.aborted) return;
    const complete = await run().catch((error: unknown) => {
      if (!signal.aborted) log.warn({ error: messageOf(error) }, 'catching up failed; trying again');
      return false;
    });
    if (!complete) this.soon(Math.min(retryMaxMs, Math.max(retryMs, waitMs * 2)));
  }
}
