import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { NoteId, PersonId } from '../../src/database/ids.ts';
import type { Note } from '../../src/memory/notes.ts';
import { searchNotes, suggestNotes } from '../../src/memory/search.ts';

const notes = (...texts: readonly string[]): readonly Note[] =>
  texts.map((text, at) => ({
    id: (at + 1) as NoteId,
    handle: `n${at + 1}`,
    author: 'terminal:ann' as PersonId,
    authorName: 'Ann',
    text,
    tainted: false,
    conversation: null,
    date: '2026-11-17',
    at: new Date(0),
    retracted: false,
  }));

describe('a search by words', () => {
  const all = notes(
    'Ann likes green tea',
    '紅茶が好きです',
    '我喜欢喝绿茶',
    '커피를 좋아해요',
    'Zahnarzttermin am Freitag',
    'Le café préféré est noir',
    'Invoices go to Müller',
    'ชอบดื่มชาเขียว',
    'Встреча с бухгалтером в среду',
    'الاجتماع القادم في المكتبة',
  );
  const finds: readonly (readonly [query: string, text: number])[] = [
    ['teas', 0],
    ['what TEA does she like?', 0],
    ['紅茶', 1],
    ['绿茶', 2],
    ['커피', 3],
    ['Zahnarzt', 4],
    ['Wann ist der Termin?', 4],
    ['cafe', 5],
    ['invoice', 6],
    ['Muller', 6],
    ['ชา', 7],
    ['встречу', 8],
    ['المَكتبة', 9],
  ];
  for (const [query, at] of finds) {
    test(`"${query}" finds "${all[at]?.text}" first`, () =>
      assert.equal(searchNotes(all, query)[0]?.id, at + 1));
  }

  test('what nothing speaks of is not found', () => {
    for (const query of ['submarine', '自行车', 'the of and', '?!', ''])
      assert.deepEqual(searchNotes(all, query), []);
  });

  test('the note with more of the words comes first, and the newer among equals', () => {
    const some = notes('Bob likes coffee', 'The office has a coffee machine', 'Bob likes coffee');
    assert.deepEqual(
      searchNotes(some, 'coffee machine').map((note) => note.handle),
      ['n2', 'n3', 'n1'],
    );
  });
});

describe('a suggestion for a new message', () => {
  const all = notes(
    'The budget for Lisbon is 4,000 euros',
    'Ann takes her tea without sugar',
    'The office closes at six',
    '预算会议在周五',
  );
  const suggested = (message: string) => suggestNotes(all, message).map((note) => note.handle);

  test('shares a distinctive word with it', () => {
    assert.deepEqual(suggested('How much may the Lisbon trip cost?'), ['n1']);
    assert.deepEqual(suggested('下次会议是什么时候?'), ['n4']);
  });

  test('is none for small talk', () => {
    for (const message of ['hello!', 'what can you do for me?', 'thanks, that was it', 'ok', ''])
      assert.deepEqual(suggested(message), []);
  });

  test('is none for a word that most notes have', () => {
    const some = notes(...Array.from({ length: 8 }, (_, at) => `The project has a part ${at}`));
    assert.deepEqual(suggestNotes(some, 'how is the project?'), []);
  });

  test('is three at most', () => {
    const some = notes('tea one', 'tea two', 'tea three', 'sugar four', 'milk five');
    assert.equal(suggestNotes(some, 'tea with sugar and milk').length, 3);
  });
});
