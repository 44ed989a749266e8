// What servers and sockets throw, as one of four coded errors that say what to do next. The server's own sentence is
// kept, because it is the best hint there is; secrets are not.
import OpenAI from 'openai';
import { messageOf } from '../errors.ts';
import { ModelError } from './model.ts';
import { type Optional, UNCOMMON } from './request-body.ts';

interface Where {
  readonly apiKey: string;
  readonly baseUrl: string;
  /** True when the answer had begun. */
  readonly streaming: boolean;
}

const WINDOW =
  /context (length|size|window)|maximum context|context_length_exceeded|exceed_context_size|too many tokens|prompt is too long|exceeds? the (available )?context|maximum (prompt|input) length|longer than the maximum|input is too long/i;

/** The error of a stream that said nothing for `ms` milliseconds. */
export function stalled(ms: number): ModelError {
  return new ModelError(
    'MODEL_STREAM_CUT',
    `The model said nothing for ${Math.round(ms / 1000)} s. Check the model server's load, or try again.`,
  );
}

/** Anything thrown by a request or its stream as a {@link ModelError}. */
export function modelError(error: unknown, where: Where): ModelError {
  if (error instanceof ModelError) return error;
  const sentence = serverSentence(error, where.apiKey);
  const status = error instanceof OpenAI.APIError ? error.status : undefined;
  if (WINDOW.test(sentence) && (status === undefined || status < 500 || status === 500))
    return new ModelError('MODEL_WINDOW', `The request is larger than the model's window: ${sentence}`, {
      status,
      cause: error,
    });
  if (status === undefined && where.streaming)
    return new ModelError('MODEL_STREAM_CUT', `The model's answer broke off: ${sentence}`, { cause: error });
  if (status !== undefined && status < 500 && status !== 408 && status !== 409 && status !== 429)
    return new ModelError(
      'MODEL_REFUSED',
      `The model server refused the request (${status}): ${ended(sentence)} ${advice(status)}`,
      {
        status,
        cause: error,
      },
    );
  return unreachable(error, where, status, sentence);
}

function unreachable(error: unknown, where: Where, status: number | undefined, sentence: string): ModelError {
  const what =
    status === undefined
      ? `The model server at ${URL.parse(where.baseUrl)?.host ?? 'the configured address'} cannot be reached (${sentence}). Check that it runs and OPENAI_BASE_URL.`
      : `The model server answered ${status}: ${ended(sentence)} Try again in a moment.`;
  const retryAfterMs = error instanceof OpenAI.APIError ? retryAfter(error.headers) : undefined;
  return new ModelError('MODEL_UNREACHABLE', what, { status, retryAfterMs, cause: error });
}

/** With a full stop, so that ours is a sentence of its own. */
const ended = (sentence: string) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

function advice(status: number): string {
  if (status === 401 || status === 403) return 'Check OPENAI_API_KEY.';
  if (status === 404) return 'Check OPENAI_BASE_URL and MODEL.';
  return 'Check MODEL and MODEL_PROFILE.';
}

/** Words with which servers refuse what they do not know or take, where they refuse it at all. */
const REFUSING =
  /unknown|unrecogni[sz]ed|unexpected|unsupported|not (?:be )?(?:support|permit|allow)|additional propert|extra (?:inputs?|fields?|propert)|cannot find field|schema|oneOf|(?:must|should) be a (?:valid )?string/i;

/** Which optional fields a 400 or 422 complains about; all that are not in every server, if it names none. */
export function refusedFields(error: unknown): readonly Optional[] {
  if (!(error instanceof OpenAI.APIError) || (error.status !== 400 && error.status !== 422)) return [];
  const text = `${error.param ?? ''} ${error.message} ${safeJson(error.error)}`;
  if (WINDOW.test(text)) return [];
  if (/stream_options|include_usage/.test(text)) return ['stream_options'];
  if (/max_completion_tokens/.test(text) && /max_tokens/.test(text)) return ['max_tokens'];
  if (!REFUSING.test(text)) return [];
  const named = [...UNCOMMON, 'temperature' as const].filter((field) => text.includes(field));
  return named.length > 0 ? named : UNCOMMON;
}

function safeJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}

/** The server's own words: one line, 300 characters at most, without anything that looks like a secret. */
function serverSentence(error: unknown, apiKey: string): string {
  const body = error instanceof OpenAI.APIError ? error.error : undefined;
  const own = wordsOf(body);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  const raw = own ?? [messageOf(error), cause].filter(Boolean).join(' ');
  const open = apiKey.length >= 6 ? raw.replaceAll(apiKey, '[key]') : raw;
  const clean = open
    .replace(/\b(sk|pk|key|xox[a-z]|gsk|hf)[-_][\w-]{8,}/gi, '[key]')
    .replace(/\bbearer\s+\S+/gi, 'Bearer [key]')
    .replace(/(https?:\/\/)[^\s/@]+@/gi, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  return clean.length > 300 ? `${clean.slice(0, 297)}...` : clean || 'no reason given.';
}

function wordsOf(body: unknown): string | undefined {
  if (typeof body === 'string') return body;
  if (typeof body !== 'object' || body === null) return undefined;
  const fields = body as { message?: unknown; error?: unknown; detail?: unknown };
  for (const field of [fields.message, fields.error, fields.detail]) {
    if (typeof field === 'string' && field.trim() !== '') return field;
    if (typeof field === 'object' && field !== null) return wordsOf(field) ?? safeJson(field);
  }
  return undefined;
}

function retryAfter(headers: Headers | undefined): number | undefined {
  const seconds = Number(headers?.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
