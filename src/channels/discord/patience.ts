// Small helpers about waiting: sleep that ends with a signal, and calls that obey Discord's "not so fast".
import { setTimeout as delay } from 'node:timers/promises';
import { RateLimitError } from 'discord.js';

/** Resolves after `ms`, or at once when the signal is aborted. Does not keep the process alive. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  await delay(ms, undefined, { ref: false, ...(signal ? { signal } : {}) }).catch(() => undefined);
}

/** Repeats a call that Discord turned down only for its rate, when it says. Other errors are thrown. */
export async function patiently<T>(call: () => Promise<T>, tries: number, signal?: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof RateLimitError) || attempt >= tries || signal?.aborted) throw error;
      await sleep(Math.max(error.retryAfter, error.sublimitTimeout, 50), signal);
    }
  }
}
