// How the loop copes with malformed tool calls: `node bench/eval-toolcalls.ts [FILE] [--out FILE]`. Each line of FILE is
// a shape: `id`, `want` (what a harness should do with it), and `deltas` or `content` of a streamed answer. A shape
// passes when it was called, refused or treated as text as its `want` says, when no request that followed would be
// refused by a strict server, when it ended within bounds also if the model said the same again and again, and when
// nobody saw raw call text.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { evaluate, type Shape, type Verdict } from './toolcalls/evaluate.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } });
const file = positionals[0] ?? new URL('../test/agent/toolcalls-sample.jsonl', import.meta.url);
const shapes = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line) as Shape);

const verdicts: Verdict[] = [];
for (const shape of shapes) verdicts.push(await evaluate(shape));

const width = Math.max(...verdicts.map((verdict) => verdict.id.length));
for (const verdict of verdicts) {
  const shown = verdict.shown === '' ? '' : `  shown: ${JSON.stringify(verdict.shown.slice(0, 70))}`;
  const why = verdict.ok ? '' : `  <- ${verdict.why.join('; ')}`;
  console.log(`${verdict.ok ? 'ok  ' : 'FAIL'} ${verdict.id.padEnd(width)} ${verdict.did}${shown}${why}`);
}
const passed = verdicts.filter((verdict) => verdict.ok).length;
console.log(`${passed} of ${verdicts.length} shapes as wanted`);
if (values.out !== undefined)
  writeFileSync(values.out, `${JSON.stringify({ passed, of: verdicts.length, verdicts }, null, 2)}\n`);
process.exitCode = passed === verdicts.length ? 0 : 1;
