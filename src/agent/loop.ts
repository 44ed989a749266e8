// The loop between model and tools, for one turn: ask, run what was called, ask again, until the model has said its
// last word or a rule ends it. Messages are only ever appended, so each request extends the one before. The order of
// effects is the order of the calls; what people get is honest, also when it ends badly.
import { PeacrabError } from '../errors.ts';
import { type Answer, ask, type EarlyCall, type RequestSetup } from './ask.ts';
import { withoutLeaks } from './calls/leaks.ts';
import { type Reply, readReply } from './calls/reply.ts';
import { finishCalls, keepEarly, type Made, planCalls, runPlan } from './calls-run.ts';
import { circumstancesOf } from './circumstances.ts';
import { createHistory, type History } from './history.ts';
import { DEFAULT_LIMITS, type LoopLimits } from './limits.ts';
import type { LoopInput } from './loop-input.ts';
import { ModelError } from './model.ts';
import type { LoopCall, LoopOutcome, LoopStep, RequestRecord, StopReason } from './outcome.ts';
import { pause } from './running.ts';
import {
  announcesChange,
  announcesWithoutCall,
  claimsDone,
  honestText,
  LAST_ROUND,
  NUDGE,
  NUDGE_BROKEN,
  NUDGE_UNCLEAR,
  nudgeAfterFailure,
  nudgeAfterQuestion,
  questionsIn,
  standingFailures,
} from './stops.ts';

export type { LoopLimits } from './limits.ts';
export type { LoopInput } from './loop-input.ts';
export type { LoopCall, LoopOutcome, LoopStep, RequestRecord, StopReason } from './outcome.ts';

interface Run {
  readonly input: LoopInput;
  readonly limits: LoopLimits;
  readonly history: History;
  readonly asking: RequestSetup;
  readonly steps: LoopStep[];
  readonly requests: RequestRecord[];
  /** The same calls, counted. */
  readonly seen: Map<string, Made>;
  /** Safe calls of a stream that has just been cut: asked for again, they have their results already. */
  kept: readonly EarlyCall[];
  said: string;
  rounds: number;
  failures: number;
  retries: number;
  empties: number;
  nudges: number;
  repeats: number;
  corrected: boolean;
  overflowed: boolean;
}

/**
 * Runs the loop to its outcome.
 *
 * @throws PeacrabError LEASE_LOST and DATABASE_* from a tool: then the turn itself has to end
 */
export async function runLoop(input: LoopInput): Promise<LoopOutcome> {
  const run = start(input);
  try {
    for (;;) {
      const ended = await round(run);
      if (ended !== undefined) return ended;
    }
  } catch (error) {
    if (!input.signal.aborted) throw error;
    return outcome(run, 'aborted', run.said);
  }
}

function start(input: LoopInput): Run {
  const limits = { ...DEFAULT_LIMITS, ...input.limits };
  const history = createHistory(input.messages);
  const seen = new Map<string, Made>();
  const asking: RequestSetup = {
    model: input.model,
    runner: input.runner,
    limits,
    options: input.options ?? {},
    signal: input.signal,
    idOf: (position) => history.callId(position),
    mayRun: (key) => (seen.get(key)?.times ?? 0) + 1 < limits.sameCall,
    onStart: (call) => input.onStatus?.({ type: 'tool', ...call }),
  };
  return {
    input,
    limits,
    history,
    asking,
    steps: [],
    requests: [],
    seen,
    kept: [],
    said: '',
    rounds: 0,
    failures: 0,
    retries: 0,
    empties: 0,
    nudges: 0,
    repeats: 0,
    corrected: false,
    overflowed: false,
  };
}

