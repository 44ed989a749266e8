// The turn's tools, ready for the loop: safe ones read the database, unsafe ones run in a transaction of their own
// together with their result, under the lease. A call's identity is (turn, name, arguments): a retried turn, or a model
// that repeats itself, gets the first result and no second effect.
import { createHash } from 'node:crypto';
import type { ToolSchema } from '../context/message.ts';
import type { Database } from '../database/database.ts';
import { type Lease, underLease } from '../delivery/lease.ts';
import { recordEffect, type StandingEffect } from './effects.ts';
import { type Tool, type ToolResult, type ToolRunner, toolSchema, validateArguments } from './tool.ts';
import type { ToolUse } from './use.ts';

export type AnyTool = Tool<never, ToolUse>;

export interface TurnTools {
  readonly runner: ToolRunner;
  /** Effects of this turn so far, those of earlier attempts included, in order. */
  readonly effects: readonly StandingEffect[];
  /** Whether tainted text stands in the context by now: what stood there before, or a result of this turn. */
  readonly tainted: () => boolean;
}

interface TurnToolsParts {
  readonly database: Database;
  readonly lease: Lease;
  readonly tools: readonly AnyTool[];
  readonly use: Omit<ToolUse, 'queries' | 'tainted' | 'shown'>;
  /** Handles that the model has been shown before this turn; results add theirs. */
  readonly shown?: Iterable<string>;
  /** Whether tainted text stood in the context when the turn began. */
  readonly tainted: boolean;
  readonly earlier: readonly StandingEffect[];
}

export function createTurnTools(parts: TurnToolsParts): TurnTools {
  const byName = new Map(parts.tools.map((tool) => [tool.name, tool]));
  const effects = [...parts.earlier];
  let tainted = parts.tainted;
  const shown = new Set(parts.shown ?? []);
  const use = { ...parts.use, ...(parts.shown ? { shown: (handle: string) => shown.has(handle) } : {}) };
  const find = (name: string): AnyTool => {
    const tool = byName.get(name);
    if (!tool) throw new Error(`There is no tool named ${name}.`);
    return tool;
  };
  const now = () => ({ ...use, tainted });
  const runUnsafe = async (tool: AnyTool, args: unknown, signal: AbortSignal): Promise<ToolResult> => {
    const { result, effect } = await runOnce(parts, tool, args, now, signal);
    if (effect) effects.push(effect);
    return result;
  };
  const schemas: readonly ToolSchema[] = parts.tools.map((tool) => toolSchema(tool));
  return {
    effects,
    tainted: () => tainted,
    runner: {
      schemas,
      isSafe: (name) => find(name).safe,
      timeoutMs: (name) => find(name).timeoutMs,
      parse: (name, args) => validateArguments(find(name), args),
      run: async (call, signal) => {
        const tool = find(call.name);
        const result = await (tool.safe
          ? tool.run(call.args as never, { ...now(), signal, queries: parts.database.db })
          : runUnsafe(tool, call.args, signal));
        if (result.tainted) tainted = true;
        for (const handle of result.handles ?? []) shown.add(handle);
        return result;
      },
    },
  };
}

/** Runs an unsafe call, or finds what it has had in this turn already: then it has no further effect. */
async function runOnce(
  { database, lease, use: { conversation, principal, turn } }: TurnToolsParts,
  tool: AnyTool,
  args: unknown,
  use: () => Omit<ToolUse, 'queries'>,
  signal: AbortSignal,
): Promise<{ readonly result: ToolResult; readonly effect: StandingEffect | null }> {
  return database.transaction(async (tx) => {
    await underLease(tx, lease);
    const key = callKey(tool.name, args);
    const stored = await tx
      .selectFrom('effect')
      .selectAll()
      .where('turn_id', '=', turn)
      .where('call_key', '=', key)
      .executeTakeFirst();
    if (stored) return { result: stored.result as object as ToolResult, effect: null };
    const result = await tool.run(args as never, { ...use(), queries: tx });
    // Whoever waited has been told that it was stopped: then it must not stand.
    signal.throwIfAborted();
    if (!result.ok) return { result, effect: null };
    const made = { conversation, person: principal.id, turn, key, name: tool.name, result };
    return { result, effect: await recordEffect(tx, made) };
  });
}

/** The same call has the same key, whatever the order of its arguments. */
function callKey(name: string, args: unknown): string {
  const sorted = Object.entries((args ?? {}) as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([name, sorted]))
    .digest('hex')
    .slice(0, 32);
}
