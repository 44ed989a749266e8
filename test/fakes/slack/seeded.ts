// Seeded randomness and owned timers: the same seed gives the same choices, and stop() leaves nothing ticking.

import { mulberry } from '../mulberry.ts';

export class Seeded {
  /** A number in [0, 1). */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = mulberry(seed);
  }

  /** One of the items, undefined when there is none. */
  pick<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.next() * items.length)];
  }

  /** A shuffled copy. */
  shuffle<T>(items: readonly T[]): T[] {
    const keyed = items.map((item) => ({ item, key: this.next() }));
    return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
  }

  /** Capital letters and digits, as in Slack's ids. */
  id(prefix: string, length = 9): string {
    let id = prefix;
    for (let i = 0; i < length; i += 1) id += this.pick([...'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789']) ?? 'X';
    return id;
  }

  /** A version 4 UUID of this seed. */
  uuid(): string {
    const hex = (n: number) =>
      Array.from({ length: n }, () => Math.floor(this.next() * 16).toString(16)).join('');
    return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
  }
}

/** Every timer of the fake, so that stop() can end them all. */
export class Timers {
  readonly #running = new Set<NodeJS.Timeout>();
  #stopped = false;

  /** Runs `what` once after `ms`; returns what takes it back. */
  after(ms: number, what: () => void): () => void {
    if (this.#stopped) return () => undefined;
    const timer = setTimeout(() => {
      this.#running.delete(timer);
      what();
    }, ms);
    return this.#own(timer, () => clearTimeout(timer));
  }

  /** Runs `what` every `ms`; returns what ends it. */
  every(ms: number, what: () => void): () => void {
    if (this.#stopped) return () => undefined;
    const timer = setInterval(what, ms);
    return this.#own(timer, () => clearInterval(timer));
  }

  /** Ends all of them; later calls start nothing. */
  stop(): void {
    this.#stopped = true;
    for (const timer of this.#running) clearTimeout(timer);
    this.#running.clear();
  }

  get running(): number {
    return this.#running.size;
  }

  #own(timer: NodeJS.Timeout, clear: () => void): () => void {
    this.#running.add(timer);
    return () => {
      clear();
      this.#running.delete(timer);
    };
  }
}
