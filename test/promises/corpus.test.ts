// Turns of many kinds in twelve languages: what their replies claim, and whether the rows hold it. items.jsonl has whole
// turns with their state; phrases.jsonl has replies only, with the kind of thing they claim or `none`.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseItems, userOf } from '../../bench/promises/item.ts';
import { dueAgrees, predict } from '../../bench/promises/predict.ts';
import { findClaims } from '../../src/claims/index.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

for (const file of ['sample.jsonl', 'items.jsonl']) {
  const items = parseItems(read(file));
  for (const [lang, group] of Object.entries(Object.groupBy(items, (item) => item.lang))) {
    test(`${file}, ${lang}: each reply is found backed, unbacked or mismatched as it is, and due when it says`, () => {
      const wrong = (group ?? []).flatMap((item) => {
        const { expect, kind, due } = predict(item);
        const right = expect === item.expect && (kind === 'none') === (item.claim === 'none');
        if (right && (item.due === undefined || dueAgrees(due, item.due, item.tz))) return [];
        const found = `${expect} (${kind}, ${due})`;
        return [`${item.id}: ${found} instead of ${item.expect} (${item.claim}, ${item.due}): ${item.reply}`];
      });
      assert.deepEqual(wrong, []);
    });
  }
}

type Phrase = {
  readonly lang: string;
  readonly user: string;
  readonly reply: string;
  readonly claims: string;
};

/** Kinds that are held against the rows in the same way. */
const group = (kind: string) =>
  ['reminder', 'recurring', 'follow_up', 'changed'].includes(kind) ? 'promise' : kind;

const phrases = read('phrases.jsonl')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Phrase);

for (const [lang, members] of Object.entries(Object.groupBy(phrases, (phrase) => phrase.lang))) {
  test(`phrases, ${lang}: claims are told from what claims nothing`, () => {
    const wrong = (members ?? []).flatMap((phrase) => {
      const claims = findClaims(phrase.reply, {
        user: userOf(phrase),
        now: new Date('2026-03-10T09:00:00Z'),
        zone: 'Europe/Berlin',
      });
      const found = claims.map((claim) => group(claim.kind));
      const kinds = [...new Set(found)].sort().join();
      const right =
        kinds === (phrase.claims === 'none' ? '' : phrase.claims.split(',').map(group).sort().join());
      return right
        ? []
        : [`${phrase.claims}, found [${found.join(', ')}]: ${phrase.user} -> ${phrase.reply}`];
    });
    assert.deepEqual(wrong, []);
  });
}
