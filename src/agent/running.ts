// Runs single calls within their time limit, and turns whatever happens into a result the model can read. Only errors
// that end the turn itself, such as a lost lease, are passed on.
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf, PeacrabError } from '../errors.ts';
import type { ToolResult, ToolRunner } from '../tools/tool.ts';

interface Runnable {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
}

/**
 * Runs one call.
 *
 * @param ms the time limit for a tool that states none
 * @throws PeacrabError LEASE_LOST and the DATABASE_* codes: the turn is not ours any more, or nothing can be stored
 */
export async function runCall(
  runner: ToolRunner,
  call: Runnable,
  ms: number,
  signal: AbortSignal,
): Promise<ToolResult> {
  const limit = runner.timeoutMs?.(call.name) ?? ms;
  const own = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<ToolResult>((resolve) => {
    timer = setTimeout(() => {
      own.abort();
      const text = `${call.name} took longer than ${limit / 1000} s and was stopped. Whether it was done is not known.`;
      resolve({ ok: false, text });
    }, limit);
  });
  try {
    return await Promise.race([runner.run(call, AbortSignal.any([signal, own.signal])), late]);
  } catch (error) {
    if (error instanceof PeacrabError && /^(?:LEASE_LOST$|DATABASE_)/.test(error.code)) throw error;
    const why = messageOf(error).replace(/\s+/g, ' ').slice(0, 300);
    return { ok: false, text: `${call.name} failed, nothing was done: ${why}` };
  } finally {
    clearTimeout(timer);
  }
}

/** Waits; an abort ends the wait. @throws the signal's reason */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await delay(ms, undefined, { signal }).catch(() => undefined);
  signal.throwIfAborted();
}
