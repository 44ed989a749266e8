// What is to be read after a gap, by room and by thread, for what comes live there: it waits until a run has read what was
// said before it, also if some fail first. Not for ever, though, and not anew with each message.
import { lazy } from '../../../process/lazy.ts';

/** One room or thread; it stays from run to run until it has been read. */
interface Reading {
  /** This run's try, made when it is first asked for. */
  readonly read: () => Promise<boolean>;
  readonly through: PromiseWithResolvers<void>;
  /** Read, or no longer to be waited for; all that comes in the room shares this wait. */
  readonly waited: () => Promise<void>;
  isAwaited: boolean;
}

export class Readings {
  /** As many as one run reads: the next one lets go of what it leaves out. */
  readonly #pending = new Map<string, Reading>();
  readonly #patiently: (work: Promise<void>) => Promise<void>;

  /** @param patiently waits for something, but not for ever */
  constructor(patiently: (work: Promise<void>) => Promise<void>) {
    this.#patiently = patiently;
  }

  /**
   * A new run. What waits for something that an earlier run could not read goes on waiting, and it is read at once.
   *
   * @param reads what it reads, by key: false if it could not. Must not throw
   * @returns the same, each made no more than once
   */
  begin(reads: ReadonlyMap<string, () => Promise<boolean>>): readonly (() => Promise<boolean>)[] {
    for (const key of [...this.#pending.keys()].filter((each) => !reads.has(each))) this.#through(key);
    return [...reads].map(([key, read]) => {
      const earlier = this.#pending.get(key);
      const through = earlier?.through ?? Promise.withResolvers<void>();
      const reading: Reading = {
        read: lazy(async () => {
          const isRead = await read();
          if (isRead) this.#through(key);
          return isRead;
        }),
        through,
        waited: earlier?.waited ?? lazy(() => this.#patiently(through.promise)),
        isAwaited: earlier?.isAwaited ?? false,
      };
      this.#pending.set(key, reading);
      if (reading.isAwaited) void reading.read();
      return reading.read;
    });
  }

  /** Resolves when this has been read, or after a while; it is read at once. */
  async before(key: string): Promise<void> {
    const reading = this.#pending.get(key);
    if (!reading) return;
    reading.isAwaited = true;
    void reading.read();
    await reading.waited();
  }

  #through(key: string): void {
    this.#pending.get(key)?.through.resolve();
    this.#pending.delete(key);
  }
}
