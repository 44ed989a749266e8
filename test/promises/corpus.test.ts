// Turns of many kinds in twelve languages: what their replies claim, and whether the rows hold it. Held to shares, never to
// every row: rules that know all their examples fail on the next person. blind.jsonl was written by somebody who had seen no
// rule; none is made for a row of it, so it tells what the others cannot. Do not mend its misses one by one.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Item, parseItems, userOf } from '../../bench/promises/item.ts';
import { dueAgrees, type Prediction, predict } from '../../bench/promises/predict.ts';
import { findClaims } from '../../src/claims/index.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Fails with the misses if fewer than this share of the rows is right. */
function atLeast(share: number, misses: readonly string[], of: number, what: string): void {
  const right = of - misses.length;
  assert.ok(right >= share * of, `${what}: ${right} of ${of}, wanted ${share * 100}%\n${misses.join('\n')}`);
}

function misses(items: readonly Item[], right: (item: Item, found: Prediction) => boolean): string[] {
  return items.flatMap((item) => {
    const found = predict(item);
    if (right(item, found)) return [];
    const said = `${found.expect} (${found.kind}, ${found.due})`;
    return [`${item.id}: ${said} instead of ${item.expect} (${item.claim}, ${item.due}): ${item.reply}`];
  });
}

for (const file of ['sample.jsonl', 'items.jsonl']) {
  for (const [lang, group = []] of Object.entries(
    Object.groupBy(parseItems(read(file)), (item) => item.lang),
  )) {
    test(`${file}, ${lang}: most replies are found backed, unbacked or mismatched as they are, and due when they say`, () => {
      const wrong = misses(
        group,
        (item, { expect, kind, due }) =>
          expect === item.expect &&
          (kind === 'none') === (item.claim === 'none') &&
          (item.due === undefined || dueAgrees(due, item.due, item.tz)),
      );
      // one row of a small group may go wrong
      if (wrong.length > 1) atLeast(0.9, wrong, group.length, lang);
    });
  }
}

/** Of the rows that no rule was made for: least share of false claims found, most of harmless and of backed replies flagged. */
const BLIND = {
  English: { found: 0.7, harmless: 0.15, backed: 0.1 },
  others: { found: 0.75, harmless: 0.15, backed: 0.15 },
} as const;

const blind = parseItems(read('blind.jsonl'));
for (const [name, least] of Object.entries(BLIND)) {
  const items = blind.filter((item) => (item.lang === 'en') === (name === 'English'));
  const flagged = (_: Item, { expect }: Prediction) => expect !== 'ok';
  const passed = (_: Item, { expect }: Prediction) => expect === 'ok';

  test(`blind.jsonl, ${name}: most claims that no row holds are found`, () => {
    const failing = items.filter((item) => item.expect !== 'ok');
    atLeast(least.found, misses(failing, flagged), failing.length, 'found');
  });

  test(`blind.jsonl, ${name}: few replies are flagged that claim nothing, or nothing false`, () => {
    const harmless = items.filter((item) => item.claim === 'none');
    const backed = items.filter((item) => item.claim !== 'none' && item.expect === 'ok');
    atLeast(1 - least.harmless, misses(harmless, passed), harmless.length, 'claims nothing');
    atLeast(1 - least.backed, misses(backed, passed), backed.length, 'backed');
  });
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

for (const [lang, members = []] of Object.entries(Object.groupBy(phrases, (phrase) => phrase.lang))) {
  test(`phrases, ${lang}: claims are told from what claims nothing`, () => {
    const wrong = members.flatMap((phrase) => {
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
    atLeast(0.93, wrong, members.length, lang);
  });
}
