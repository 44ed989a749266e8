// How a server is reached. A program gets a folder and an environment of its own and nothing of ours; an address gets the
// declared headers. The SDK is loaded here, when the first server is connected: a bot without one does not pay for it.
import { AsyncLocalStorage } from 'node:async_hooks';
import { chmodSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { messageOf } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { Environment, Reached, ServerConfig } from './config.ts';
import { tame } from './text.ts';

/** A way to a server, not yet started. */
export interface Way {
  readonly transport: Transport;
  /** Tells the server that we leave, if that is not clear from the closing. */
  leave(): Promise<void>;
  /** Ends the server's process, if it has one, whatever it does. */
  kill(): void;
  /** Runs one request; `lost` is told if the stream with its answer breaks, which the SDK keeps to itself. */
  ask<T>(request: () => Promise<T>, lost: () => void): Promise<T>;
}

export interface Surroundings {
  readonly dataDir: string;
  readonly env: Environment;
  readonly log: Log;
}

/** Characters of standard error that are logged of one process. */
const MOST_LOGGED = 64_000;
/** Bytes of one answer. */
const LONGEST_ANSWER = 8_000_000;

/** @throws what the file system says about the server's folder */
export async function wayTo(server: ServerConfig, around: Surroundings): Promise<Way> {
  return server.reached.by === 'stdio'
    ? stdioTo(server.name, server.reached, around)
    : httpTo(server.reached);
}

async function stdioTo(
  name: string,
  reached: Extract<Reached, { by: 'stdio' }>,
  { dataDir, env, log }: Surroundings,
): Promise<Way> {
  const { StdioClientTransport, DEFAULT_INHERITED_ENV_VARS } = await import(
    '@modelcontextprotocol/sdk/client/stdio.js'
  );
  const folder = ownFolder(join(dataDir, 'mcp', name));
  const own = {
    // The SDK adds these from our environment, where they are not set to undefined.
    ...Object.fromEntries(DEFAULT_INHERITED_ENV_VARS.map((variable) => [variable, undefined])),
    PATH: env.PATH,
    LANG: env.LANG || 'C.UTF-8',
    HOME: folder,
    TMPDIR: ownFolder(join(folder, 'tmp')),
    ...reached.env,
  };
  const transport = new StdioClientTransport({
    command: reached.command,
    args: [...reached.args],
    env: own as Record<string, string>,
    cwd: folder,
    stderr: 'pipe',
    maxBufferSize: LONGEST_ANSWER,
  });
  let left = MOST_LOGGED;
  transport.stderr?.on('data', (chunk: Buffer) => {
    if (left <= 0) return;
    const text = tame(chunk.toString('utf8').slice(0, Math.min(left, 2000)), 200);
    left -= chunk.length;
    log.debug({ server: name, said: text }, 'an MCP server wrote to its standard error');
  });
  // While it closes, the transport no longer tells the process.
  let pid: number | null = null;
  const start = transport.start.bind(transport);
  transport.start = async () => {
    await start();
    pid = transport.pid;
  };
  const kill = () => {
    try {
      if (pid !== null) process.kill(pid, 'SIGKILL');
    } catch (error) {
      log.debug({ server: name, error: messageOf(error) }, 'an MCP server had ended already');
    }
  };
  return { transport, kill, leave: async () => undefined, ask: (request) => request() };
}

/** A folder that only we and the server can look into. */
function ownFolder(path: string): string {
  const absolute = resolve(path);
  mkdirSync(absolute, { recursive: true, mode: 0o700 });
  chmodSync(absolute, 0o700);
  return absolute;
}

async function httpTo({ url, headers }: Extract<Reached, { by: 'http' }>): Promise<Way> {
  const { StreamableHTTPClientTransport } = await import(
    '@modelcontextprotocol/sdk/client/streamableHttp.js'
  );
  const asking = new AsyncLocalStorage<() => void>();
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers },
    fetch: async (to, init) => {
      // The stream on which a server could ask us things: we answer none, so it need not stay open.
      if (init?.method === 'GET' && !new Headers(init.headers).has('last-event-id'))
        return new Response(null, { status: 405 });
      const response = await fetch(to, init);
      return response.body === null
        ? response
        : new Response(watched(response.body, asking.getStore()), response);
    },
  });
  return {
    // Its types are not written for exact optional properties.
    transport: transport as Transport,
    leave: () => transport.terminateSession(),
    kill: () => undefined,
    ask: (request, lost) => asking.run(lost, request),
  };
}

/** The stream, cut off where it grows too long. */
function watched(
  body: ReadableStream<Uint8Array>,
  lost: (() => void) | undefined,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let left = LONGEST_ANSWER;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        left -= value.length;
        if (left < 0) throw new Error('the answer is too long');
        controller.enqueue(value);
      } catch (error) {
        lost?.();
        controller.error(error);
        await reader.cancel(error).catch(() => undefined);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
