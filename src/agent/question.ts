// One request without a loop: a question whose answer is words. For a log of the conversation, a claim that our rules
// cannot judge, a stored request sent again. Tools may be in it so that it extends an earlier request, but what is
// called is not run.
import { messageTokens, schemaTokens } from '../context/budget/budget.ts';
import type { ChatMessage, ToolSchema } from '../context/message.ts';
import { messageOf } from '../errors.ts';
import type { Log } from '../log.ts';
import { type RepairedCall, readReply } from './calls/reply.ts';
import { type ModelClient, ModelError } from './model.ts';
import type { RequestRecord } from './outcome.ts';
import { createAccumulator, tokensSaid } from './stream.ts';

const LONGEST = 40_000;

export interface Answered {
  /** The words; '' if there were none or it failed. */
  readonly text: string;
  /** What it would have called, as a line each. */
  readonly calls: readonly string[];
  readonly record: RequestRecord;
}

/** Asks once. Never throws but the signal's reason: a failed question is an empty answer, logged. */
export async function question(
  model: ModelClient,
  asked: {
    readonly messages: readonly ChatMessage[];
    readonly tools: readonly ToolSchema[];
    readonly maxTokens: number;
    readonly cacheKey?: string;
  },
  signal: AbortSignal,
  log: Log,
): Promise<Answered> {
  const began = performance.now();
  const accumulator = createAccumulator(LONGEST);
  let firstTokenMs: number | undefined;
  let error: unknown;
  try {
    for await (const delta of model.stream(asked, signal)) {
      firstTokenMs ??= performance.now() - began;
      accumulator.add(delta);
    }
  } catch (thrown) {
    signal.throwIfAborted();
    log.warn({ error: messageOf(thrown) }, 'the model was asked and did not answer');
    error = thrown;
  }
  signal.throwIfAborted();
  const streamed = accumulator.now();
  const whole = error === undefined && streamed.finished;
  const record: RequestRecord = {
    usage: streamed.usage,
    ms: performance.now() - began,
    firstTokenMs,
    result: whole ? 'ok' : error === undefined ? 'cut' : 'error',
    ...(error instanceof ModelError ? { code: error.code } : {}),
    estimated: asked.messages.reduce((sum, one) => sum + messageTokens(one), schemaTokens(asked.tools)),
    ...(streamed.usage ? {} : { said: tokensSaid(streamed) }),
  };
  if (!whole) return { text: '', calls: [], record };
  const { text, calls } = readReply(streamed, asked.tools);
  return { text, calls: calls.map(lineOf), record };
}

const lineOf = (call: RepairedCall): string =>
  call.ok ? `${call.name} ${JSON.stringify(call.args)}` : `${call.name}: ${call.error}`;
