// The turn's tools, ready for the loop. Each call goes through the gate; then safe tools read the database or the web,
// unsafe ones run in a transaction of their own together with their result, under the lease, and unsafe ones that reach
// outside run once and are stored around it. A call's identity is (turn, name, arguments): a retried turn, or a model that
// repeats itself, gets the first result and no second effect.
import { createHash } from 'node:crypto';
import type { NewEntry } from '../context/entry.ts';
import type { ToolSchema } from '../context/message.ts';
import type { Database } from '../database/database.ts';
import { type Lease, underLease } from '../delivery/lease.ts';
import { type OutsideCall, runOutside } from './approvals/once.ts';
import { recordEffect, type StandingEffect } from './effects.ts';
import { type Gate, permit } from './permit.ts';
import { type Tool, type ToolResult, type ToolRunner, toolSchema, validateArguments } from './tool.ts';
import type { ToolUse } from './use.ts';

export type AnyTool = Tool<never, ToolUse>;
type Args = Readonly<Record<string, unknown>>;

/** A call that somebody has approved. */
export interface ApprovedCall extends Pick<OutsideCall, 'tool' | 'args' | 'key' | 'tainted'> {
  readonly approved: NonNullable<OutsideCall['approved']>;
}

export interface TurnTools {
  readonly runner: ToolRunner;
  /** Effects of this turn so far, those of earlier attempts included, in order. */
  readonly effects: readonly StandingEffect[];
  /** Whether tainted text stands in the context by now: what stood there before, or a result of this turn. */
  readonly tainted: () => boolean;
  /**
   * A runner for a part of the turn with entries of its own: of these tools those that have a place and do not nest, under
   * the same gate, with the same effects and taint.
   */
  readonly within: (names: readonly string[], running: () => readonly NewEntry[]) => ToolRunner;
  /** Runs a call that somebody has approved, without asking again. */
  readonly runApproved: (call: ApprovedCall, signal: AbortSignal) => Promise<ToolResult>;
}

export interface TurnToolsParts {
  readonly database: Database;
  readonly lease: Lease;
  readonly tools: readonly AnyTool[];
  readonly use: Omit<ToolUse, 'queries' | 'tainted' | 'shown' | 'signal'>;
  readonly gate: Gate;
  /** Handles that the model has been shown before this turn; results add theirs. */
  readonly shown?: Iterable<string>;
  /** Whether tainted text stood in the context when the turn began. */
  readonly tainted: boolean;
  readonly earlier: readonly StandingEffect[];
}

export function createTurnTools(parts: TurnToolsParts): TurnTools {
  const turn = new Turn(parts);
  return {
    effects: turn.effects,
    tainted: () => turn.tainted,
    within(names, running) {
      const { delegate: _, ...outer } = parts.use;
      const tools = parts.tools.filter((tool) => names.includes(tool.name) && tool.nests !== true);
      const use = { ...outer, running: () => [...running(), ...(outer.running?.() ?? [])] };
      return runnerOf(new Turn({ ...parts, tools, use }, turn), tools);
    },
    runApproved: (call, signal) => turn.runApproved(call, signal),
    runner: runnerOf(turn, parts.tools),
  };
}

function runnerOf(turn: Turn, tools: readonly AnyTool[]): ToolRunner {
  const schemas: readonly ToolSchema[] = tools.map((tool) => toolSchema(tool));
  return {
    schemas,
    isSafe: (name) => turn.find(name).safe,
    timeoutMs: (name) => turn.find(name).timeoutMs,
    parse: (name, args) => validateArguments(turn.find(name), args),
    run: (call, signal) => turn.run(call.name, call.args as Args, signal),
  };
}

class Turn {
  readonly effects: StandingEffect[];
  readonly #outer: Turn | null;
  #tainted: boolean;
  readonly #parts: TurnToolsParts;
  readonly #byName: ReadonlyMap<string, AnyTool>;
  readonly #shown: Set<string>;

  /** @param outer the turn that this is a part of: effects, taint and what was shown are the same */
  constructor(parts: TurnToolsParts, outer: Turn | null = null) {
    this.#outer = outer;
    this.#parts = parts;
    this.#byName = new Map(parts.tools.map((tool) => [tool.name, tool]));
    this.#shown = outer ? outer.#shown : new Set(parts.shown ?? []);
    this.effects = outer ? outer.effects : [...parts.earlier];
    this.#tainted = parts.tainted;
  }

