// Counts a request's tokens as a server would, and how many of them its prefix cache would have: those of the longest
// front that an earlier request had too.

import { imagesOfContent, textOfContent } from './parts.ts';

export interface TokenCounter {
  count(body: Readonly<Record<string, unknown>>): number;
  /** Tokens that were in the cache; then this request is in it too. */
  cached(body: Readonly<Record<string, unknown>>): number;
}

/** As many as a Gemma takes. */
const IMAGE_TOKENS = 256;
/** Requests whose fronts are remembered. */
const REMEMBERED = 16;

/** @param roughly true counts a token per four characters, for benches */
export async function createTokenCounter(roughly: boolean): Promise<TokenCounter> {
  const tokens = roughly ? (text: string) => Math.ceil(text.length / 4) : await exactCounter();
  const earlier: string[] = [];
  const known = new Map<string, number>();
  const countText = (text: string): number => {
    const cached = known.get(text);
    if (cached !== undefined) return cached;
    const counted = tokens(text);
    if (known.size > 2_000) known.clear();
    known.set(text, counted);
    return counted;
  };
  const count: TokenCounter['count'] = (body) =>
    parts(body).reduce((sum, part) => sum + 4 + countText(part), 0) + IMAGE_TOKENS * imagesIn(body);
  return {
    count,
    cached(body) {
      const whole = parts(body).join('\n');
      const shared = Math.max(0, ...earlier.map((one) => sharedFront(one, whole)));
      earlier.push(whole);
      if (earlier.length > REMEMBERED) earlier.shift();
      return Math.floor((shared / Math.max(1, whole.length)) * count(body));
    },
  };
}

async function exactCounter(): Promise<(text: string) => number> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  return (text) => countTokens(text, { disallowedSpecial: new Set() });
}

/** What the model reads: the tools, then each message with its calls. */
function parts(body: Readonly<Record<string, unknown>>): string[] {
  const messages = Array.isArray(body.messages) ? (body.messages as Record<string, unknown>[]) : [];
  const tools = Array.isArray(body.tools) ? [JSON.stringify(body.tools)] : [];
  const spoken = messages.map((message) => {
    const calls = message.tool_calls === undefined ? '' : JSON.stringify(message.tool_calls);
    return `${textOfContent(message.content) ?? ''}${calls}`;
  });
  return [...tools, ...spoken];
}

function imagesIn({ messages }: Readonly<Record<string, unknown>>): number {
  const all = Array.isArray(messages) ? (messages as Record<string, unknown>[]) : [];
  return all.flatMap(({ content }) => imagesOfContent(content)).length;
}

function sharedFront(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  return at;
}
