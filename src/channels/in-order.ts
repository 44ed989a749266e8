// Runs tasks of one key one after the other, in the order they came, and those of different keys side by side.

export class InOrder {
  readonly #tails = new Map<string, Promise<void>>();

  /** Runs the task when those before it under its key have ended. A task that fails does not stop the next. */
  run(key: string, task: () => Promise<void>): Promise<void> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const tail = before.then(task, task);
    this.#tails.set(key, tail);
    return tail.finally(() => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    });
  }

  /** Resolves when nothing runs any more. */
  async settled(): Promise<void> {
    while (this.#tails.size > 0) await Promise.allSettled(this.#tails.values());
  }
}
