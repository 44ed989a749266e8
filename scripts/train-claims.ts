// Learns what counts as a claim: `npm run train:claims [-- --report]`. Reads examples/claims/*.jsonl and the promise corpus of the tests
// (blind.jsonl aside), and writes src/claims/learned/weights.tsv. `--report` prints what is found and wrongly
// flagged in each batch by weights that never saw it, with 95% intervals.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type Item, parseItems, userOf } from '../bench/promises/item.ts';
import { predict } from '../bench/promises/predict.ts';
import { type Scored, scoresOf, shown } from '../bench/promises/score.ts';
import { claimKinds } from '../src/claims/claim.ts';
import { readingOf } from '../src/claims/detect.ts';
import { type Features, featuresOf } from '../src/claims/learned/features.ts';
import { judgedBy, type Weights } from '../src/claims/learned/model.ts';
import { takeBack } from '../src/claims/take-back.ts';
import { trained } from './claims/train.ts';

const FOLDS = 4;
/** Harmless replies that may be held to claim something, judged by weights that never saw them. */
const FALSE_ALARMS = 0.035;
/** Above the threshold, in log odds: where a model is asked, if there is one. */
const UNSURE = 0.6;
/** Below it, in log odds: what the patterns are sure of still counts. */
const TRUST = 1;

const root = new URL('..', import.meta.url);
const out = new URL('src/claims/learned/weights.tsv', root);

type Example = {
  readonly item: Item;
  readonly batch: string;
  readonly claim: string;
  readonly features: Features;
};

const examples = [...batches(), ...earlier(), ...corrections()];
const report = process.argv.includes('--report');
const folds = new Set(examples.map(({ batch }) => foldOf(batch)));
const scores = new Map<Example, number>();
const models = new Map<string, Weights>();
for (const fold of folds) {
  const weights = {
    threshold: 0,
    trust: TRUST,
    unsure: UNSURE,
    ...trained(examples.filter(({ batch }) => foldOf(batch) !== fold)),
  };
  models.set(fold, weights);
  for (const example of examples)
    if (foldOf(example.batch) === fold) scores.set(example, judgedBy(weights, example.features).score);
}
const threshold = thresholdOf(
  [...scores].filter(([{ claim, batch }]) => claim === 'none' && isBlind(batch)).map(([, score]) => score),
);
if (report) reportOn();
writeFileSync(out, written({ threshold, trust: TRUST, unsure: UNSURE, ...trained(examples) }));
console.log(`${examples.length} examples in ${folds.size} folds; threshold ${threshold}`);

/** Batches are left out together by the letter in their names, in four groups: so there are five models to learn, not thirty. */
function foldOf(batch: string): string {
  const letter = isBlind(batch) ? batch.split('-')[1]?.charCodeAt(0) : undefined;
  return letter === undefined ? batch : String(letter % FOLDS);
}

/** Whether a batch was written by somebody who had seen neither code nor weights. */
function isBlind(batch: string): boolean {
  return batch !== 'earlier' && batch !== 'corrections';
}

function batches(): readonly Example[] {
  const folder = new URL('examples/claims/', root);
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted();
  return files.flatMap((file) =>
    parseItems(readFileSync(new URL(file, folder), 'utf8')).map((item) =>
      exampleOf(item, basename(file, '.jsonl')),
    ),
  );
}

/** The rows that the patterns of the languages were made with: they say little of new ones, and count as one batch. */
function earlier(): readonly Example[] {
  const read = (name: string) => readFileSync(new URL(`test/promises/${name}`, root), 'utf8');
  const phrases = read('phrases.jsonl')
    .split('\n')
    .filter((line) => line !== '');
  const asItem = (line: string, at: number): Item => {
    const { lang, user, reply, claims } = JSON.parse(line) as Record<
      'lang' | 'user' | 'reply' | 'claims',
      string
    >;
    const [claim = 'none'] = claims.split(',');
    const plain = {
      stored: [],
      persona: 'default',
      memory_written: false,
      now: '2026-03-10T09:00:00Z',
      tz: 'Europe/Berlin',
    };
    return { ...plain, id: `phrase-${at}`, lang, user, reply, claim };
  };
  return [
    ...parseItems(read('items.jsonl')),
    ...parseItems(read('sample.jsonl')),
    ...phrases.map(asItem),
  ].map((item) => exampleOf(item, 'earlier'));
}

/** Our own corrections claim nothing, whatever was asked. */
function corrections(): readonly Example[] {
  const asked = parseItems(readFileSync(new URL('test/promises/items.jsonl', root), 'utf8'));
  return Object.entries(Object.groupBy(asked, ({ lang }) => lang)).flatMap(([lang, items = []]) =>
    claimKinds.flatMap((kind) =>
      items
        .slice(0, 4)
        .map((item) => exampleOf({ ...item, claim: 'none', reply: takeBack(kind, lang) }, 'corrections')),
    ),
  );
}

function exampleOf(item: Item, batch: string): Example {
  return {
    item,
    batch,
    claim: item.claim ?? 'none',
    features: featuresOf(readingOf(item.reply, userOf(item))),
  };
}

function thresholdOf(harmless: readonly number[]): number {
  const highest = harmless.toSorted((a, b) => b - a);
  return Math.round((highest[Math.floor(highest.length * FALSE_ALARMS)] ?? 0) * 100) / 100;
}

function written({ claims, kinds, ...settings }: Weights): string {
  const table = (name: string, weights: ReadonlyMap<string, number>) =>
    [...weights]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([feature, weight]) => `${name}\t${feature}\t${weight}`);
  const lines = [
    '# Made by `npm run train:claims`; README.md explains the features. Table, feature, weight.',
    ...table('settings', new Map(Object.entries(settings))),
    ...table('claims', claims),
    ...[...kinds].flatMap(([kind, weights]) => table(kind, weights)),
  ];
  return `${lines.join('\n')}\n`;
}

function reportOn(): void {
  const scored = [...examples]
    .filter(({ batch }) => isBlind(batch))
    .map(({ item, batch }): Scored & { batch: string } => {
      const weights = { ...(models.get(foldOf(batch)) as Weights), threshold };
      const { expect, unclear } = predict(item, weights);
      return { item, expect, unclear, due: false, batch };
    });
  print('all', scored);
  print(
    'English',
    scored.filter(({ item }) => item.lang === 'en'),
  );
  print(
    'other languages',
    scored.filter(({ item }) => item.lang !== 'en'),
  );
  for (const [batch, members = []] of Object.entries(Object.groupBy(scored, (one) => one.batch)))
    print(batch, members);
}

function print(name: string, scored: readonly Scored[]): void {
  const { found, flaggedNone, flaggedBacked, unclear } = scoresOf(scored);
  const cells = [found, flaggedNone, flaggedBacked, unclear].map((share) => shown(share).padEnd(26));
  console.log(
    `${name.padEnd(16)} found ${cells[0]} harmless ${cells[1]} backed ${cells[2]} asked ${cells[3]}`,
  );
}
