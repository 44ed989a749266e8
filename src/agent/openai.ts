// The model client for any OpenAI-compatible server, on the `openai` package without its streaming helper and without
// its retries: the loop decides what is tried again. The SDK's timeout does not cover a stream that stalls, and a cut
// stream ends silently; so there is an idle timer of our own, and `finish` is passed on for the loop to miss.
import OpenAI from 'openai';
import type { ModelClient, ModelRequest, StreamDelta } from './model.ts';
import { modelError, refusedFields, stalled } from './model-errors.ts';
import { type Profile, profileFor } from './profiles/profile.ts';
import { bodyOf, type Optional } from './request-body.ts';
import { readChunk } from './wire.ts';

export interface ModelSettings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly model: string;
  /** Longest wait for the first chunk, in milliseconds: a long prompt on a slow machine takes its time. */
  readonly firstMs?: number;
  /** Longest silence between two chunks, in milliseconds. */
  readonly idleMs?: number;
  /** Longest wait for the end of the stream after the answer has ended, in milliseconds. */
  readonly lingerMs?: number;
  /** What the model's template and server take; told by name and address unless given. */
  readonly profile?: Profile;
}

/** What this server does not take; found out by its refusals, kept for the client's life. */
type Dialect = Set<Optional>;

const DEFAULTS = { firstMs: 120_000, idleMs: 30_000, lingerMs: 2_000 } as const;

/** A client of one model on one server. */
export function createModelClient(settings: ModelSettings): ModelClient {
  const limits: Limits = {
    ...settings,
    profile: settings.profile ?? profileFor(settings.model, settings.baseUrl),
    firstMs: settings.firstMs ?? DEFAULTS.firstMs,
    idleMs: settings.idleMs ?? DEFAULTS.idleMs,
    lingerMs: settings.lingerMs ?? DEFAULTS.lingerMs,
  };
  const sdk = openSdk(settings, limits.firstMs);
  const dialect: Dialect = new Set();
  return { stream: (request, signal) => streamAnswer(sdk, limits, dialect, request, signal) };
}

/** The SDK without its retries and its log. @param timeoutMs for the answer to begin */
export function openSdk(settings: Pick<ModelSettings, 'baseUrl' | 'apiKey'>, timeoutMs: number): OpenAI {
  return new OpenAI({
    baseURL: settings.baseUrl,
    apiKey: settings.apiKey || 'none',
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
  });
}

type Limits = ModelSettings & {
  readonly profile: Profile;
  readonly firstMs: number;
  readonly idleMs: number;
  readonly lingerMs: number;
};

async function* streamAnswer(
  sdk: OpenAI,
  limits: Limits,
  dialect: Dialect,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<StreamDelta> {
  signal.throwIfAborted();
  const own = new AbortController();
  const both = AbortSignal.any([signal, own.signal]);
  let chunks: AsyncIterator<unknown> | undefined;
  let finished = false;
  try {
    const stream = await within(open(sdk, limits, dialect, request, both), limits.firstMs, () => own.abort());
    chunks = stream[Symbol.asyncIterator]();
    let patience = limits.firstMs;
    for (;;) {
      const next = await within(chunks.next(), finished ? limits.lingerMs : patience, () => own.abort());
      signal.throwIfAborted();
      if (next.done) return;
      patience = limits.idleMs;
      const delta = readChunk(next.value);
      finished ||= delta.finish !== undefined;
      yield delta;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (finished) return;
    throw modelError(error, {
      apiKey: limits.apiKey,
      baseUrl: limits.baseUrl,
      streaming: chunks !== undefined,
    });
  } finally {
    own.abort();
  }
}

/** Opens the stream; a field that the server refuses is left out from then on. */
async function open(
  sdk: OpenAI,
  settings: Limits,
  dialect: Dialect,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<unknown>> {
  for (;;) {
    try {
      const body = bodyOf(settings.model, settings.profile, dialect, request);
      return (await sdk.chat.completions.create(body as never, {
        signal,
      })) as unknown as AsyncIterable<unknown>;
    } catch (error) {
      const known = dialect.size;
      for (const field of refusedFields(error)) dialect.add(field);
      if (dialect.size === known) throw error;
    }
  }
}

/** The promise's value, or a MODEL_STREAM_CUT error after `ms`; then `giveUp` ends what is still going on. */
async function within<T>(promise: Promise<T>, ms: number, giveUp: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(stalled(ms));
      giveUp();
    }, ms);
  });
  promise.catch(() => undefined);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
