// A server's strictest reading of a request, and two tokenizers that the estimator does not use.
import assert from 'node:assert/strict';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
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

/** Fails where a strict server would answer 400. */
export function assertAccepted(messages: readonly ChatMessage[]): void {
  let awaited: string[] = [];
  /** The last role that counts for alternation. */
  let spoke: 'user' | 'assistant' | null = null;
  messages.forEach((message, index) => {
    const at = `message ${index} (${message.role})`;
    if (message.role === 'system') {
      assert.equal(index, 0, `${at}: only the first may be system`);
      return;
    }
    if (message.role === 'tool') {
      assert.equal(message.tool_call_id, awaited.shift(), `${at}: result of no call, or out of order`);
      assert.notEqual(message.content.trim(), '', `${at}: empty`);
      return;
    }
    assert.deepEqual(awaited, [], `${at}: calls without results before it`);
    if (message.role === 'user') {
      assert.notEqual(messages[index - 1]?.role, 'tool', `${at}: right after a tool result`);
      assert.notEqual(spoke, 'user', `${at}: two users in a row`);
      assert.notEqual(message.content.trim(), '', `${at}: empty`);
      spoke = 'user';
      return;
    }
    const calls = message.tool_calls ?? [];
    assert.notEqual(spoke, null, `${at}: before any user message`);
    if (messages[index - 1]?.role !== 'tool') assert.equal(spoke, 'user', `${at}: two assistants in a row`);
    if (message.tool_calls !== undefined) assert.notEqual(calls.length, 0, `${at}: an empty list of calls`);
    if (calls.length === 0) assert.notEqual(message.content.trim(), '', `${at}: empty`);
    awaited = calls.map((call) => call.id);
    assert.equal(new Set(awaited).size, awaited.length, `${at}: ids repeat`);
    spoke = 'assistant';
  });
  assert.deepEqual(awaited, [], 'calls without results at the end');
}
