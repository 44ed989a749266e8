// A short form of npm run eval:mending: items of the claims' sample through the whole bot, with a model that mends when asked and
// one that never does: no false sentence stays, no ask is left without a word, nothing has two rows, and few true replies are touched.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { isPlayable, itemsOf, play } from '../../bench/promises/mending/play.ts';
import { tableOf } from '../../bench/promises/mending/table.ts';
import { type Fault, wordsOf } from '../../bench/promises/mending/verdict.ts';

const sample = readFileSync(new URL('../promises/sample.jsonl', import.meta.url), 'utf8');
const items = itemsOf([sample], process.env.LONG === undefined ? 4 : 1).filter(isPlayable);

/** What may happen to none; the rest, such as a true reply that is doubted, to few. */
const never: ReadonlySet<Fault> = new Set([
  'false claim as written',
  'open ask, silent',
  'second row',
  'row that nobody asked for',
]);

describe('a reply is mended before anybody reads it', () => {
  for (const manner of ['mends', 'repeats'] as const)
    it(`by a model that ${manner} when it is asked`, async () => {
      const played = await play(items, manner);
      assert.equal(played.length, items.length);
      const wrong = played.filter(({ faults }) => faults.length > 0);
      const told = wrong
        .map(({ item, faults, sent }) => `${item.id}: ${faults.join(', ')}: ${sent}`)
        .join('\n');
      assert.ok(!wrong.some(({ faults }) => faults.some((fault) => never.has(fault))), told);
      assert.ok(wrong.length <= played.length / 5, told);
      assert.match(tableOf(played), /harmless reply changed/);
    });

  it("is judged without the harness's own lines", () => {
    assert.equal(
      wordsOf('Done!\n\nAll of it.\n\n⏰ Mon 23 Nov, 09:00 (r1)\n📝 noted: tea (n1)'),
      'Done!\n\nAll of it.',
    );
  });
});
