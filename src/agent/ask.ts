// One request: streams the answer, starts safe calls as soon as they are complete in it, and says how it ended. What
// the stream held decides; the value of finish_reason decides nothing, and its absence means that it was cut.
import type { ChatMessage } from '../context/message.ts';
import { messageOf, PeacrabError } from '../errors.ts';
import { callIdentity } from '../tools/same-call.ts';
import type { ToolResult, ToolRunner } from '../tools/tool.ts';
import { readNativeCall } from './calls/reply.ts';
import type { LoopLimits } from './limits.ts';
import { type ModelClient, ModelError, type ModelRequest } from './model.ts';
import type { RequestRecord } from './outcome.ts';
import { runCall } from './running.ts';
import { createAccumulator, type RawCall, type Streamed, tokensSaid } from './stream.ts';

/** A safe call that was started while the model still spoke. */
export interface EarlyCall {
  readonly position: number;
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly key: string;
  readonly result: Promise<ToolResult>;
}

export interface Answer {
  readonly streamed: Streamed;
  readonly early: readonly EarlyCall[];
  readonly record: RequestRecord;
  /** Why the answer is not whole; undefined when it is. */
  readonly error: PeacrabError | undefined;
}

export interface RequestSetup {
  readonly model: ModelClient;
  readonly runner: ToolRunner;
  readonly limits: LoopLimits;
  readonly options: Pick<ModelRequest, 'maxTokens' | 'temperature' | 'cacheKey'>;
  readonly signal: AbortSignal;
  /** The id for the nth call of this answer. */
  idOf(position: number): string;
  /** False for a call that was made too often. */
  mayRun(key: string): boolean;
  onStart(call: { readonly name: string; readonly args: unknown }): void;
}

/**
 * Sends one request and reads the answer to its end.
 *
 * @param kept safe calls that have their results from a stream that was cut: not started again
 * @throws the signal's reason when aborted; everything else is in the answer
 */
export async function ask(
  asking: RequestSetup,
  messages: readonly ChatMessage[],
  kept: readonly EarlyCall[] = [],
): Promise<Answer> {
  const { model, runner, limits, signal } = asking;
  const began = performance.now();
  const accumulator = createAccumulator(limits.answerChars);
  const early: EarlyCall[] = [];
  let firstTokenMs: number | undefined;
  let error: PeacrabError | undefined;
  try {
    for await (const delta of model.stream({ messages, tools: runner.schemas, ...asking.options }, signal)) {
      firstTokenMs ??= performance.now() - began;
      for (const call of accumulator.add(delta)) startEarly(asking, call, early, kept);
      if (accumulator.overlong()) break;
    }
  } catch (thrown) {
    signal.throwIfAborted();
    error = thrown instanceof PeacrabError ? thrown : new ModelError('MODEL_STREAM_CUT', messageOf(thrown));
  }
  signal.throwIfAborted();
  const streamed = accumulator.now();
  if (error === undefined && !streamed.finished && !streamed.overlong)
    error = new ModelError('MODEL_STREAM_CUT', "The model's answer ended before it was finished. Try again.");
  const record: RequestRecord = {
    usage: streamed.usage,
    ms: performance.now() - began,
    firstTokenMs,
    result: error === undefined ? 'ok' : error.code === 'MODEL_STREAM_CUT' ? 'cut' : 'error',
    ...(error === undefined ? {} : { code: error.code }),
    ...(streamed.usage ? {} : { said: tokensSaid(streamed) }),
  };
  return { streamed, early, record, error };
}

function startEarly(
  asking: RequestSetup,
  raw: RawCall,
  early: EarlyCall[],
  kept: readonly EarlyCall[],
): void {
  const { runner, limits, signal } = asking;
  const call = readNativeCall(raw, runner.schemas);
  if (!call.ok || early.length >= limits.callsPerAnswer || !runner.isSafe(call.name)) return;
  const key = callIdentity(call.name, call.args);
  if (!asking.mayRun(key)) return;
  if ([...early, ...kept].some((other) => other.key === key)) return;
  const parsed = runner.parse(call.name, call.args);
  if (!parsed.ok) return;
  const id = asking.idOf(raw.position);
  asking.onStart({ name: call.name, args: parsed.args });
  const result = runCall(runner, { id, name: call.name, args: parsed.args }, limits.toolMs, signal);
  result.catch(() => undefined);
  early.push({ position: raw.position, id, name: call.name, args: call.args, key, result });
}