/** One request and what follows from it. Undefined: go on. */
async function round(run: Run): Promise<LoopOutcome | undefined> {
  const { input, history } = run;
  input.signal.throwIfAborted();
  const tooLarge = await refit(run);
  if (tooLarge) return outcome(run, 'failed', '', { error: tooLarge });
  input.onStatus?.({ type: 'thinking' });
  const answer = await ask(run.asking, history.messages(), run.kept);
  run.requests.push(answer.record);
  if (answer.error !== undefined) return afterFailure(run, answer, answer.error);
  [run.retries, run.overflowed] = [0, false];
  const reading = input.read ?? readReply;
  const read = reading(answer.streamed, input.runner.schemas, circumstancesOf(history.messages()));
  const reply: Reply = { ...read, text: withoutLeaks(read.text) };
  const said = reply.unclear === undefined ? reply.text : withoutLeaks(reply.unclear);
  if (said !== '') run.said = said;
  return reply.calls.length > 0 ? afterCalls(run, answer, reply) : afterWords(run, reply);
}

/** Lets the caller shorten the messages. @returns why they cannot be made to fit, if so */
async function refit({ input, history, overflowed, requests }: Run): Promise<PeacrabError | null> {
  if (!input.fit) return null;
  try {
    history.replace(await input.fit(history.messages(), { overflowed, requests }));
    return null;
  } catch (error) {
    if (error instanceof PeacrabError && error.code === 'MODEL_WINDOW') return error;
    throw error;
  }
}

/** The stream was cut, stalled or refused: keep what is finished and safe, try again within bounds. */
async function afterFailure(run: Run, answer: Answer, error: PeacrabError): Promise<LoopOutcome | undefined> {
  const { input, limits, history } = run;
  const fields = { code: error.code, retries: run.retries, kept: answer.early.length };
  input.log.warn(fields, 'a model request failed');
  const kept = await keepEarly(answer.early);
  run.kept = [...run.kept, ...answer.early];
  if (kept.length > 0) await record(run, { text: '', calls: await finish(run, kept), cut: true });
  history.next();
  const tooLarge = error.code === 'MODEL_WINDOW' && input.fit !== undefined && !run.overflowed;
  if (tooLarge) {
    run.overflowed = true;
    return undefined;
  }
  const again = error.code === 'MODEL_STREAM_CUT' || error.code === 'MODEL_UNREACHABLE';
  if (!again || run.retries >= limits.streamRetries) return outcome(run, 'failed', '', { error });
  const asked = error instanceof ModelError ? error.retryAfterMs : undefined;
  const wait = Math.min(asked ?? limits.retryDelayMs * 2 ** run.retries, limits.retryDelayMostMs);
  run.retries++;
  await pause(wait, input.signal);
  return undefined;
}

async function afterCalls(run: Run, answer: Answer, reply: Reply): Promise<LoopOutcome | undefined> {
  const { input, limits, history, seen } = run;
  if (run.rounds >= limits.rounds) return stop(run, 'rounds', reply.text);
  const plan = planCalls(reply.calls, {
    runner: input.runner,
    limits,
    seen,
    idOf: (at) => history.callId(at),
  });
  const onlyAgain = plan.every((call) => call.repeated);
  if (onlyAgain && run.repeats++ >= limits.repeatRetries)
    return stop(run, 'repeated', reply.text || run.said);
  const calls = await runPlan(plan, [...answer.early, ...run.kept], run.asking);
  run.kept = [];
  run.rounds++;
  const changed = calls.some((call) => call.ran && call.result.ok && changes(run, call.name) === 'yes');
  // A read may differ after a write; a repeated write is still a repeat.
  if (changed) for (const [key, { name }] of seen) if (changes(run, name) !== 'yes') seen.delete(key);
  const isAnswered = calls.some(({ result }) => result.ok || result.asked !== undefined);
  run.failures = isAnswered ? 0 : run.failures + 1;
  const last = run.rounds >= limits.rounds;
  run.empties = 0;
  const step: LoopStep = {
    text: reply.text,
    calls: await finish(run, calls, last ? LAST_ROUND : undefined),
    ...(last ? { last } : {}),
  };
  const fails = run.failures >= limits.failuresInRow;
  const joined = fails ? [] : ((await input.meanwhile?.(step)) ?? []);
  // More was said: what was called before may be meant anew.
  if (joined.length > 0) [run.repeats, run.failures] = [0, 0];
  await record(run, joined.length > 0 ? { ...step, joined } : step);
  history.next();
  return fails ? stop(run, 'failures', '') : undefined;
}

