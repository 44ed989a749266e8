// What was looked up, kept for a while: bounded in number and age, one look-up at a time for each key. When a look-up
// fails, what was known before is better than nothing.

interface Kept<T> {
  readonly value: T;
  readonly until: number;
}

export class AgedCache<T> {
  readonly #kept = new Map<string, Kept<T>>();
  readonly #loading = new Map<string, Promise<T>>();
  readonly #limits: { readonly entries: number; readonly ageMs: number };
  readonly #now: () => number;

  /** @param now milliseconds since 1970 */
  constructor(limits: { readonly entries: number; readonly ageMs: number }, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** The value kept for this key if it is young enough, else what `load` brings. @throws what `load` throws, if nothing is known */
  async get(key: string, load: () => Promise<T>): Promise<T> {
    const kept = this.#kept.get(key);
    if (kept && kept.until > this.#now()) return kept.value;
    const loading = this.#loading.get(key) ?? this.#load(key, load);
    try {
      return await loading;
    } catch (error) {
      if (kept) return kept.value;
      throw error;
    }
  }

  /** What is kept for this key, of any age. */
  peek(key: string): T | undefined {
    return this.#kept.get(key)?.value;
  }

  #load(key: string, load: () => Promise<T>): Promise<T> {
    const loading = load()
      .then((value) => {
        this.#keep(key, value);
        return value;
      })
      .finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    return loading;
  }

  #keep(key: string, value: T): void {
    this.#kept.delete(key);
    this.#kept.set(key, { value, until: this.#now() + this.#limits.ageMs });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#limits.entries) break;
      this.#kept.delete(oldest);
    }
  }
}
