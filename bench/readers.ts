// Prints what the readers of people's, pages' and models' texts take: `npm run bench:readers`. For each its cap, and over all
// shapes of text the most milliseconds at 40,000 characters, and how much longer a text of twice the length takes at most.
// Then what the claims of an ordinary reply take; `-- ordinary` prints that alone.
import { readingLimits } from '../src/text/reading-limits.ts';
import { cases } from '../test/readers/cases.ts';
import { growthOf } from '../test/readers/measure.ts';
import { BETWEEN, SHAPES, shapesOf } from '../test/readers/shapes.ts';
import { ordinaryReplies } from './promises/ordinary.ts';

console.log(
  '| reader | cap | ms at 40,000 characters | with | for each doubling |\n| --- | ---: | ---: | --- | ---: |',
);
const only = process.argv.slice(2);
for (const [name, reader] of Object.entries(cases)) {
  if (only.length > 0 && !only.includes(name)) continue;
  const shapes = [...SHAPES, ...BETWEEN, ...shapesOf(reader.triggers ?? [])];
  for (const shape of SHAPES) reader.read(shape.of(300));
  const grown = shapes.map((shape) => growthOf(reader, shape, 10_000));
  const worst = grown.reduce((most, each) => (each.ms > most.ms ? each : most));
  const factor = Math.max(0, ...grown.map(({ perDoubling }) => perDoubling ?? 0));
  const cap = (readingLimits as Readonly<Record<string, number>>)[name];
  const times = factor === 0 ? 'too quick to tell' : factor.toFixed(1);
  console.log(
    `| ${name} | ${cap ?? ''} | ${worst.ms.toFixed(1)} | ${worst.shape.replaceAll('|', '\\|')} | ${times} |`,
  );
}

if (only.length === 0 || only.includes('ordinary')) {
  console.log(
    '\n| claims of a reply of 4,000 characters | ms at the median | at most |\n| --- | ---: | ---: |',
  );
  for (const { lang, median, most } of ordinaryReplies())
    console.log(`| ${lang} | ${median.toFixed(1)} | ${most.toFixed(1)} |`);
}
