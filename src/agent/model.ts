// What the loop knows of a model: one streamed request at a time. The wire is in openai.ts; tests may bring their own.
import type { ChatMessage, ToolSchema } from '../context/message.ts';
import { type ErrorCode, PeacrabError } from '../errors.ts';

export interface ModelRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolSchema[];
  /** Tokens of the answer, at most. */
  readonly maxTokens?: number;
  readonly temperature?: number;
  /** The conversation's key for the server's prompt cache, hashed; 64 characters at most. */
  readonly cacheKey?: string;
}

/** A piece of a tool call as it came over the wire: any part may be absent or of the wrong type. */
export interface CallDelta {
  readonly index?: number;
  readonly id?: string;
  readonly name?: string;
  /** Usually a piece of a string; some servers send the whole object. */
  readonly arguments?: unknown;
}

/** Tokens of one request, as the server counted them. */
export interface Usage {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

/** One chunk of a streamed answer. */
export interface StreamDelta {
  readonly text?: string;
  readonly reasoning?: string;
  readonly calls?: readonly CallDelta[];
  /** Present when the server said that the answer has ended; its value decides nothing. */
  readonly finish?: string;
  readonly usage?: Usage;
}

export interface ModelClient {
  /**
   * Streams one answer. Ends normally also when the connection was closed early without an error: the absence of
   * `finish` tells.
   *
   * @throws ModelError MODEL_UNREACHABLE, MODEL_REFUSED, MODEL_WINDOW, MODEL_STREAM_CUT
   * @throws the signal's reason when aborted
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<StreamDelta>;
}

type ModelErrorCode = Extract<
  ErrorCode,
  'MODEL_UNREACHABLE' | 'MODEL_REFUSED' | 'MODEL_STREAM_CUT' | 'MODEL_WINDOW'
>;

/** An error of the model's server. `retryAfterMs` is what the server asked for, in milliseconds. */
export class ModelError extends PeacrabError {
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    code: ModelErrorCode,
    message: string,
    detail: { status?: number | undefined; retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(code, message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'ModelError';
    this.status = detail.status;
    this.retryAfterMs = detail.retryAfterMs;
  }
}
