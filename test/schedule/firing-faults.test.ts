// A schedule that is due and makes an error: it is paused for a fault of its own, never because the database was away.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConversationKey, PersonId, RoomId, ScheduleId } from '../../src/database/ids.ts';
import { english } from '../../src/language/say.ts';
import { fire } from '../../src/schedule/sweep/firing.ts';

const now = new Date('2026-11-21T09:00:00Z');

/** What is due with a time that makes this error when it is read. */
const dueWith = (error: Error) => ({
  row: {
    id: 3 as ScheduleId,
    owner_id: 'slack:T1:Ann' as PersonId,
    addressee_id: 'slack:T1:Ann' as PersonId,
    room_id: 'slack:T1:DAnn' as RoomId,
    conversation_id: 'slack:T1:DAnn' as ConversationKey,
    text: 'tea',
    spec: {
      get kind(): never {
        throw error;
      },
    },
    task: false,
    agenda: false,
    catch_up: 'latest' as const,
    tainted: false,
    next_at: now,
  },
  nameOf: () => 'Ann',
  say: english,
  agendaText: () => '',
});

test('a time that cannot be read pauses it, with the error for the list of troubles', () => {
  const error = new RangeError('no such zone');
  const { state, unread } = fire(dueWith(error), now);
  assert.deepEqual([state, unread?.error], ['paused', error]);
});

test('a connection that was lost is no fault of the row: it stays due', () => {
  const error = new Error('Connection terminated unexpectedly');
  assert.throws(() => fire(dueWith(error), now), error);
});
