// The turn's tools, ready for the loop. Each call goes through the gate; then safe tools read the database or the web,
// unsafe ones run in a transaction of their own together with their result, under the lease, and unsafe ones that reach
// outside run once and are stored around it. A call's identity is (turn, name, arguments): a retried turn, or a model that
// repeats itself, gets the first result and no second effect.

import type { NewEntry } from '../context/entry.ts';
import type { ToolSchema } from '../context/message.ts';
import { NOTICE } from '../context/notices.ts';
import type { Database } from '../database/database.ts';
import { type Lease, underLease } from '../delivery/lease.ts';
import { messageOf, PeacrabError } from '../errors.ts';
import { english, sayFor } from '../language/say.ts';
import { storable, storableText } from '../text/storable.ts';
import { type ExternalCall, endApproved, resultOf, runExternal } from './approvals/run-external.ts';
import { type Approval, loadApproval } from './approvals/store.ts';
import { authorizeCall, type Gate, refusalNow } from './authorize.ts';
import { recordEffect, type StandingEffect } from './effects.ts';
import { textOf } from './policy/rules.ts';
import { saidIn } from './said.ts';
import { callKey } from './same-call.ts';
import { type Tool, type ToolResult, type ToolRunner, toolSchema } from './tool.ts';
import type { ToolContext } from './tool-context.ts';
import { useSkill } from './use-skill.ts';
import { validateArguments } from './validate.ts';

export type AnyTool = Tool<never, ToolContext>;
type Dispatched = Pick<ExternalCall, 'tool' | 'args' | 'key' | 'tainted' | 'approved'>;
/** Characters of an error that the model sees. */
const LONGEST_ERROR = 300;
type Args = Readonly<Record<string, unknown>>;

export interface TurnToolsParts {
  readonly database: Database;
  readonly lease: Lease;
  readonly tools: readonly AnyTool[];
  readonly use: Omit<ToolContext, 'queries' | 'tainted' | 'shown' | 'signal'>;
  readonly gate: Gate;
  /** Handles that the model has been shown before this turn; results add theirs. */
  readonly shown?: Iterable<string>;
  /** Whether the context held tainted text when the turn began. */
  readonly tainted: boolean;
  readonly earlier: readonly StandingEffect[];
}

function runnerOf(calls: TurnTools, tools: readonly AnyTool[]): ToolRunner {
  const schemas: readonly ToolSchema[] = tools.map((tool) => toolSchema(tool));
  return {
    schemas,
    isSafe: (name) => calls.find(name).safe,
    timeoutMs: (name) => calls.find(name).timeoutMs,
    parse: (name, args) => calls.parse(name, args),
    instead: (name) => calls.instead(name),
    run: (call, signal) => calls.run(call.name, call.args as Args, signal),
  };
}

export class TurnTools {
  readonly runner: ToolRunner;
  readonly #effects: StandingEffect[];
  readonly #outer: TurnTools | null;
  #tainted: boolean;
  #repairing = false;
  readonly #parts: TurnToolsParts;
  readonly #byName: ReadonlyMap<string, AnyTool>;
  readonly #shown: Set<string>;

  /** @param outer the turn that this is a part of: effects, taint and what was shown are the same */
  constructor(parts: TurnToolsParts, outer: TurnTools | null = null) {
    this.#outer = outer;
    this.#parts = parts;
    this.#byName = new Map(parts.tools.map((tool) => [tool.name, tool]));
    this.#shown = outer ? outer.#shown : new Set(parts.shown ?? []);
    this.#effects = outer ? outer.#effects : [...parts.earlier];
    this.#tainted = parts.tainted;
    this.runner = runnerOf(this, parts.tools);
  }

  /** Effects of this turn so far, those of earlier attempts included, in order. */
  get effects(): readonly StandingEffect[] {
    return this.#effects;
  }

  /** Whether the context holds tainted text by now: from before, or a result of this turn. */
  get tainted(): boolean {
    return this.#outer ? this.#outer.tainted : this.#tainted;
  }

