// Seeded randomness and owned timers: the same seed gives the same choices, and stop() leaves nothing ticking.

/** Mulberry32: small, fast and repeatable. */
export class Seeded {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
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