async function afterWords(run: Run, reply: Reply): Promise<LoopOutcome | undefined> {
  const { limits, input } = run;
  if (reply.text === '') {
    if (run.empties++ < limits.emptyRetries) return undefined;
    return stop(run, 'empty', run.said);
  }
  const mayCall = input.runner.schemas.length > 0 && run.rounds < limits.rounds;
  // The words say what will be done, and nothing of the kind has been.
  const announced =
    mayCall &&
    !reply.residue &&
    !reply.about &&
    reply.unclear === undefined &&
    (announcesWithoutCall(reply.text) || (!changedSomething(run) && announcesChange(reply.text)));
  const nudge =
    reply.unclear !== undefined
      ? NUDGE_UNCLEAR
      : reply.residue
        ? NUDGE_BROKEN
        : announced
          ? NUDGE
          : undefined;
  if (mayCall && nudge !== undefined && run.nudges < limits.nudges) {
    run.nudges++;
    await record(run, { text: reply.text, calls: [], nudge });
    return undefined;
  }
  // Asked, or not to be asked any more, and not said to be an example: the words stand alone.
  if (reply.unclear) {
    const { unclear, ...rest } = reply;
    return afterWords(run, { ...rest, text: withoutLeaks(unclear) });
  }
  const steps = [...(input.earlier ?? []), ...run.steps];
  const failed = standingFailures(steps, (name) => changes(run, name));
  const asked = changedSomething(run) ? [] : questionsIn(steps);
  if ((failed.length === 0 && asked.length === 0) || !claimsDone(reply.text))
    return announced ? stop(run, 'announced', reply.text) : outcome(run, 'done', reply.text);
  // Something else may have been done all the same: then the words stay, with the note.
  if (run.corrected && failed.length === 0) return stop(run, 'only-asked', '');
  if (run.corrected) return stop(run, 'false-done', changedSomething(run) ? reply.text : '');
  run.corrected = true;
  const correction = failed.length === 0 ? nudgeAfterQuestion(asked) : nudgeAfterFailure(failed);
  await record(run, { text: reply.text, calls: [], nudge: correction });
  return undefined;
}

function finish(run: Run, calls: readonly LoopCall[], lastLine?: string): Promise<LoopCall[]> {
  const before = run.steps.reduce((count, step) => count + step.calls.length, 0);
  return finishCalls(calls, before, run.input.offload, lastLine);
}

async function record(run: Run, step: LoopStep): Promise<void> {
  run.steps.push(step);
  run.history.append(step);
  await run.input.recorded?.(step);
}

function changes(run: Run, name: string): 'yes' | 'no' | 'unknown' {
  const known = run.input.runner.schemas.some((schema) => schema.function.name === name);
  if (!known) return 'unknown';
  return run.input.runner.isSafe(name) ? 'no' : 'yes';
}

function changedSomething(run: Run): boolean {
  const calls = run.steps.flatMap((step) => step.calls);
  return calls.some((call) => call.ran && call.result.ok && changes(run, call.name) === 'yes');
}

function stop(run: Run, reason: StopReason, said: string): LoopOutcome {
  run.input.log.info({ reason, rounds: run.rounds }, 'a stop rule ended the turn');
  return outcome(run, 'stopped', honestText(reason, said, run.input.say), { reason, said });
}

function outcome(
  run: Run,
  status: LoopOutcome['status'],
  text: string,
  more: Pick<LoopOutcome, 'reason' | 'said' | 'error'> = {},
): LoopOutcome {
  return {
    status,
    text,
    steps: run.steps,
    requests: run.requests,
    appended: run.history.appended(),
    ...more,
  };
}
