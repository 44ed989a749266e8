// A row of the inbox as an event: every kind is recognised by what it holds, and what does not fit never throws.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedHow, readEvent } from '../../src/delivery/event.ts';

const sentAt = '2026-11-21T09:00:00.000Z';
const message = { text: 'hello', attachments: [], sentAt, late: false };

test('a payload that has what its kind needs is read as that kind', () => {
  assert.equal(readEvent({ kind: 'message', payload: message }).kind, 'message');
  assert.equal(readEvent({ kind: 'command', payload: { name: 'stop', args: '', sentAt } }).kind, 'command');
  assert.equal(readEvent({ kind: 'decision', payload: { approval: 7 } }).kind, 'decision');
});

test('a row whose words were blanked has the form of a message, whatever it was', () => {
  const { kind, stored } = readEvent({ kind: 'click', payload: { ...message, text: '(erased)' } });
  assert.deepEqual([kind, stored], ['blanked', 'click']);
});

test('what does not fit its kind is an event too', () => {
  for (const payload of [[1, null], {}, { text: 3 }]) {
    const event = readEvent({ kind: 'message', payload });
    assert.deepEqual([event.kind, event.stored], ['unreadable', 'message']);
    assert.deepEqual(askedHow(event), { sentAt: null, admin: false, private: false, replyToken: null });
  }
});