  get tainted(): boolean {
    return this.#outer ? this.#outer.tainted : this.#tainted;
  }

  taint(): void {
    if (this.#outer) this.#outer.taint();
    else this.#tainted = true;
  }

  find(name: string): AnyTool {
    const tool = this.#byName.get(name);
    if (!tool) throw new Error(`There is no tool named ${name}.`);
    return tool;
  }

  async run(name: string, args: Args, signal: AbortSignal): Promise<ToolResult> {
    const tool = this.find(name);
    const { gate, database } = this.#parts;
    const key = callKey(name, args);
    const permitted = await permit(gate, database.db, { tool, args, key }, this.tainted);
    if (!permitted.run) return permitted.result;
    const call = { tool: name, args: permitted.args, key, tainted: this.tainted, approved: null };
    const result = this.#noted(tool, await this.#dispatch(tool, call, signal));
    if (permitted.changes.length === 0) return result;
    return { ...result, text: `[By a rule, ${permitted.changes.join('; ')}.]\n${result.text}` };
  }

  async runApproved(call: ApprovedCall, signal: AbortSignal): Promise<ToolResult> {
    const tool = this.find(call.tool);
    return this.#noted(tool, await this.#dispatch(tool, call, signal));
  }

  #noted(tool: AnyTool, result: ToolResult): ToolResult {
    const noted = tool.outside === true ? { ...result, tainted: true } : result;
    if (noted.tainted) this.taint();
    for (const handle of noted.handles ?? []) this.#shown.add(handle);
    return noted;
  }

  #use(signal: AbortSignal): Omit<ToolUse, 'queries'> {
    const { use, shown } = this.#parts;
    const isShown = shown ? { shown: (handle: string) => this.#shown.has(handle) } : {};
    return { ...use, ...isShown, tainted: this.tainted, signal };
  }

  async #dispatch(
    tool: AnyTool,
    call: Pick<OutsideCall, 'tool' | 'args' | 'key' | 'tainted' | 'approved'>,
    signal: AbortSignal,
  ): Promise<ToolResult> {
    const { database, lease, use } = this.#parts;
    const here = () => tool.run(call.args as never, { ...this.#use(signal), queries: database.db });
    if (tool.safe || tool.nests === true) return here();
    const of = { conversation: use.conversation, person: use.principal.id, turn: use.turn };
    const { result, effect } =
      tool.outside === true
        ? await runOutside(database, lease, { ...call, ...of }, here, signal)
        : await this.#runInside(tool, call, signal);
    if (effect) this.effects.push(effect);
    return result;
  }

  /** Runs an unsafe call, or finds what it has had in this turn already: then it has no further effect. */
  async #runInside(
    tool: AnyTool,
    { args, key }: Pick<OutsideCall, 'args' | 'key'>,
    signal: AbortSignal,
  ): Promise<{ readonly result: ToolResult; readonly effect: StandingEffect | null }> {
    const { database, lease, use } = this.#parts;
    const { conversation, principal, turn } = use;
    return database.transaction(async (tx) => {
      await underLease(tx, lease);
      const stored = await tx
        .selectFrom('effect')
        .selectAll()
        .where('turn_id', '=', turn)
        .where('call_key', '=', key)
        .executeTakeFirst();
      if (stored) return { result: stored.result as object as ToolResult, effect: null };
      const result = await tool.run(args as never, { ...this.#use(signal), queries: tx });
      // Whoever waited has been told that it was stopped: then it must not stand.
      signal.throwIfAborted();
      if (!result.ok) return { result, effect: null };
      const made = { conversation, person: principal.id, turn, key, name: tool.name, result };
      return { result, effect: await recordEffect(tx, made) };
    });
  }
}

/** The same call has the same key, whatever the order of its arguments and the reason given. */
function callKey(name: string, args: Args | undefined): string {
  const { justification: _, ...rest } = args ?? {};
  const sorted = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([name, sorted]))
    .digest('hex')
    .slice(0, 32);
}
