// What a model server says of itself: which models it serves, and how large a request may be. Servers differ in where they
// say the window, many say it nowhere; what is asked here costs no tokens.
import type OpenAI from 'openai';
import { modelError } from './model-errors.ts';
import { type ModelSettings, openSdk } from './openai.ts';

export interface ServedModel {
  readonly name: string;
  /** Tokens of a request and its answer together; null if the list does not tell. */
  readonly window: number | null;
}

type Address = Pick<ModelSettings, 'baseUrl' | 'apiKey'>;
type Fields = Readonly<Record<string, unknown>>;

const timeoutMs = 10_000;

/**
 * The server's list of models.
 *
 * @returns an empty list if it is none that we can read
 * @throws ModelError MODEL_UNREACHABLE, or MODEL_REFUSED also where the server has no such list
 */
export async function servedModels(address: Address, signal: AbortSignal): Promise<readonly ServedModel[]> {
  try {
    const answer = await openSdk(address, timeoutMs).get<unknown>('/models', { signal });
    const list = fieldsOf(answer).data;
    return (Array.isArray(list) ? list : []).flatMap((each) => {
      const model = fieldsOf(each);
      return typeof model.id === 'string' ? [{ name: model.id, window: windowIn(model) }] : [];
    });
  } catch (error) {
    signal.throwIfAborted();
    throw modelError(error, { ...address, streaming: false });
  }
}

/** vLLM, OpenRouter and Together, Groq, Mistral, LM Studio, newer llama.cpp. `n_ctx_train` is not what is served. */
function windowIn(model: Fields): number | null {
  const places = [
    model.max_model_len,
    model.loaded_context_length,
    model.context_length,
    model.context_window,
    model.max_context_length,
    fieldsOf(model.meta).n_ctx,
  ];
  return places.map(positive).find((window) => window !== null) ?? null;
}

/**
 * The window of the model that is loaded now, by llama.cpp's /props (one slot's share) or Ollama's /api/ps.
 *
 * @param model its name
 * @returns null if the server has neither
 */
export async function loadedWindow(
  address: Address,
  model: string,
  signal: AbortSignal,
): Promise<number | null> {
  const sdk = openSdk(address, timeoutMs);
  const props = fieldsOf(await quietly(sdk, new URL('/props', address.baseUrl), signal));
  const slot = positive(fieldsOf(props.default_generation_settings).n_ctx);
  if (slot !== null) return slot;
  const { models } = fieldsOf(await quietly(sdk, new URL('/api/ps', address.baseUrl), signal));
  const running = (Array.isArray(models) ? models : []).map(fieldsOf);
  const ours = running.find(({ name }) => name === model || name === `${model}:latest`);
  return positive(ours?.context_length);
}

async function quietly(sdk: OpenAI, url: URL, signal: AbortSignal): Promise<unknown> {
  try {
    return await sdk.get<unknown>(url.href, { signal });
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

const positive = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
