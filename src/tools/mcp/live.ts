// One connection to a server, from its start to its end. A connection that has ended stays so: connection.ts makes another.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { ServerConfig } from './config.ts';
import { reasonOf } from './fate.ts';
import { type Surroundings, type Way, wayTo } from './transport.ts';

export interface Live {
  readonly client: Client;
  readonly way: Way;
  readonly hasEnded: () => boolean;
  /** Says farewell if the server should know; a process is asked to end, then ended. Resolves when it is gone. */
  end(): Promise<void>;
}

/** Beyond our own limits, so that the SDK's never decide. */
export const SDK_MS = 3_600_000;
/** Milliseconds for a farewell. */
const LEAVE_MS = 500;
/** Milliseconds for a process to end by itself once its connection is closed; then it is killed. */
const GONE_MS = 1000;
/** Milliseconds for what was killed to be gone. */
const KILLED_MS = 300;

/**
 * @param signal fires when it has taken too long
 * @throws what the SDK or the system says, with everything ended again
 */
export async function connect(
  server: ServerConfig,
  around: Surroundings,
  signal: AbortSignal,
): Promise<Live> {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  // No capabilities: what a server asks of us (sampling, elicitation, roots) is refused by the SDK.
  const client = new Client({ name: 'peacrab', version: '1' });
  const way = await wayTo(server, around);
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  let hasEnded = false;
  client.onclose = () => {
    hasEnded = true;
    resolve();
  };
  client.onerror = (error) =>
    around.log.debug({ server: server.name, error: reasonOf(error) }, 'an MCP connection has a fault');
  const end = async () => {
    if (hasEnded) return;
    await inTime(
      client
        .close()
        .catch((error) =>
          around.log.debug(
            { server: server.name, error: reasonOf(error) },
            'an MCP connection did not close',
          ),
        ),
      GONE_MS,
    );
    if (hasEnded) return;
    way.kill();
    await inTime(ended, KILLED_MS);
  };
  try {
    await client.connect(way.transport, { signal, timeout: SDK_MS });
  } catch (error) {
    await end();
    throw error;
  }
  return {
    client,
    way,
    hasEnded: () => hasEnded,
    end: async () => {
      if (!hasEnded)
        await inTime(
          way.leave().catch(() => undefined),
          LEAVE_MS,
        );
      await end();
    },
  };
}

const inTime = (what: Promise<void>, ms: number) =>
  Promise.race([what, sleep(ms, undefined, { ref: false })]);

/** Runs something with a signal of its own, which fires with the given one while it runs: the SDK never lets go of one. */
export async function whileWaited<T>(
  given: AbortSignal,
  run: (signal: AbortSignal, stop: (reason: Error) => void) => Promise<T>,
): Promise<T> {
  const mine = new AbortController();
  const abort = () => mine.abort(given.reason);
  given.throwIfAborted();
  given.addEventListener('abort', abort);
  try {
    return await run(mine.signal, (reason) => mine.abort(reason));
  } finally {
    given.removeEventListener('abort', abort);
  }
}
