// What ends a turn early, as a decision over the waiting rows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { earlyEnd } from '../../src/conversation/dispatch/early-end.ts';
import type { InboxId, PersonId } from '../../src/database/ids.ts';
import type { Row } from '../../src/database/tables.ts';

const ann = 'slack:T1:Ann' as PersonId;
const ben = 'slack:T1:Ben' as PersonId;
const row = (person: PersonId, payload: object) =>
  ({ id: 7 as InboxId, person_id: person, payload }) as Row<'inbox'>;
const said = (text: string, more: object = {}) => ({
  text,
  attachments: [],
  sentAt: '',
  late: false,
  ...more,
});
const why = (one: Row<'inbox'>, messages: readonly string[] = ['m1']) =>
  earlyEnd([one], { person: ann, messages })?.why ?? null;

test('a stop of its person or of an admin ends it, in any form; of somebody else it does not', () => {
  for (const payload of [
    said('Stop!'),
    { name: 'stop', args: '' },
    { action: 'stop:3' },
    { action: 'stop' },
  ]) {
    assert.equal(why(row(ann, payload)), 'stop');
    assert.equal(why(row(ben, payload)), null);
    assert.equal(why(row(ben, { ...payload, admin: true })), 'stop');
  }
  assert.equal(why(row(ann, said('stop at the next station'))), null);
});

test('an edit or the deletion of its message ends it; of another it does not', () => {
  assert.equal(why(row(ann, { edited: 'm1', text: 'x', sentAt: '' })), 'edit');
  assert.equal(why(row(ann, { edited: 'm2', text: 'x', sentAt: '' })), null);
  assert.equal(why(row(ann, { deleted: 'm1' })), 'delete');
  assert.equal(why(row(ann, { deleted: 'm2' })), null);
  assert.equal(why(row(ann, { deleted: 'm1' }), ['m1', 'm2']), null, 'the other is still to be answered');
});

test('a turn without messages, for a task or an approved call, is not ended by a deletion that came late', () => {
  assert.equal(why(row(ann, { deleted: 'm1' }), []), null);
});