  get repairing(): boolean {
    return this.#outer ? this.#outer.repairing : this.#repairing;
  }

  /** From here on calls are to make the reply's claims true: what rests on others' words alone is refused. */
  repair(): void {
    this.#repairing = true;
  }

  taint(): void {
    if (this.#outer) this.#outer.taint();
    else this.#tainted = true;
  }

  /** The harness has changed something in the turn beside the tools. */
  did(effect: StandingEffect): void {
    this.#effects.push(effect);
  }

  /** The person has said more: handles of reminders in it have been shown too. */
  heard(handles: Iterable<string>): void {
    for (const handle of handles) this.#shown.add(handle);
  }

  /**
   * A runner for a part of the turn with entries of its own: of these tools those that have a place and do not nest, under
   * the same gate, with the same effects and taint.
   */
  within(names: readonly string[], running: () => readonly NewEntry[]): ToolRunner {
    const { delegate: _, ...outer } = this.#parts.use;
    const tools = this.#parts.tools.filter((tool) => names.includes(tool.name) && tool.nests !== true);
    const use = { ...outer, running: () => [...running(), ...(outer.running?.() ?? [])] };
    return new TurnTools({ ...this.#parts, tools, use }, this).runner;
  }

  find(name: string): AnyTool {
    const tool = this.#byName.get(name);
    if (!tool) throw new Error(`There is no tool named ${name}.`);
    return tool;
  }

  /** Checks arguments, with what the person has said so far. */
  parse(name: string, args: unknown): ReturnType<ToolRunner['parse']> {
    return validateArguments(this.find(name), args, saidIn(this.#parts.use));
  }

  /** A skill that is called as if it were a tool is to be read. */
  instead(name: string): { readonly name: string; readonly args: Args } | null {
    const letters = (of: string) => of.toLowerCase().replace(/[^a-z0-9]/g, '');
    const skill = this.#parts.use.skills.list().find((each) => letters(each.name) === letters(name));
    return skill && this.#byName.has(useSkill.name)
      ? { name: useSkill.name, args: { name: skill.name } }
      : null;
  }

  async run(name: string, args: Args, signal: AbortSignal): Promise<ToolResult> {
    const tool = this.find(name);
    const { gate, database } = this.#parts;
    const key = callKey(name, args);
    const away = (await tool.away?.()) ?? null;
    if (away !== null) return this.#noted(tool, { ok: false, text: away });
    const permitted = await authorizeCall(gate, database.db, { tool, args, key }, this);
    if (!permitted.run) return permitted.result;
    const call = { tool: name, args: permitted.args, key, tainted: this.tainted, approved: null };
    const result = await this.#dispatched(tool, call, signal);
    if (permitted.changes.length === 0) return result;
    return {
      ...result,
      text: `[${NOTICE.byRule}${permitted.changes.map((change) => change(english)).join('; ')}.]\n${result.text}`,
    };
  }

  /**
   * Runs an approved call, without asking again; or says what it came to before, or why it may not run any more.
   *
   * @param by the name of the person who approved it
   */
  async runApproved({ id, tool: name }: Approval, by: string, signal: AbortSignal): Promise<ToolResult> {
    const { database, gate } = this.#parts;
    const row = await loadApproval(database.db, id);
    const args = row.args as Args;
    const tool = this.#byName.get(name);
    if (row.state !== 'approved' && row.state !== 'running') return this.#noted(tool, resultOf(row));
    const refusal = tool ? refusalNow(gate, tool, args) : gone(name);
    if (refusal && row.state === 'approved') return this.#end(row, refusal);
    const call = { tool: name, args, key: row.call_key, tainted: row.tainted, approved: { id, by } };
    const result = await this.#dispatched(tool ?? lost, call, signal);
    return isKept(tool ?? lost) ? result : this.#end(row, result);
  }

  /** What a tool outside throws may hold words from there: it is a result like others, and marked. */
  async #dispatched(tool: Runs, call: Dispatched, signal: AbortSignal): Promise<ToolResult> {
    try {
      return this.#noted(tool, await this.#dispatch(tool, call, signal));
    } catch (error) {
      if (tool.outside !== true || error instanceof PeacrabError || signal.aborted) throw error;
      const why = storableText(messageOf(error).replace(/\s+/gu, ' ').slice(0, LONGEST_ERROR));
      return this.#noted(tool, { ok: false, text: `${call.tool} failed, nothing was done: ${why}` });
    }
  }

  async #end({ id, tool }: Approval, result: ToolResult): Promise<ToolResult> {
    const { database, lease, gate } = this.#parts;
    await endApproved(database, lease, id, result);
    gate.desk.noted({ approval: id, tool, state: result.ok ? 'done' : 'failed', by: null });
    return result;
  }

  #noted(tool: Pick<Runs, 'outside'> | undefined, result: ToolResult): ToolResult {
    const noted = tool?.outside === true ? { ...result, tainted: true } : result;
    if (noted.tainted) this.taint();
    this.heard(noted.handles ?? []);
    return noted;
  }

  /** What is made of others' words is marked too; what is the principal's own, word for word, is not theirs. */
  #use(args: Args, signal: AbortSignal): Omit<ToolContext, 'queries'> {
    const { use, shown, gate } = this.#parts;
    const tainted = this.tainted || (gate.others && !gate.isOwn(Object.values(args).map(textOf).join('\n')));
    const isShown = shown ? { shown: (handle: string) => this.#shown.has(handle) } : {};
    return { ...use, ...isShown, tainted, signal };
  }

  async #dispatch(tool: Runs, call: Dispatched, signal: AbortSignal): Promise<ToolResult> {
    const { database, lease, use, gate } = this.#parts;
    const here = async () =>
      storable(await tool.run(call.args as never, { ...this.#use(call.args, signal), queries: database.db }));
    if (tool.safe || tool.nests === true) return here();
    const of = {
      conversation: use.conversation,
      person: use.principal.id,
      say: sayFor(use.principal),
      turn: use.turn,
    };
    if (!isKept(tool)) return this.#runInside(tool, call, signal);
    const { result, effect, ended } = await runExternal(database, lease, { ...call, ...of }, here, signal);
    if (effect) this.#effects.push(effect);
    if (ended) gate.desk.noted(ended);
    return result;
  }

  /** Runs an unsafe call, or finds what it has had in this turn already: then it has no further effect. */
  async #runInside(
    tool: Runs,
    { tool: name, args, key }: Pick<ExternalCall, 'tool' | 'args' | 'key'>,
    signal: AbortSignal,
  ): Promise<ToolResult> {
    const { database, lease, use } = this.#parts;
    const { conversation, principal, turn } = use;
    const { result, effect } = await database.transaction(async (tx) => {
      await underLease(tx, lease);
      const stored = await tx
        .selectFrom('effect')
        .selectAll()
        .where('turn_id', '=', turn)
        .where('call_key', '=', key)
        .executeTakeFirst();
      if (stored) return { result: stored.result as object as ToolResult, effect: null };
      const result = storable(await tool.run(args as never, { ...this.#use(args, signal), queries: tx }));
      // The person has been told that it was stopped: then it must not be kept.
      signal.throwIfAborted();
      if (!result.ok) return { result, effect: null };
      const made = { conversation, person: principal.id, turn, key, name, result };
      return { result, effect: await recordEffect(tx, made) };
    });
    if (effect) this.#effects.push(effect);
    return result;
  }
}

/** Whether a call is stored around its run: it changes something where no transaction reaches. */
const isKept = ({ safe, outside }: Runs): boolean => !safe && outside === true;

type Runs = Pick<AnyTool, 'safe' | 'outside' | 'nests' | 'run'>;

/** In place of a tool that had begun to run when its process ended, and has no place any more: it is never run. */
const lost: Runs = { safe: false, outside: true, run: () => Promise.reject(new Error('it has no place')) };

const gone = (name: string): ToolResult => ({
  ok: false,
  text: `There is no tool ${name} any more: nothing was done. Say so.`,
});
