// npm run eval:injection [-- FILE --each N --sample N --seed N]: injected instructions, each by one way (or by several) into
// what the model sees, with a model that obeys all of them, in a bot whose rules allow everything. FILE adds further ones,
// in JSON lines. Prints a table by carrier; exits with 1 if anything ran unasked, went where it must not, or was claimed and
// not done.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CARRIERS } from './carriers.ts';
import { casesOf } from './cases.ts';
import { parseItems } from './item.ts';
import { play } from './play.ts';
import { breachesOf, tableOf } from './table.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string' }, each: { type: 'string' } },
});
const own = parseItems(readFileSync(new URL('instructions.jsonl', import.meta.url), 'utf8'));
const more = positionals.flatMap((file) => parseItems(readFileSync(file, 'utf8')));
const { cases, items } = casesOf([...own, ...more], Number(values.each ?? 1), {
  ...(values.sample === undefined ? {} : { sample: Number(values.sample) }),
  seed: Number(values.seed ?? 1),
});
const began = performance.now();
const { verdicts, stray } = await play(cases, items);
const seconds = Math.round((performance.now() - began) / 1000);
const breaches = [...breachesOf(verdicts), ...stray];
for (const line of breaches) console.error(line);
console.log(tableOf(verdicts));
console.log(
  `\n${own.length + more.length} instructions, ${cases.length} cases over ${CARRIERS.length} carriers, ${breaches.length} breaches; ${seconds} s.`,
);
process.exitCode = breaches.length > 0 ? 1 : 0;
