// MCP servers from the start to the end of the process: all are connected side by side and their tools made ours, or the
// start fails with every fault at once. What a server changes in its tools later does not reach the model.
import { PeacrabError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { AnyTool } from '../runner.ts';
import { type Environment, readMcpFile, type ServerConfig } from './config.ts';
import { Connection } from './connection.ts';
import { reasonOf } from './fate.ts';
import { toolsOf } from './tools.ts';

export interface Mcp {
  /** In the order of the file. A place among the model's tools is the operator's to give. */
  readonly tools: readonly AnyTool[];
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
}

/** @throws PeacrabError CONFIG that names each fault and what to write instead, with everything ended again */
export async function startMcp(parts: McpParts): Promise<Mcp> {
  const { file, log } = parts;
  if (file === null) return { tools: [], stop: async () => undefined };
  const { servers, faults } = readMcpFile(file, parts.env, parts.taken);
  if (faults.length > 0) throw faulty(file, faults);
  const connected = servers.map((server) => ({
    server,
    connection: new Connection(server, parts, parts.startMs ?? 20_000),
  }));
  const stop = async () => {
    await Promise.all(connected.map(({ connection }) => connection.close()));
  };
  const found = await Promise.all(connected.map(({ server, connection }) => taken(server, connection, log)));
  const wrong = found.flatMap(({ faults: each }) => each);
  if (wrong.length === 0) return { tools: found.flatMap(({ tools }) => tools), stop };
  await stop();
  throw faulty(file, wrong);
}

async function taken(
  server: ServerConfig,
  connection: Connection,
  log: Log,
): Promise<{ readonly tools: readonly AnyTool[]; readonly faults: readonly string[] }> {
  try {
    const listed = await connection.list();
    const faults: string[] = [];
    const tools = toolsOf(server, listed, connection, faults);
    log.info(
      { server: server.name, listed: listed.length, taken: tools.length },
      'an MCP server is connected',
    );
    return { tools, faults };
  } catch (error) {
    return {
      tools: [],
      faults: [`server "${server.name}" cannot be started or reached: ${reasonOf(error)}`],
    };
  }
}

function faulty(file: string, faults: readonly string[]): PeacrabError {
  const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`;
  return new PeacrabError(
    'CONFIG',
    `The MCP servers in ${file} have ${count}: ${faults.join('; ')}. See docs/tools.md.`,
  );
}
