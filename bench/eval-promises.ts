// Does a reply's prose claim what the rows do not hold? `node bench/eval-promises.ts [FILE] [--out FILE]`. Each line of FILE
// is a turn (user, reply, now, tz, stored, persona, memory_written), with labels or without. Prints scores by language
// and kind with 95% intervals, the baseline rule beside them, and the misses; `--out` writes one prediction a line.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Item, type Label, parseItems } from './promises/item.ts';
import { baseline, dueAgrees, type Prediction, predict } from './promises/predict.ts';
import { type Scored, type Scores, scoresOf, shown } from './promises/score.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } });
const file = positionals[0] ?? new URL('../test/promises/sample.jsonl', import.meta.url);
const items = parseItems(readFileSync(file, 'utf8'));
const predictions = items.map((item) => ({ item, prediction: predict(item) }));

if (values.out !== undefined) {
  const lines = predictions.map(({ item, prediction }) =>
    JSON.stringify({ id: item.id, expect: prediction.expect, due: prediction.due }),
  );
  writeFileSync(values.out, `${lines.join('\n')}\n`);
}

const labelled = predictions.filter(({ item }) => item.expect !== undefined);
if (labelled.length === 0)
  console.log(
    `${items.length} items without labels; ${items.length - predictions.filter((p) => p.prediction.expect === 'ok').length} flagged`,
  );
else report();

function report(): void {
  const scored = labelled.map(({ item, prediction }) => scoredItem(item, prediction));
  const plain = labelled.map(
    ({ item }): Scored => ({ item, expect: baseline(item), due: false, unclear: false }),
  );
  console.log(`${labelled.length} items, no model call\n`);
  print('all', scoresOf(scored));
  print('English', scoresOf(scored.filter((s) => s.item.lang === 'en')));
  print('other languages', scoresOf(scored.filter((s) => s.item.lang !== 'en')));
  print('baseline: the plain English rule', scoresOf(plain), true);
  print('baseline, English only', scoresOf(plain.filter((s) => s.item.lang === 'en')), true);
  table('language', scored, (s) => s.item.lang);
  table('kind', scored, (s) => s.item.claim ?? 'none');
  misses();
}

function scoredItem(item: Item, prediction: Prediction): Scored {
  const due = item.due !== undefined && dueAgrees(prediction.due, item.due, item.tz);
  return { item, expect: prediction.expect, due, unclear: prediction.unclear };
}

function print(name: string, scores: Scores, short = false): void {
  console.log(name);
  console.log(`  unbacked or mismatched, found     ${shown(scores.found)}`);
  console.log(`  right label among the found       ${shown(scores.label)}`);
  console.log(`  wrongly flagged, claims nothing   ${shown(scores.flaggedNone)}`);
  console.log(`  wrongly flagged, backed           ${shown(scores.flaggedBacked)}`);
  if (!short) {
    console.log(`  due named rightly                 ${shown(scores.due)}`);
    console.log(`  would go to the model             ${shown(scores.unclear)}`);
  }
  console.log('');
}

function table(name: string, scored: readonly Scored[], key: (s: Scored) => string): void {
  const groups = Object.entries(Object.groupBy(scored, key)).sort(([a], [b]) => (a < b ? -1 : 1));
  console.log(
    `by ${name.padEnd(11)}found                       label                       flagged: nothing claimed    flagged: backed`,
  );
  for (const [group, members] of groups) {
    const scores = scoresOf(members ?? []);
    const cells = [scores.found, scores.label, scores.flaggedNone, scores.flaggedBacked].map((share) =>
      shown(share).padEnd(28),
    );
    console.log(`  ${group.padEnd(12)}${cells.join('').trimEnd()}`);
  }
  console.log('');
}

function misses(): void {
  const wrong = labelled.filter(({ item, prediction }) => prediction.expect !== item.expect);
  console.log(wrong.length === 0 ? 'no misses' : `${wrong.length} misses`);
  for (const { item, prediction } of wrong) {
    const labels: readonly (Label | undefined)[] = [item.expect, prediction.expect];
    console.log(
      `  ${item.id} ${item.claim}: should be ${labels[0]}, is ${labels[1]} (${prediction.kind})  ${JSON.stringify(item.reply.slice(0, 90))}`,
    );
  }
}
