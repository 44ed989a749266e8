// The files of all languages: whole, with the placeholders of the English texts; and what is said of a file that is not.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faults } from '../../scripts/languages.ts';
import { faultsOf } from '../../src/language/complete.ts';
import { readHead, readMessages } from '../../src/language/file.ts';

const head =
  'name: X\nrecognise:\n  words: a b\ndates:\n  locale: en\n  day: ccc d LLL\n  day_with_year: ccc d LLL yyyy\n';

describe('the languages', () => {
  it('are whole, and the types of the keys are up to date', () => {
    assert.deepEqual(faults(), []);
  });

  it('name file and line of what cannot be read', () => {
    const rows: readonly (readonly [string, string])[] = [
      [
        `${head}messages:\n  reply.a: x\n  reply.b:\n    - 1\n`,
        'languages/xx.yaml, line 10: messages.reply.b',
      ],
      [`${head}messages:\n  reply.a: "x\n`, 'languages/xx.yaml, line 10: Missing closing'],
      [`${head}messages:\n  Reply: x\n`, 'languages/xx.yaml, line 9: messages.Reply'],
      [head, 'languages/xx.yaml, line 8: messages'],
    ];
    for (const [text, wanted] of rows)
      assert.throws(
        () => readMessages('languages/xx.yaml', text),
        (error: Error) => {
          assert.ok(error.message.startsWith(wanted), error.message);
          return true;
        },
      );
    assert.throws(
      () => readHead('languages/xx.yaml', head.replace('words: a b', 'words: [a]')),
      /line 3: recognise.words/,
    );
  });

  it('miss nothing, have nothing too much, and take the same values', () => {
    const english = { 'a.one': 'x {n, plural, one {# day} other {# days}}', 'a.two': 'y {name}' };
    assert.deepEqual(faultsOf({ 'a.one': "l'{n}", 'a.three': 'z' }, english), [
      'missing: a.two: y {name}',
      'superfluous: a.three',
      'a.one: lacks {n}',
    ]);
    assert.deepEqual(faultsOf({ 'a.one': '{n} {m}', 'a.two': '{name, plural, other {#}}' }, english), [
      'a.one: there is no {m}',
      'a.two: {name} is a text, not a number',
    ]);
    assert.match(
      faultsOf({ 'a.one': '{n', 'a.two': '{name}' }, english)[0] ?? '',
      /a\.one: it is no message/,
    );
  });
});
