// How well words become times: node bench/eval-when.ts [FILE] [--out FILE]. Each line of FILE is a phrase with
// the moment, zone and locale it was said in and, if labelled, the answer. Prints scores by language and kind
// with counts and 95% intervals, and the misses; --out writes one prediction a line, labelled or not.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { resolveWhen } from '../src/schedule/parse/index.ts';
import { nextN } from '../src/schedule/recurrence/next.ts';
import { wilson } from './report.ts';

type Expect =
  | { readonly kind: 'once'; readonly due: string }
  | { readonly kind: 'recurring'; readonly next: readonly string[] }
  | { readonly kind: 'reject'; readonly why: string };

type Item = {
  readonly id: string;
  readonly lang?: string;
  readonly when: string;
  readonly now: string;
  readonly tz: string;
  readonly locale: string;
  readonly expect?: Expect;
  readonly accept?: readonly (string | readonly string[])[];
};

type Prediction = { readonly id: string } & Expect;
type Verdict = 'right' | 'refused' | 'wrong';
type Scored = { readonly item: Item; readonly answer: Prediction; readonly verdict: Verdict };

const SAMPLE = fileURLToPath(new URL('../test/schedule/when-sample.jsonl', import.meta.url));
const FIRINGS = 5;

function predict(item: Item): Prediction {
  const now = new Date(item.now);
  const result = resolveWhen(item.when, { now, zone: item.tz, locale: item.locale });
  if (!result.ok) return { id: item.id, kind: 'reject', why: result.why };
  if (result.schedule.kind === 'once') return { id: item.id, kind: 'once', due: result.first.toISOString() };
  const next = nextN(result.schedule, now, FIRINGS).map((at) => at.toISOString());
  return { id: item.id, kind: 'recurring', next };
}

/** Instants as one comparable text; a refusal is the empty one. */
function keyOf(answer: Expect | string | readonly string[]): string {
  const instants = typeof answer === 'string' ? [answer] : 'kind' in answer ? instantsOf(answer) : answer;
  return instants.map((at) => new Date(at).toISOString()).join(' ');
}

function instantsOf(answer: Expect): readonly string[] {
  return answer.kind === 'once' ? [answer.due] : answer.kind === 'recurring' ? answer.next : [];
}

function judge(item: Item, expect: Expect, answer: Prediction): Verdict {
  const right = [keyOf(expect), ...(item.accept ?? []).map(keyOf)];
  if (right.includes(keyOf(answer))) return 'right';
  return answer.kind === 'reject' ? 'refused' : 'wrong';
}

/** Wilson's 95% interval, in per cent. */
const interval = (hits: number, of: number): readonly [number, number] => wilson({ hits, of }) ?? [0, 100];

function line(name: string, scored: readonly Scored[]): string {
  const count = (verdict: Verdict) => scored.filter((s) => s.verdict === verdict).length;
  const [low, high] = interval(count('right'), scored.length);
  const [wrongLow, wrongHigh] = interval(count('wrong'), scored.length);
  const percent = (n: number) => ((100 * n) / Math.max(1, scored.length)).toFixed(1);
  return [
    name.padEnd(12),
    `right ${count('right')}/${scored.length} = ${percent(count('right'))}% [${low.toFixed(1)}, ${high.toFixed(1)}]`.padEnd(
      42,
    ),
    `refused ${count('refused')}`.padEnd(12),
    `confidently wrong ${count('wrong')} = ${percent(count('wrong'))}% [${wrongLow.toFixed(1)}, ${wrongHigh.toFixed(1)}]`,
  ].join('  ');
}

function groups(scored: readonly Scored[], of: (s: Scored) => string): readonly string[] {
  return [...Map.groupBy(scored, of)]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, list]) => line(name, list));
}

function report(scored: readonly Scored[]): void {
  console.log(line('all', scored));
  console.log('\nby language');
  for (const row of groups(scored, ({ item }) => item.lang ?? '?')) console.log(row);
  console.log('\nby kind');
  for (const row of groups(scored, ({ item }) => item.expect?.kind ?? '?')) console.log(row);
  const rejects = scored.filter(({ item }) => item.expect?.kind === 'reject');
  const named = rejects.filter(
    ({ item, answer }) =>
      item.expect?.kind === 'reject' && answer.kind === 'reject' && item.expect.why === answer.why,
  );
  console.log(`\nreason of a refusal right: ${named.length}/${rejects.length}`);
  const misses = scored.filter(({ verdict }) => verdict !== 'right');
  console.log(`\nmisses: ${misses.length}`);
  for (const { item, answer, verdict } of misses) {
    const { id: _id, ...said } = answer;
    console.log(
      `${item.id} ${item.lang ?? ''} ${verdict}: ${JSON.stringify(item.when)} said ${item.now} in ${item.tz} (${item.locale})`,
    );
    console.log(`    want ${JSON.stringify(item.expect)}\n    got  ${JSON.stringify(said)}`);
  }
}

function main(): void {
  const { values, positionals } = parseArgs({ options: { out: { type: 'string' } }, allowPositionals: true });
  const file = positionals[0] ?? SAMPLE;
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((text) => text.trim() !== '');
  const items = lines.map((text) => JSON.parse(text) as Item);
  const answers = items.map((item) => ({ item, answer: predict(item) }));
  if (values.out)
    writeFileSync(values.out, answers.map(({ answer }) => `${JSON.stringify(answer)}\n`).join(''));
  const scored = answers.flatMap(({ item, answer }): Scored[] =>
    item.expect ? [{ item, answer, verdict: judge(item, item.expect, answer) }] : [],
  );
  console.log(`${file}: ${items.length} phrases, ${scored.length} of them labelled`);
  if (scored.length > 0) report(scored);
  if (values.out) console.log(`\npredictions written to ${values.out}`);
}

main();
