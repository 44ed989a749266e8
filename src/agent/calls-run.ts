// From the calls of one answer to their results: which are run, in which order, and which get an error instead.
import { callIdentity } from '../tools/same-call.ts';
import type { ToolResult, ToolRunner } from '../tools/tool.ts';
import type { EarlyCall, RequestSetup } from './ask.ts';
import type { RepairedCall } from './calls/reply.ts';
import type { LoopLimits } from './limits.ts';
import type { LoopCall, Offload } from './outcome.ts';
import { runCall } from './running.ts';
import { SAME_AGAIN } from './stops.ts';

/** A call that is to be answered: by running it, or with its error. */
interface Planned {
  readonly id: string;
  readonly name: string;
  /** As they are in the history. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly key: string;
  readonly run: { readonly args: unknown; readonly safe: boolean } | undefined;
  readonly error: string;
  /** True when it was made before, and nothing that it shows was changed since: its result says so. */
  readonly again: boolean;
  /** True when it was made too often: it is not run. */
  readonly repeated: boolean;
}

/** A call that was made, and how often. */
export interface Made {
  readonly name: string;
  readonly times: number;
}

interface Planning {
  readonly runner: ToolRunner;
  readonly limits: LoopLimits;
  /** How often each call was made; counted on here. */
  readonly seen: Map<string, Made>;
  idOf(position: number): string;
}

/** Decides for each call; the same call twice in one answer is one call. */
export function planCalls(calls: readonly RepairedCall[], planning: Planning): Planned[] {
  const plan: Planned[] = [];
  for (const [at, given] of calls.entries()) {
    const call = meant(given, planning.runner);
    const key = callIdentity(call.name, call.ok ? call.args : call.error);
    if (plan.some((other) => other.key === key)) continue;
    const count = (planning.seen.get(key)?.times ?? 0) + 1;
    planning.seen.set(key, { name: call.name, times: count });
    const head = { id: planning.idOf(call.native ?? at), name: call.name, key, again: count > 1 };
    const repeated = count >= planning.limits.sameCall;
    if (!call.ok) plan.push({ ...head, args: {}, run: undefined, error: call.error, repeated });
    else plan.push({ ...head, args: call.args, ...decide(call, plan.length, repeated, planning), repeated });
  }
  return plan;
}

/** The call itself, or the one that is meant by a name that is no tool's. */
function meant(call: RepairedCall, runner: ToolRunner): RepairedCall {
  if (call.ok || runner.schemas.some((schema) => schema.function.name === call.name)) return call;
  const instead = runner.instead?.(call.name);
  return instead ? { ok: true, native: call.native, ...instead } : call;
}

function decide(
  call: RepairedCall & { ok: true },
  before: number,
  repeated: boolean,
  { runner, limits }: Planning,
): Pick<Planned, 'run' | 'error'> {
  if (repeated) return { run: undefined, error: SAME_AGAIN };
  if (before >= limits.callsPerAnswer)
    return {
      run: undefined,
      error: `Too many calls at once: ${limits.callsPerAnswer} at most. This one was not run.`,
    };
  const parsed = runner.parse(call.name, call.args);
  if (!parsed.ok) return { run: undefined, error: parsed.error };
  return { run: { args: parsed.args, safe: runner.isSafe(call.name) }, error: '' };
}

/**
 * Answers every call, in call order. Safe ones that have not started yet start when the unsafe ones before them are
 * done; unsafe ones run one after the other.
 */
export async function runPlan(
  plan: readonly Planned[],
  early: readonly EarlyCall[],
  asking: RequestSetup,
): Promise<LoopCall[]> {
  const answers: { call: Planned; early: boolean; result: Promise<ToolResult> | ToolResult }[] = [];
  for (const call of plan) {
    const started = early.find((one) => one.key === call.key);
    if (call.run === undefined) answers.push({ call, early: false, result: { ok: false, text: call.error } });
    else if (started !== undefined) answers.push({ call, early: true, result: started.result });
    else {
      asking.signal.throwIfAborted();
      asking.onStart({ name: call.name, args: call.run.args });
      const { id, name } = call;
      const running = runCall(
        asking.runner,
        { id, name, args: call.run.args },
        asking.limits.toolMs,
        asking.signal,
      );
      running.catch(() => undefined);
      answers.push({ call, early: false, result: call.run.safe ? running : await running });
    }
  }
  const calls: LoopCall[] = [];
  for (const { call, early, result } of answers)
    calls.push({
      id: call.id,
      name: call.name,
      args: call.args,
      result: noted(call, await result),
      ran: call.run !== undefined,
      early,
      ...(call.repeated ? { repeated: true } : {}),
    });
  return calls;
}

/** A result that was there before says so: models that call the same again and again do not notice by themselves. */
function noted(call: Planned, result: ToolResult): ToolResult {
  return call.again && result.ok ? { ...result, text: `${result.text}\n${SAME_AGAIN}` } : result;
}

/** The safe calls of a stream that was cut, once they have their results. */
export async function keepEarly(early: readonly EarlyCall[]): Promise<LoopCall[]> {
  const kept: LoopCall[] = [];
  for (const { id, name, args, result } of early)
    kept.push({ id, name, args, result: await result, ran: true, early: true });
  return kept;
}

/**
 * Results as they enter the messages: offloaded by the caller, never empty.
 *
 * @param before how many calls the loop has had so far
 * @param lastLine goes under the last of them
 */
export async function finishCalls(
  calls: readonly LoopCall[],
  before: number,
  offload: Offload | undefined,
  lastLine?: string,
): Promise<LoopCall[]> {
  const finished: LoopCall[] = [];
  for (const [at, call] of calls.entries()) {
    const result = offload ? await offload(call.result, before + at, call) : call.result;
    const text = result.text.trim() === '' ? (result.ok ? 'Done.' : 'This did not work.') : result.text;
    const line = lastLine !== undefined && at === calls.length - 1 ? `\n${lastLine}` : '';
    finished.push({ ...call, result: { ...result, text: `${text}${line}` } });
  }
  return finished;
}
