// Waiting for something to be true, driven by changes and never by polling: whoever changes the fake touches
// this, and every waiter looks again.
import { patienceMs } from '../patience.ts';

interface Waiter {
  look(): void;
  fail(error: Error): void;
}

export class Changes {
  readonly #waiters = new Set<Waiter>();
  readonly #dump: () => string;

  constructor(dump: () => string) {
    this.#dump = dump;
  }

  /** Something changed: every waiter looks again. */
  touch(): void {
    for (const waiter of [...this.#waiters]) waiter.look();
  }

  /**
   * Resolves with the first value of `predicate` that is not false, null or undefined.
   *
   * @param deadlineMs a generous limit; past it, rejects with the description and a dump of the fake's state
   */
  waitFor<T>(predicate: () => T, description: string, deadlineMs = patienceMs): Promise<NonNullable<T>> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        finish(() =>
          reject(new Error(`Waited ${deadlineMs} ms in vain for ${description}.\n${this.#dump()}`)),
        );
      }, deadlineMs);
      const finish = (end: () => void) => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
        end();
      };
      const waiter: Waiter = {
        look: () => {
          try {
            const value = predicate();
            if (value !== undefined && value !== null && (value as unknown) !== false)
              finish(() => resolve(value));
          } catch (error) {
            finish(() => reject(error));
          }
        },
        fail: (error) => finish(() => reject(error)),
      };
      this.#waiters.add(waiter);
      waiter.look();
    });
  }

  /** Rejects whoever still waits, so that a stopped fake leaves no promise and no timer behind. */
  stop(): void {
    for (const waiter of [...this.#waiters]) {
      waiter.fail(new Error(`The fake Slack was stopped while something waited for it.\n${this.#dump()}`));
    }
  }
}
