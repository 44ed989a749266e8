// The tools of this process, from the policy, the MCP servers and the delegates' folder: put together once, at the start.
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { DELEGATE } from '../tools/delegates/delegate.ts';
import { delegateFrom } from '../tools/delegates/load.ts';
import { createFetchPage } from '../tools/fetch-page/fetch-page.ts';
import { tools as builtInTools } from '../tools/index.ts';
import { startMcp } from '../tools/mcp/start.ts';
import { placed } from '../tools/places.ts';
import { type Policy, readPolicy } from '../tools/policy/file.ts';
import type { AnyTool } from '../tools/runner.ts';

export interface LoadedTools {
  readonly policy: Policy;
  /** Those that have a place. */
  readonly tools: readonly AnyTool[];
  /** `the MCP server "hub" cannot be reached: ...`, for each that cannot be now. */
  unreachable(): readonly string[];
  /** Ends the MCP servers. */
  stop(): Promise<void>;
}

/**
 * The tools that have a place, to look at: no MCP server is started, and those of one that was never reached are there by
 * name alone.
 *
 * @throws PeacrabError CONFIG
 */
export async function inspectTools(
  config: Parameters<typeof loadTools>[0],
  log: Log,
): Promise<readonly AnyTool[]> {
  const { tools, stop } = await loadTools(config, {}, log, { connects: false });
  await stop();
  return tools;
}

/** What tests bring in place of ours. */
export interface ToolOverrides {
  readonly tools?: readonly AnyTool[];
  /** Tools that have a place only where the policy names them. */
  readonly outside?: readonly AnyTool[];
}

/**
 * @param how `signal` ends the start; with `connects: false` the tools are only looked at, and no MCP server is started
 * @throws PeacrabError CONFIG that names the faults of policy, servers or delegates, or the signal's reason, with
 *   everything ended again
 */
export async function loadTools(
  config: Pick<Config, 'policyFile' | 'mcpFile' | 'dataDir' | 'delegatesDir'>,
  overrides: ToolOverrides,
  log: Log,
  { signal, connects = true }: { readonly signal?: AbortSignal; readonly connects?: boolean } = {},
): Promise<LoadedTools> {
  const { mcpFile: file, dataDir } = config;
  const builtIn = overrides.tools ?? builtInTools;
  const page = createFetchPage() as unknown as AnyTool;
  const policy = readPolicy(config.policyFile);
  const taken = [...builtIn, page].map(({ name }) => name).concat(DELEGATE);
  const mcp = await startMcp({
    file,
    dataDir,
    env: process.env,
    log,
    taken,
    connects,
    ...(signal ? { signal } : {}),
  });
  try {
    const outside = overrides.outside ?? [page, ...mcp.tools];
    const warn = (sentence: string) => log.warn({}, sentence);
    const delegate = delegateFrom(config.delegatesDir, policy.places, [...builtIn, ...outside], warn);
    const tools = placed(policy.places, builtIn, [...outside, ...delegate]);
    return { policy, tools, unreachable: () => mcp.unreachable(), stop: () => mcp.stop() };
  } catch (error) {
    await mcp.stop();
    throw error;
  }
}
