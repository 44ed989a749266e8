// How far we have got with something that grows: the watermark, the place in a gateway's stream. It is written now and
// then, not for every message, and stays while something before it may be missing; so it never passes a message that
// is not stored.
import { messageOf } from '../errors.ts';
import type { Log } from '../log.ts';

export interface MarkParts<T> {
  readonly write: (value: T) => Promise<void>;
  /** Of two values the one that is further on. */
  readonly later: (a: T, b: T) => T;
  /** How long a new value may wait to be written, in milliseconds. */
  readonly everyMs: number;
  readonly log: Log;
}

export class Mark<T> {
  readonly #parts: MarkParts<T>;
  #reached: T | null = null;
  #written: T | null = null;
  #holds = 0;
  #held = false;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: MarkParts<T>) {
    this.#parts = parts;
  }

  /** So far everything has been dealt with. */
  reach(value: T): void {
    this.#reached = this.#reached === null ? value : this.#parts.later(this.#reached, value);
    if (this.#held || this.#timer) return;
    this.#timer = setTimeout(() => void this.flush(), this.#parts.everyMs);
    this.#timer.unref();
  }

  /** Something may be missing from here on. */
  hold(): void {
    this.#held = true;
    this.#holds += 1;
  }

  /** How often it was held so far: what {@link release} wants to see. */
  get holds(): number {
    return this.#holds;
  }

  /** Nothing is missing any more, unless it was held again since `holds` was read. */
  release(holds: number): void {
    if (holds !== this.#holds) return;
    this.#held = false;
    if (this.#reached !== null) this.reach(this.#reached);
  }

  /** Writes the mark if it has moved and is not held. */
  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writing = this.#writing.then(() => this.#writeOnce());
    await this.#writing;
  }

  async #writeOnce(): Promise<void> {
    const value = this.#reached;
    if (this.#held || value === null || value === this.#written) return;
    try {
      await this.#parts.write(value);
      this.#written = value;
    } catch (error) {
      this.#parts.log.warn(
        { error: messageOf(error) },
        'how far we have got could not be written; after a restart more is read again',
      );
    }
  }
}
