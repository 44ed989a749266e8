// A server's strictest reading of a request, and two tokenizers that the estimator does not use.
import assert from 'node:assert/strict';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { refuseMessages } from '../../demo/strict.ts';
import type { ChatMessage, ToolSchema } from '../../src/context/message.ts';

/** Tokens of a request by o200k_base, as a chat template would frame it. */
export function realTokens(messages: readonly ChatMessage[], tools: readonly ToolSchema[]): number {
  let tokens = tools.length === 0 ? 0 : count(JSON.stringify(tools)) + 10;
  for (const message of messages) {
    tokens += 5 + count(message.content);
    if (message.role === 'tool') tokens += count(message.tool_call_id);
    if (message.role === 'assistant' && message.tool_calls !== undefined)
      tokens += count(JSON.stringify(message.tool_calls));
  }
  return tokens;
}

const counted = new Map<string, number>();

/** Counted once per text: the tests ask for the same texts again and again. */
function count(text: string): number {
  const known = counted.get(text);
  if (known !== undefined) return known;
  const tokens = countTokens(text);
  counted.set(text, tokens);
  return tokens;
}

/** Fails where a strict server would answer 400, and where results are out of the order of their calls. */
export function assertAccepted(messages: readonly ChatMessage[]): void {
  assert.equal(refuseMessages(messages)?.message, undefined);
  const called = messages.flatMap((message) =>
    message.role === 'assistant' ? (message.tool_calls ?? []).map(({ id }) => id) : [],
  );
  const answered = messages.flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : []));
  assert.deepEqual(answered, called, 'results in the order of their calls');
}
