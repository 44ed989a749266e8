// A map that forgets: at most so many entries, the longest unused go first; and none older than its age.

export class Bounded<T> {
  readonly #entries = new Map<string, { readonly value: T; readonly until: number }>();
  readonly #most: number;
  readonly #ageMs: number;
  readonly #now: () => number;

  /** @param ageMs how long an entry counts, in milliseconds @param now milliseconds since 1970 */
  constructor(most: number, ageMs: number, now: () => number) {
    this.#most = most;
    this.#ageMs = ageMs;
    this.#now = now;
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    if (entry.until <= this.#now()) return undefined;
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: T): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: this.#now() + this.#ageMs });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#most) return;
      this.#entries.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}
