// npm run bench:context: what the policies for old results keep within reach, and what they cost, over
// the recorded conversations. `-- FILE ...` runs others and only prints; `--json` prints the figures; `--policy NAME`
// runs one; `--minimum 1024 --block 128` bills like a hosted server. Talks to nobody.
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { writeSection } from '../report.ts';
import { billed } from './figures.ts';
import { policies } from './policies.ts';
import { readScript } from './script.ts';
import type { Setting } from './simulate.ts';
import { counts, type Result, shares, table, totals, verdicts } from './table.ts';
import type { Job } from './worker.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    policy: { type: 'string', multiple: true },
    window: { type: 'string', default: '24000' },
    output: { type: 'string', default: '1024' },
    life: { type: 'string', default: '5' },
    minimum: { type: 'string', default: '0' },
    block: { type: 'string', default: '1' },
  },
});
const setting: Setting = {
  window: Number(values.window),
  maxOutput: Number(values.output),
  cache: { lifeMinutes: Number(values.life), minimum: Number(values.minimum), block: Number(values.block) },
};
const chosen = policies.filter(({ name }) => values.policy === undefined || values.policy.includes(name));
const files =
  positionals.length > 0 ? positionals : globSync(join(import.meta.dirname, 'scripts/*.jsonl')).sort();
const scripts = files.map(readScript);

const waiting = scripts.map((script, index) => ({ script, file: files[index] ?? '' }));
const results: Result[] = [];

/** One thread, taking script after script. */
async function work(): Promise<void> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url));
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    console.error(`${next.script.name}: ${next.script.turns.length} turns ...`);
    const job: Job = { file: next.file, policies: chosen.map(({ name }) => name), setting };
    const answered = once(worker, 'message');
    worker.postMessage(job);
    results.push(...((await answered) as [Result[]])[0]);
  }
  await worker.terminate();
}

await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4, scripts.length) }, work));
const order = scripts.map(({ name }) => name);
results.sort((a, b) => order.indexOf(a.script) - order.indexOf(b.script));

if (values.json) {
  const rows = [...results, ...totals(results)].map(({ script, policy, figures }) => ({
    script,
    policy,
    ...figures,
    ...shares(figures),
    billed: billed(figures),
    counts: counts(figures),
  }));
  console.log(JSON.stringify({ setting, verdicts: verdicts(results), rows }, null, 2));
} else {
  const sections = scripts.map(({ name, about, turns }) => {
    const rows = results.filter((result) => result.script === name);
    return `### ${name}\n\n${about} ${turns.length} turns.\n\n${table(rows)}`;
  });
  const held = verdicts(results).map(({ ok, line }) => `- ${ok ? 'yes' : '**no**'}: ${line}`);
  const body = [
    `Window ${values.window}, answers up to ${values.output} tokens, a cache that lives ${values.life} minutes; half of the gaps between messages are longer. Billed: a cached token counts a tenth, one of output four. "With recalls" adds what it costs to read the facts that only a handle leads to. What the columns mean: \`bench/context/README.md\`.`,
    `### All ${scripts.length} conversations\n\n${table(totals(results))}`,
    `What the default is held to:\n\n${held.join('\n')}`,
    ...sections,
  ].join('\n\n');
  console.log(body);
  if (positionals.length === 0 && values.policy === undefined)
    writeSection(
      join(import.meta.dirname, '../../docs/measurements.md'),
      'The context engine: `npm run bench:context`',
      body,
    );
}
