// An LRU cache with a time to live. Concurrent loads of a key share one call, and when a load fails, a stale value is
// returned if there is one.

interface Kept<T> {
  readonly value: T;
  readonly until: number;
}

export class Bounded<T> {
  readonly #kept = new Map<string, Kept<T>>();
  readonly #loading = new Map<string, Promise<T>>();
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
    const kept = this.#kept.get(key);
    if (!kept || kept.until <= this.#now()) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.value;
  }

  set(key: string, value: T): void {
    this.#kept.delete(key);
    this.#kept.set(key, { value, until: this.#now() + this.#ageMs });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#most) return;
      this.#kept.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#kept.delete(key);
  }

  /** The value of this key if it is young enough, else what `load` brings. @throws what `load` throws, if there is no stale value */
  async load(key: string, load: () => Promise<T>): Promise<T> {
    const young = this.get(key);
    if (young !== undefined) return young;
    const old = this.#kept.get(key);
    try {
      return await (this.#loading.get(key) ?? this.#begin(key, load));
    } catch (error) {
      if (old) return old.value;
      throw error;
    }
  }

  #begin(key: string, load: () => Promise<T>): Promise<T> {
    const loading = load()
      .then((value) => {
        this.set(key, value);
        return value;
      })
      .finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    return loading;
  }
}
