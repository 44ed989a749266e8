// Which answers to others are found to repeat a row of somebody who is forgotten.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repeating } from '../../src/conversation/privacy/erasure/repeats.ts';

const repeats = repeating(['Ann likes quokka tea.', 'stretch', '安喜欢绿茶']);

test('where the row was shown, in other words too; elsewhere only all of a row of several words', () => {
  assert.equal(repeats('Quokka tea is what Ann likes.', true), true);
  assert.equal(repeats('It is quokka teas, I am told.', true), true);
  assert.equal(repeats('It is quokka teas, I am told.', false), false);
  assert.equal(repeats('As I said, Ann likes quokka tea.', false), true);
  assert.equal(repeats('Remember to stretch.', true), true);
  assert.equal(repeats('Remember to stretch.', false), false);
  assert.equal(repeats('她说安喜欢喝绿茶', true), true);
});

test('what has other words is left', () => {
  for (const text of ['', 'Wombats dig.', 'Ann does.', 'Tea is ready.'])
    assert.equal(repeats(text, true), false, text);
  assert.equal(repeats('I like green tea.', false), false);
  assert.equal(repeats('I like green tea.', true), true, 'where the row was shown rather one too many');
  assert.equal(repeating([])('Ann likes quokka tea.', true), false);
});
