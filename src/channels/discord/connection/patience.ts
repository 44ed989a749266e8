// Calls that obey Discord's "not so fast".
import { RateLimitError } from 'discord.js';
import { sleep } from '../../../clock.ts';

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
