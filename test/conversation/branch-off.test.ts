// Whose turn is whose: by who spoke in it, and without words by who asked for its task or decided on its call. "rewind" and
// "reset" let people take back their own turns only.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Entry, EntryBody } from '../../src/context/entry.ts';
import { isTurnOf, lastTurns } from '../../src/conversation/history/branch-off.ts';
import type { ConversationKey, EntryId, PersonId, TurnId } from '../../src/database/ids.ts';

const ann = 'slack:T1:UANN' as PersonId;
const ben = 'slack:T1:UBEN' as PersonId;

/** A path of entries, each with its turn and who brought it about. */
function path(...rows: readonly (readonly [turn: number | null, person: PersonId | null, body: object])[]) {
  return rows.map(
    ([turn, person, body], index): Entry => ({
      ...(body as EntryBody),
      id: (index + 1) as EntryId,
      parentId: index === 0 ? null : (index as EntryId),
      conversation: 'slack:T1:C1:1' as ConversationKey,
      turn: turn as TurnId | null,
      tainted: false,
      person,
      at: new Date(index),
    }),
  );
}

const said = (...people: readonly PersonId[]) => ({
  type: 'user',
  payload: { head: '', messages: people.map((person) => ({ person, name: 'somebody', text: 'words' })) },
});
const task = { type: 'task', payload: { handle: 'r1', text: 'sum up', by: 'Ann', facts: '' } };
const decision = { type: 'decision', payload: { text: 'Ann approved it.' } };
const reply = { type: 'assistant', payload: { text: 'Done.', calls: [] } };

/** Whose the last turn is: Ann's, Ben's. */
function ownersOf(entries: readonly Entry[]) {
  const [turn] = lastTurns(entries, 1);
  assert.ok(turn);
  return [isTurnOf(turn, ann), isTurnOf(turn, ben)];
}

describe('whose turn it is', () => {
  it('is of the one person who spoke in it', () => {
    assert.deepEqual(ownersOf(path([1, ann, said(ann)], [1, null, reply])), [true, false]);
    assert.deepEqual(ownersOf(path([1, ann, said(ann, ann)], [1, null, reply])), [true, false]);
  });

  it('is of nobody alone if several spoke in it', () => {
    assert.deepEqual(ownersOf(path([1, ann, said(ann, ben)], [1, null, reply])), [false, false]);
  });

  for (const [what, line] of [
    ['a task', task],
    ['an approved call', decision],
  ] as const)
    it(`without words it is of whom ${what} is, not of whoever spoke before or after`, () => {
      const entries = path(
        [1, ben, said(ben)],
        [1, null, reply],
        [2, ann, line],
        [2, ann, said()],
        [2, null, reply],
      );
      assert.deepEqual(ownersOf(entries), [true, false]);
      const [last, before] = lastTurns(path(...rowsOf(entries), [3, ben, said(ben)], [3, null, reply]), 2);
      assert.ok(last && before);
      assert.deepEqual([isTurnOf(last, ann), isTurnOf(last, ben)], [false, true]);
      assert.deepEqual([isTurnOf(before, ann), isTurnOf(before, ben)], [true, false]);
    });

  it('of nobody who is known it is nobody’s', () => {
    assert.deepEqual(ownersOf(path([1, null, task], [1, null, said()], [1, null, reply])), [false, false]);
  });
});

const rowsOf = (entries: readonly Entry[]) =>
  entries.map((entry) => [entry.turn, entry.person ?? null, entry] as const);
