// Wakes a loop early. A wake-up is only a hint: every loop also looks by itself each second, so none may be missed.

export class Wake {
  #pending = false;
  #resume: (() => void) | null = null;

  /** Something may be there to do. */
  signal(): void {
    this.#pending = true;
    this.#resume?.();
  }

  /** Resolves at the next signal, at once if one came since the last wait, or after `ms` at the latest. */
  async wait(ms: number): Promise<void> {
    if (!this.#pending) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ms);
      this.#resume = resolve;
      await promise;
      clearTimeout(timer);
      this.#resume = null;
    }
    this.#pending = false;
  }
}
