// Waiting for events, never for time: a predicate is asked again after each change, and only the deadline is a timer.

interface Waiter {
  readonly check: () => boolean;
  readonly fail: (why: string) => void;
}

export class Watch {
  readonly #waiters = new Set<Waiter>();
  readonly #dump: () => string;
  #scheduled = false;

  /** @param dump what a failed wait shows: everything a reader needs to see what went wrong */
  constructor(dump: () => string) {
    this.#dump = dump;
  }

  /** Something changed; predicates are asked once the present call has finished. */
  notify(): void {
    if (this.#scheduled || this.#waiters.size === 0) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      for (const waiter of [...this.#waiters]) if (waiter.check()) this.#waiters.delete(waiter);
    });
  }

  /**
   * Resolves with the predicate's first truthy value: at once when it already holds, else upon the change that
   * makes it hold. Rejects with a dump after `timeoutMs`, when the predicate throws, or when the fake stops.
   */
  wait<T>(predicate: () => T | undefined | null | false, description: string, timeoutMs: number): Promise<T> {
    const promise = new Promise<T>((resolve, reject) => {
      const settle = (act: () => void): true => {
        clearTimeout(timer);
        act();
        return true;
      };
      const waiter: Waiter = {
        check: () => {
          try {
            const value = predicate();
            return value ? settle(() => resolve(value)) : false;
          } catch (error) {
            return settle(() => reject(error));
          }
        },
        fail: (why) =>
          settle(() => reject(new Error(`${why} while waiting for ${description}\n${this.#dump()}`))),
      };
      const timer = setTimeout(() => {
        this.#waiters.delete(waiter);
        waiter.fail(`Nothing came within ${timeoutMs} ms`);
      }, timeoutMs);
      if (!waiter.check()) this.#waiters.add(waiter);
    });
    promise.catch(() => undefined); // a wait that nobody awaits any more must not end the test process
    return promise;
  }

  /** Ends all waits, so that no timer outlives the fake. */
  close(): void {
    for (const waiter of this.#waiters) waiter.fail('The fake was stopped');
    this.#waiters.clear();
  }
}
