// The watchdog names where a request first differs from the one before, and counts what is sent anew.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Sent, watch } from '../../src/context/budget/watchdog.ts';
import type { ChatMessage, ToolSchema } from '../../src/context/message.ts';
import type { EntryId } from '../../src/database/ids.ts';

const tool: ToolSchema = {
  type: 'function',
  function: { name: 'recall', description: 'Recalls.', parameters: {} },
};
const system: ChatMessage = { role: 'system', content: 'You are Peacrab. '.repeat(20) };
const user = (content: string): ChatMessage => ({ role: 'user', content });
const says = (content: string): ChatMessage => ({ role: 'assistant', content });
const call: ChatMessage = {
  role: 'assistant',
  content: '',
  tool_calls: [{ id: 'a', type: 'function', function: { name: 'recall', arguments: '{}' } }],
};
const result = (content: string): ChatMessage => ({ role: 'tool', tool_call_id: 'a', content });
const sent = (messages: readonly ChatMessage[], prefixEnd: number, more: Partial<Sent> = {}): Sent => ({
  messages,
  tools: [tool],
  prefixEnd,
  firstKept: null,
  elisionBefore: null,
  ...more,
});

const first = sent([system, user('hello there my friend\n\n<now>\nFriday\n</now>')], 1);

describe('the watchdog', () => {
  test('the first request of a conversation is all fresh', () => {
    const seen = watch(null, first, 1);
    assert.deepEqual([seen.part, seen.repeated], ['first', 0]);
    assert.ok(seen.fresh > 80);
  });

  test('within a turn a request extends the one before: nothing breaks', () => {
    const seen = watch(first, sent([...first.messages, call, result('x')], 1), 1);
    assert.deepEqual([seen.part, seen.index], ['none', 2]);
    assert.ok(seen.repeated > 2 * seen.fresh);
  });

  test("across turns it breaks at the last turn's head, and the words before it repeat", () => {
    const next = [
      system,
      user('hello there my friend'),
      says('hi'),
      user('and now?\n\n<now>\nFriday\n</now>'),
    ];
    const seen = watch(first, sent(next, 3), 1);
    assert.deepEqual([seen.part, seen.index], ['head', 1]);
    const without = watch(first, sent([system, user('other'), ...next.slice(2)], 3), 1);
    assert.ok(seen.repeated > without.repeated);
  });

  const long = [system, user('a'), call, result('long result'), says('b'), user('c\n\n<now>')];
  const cases: readonly (readonly [string, Sent, string, number | null])[] = [
    ['changed schemas', sent(long, 5, { tools: [] }), 'tools', null],
    ['a changed system prompt', sent([{ role: 'system', content: 'x' }, ...long.slice(1)], 5), 'system', 0],
    [
      'a moved boundary',
      sent(long.with(3, result('[left out]')), 5, { elisionBefore: 9 as EntryId }),
      'elision',
      3,
    ],
    ['turns left out', sent([system, user('c')], 1, { firstKept: 9 as EntryId }), 'cut', 1],
    ['a rewritten history', sent(long.with(1, user('A')), 5), 'history', 1],
    ['nothing at all', sent(long, 5), 'none', 6],
    ['other arguments of a call', sent(long.with(2, { ...call, tool_calls: [] }), 5), 'history', 2],
  ];
  for (const [what, current, part, index] of cases) {
    test(`${what}: ${part}`, () => {
      const seen = watch(sent(long, 5), current, 1);
      assert.deepEqual([seen.part, seen.index], [part, index]);
      assert.ok(seen.why.length > 10 && seen.repeated >= 0 && seen.fresh >= 0);
    });
  }

  test('results of the running turn that were shrunk', () => {
    const before = [...first.messages, call, result('long result'), call, result('x')];
    const seen = watch(sent(before, 1), sent(before.with(3, result('short')), 1), 1);
    assert.deepEqual([seen.part, seen.index], ['turn', 3]);
  });

  test('tokens are counted with the factor, and together they are the request', () => {
    const next = sent([...first.messages, says('hi')], 1);
    const [one, two] = [watch(first, next, 1), watch(first, next, 2)];
    assert.ok(Math.abs(two.repeated - 2 * one.repeated) <= 2);
    assert.ok(Math.abs(two.repeated + two.fresh - 2 * (one.repeated + one.fresh)) <= 2);
  });
});
