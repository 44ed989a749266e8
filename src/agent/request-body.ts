// The body of a request: the adapted messages, the profile's sampling and the field of the server's prompt cache, less
// what the server has refused before.

import type { ChatMessage } from '../context/message.ts';
import { storable } from '../text/storable.ts';
import type { ModelRequest } from './model.ts';
import { adapt } from './profiles/adapt.ts';
import type { Profile } from './profiles/profile.ts';

/** Fields that not every server knows, and that a turn can do without. */
export const UNCOMMON = ['top_k', 'top_p', 'prompt_cache_key', 'cache_prompt', 'cache_control'] as const;

/** A field that is left out, or sent under its other name, once a server has refused it. */
export type Optional = 'stream_options' | 'max_tokens' | 'temperature' | (typeof UNCOMMON)[number];

/** @param refused what this server does not take */
export function bodyOf(
  model: string,
  profile: Profile,
  refused: ReadonlySet<Optional>,
  request: ModelRequest,
): Readonly<Record<string, unknown>> {
  const { messages, tools } = adapt(request, profile.template);
  const { temperature = profile.sampling.temperature } = request;
  const wanted: Readonly<Partial<Record<Optional, unknown>>> = {
    stream_options: { include_usage: true },
    ...profile.sampling,
    ...(temperature === undefined ? {} : { temperature }),
    ...cacheFields(profile, request.cacheKey),
  };
  const marked = profile.cache === 'breakpoint' && !refused.has('cache_control');
  return {
    model,
    // A text that was cut in the middle of a character is refused by strict servers.
    messages: storable((marked ? withBreakpoint(messages) : messages).map(withParts)),
    ...(tools.length > 0 ? { tools } : {}),
    stream: true,
    ...(request.maxTokens === undefined
      ? {}
      : { [refused.has('max_tokens') ? 'max_completion_tokens' : 'max_tokens']: request.maxTokens }),
    ...Object.fromEntries(Object.entries(wanted).filter(([field]) => !refused.has(field as Optional))),
  };
}

function cacheFields({ cache }: Profile, key: string | undefined): Partial<Record<Optional, unknown>> {
  if (cache === 'prompt_cache_key') return key === undefined ? {} : { prompt_cache_key: key };
  if (cache === 'cache_prompt') return { cache_prompt: true };
  return cache === 'cache_control' ? { cache_control: { type: 'ephemeral' } } : {};
}

/** Words with images go as parts: the words, then each image. */
function withParts(message: unknown): unknown {
  const { role, content, images } = message as ChatMessage & { readonly images?: readonly string[] };
  if (images === undefined) return message;
  const parts = images.map((url) => ({ type: 'image_url', image_url: { url } }));
  return { role, content: [{ type: 'text', text: content }, ...parts] };
}

/** Marks the end of the first message: rules and tools. A mark further on would move, and change what was sent before. */
function withBreakpoint([first, ...rest]: readonly ChatMessage[]): readonly unknown[] {
  if (first === undefined) return [];
  const part = { type: 'text', text: first.content, cache_control: { type: 'ephemeral' } };
  return [{ ...first, content: [part] }, ...rest];
}
