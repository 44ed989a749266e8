// One chunk of a chat completion stream as a StreamDelta. Servers differ: reasoning has three names, content may be a
// list of parts, the last chunk may carry a whole message, usage comes with or without choices. Nothing here throws.
import type { CallDelta, StreamDelta, Usage } from './model.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Reads a parsed chunk, whatever it is. */
export function readChunk(chunk: unknown): StreamDelta {
  if (!isFields(chunk)) return {};
  const choice = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
  const usage = readUsage(chunk.usage);
  if (!isFields(choice)) return usage ? { usage } : {};
  const finish = choice.finish_reason ?? undefined;
  return {
    ...readDelta(choice.delta ?? choice.message),
    ...(typeof finish === 'string' && finish !== '' ? { finish } : {}),
    ...(usage ? { usage } : {}),
  };
}

/** Reads one `choices[0].delta`. */
export function readDelta(delta: unknown): StreamDelta {
  if (!isFields(delta)) return {};
  const parts = readContent(delta.content);
  const reasoning =
    [delta.reasoning_content, delta.reasoning, delta.thinking].find((field) => typeof field === 'string') ??
    '';
  const thoughts = `${reasoning}${parts.reasoning}`;
  const text = `${parts.text}${typeof delta.refusal === 'string' ? delta.refusal : ''}`;
  const calls = [
    ...readCalls(delta.tool_calls),
    // The old `function_call` field: one call, no id.
    ...(isFields(delta.function_call) ? [{ ...readCall({ function: delta.function_call }), index: 0 }] : []),
  ];
  return {
    ...(text === '' ? {} : { text }),
    ...(thoughts === '' ? {} : { reasoning: thoughts }),
    ...(calls.length === 0 ? {} : { calls }),
  };
}

function readContent(content: unknown): { text: string; reasoning: string } {
  if (typeof content === 'string') return { text: content, reasoning: '' };
  const parts = { text: '', reasoning: '' };
  for (const part of Array.isArray(content) ? content : []) {
    if (typeof part === 'string') parts.text += part;
    if (!isFields(part)) continue;
    if (typeof part.thinking === 'string') parts.reasoning += part.thinking;
    else if (part.type === 'thinking' || part.type === 'reasoning') parts.reasoning += ' ';
    else if (typeof part.text === 'string') parts.text += part.text;
  }
  return parts;
}

function readCalls(calls: unknown): CallDelta[] {
  const list = Array.isArray(calls) ? calls : isFields(calls) ? [calls] : [];
  return list.filter(isFields).map(readCall);
}

function readCall(call: Fields): CallDelta {
  const made = isFields(call.function) ? call.function : call;
  return {
    ...(isIndex(call.index) ? { index: Number(call.index) } : {}),
    ...(isId(call.id) ? { id: String(call.id) } : {}),
    ...(typeof made.name === 'string' ? { name: made.name } : {}),
    ...(made.arguments === undefined || made.arguments === null ? {} : { arguments: made.arguments }),
  };
}

const isIndex = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^\d{1,4}$/.test(value));
const isId = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value !== '');

function readUsage(usage: unknown): Usage | undefined {
  if (!isFields(usage)) return undefined;
  const details = isFields(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {};
  const cached = details.cached_tokens ?? usage.prompt_cache_hit_tokens;
  return { input: count(usage.prompt_tokens), cached: count(cached), output: count(usage.completion_tokens) };
}

const count = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
