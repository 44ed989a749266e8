// npm run bench: the figures of docs/measurements.md that concern the whole bot. Medians of one run on one machine; they
// are for comparing, not for promising. Talks to loopback only and ends by itself.
import { cpus } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../scripts/postgres.ts';
import { measureMemory } from './memory.ts';
import { writeSection } from './report.ts';
import { measureSize } from './size.ts';
import { measureStart } from './start.ts';
import { measureTurns } from './turns.ts';

export interface Figure {
  readonly what: string;
  readonly aim: string;
  readonly got: string;
}

const server = await startPostgres();
process.env.TEST_DATABASE_URL = server.url;
const figures: Figure[] = [];
for (const [name, measure] of [
  ['start', measureStart],
  ['turns', measureTurns],
  ['memory', measureMemory],
  ['size', measureSize],
] as const) {
  console.error(`measuring: ${name} ...`);
  figures.push(...(await measure()));
}
await server.stop();

const table = [
  '| what | aim | measured |',
  '| --- | --- | --- |',
  ...figures.map(({ what, aim, got }) => `| ${what} | ${aim} | ${got} |`),
].join('\n');
const machine = `${cpus().length} cores, Node ${process.versions.node}`;
writeSection(
  join(import.meta.dirname, '../docs/measurements.md'),
  'The whole bot: `npm run bench`',
  `${machine}.\n\n${table}`,
);
console.log(table);
