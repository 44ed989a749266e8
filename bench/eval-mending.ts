// npm run eval:mending -- [FILE...] [--every N] [--out FILE]: each item of files as eval:promises reads them is played through the
// running bot, its reply as the model's answer: once with a model that mends when asked, once with one that repeats itself.
// Prints counts and every exception; `--out` writes what was sent, an item a line.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isPlayable, itemsOf, type Played, play } from './promises/mending/play.ts';
import { tableOf } from './promises/mending/table.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, every: { type: 'string' } },
});
const files =
  positionals.length > 0 ? positionals : [new URL('../test/promises/sample.jsonl', import.meta.url)];
const all = itemsOf(
  files.map((file) => readFileSync(file, 'utf8')),
  Number(values.every ?? 1),
);
const items = all.filter(isPlayable);
const began = performance.now();
const played: Played[] = [];
for (const manner of ['mends', 'repeats'] as const) played.push(...(await play(items, manner, exception)));
if (values.out !== undefined)
  writeFileSync(
    values.out,
    played
      .map(({ item, manner, faults, asks, sent }) =>
        JSON.stringify({ id: item.id, manner, faults, asks, sent, item }),
      )
      .join('\n'),
  );
console.log(tableOf(played));
const seconds = Math.round((performance.now() - began) / 1000);
console.log(`\n${items.length} items, ${all.length - items.length} that cannot be played, ${seconds} s`);

function exception({ item, manner, faults, sent }: Played): void {
  for (const fault of faults)
    console.log(
      `${item.id} ${item.claim} ${item.expect}, ${manner}: ${fault}\n    ${JSON.stringify(item.user.slice(0, 120))}\n    ${JSON.stringify(item.reply.slice(0, 160))}\n    ${JSON.stringify(sent.slice(0, 240))}`,
    );
}
