// When two calls are the same, wherever that is asked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callIdentity, callKey, sameArgs } from '../../src/tools/same-call.ts';

const args = { text: 'tea', when: { day: 1, hour: 9 }, justification: 'Ann asked' };
const again = { when: { hour: 9, day: 1 }, justification: 'she asked once more', text: 'tea' };

test('the order of arguments and the reason given make no other call', () => {
  assert.ok(sameArgs(args, again));
  assert.equal(callKey('post', args), callKey('post', again));
  assert.equal(callIdentity('post', args), callIdentity('post', again));
});

test('another tool, another value or no arguments at all do', () => {
  assert.notEqual(callKey('post', args), callKey('send', args));
  assert.notEqual(callIdentity('post', args), callIdentity('post', { ...args, text: 'milk' }));
  assert.notEqual(callIdentity('post', {}), callIdentity('post', 'it was not readable'));
  assert.ok(!sameArgs(args, {}));
});

test('a key is what it was in rows that are stored already', () => {
  assert.equal(callKey('remember', { text: 'tea' }), '733ba51dce3924cd4b6c4c37e48c9960');
});
