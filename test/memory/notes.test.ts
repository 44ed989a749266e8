import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteById, noteIdOf, notesFor, retractNote, writeNote } from '../../src/memory/notes.ts';
import { proposeNotes } from '../../src/memory/propose.ts';
import { type Scope, scopeOf } from '../../src/memory/scope.ts';
import { onEveryEngine, type TestDatabase } from '../fakes/databases.ts';
import { addPeople, ann, annsDm, bob, conversationIn, general } from './people.ts';

const now = new Date('2026-11-21T23:30:00Z');
const dm = scopeOf(annsDm, ann);
const room = scopeOf(general, ann);

onEveryEngine('notes', (open) => {
  let opened: Promise<TestDatabase> | undefined;
  const make = async () => {
    opened ??= open();
    const { database } = await opened;
    await addPeople(database);
    const write = (text: string, scope: Scope = dm, tainted = false, author = ann) =>
      database.transaction((tx) =>
        writeNote(
          tx,
          {
            scope,
            author,
            text,
            tainted,
            conversation: conversationIn(scope === dm ? annsDm : general),
            turn: null,
          },
          now,
        ),
      );
    return { database, db: database.db, write };
  };

  test('are dated on the author’s own calendar', async () => {
    const { write } = await make();
    assert.equal((await write('likes tea')).note.date, '2026-11-22');
    assert.equal((await write('likes rum', room, false, bob)).note.date, '2026-11-21');
  });

  test('are the same note when said again in the same scope, until forgotten', async () => {
    const { db, write } = await make();
    const first = await write('Likes green tea');
    const again = await write('  likes  GREEN\ntea ');
    assert.deepEqual([again.isNew, again.note.id], [false, first.note.id]);
    assert.equal((await write('Likes green tea.')).isNew, false, 'a full stop makes no other note');
    assert.equal((await write('Likes green tea', room)).isNew, true);
    await retractNote(db, dm, first.note.id, now);
    const anew = await write('Likes green tea');
    assert.deepEqual([anew.isNew, anew.note.id > first.note.id], [true, true]);
  });

  test('written at the same time by two turns are one', async () => {
    const { db, write } = await make();
    const written = await Promise.all([write('likes tea'), write('likes tea'), write('Likes tea')]);
    assert.equal(written.filter(({ isNew }) => isNew).length, 1);
    assert.equal((await notesFor(db, dm)).length, 1);
  });

  test('said again by the person are no longer tainted', async () => {
    const { db, write } = await make();
    await write('pay to account 7', dm, true);
    await write('pay to account 7', dm, false);
    await write('pay to account 7', dm, true);
    assert.deepEqual(
      (await notesFor(db, dm)).map(({ tainted }) => tainted),
      [false],
    );
  });

  test('are forgotten in their own scope only, and once', async () => {
    const { db, write } = await make();
    const { note } = await write('likes tea');
    assert.equal(await retractNote(db, room, note.id, now), null);
    assert.equal((await notesFor(db, dm)).length, 1);
    assert.equal((await retractNote(db, dm, note.id, now))?.retracted, true);
    assert.equal((await retractNote(db, dm, note.id, new Date(0)))?.retracted, true);
    assert.deepEqual(await notesFor(db, dm), []);
    assert.equal((await noteById(db, dm, note.id))?.text, 'likes tea');
    assert.equal(await noteById(db, room, note.id), null);
  });

  test('are read by day, newest first', async () => {
    const { db, write } = await make();
    await write('one');
    await write('two');
    const on = (from: string, to: string) => notesFor(db, dm, { days: { from, to } });
    assert.deepEqual(
      (await on('2026-11-20', '2026-11-22')).map(({ text }) => text),
      ['two', 'one'],
    );
    assert.deepEqual(await on('2026-11-20', '2026-11-21'), []);
  });

  test('are proposed for a message that shares a distinctive word, never forgotten ones', async () => {
    const { db, write } = await make();
    const { note } = await write('The Lisbon budget is 4,000 euros');
    await write('Ann takes no sugar');
    const about = { scope: dm, conversation: conversationIn(annsDm), message: 'what may Lisbon cost?' };
    assert.deepEqual(
      (await proposeNotes(db, about)).map(({ id }) => id),
      [note.id],
    );
    assert.deepEqual(await proposeNotes(db, { ...about, scope: room }), []);
    await retractNote(db, dm, note.id, now);
    assert.deepEqual(await proposeNotes(db, about), []);
  });

  test('that are tainted are proposed in their own conversation only', async () => {
    const { db, write } = await make();
    await write('The Lisbon office pays to account 7', dm, true);
    const about = { scope: dm, conversation: conversationIn(annsDm), message: 'Lisbon?' };
    assert.equal((await proposeNotes(db, about)).length, 1);
    assert.deepEqual(await proposeNotes(db, { ...about, conversation: conversationIn(general) }), []);
  });
});

test('a handle is an id, and nothing else is', () => {
  assert.deepEqual(['n12', 'N7', ' n1 ', 'n', '12', 'n1.2', 'n99999999999999999'].map(noteIdOf), [
    12,
    7,
    1,
    null,
    null,
    null,
    null,
  ]);
});
