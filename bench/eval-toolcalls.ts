// How the loop copes with malformed tool calls: `node bench/eval-toolcalls.ts [FILE] [--out FILE]`. Each line of FILE is
// a shape: `id`, `want` (what a harness should do with it), and `deltas` or `content` of a streamed answer; `tools`, `user`
// and `expect` where it names them. A shape passes when it was called, refused or treated as text as it says, when no
// request that followed would be refused by a strict server, when it ended within bounds also if the model said the same
// again and again, and when nobody saw raw call text. `--out` writes a line of JSON a shape.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { evaluate, type Happened, type Shape, type Verdict } from './toolcalls/evaluate.ts';
import { isLookAlike } from './toolcalls/want.ts';

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
const alike = verdicts.filter((_, at) => shapes[at] !== undefined && isLookAlike(shapes[at]));
if (alike.length > 0) {
  const ran = alike.filter(({ once, always }) => once.ran.length + always.ran.length > 0);
  const exact = alike.filter((verdict) => verdict.ok);
  console.log(`look-alikes: ${ran.length} of ${alike.length} ran, ${exact.length} shown exactly as written`);
}
const passed = verdicts.filter((verdict) => verdict.ok).length;
console.log(`${passed} of ${verdicts.length} shapes as wanted`);
if (values.out !== undefined) writeFileSync(values.out, `${verdicts.map(lineOf).join('\n')}\n`);
process.exitCode = passed === verdicts.length ? 0 : 1;

/** What happened, and under `repeating` what happened with a model that says the same again and again. */
function lineOf({ id, once, always }: Verdict): string {
  return JSON.stringify({ id, ...told(once), repeating: told(always) });
}

function told({ ran, refused, askedAgain, shown }: Happened) {
  return { ran, refused, asked: askedAgain, shown };
}
