// Every file of words can be read, part by part, and what is wrong in one is said with its file and line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { packSchema, recognisedSchema } from '../../src/claims/language/pack.ts';
import { tagsWith, wordsOf } from '../../src/language/words.ts';
import { languageSchema } from '../../src/schedule/parse/lexicon.ts';

test('English is tried first, and thirteen ways of writing are read', () => {
  assert.equal(tagsWith('claims')[0], 'en');
  assert.equal(tagsWith('claims').length, 13);
  assert.equal(tagsWith('time').length, 12);
});

for (const tag of tagsWith('claims')) {
  test(`${tag}: all parts are as their readers want them`, () => {
    const { script, common } = wordsOf(tag, 'recognise', recognisedSchema);
    assert.ok(script !== undefined || common.length > 0);
    assert.ok(wordsOf(tag, 'claims', packSchema).claims.length > 0);
    if (tagsWith('time').includes(tag))
      assert.ok(Object.keys(wordsOf(tag, 'time', languageSchema).words).length > 0);
  });
}

test('a fault is told with file and line', () => {
  const other = z.strictObject({ common: z.number() });
  assert.throws(() => wordsOf('de', 'recognise', other), /languages\/words\/de\.yaml, line \d+: common/);
});
