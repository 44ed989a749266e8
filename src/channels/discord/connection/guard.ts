// discord.js handles packets in promises and timers of its own, where its errors cannot be caught: one packet of an
// unforeseen form would end the process. So what handles them is wrapped: the packet is told of and skipped.
import type { Client } from 'discord.js';

/** Told of what was skipped: the packet's type or the client's own method, and what was thrown. */
export type Skipped = (kind: string, error: unknown) => void;

/** Wraps what keeps the client's cache: it is called for each packet, and later from a timer for those that had to wait. */
export function guardClient(client: Client, skipped: Skipped): void {
  wrap(client.ws, 'handlePacket', ([packet]) => kindOf(packet), skipped);
}

/** Wraps what a socket of the client calls. */
export function guardShard(shard: object, skipped: Skipped): void {
  wrap(shard, 'onMessage', ([data]) => kindOfFrame(data), skipped);
  for (const method of ['onClose', 'heartbeat', 'internalConnect'])
    wrap(shard, method, () => method, skipped);
}

/** In place of the method, one that neither throws nor rejects. */
function wrap(
  owner: object,
  method: string,
  kind: (args: readonly unknown[]) => string,
  skipped: Skipped,
): void {
  const original: unknown = Reflect.get(owner, method);
  if (typeof original !== 'function') throw new Error(`discord.js has no ${method} any more`);
  const guarded = (...args: unknown[]): unknown => {
    try {
      const result: unknown = Reflect.apply(original, owner, args);
      return result instanceof Promise
        ? result.catch((error: unknown) => skipped(kind(args), error))
        : result;
    } catch (error) {
      skipped(kind(args), error);
      return undefined;
    }
  };
  Object.defineProperty(owner, method, { value: guarded, configurable: true, writable: true });
}

function kindOf(packet: unknown): string {
  const type: unknown = typeof packet === 'object' && packet !== null ? Reflect.get(packet, 't') : null;
  return typeof type === 'string' && /^[A-Z_]{1,60}$/.test(type) ? type : 'unknown';
}

function kindOfFrame(data: unknown): string {
  try {
    return typeof data === 'string' ? kindOf(JSON.parse(data)) : 'binary';
  } catch {
    return 'no JSON';
  }
}
