// What ends a turn early, as a decision over the waiting rows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { earlyEnd } from '../../src/conversation/dispatch/early-end.ts';
import type { InboxId, PersonId } from '../../src/database/ids.ts';
import type { InboxKind, Row } from '../../src/database/tables.ts';
import { type InboxEvent, readEvent } from '../../src/delivery/event.ts';

const ann = 'slack:T1:Ann' as PersonId;
const ben = 'slack:T1:Ben' as PersonId;
const event = (person: PersonId, kind: InboxKind, payload: object) =>
  readEvent({ id: 7 as InboxId, person_id: person, kind, payload } as Row<'inbox'>);
const said = (text: string, more: object = {}) => ({
  text,
  attachments: [],
  sentAt: '',
  late: false,
  ...more,
});
const why = (one: InboxEvent, messages: readonly string[] = ['m1']) =>
  earlyEnd([one], { person: ann, messages })?.why ?? null;

test('a stop of its person or of an admin ends it, in any form; of somebody else it does not', () => {
  for (const [kind, payload] of [
    ['message', said('Stop!')],
    ['command', { name: 'stop', args: '', sentAt: '' }],
    ['click', { action: 'stop:3', sentAt: '' }],
    ['click', { action: 'stop', sentAt: '' }],
  ] as const) {
    assert.equal(why(event(ann, kind, payload)), 'stop');
    assert.equal(why(event(ben, kind, payload)), null);
    assert.equal(why(event(ben, kind, { ...payload, admin: true })), 'stop');
  }
  assert.equal(why(event(ann, 'message', said('stop at the next station'))), null);
});

test('an edit or the deletion of its message ends it; of another it does not', () => {
  assert.equal(why(event(ann, 'edit', { edited: 'm1', text: 'x', sentAt: '' })), 'edit');
  assert.equal(why(event(ann, 'edit', { edited: 'm2', text: 'x', sentAt: '' })), null);
  assert.equal(why(event(ann, 'delete', { deleted: 'm1' })), 'delete');
  assert.equal(why(event(ann, 'delete', { deleted: 'm2' })), null);
  assert.equal(
    why(event(ann, 'delete', { deleted: 'm1' }), ['m1', 'm2']),
    null,
    'the other is still to be answered',
  );
});

test('a turn without messages, for a task or an approved call, is not ended by a deletion that came late', () => {
  assert.equal(why(event(ann, 'delete', { deleted: 'm1' }), []), null);
});
