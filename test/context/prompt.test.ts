// The system prompt we ship: five parts, short, naming only tools that exist.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

const prompt = readFileSync(new URL('../../prompts/system.md', import.meta.url), 'utf8');

test('it has five parts, in order', () => {
  const parts = [...prompt.matchAll(/^# (.*)$/gm)].map(([, title]) => title);
  assert.deepEqual(parts.slice(-5), [
    'Voice',
    'Format',
    'Act or ask',
    'Which tool when',
    'What you may not do',
  ]);
});

test('it stays within 900 tokens, by the larger of two counts', () => {
  const tokens = Math.max(countTokens(prompt), prompt.length / 4);
  assert.ok(tokens <= 900, `${tokens} tokens`);
});

test('it names each tool that there is, and no other', () => {
  const named = new Set(
    [...prompt.matchAll(/`([a-z]+_?[a-z]*)`/g)].map(([, name]) => name).filter((name) => name !== 'code'),
  );
  assert.deepEqual([...named].sort(), [
    'change_reminder',
    'list_reminders',
    'recall',
    'remember',
    'set_reminder',
    'switch_persona',
    'update_tasks',
    'use_skill',
  ]);
});

test('its sentences are short enough for a small model', () => {
  const sentences = prompt.split(/(?<=[.!?:])\s+|\n/).map((sentence) => sentence.split(/\s+/).length);
  assert.ok(Math.max(...sentences) <= 26, `the longest has ${Math.max(...sentences)} words`);
});

test('it says only true things: what was set before may be told', () => {
  assert.doesNotMatch(prompt, /unless a tool result in this turn/);
  assert.match(prompt, /a tool result or the latest <now> block says so/);
});
