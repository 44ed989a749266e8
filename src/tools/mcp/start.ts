// MCP servers from the start to the end of the process: all are connected side by side and their tools made ours. What the
// file gets wrong stops the start with every fault at once; a server that is away does not (server.ts). What a server changes
// in its tools later does not reach the model.

import { PeacrabError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { unlessAborted } from '../../process/waiting.ts';
import type { AnyTool } from '../runner.ts';
import { type Environment, readMcpFile } from './config.ts';
import { Connection } from './connection.ts';
import { Server } from './server.ts';

export interface Mcp {
  /** In the order of the file. A place among the model's tools is the operator's to give. */
  readonly tools: readonly AnyTool[];
  /** `the MCP server "hub" cannot be reached: ...`, for each that cannot be now. */
  unreachable(): readonly string[];
  /** Ends all connections and the servers' processes. */
  stop(): Promise<void>;
}

interface McpParts {
  /** The file that names the servers; null: there is none. */
  readonly file: string | null;
  /** Each server's folder is `mcp/<server>` in it. */
  readonly dataDir: string;
  /** What the file's `${NAME}` is taken from. */
  readonly env: Environment;
  readonly log: Log;
  /** Names that tools have already. */
  readonly taken: readonly string[];
  /** Time limit of connecting to a server, and of listing its tools, in milliseconds. */
  readonly startMs?: number;
  /** The first wait before a server that is away is tried again, in milliseconds. */
  readonly retryMs?: number;
  /** False: the tools are only looked at, and no server is started or asked. */
  readonly connects?: boolean;
  /** Ends the start. */
  readonly signal?: AbortSignal;
}

/**
 * @throws PeacrabError CONFIG that names each fault and what to write instead, or the signal's reason, with everything
 *   ended again
 */
export async function startMcp(parts: McpParts): Promise<Mcp> {
  const { file, connects = true, signal } = parts;
  if (file === null) return { tools: [], unreachable: () => [], stop: async () => undefined };
  const { servers: configs, faults } = readMcpFile(file, parts.env, parts.taken);
  if (faults.length > 0) throw faulty(file, faults);
  const servers = configs.map((config) => {
    const connection = new Connection(config, parts, parts.startMs ?? 20_000);
    return new Server(config, connection, parts);
  });
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  const mcp: Mcp = {
    tools: servers.flatMap(({ tools }) => tools),
    unreachable: () => servers.flatMap(({ unreachable }) => unreachable ?? []),
    stop,
  };
  if (!connects) return mcp;
  try {
    const starting = Promise.all(servers.map((server) => server.start()));
    const wrong = (await (signal ? unlessAborted(starting, signal) : starting)).flat();
    if (wrong.length > 0) throw faulty(file, wrong);
    return mcp;
  } catch (error) {
    await stop();
    throw error;
  }
}

function faulty(file: string, faults: readonly string[]): PeacrabError {
  const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`;
  return new PeacrabError(
    'CONFIG',
    `The MCP servers in ${file} have ${count}: ${faults.join('; ')}. See docs/tools.md.`,
  );
}
