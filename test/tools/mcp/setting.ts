// What the suites of the MCP tools share: a folder with an mcp.json, a start that is stopped again, and calls as the loop
// makes them.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '../../../src/log.ts';
import { type Mcp, startMcp } from '../../../src/tools/mcp/start.ts';
import type { AnyTool } from '../../../src/tools/runner.ts';
import type { ToolResult } from '../../../src/tools/tool.ts';
import { validateArguments } from '../../../src/tools/validate.ts';
import { callsIn } from '../../fakes/mcp/server.ts';

export interface Setting {
  readonly folder: string;
  readonly callsFile: string;
  calls(): readonly string[];
  /** A server of the fake as a child process. */
  stdio(tools: object, more?: object): object;
  start(servers: object, more?: Partial<Parameters<typeof startMcp>[0]>): Promise<Mcp>;
  [Symbol.asyncDispose](): Promise<void>;
}

export function setting(): Setting {
  const folder = mkdtempSync(join(tmpdir(), 'peacrab-mcp-'));
  const file = join(folder, 'mcp.json');
  const callsFile = join(folder, 'calls');
  const started: Mcp[] = [];
  return {
    folder,
    callsFile,
    calls: () => callsIn(callsFile),
    stdio: (tools, { env, ...more }: { env?: object } = {}) => ({
      command: process.execPath,
      args: [join(import.meta.dirname, '../../fakes/mcp/stdio.ts')],
      env: { CALLS: callsFile, ...env },
      tools,
      ...more,
    }),
    start: async (servers, more = {}) => {
      writeFileSync(file, JSON.stringify({ servers }));
      const mcp = await startMcp({
        file,
        dataDir: join(folder, 'data'),
        env: process.env,
        log: silentLog,
        taken: ['recall'],
        ...more,
      });
      started.push(mcp);
      return mcp;
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(started.map((mcp) => mcp.stop()));
      rmSync(folder, { recursive: true });
    },
  };
}

export function named(mcp: Mcp, name: string): AnyTool {
  const tool = mcp.tools.find((each) => each.name === name);
  assert.ok(tool, `there is no tool ${name}, only ${mcp.tools.map((each) => each.name).join(', ')}`);
  return tool;
}

/** A call as the loop makes it: checked first. */
export async function call(
  mcp: Mcp,
  name: string,
  args: object = {},
  signal?: AbortSignal,
): Promise<ToolResult> {
  const tool = named(mcp, name);
  const checked = validateArguments(tool, { justification: 'the test asks', ...args });
  assert.ok(checked.ok, checked.ok ? '' : checked.error);
  const away = await tool.away?.();
  if (away) return { ok: false, text: away, tainted: true };
  return tool.run(checked.args as never, { signal } as never);
}
