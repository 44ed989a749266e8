// What was thrown, in words: also where the error itself has none.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { messageOf } from '../src/errors.ts';

it('says why, also of errors without a message', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED ::1:5432'), { code: 'ECONNREFUSED' });
  assert.equal(messageOf(refused), 'connect ECONNREFUSED ::1:5432');
  assert.equal(
    messageOf(Object.assign(new AggregateError([refused, refused]), { code: 'ECONNREFUSED' })),
    'connect ECONNREFUSED ::1:5432',
  );
  assert.equal(messageOf(Object.assign(new Error(), { code: 'ENOENT' })), 'ENOENT');
  assert.equal(messageOf(new TypeError()), 'TypeError');
  assert.equal(messageOf('gone'), 'gone');
});
