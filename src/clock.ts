// The clock is passed in, so that tests decide what time it is. Policy never reads the machine's time itself.
import { setTimeout as delay } from 'node:timers/promises';

export interface Clock {
  /** The current instant. */
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Resolves after `ms`, or at once when the signal is aborted. Does not keep the process alive. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  await delay(ms, undefined, { ref: false, ...(signal ? { signal } : {}) }).catch(() => undefined);
}
