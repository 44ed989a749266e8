// The tables of twelve languages take a while to compile, and the first turn after a start waits for what it needs: no table
// is compiled before a phrase is tried in it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compiledWhenReached } from '../../src/schedule/parse/languages.ts';
import { compileLexicon } from '../../src/schedule/parse/lexicon.ts';

function counted() {
  const compiled: string[] = [];
  const lexicons = compiledWhenReached((language) => {
    compiled.push(language.code);
    return compileLexicon(language, []);
  });
  return { compiled, ...lexicons };
}

describe('the languages of times', () => {
  it("compiles the locale's language alone for a phrase that is in it", () => {
    const { compiled, lexiconsFor } = counted();
    assert.deepEqual(compiled, []);
    assert.equal(lexiconsFor('en-US').next().value?.language.code, 'en');
    assert.equal(lexiconsFor('de-AT').next().value?.language.code, 'de');
    assert.deepEqual(compiled, ['en', 'de']);
  });

  it('compiles each language once, mixed or not', () => {
    const { compiled, lexiconsFor, mixedFor } = counted();
    assert.equal(mixedFor('hi-IN').next().value?.language.code, 'hi');
    assert.deepEqual(compiled, ['hi', 'en']);
    for (let round = 0; round < 2; round++) {
      assert.equal([...lexiconsFor('fr')].length, 12);
      assert.equal([...mixedFor('fr')].length, 11);
    }
    assert.equal(compiled.length, 12);
    assert.equal(new Set(compiled).size, 12);
  });

  it("puts the locale's language first, then English", () => {
    const { lexiconsFor } = counted();
    const order = [...lexiconsFor('ja')].map(({ language }) => language.code);
    assert.deepEqual(order.slice(0, 3), ['ja', 'en', 'de']);
  });
});
