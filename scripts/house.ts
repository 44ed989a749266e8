// "npm run house": the shape of the code in figures, so that a rebuilding can be judged by the same script before and
// after. "npm run house -- --quick" leaves out the trace, which starts a bot on a fake Slack.
import { join } from 'node:path';
import { circlesOf } from './house/circles.ts';
import { longestFunctions, mostParameters } from './house/functions.ts';
import { readSources } from './house/sources.ts';
import { stationsOfAMessage } from './house/stations.ts';

/** Rooms whose subject is human language in rules, and those that a newcomer has to read to understand a turn. */
const languageRooms =
  /^src\/(promises|claims|language)\/|^src\/schedule\/(words|parse)\/|^src\/memory\/(stopwords|past-da)/;
const coreRooms = /^src\/(delivery|conversation|agent|context)\/|^src\/tools\/[^/]+\.ts$/;

const root = join(import.meta.dirname, '..');
const sources = readSources(root, 'src');
const linesOf = (chosen: (path: string) => boolean) =>
  sources.reduce((sum, { path, lines }) => (chosen(path) ? sum + lines : sum), 0);

const rows: (readonly [what: string, figure: string | number])[] = [
  ['lines of TypeScript in src', linesOf(() => true)],
  ['files in src', sources.length],
  ['of them rules for human language', linesOf((path) => languageRooms.test(path))],
  [
    'of them the core (delivery, conversation, agent, context, the contract of the tools)',
    linesOf((path) => coreRooms.test(path)),
  ],
  ['lines in languages/', readSources(root, 'languages', '.yaml').reduce((sum, { lines }) => sum + lines, 0)],
];

const flat = Map.groupBy(sources, ({ path }) => path.replace(/\/[^/]+$/, ''));
const [fullest] = [...flat].sort(([, a], [, b]) => b.length - a.length);
if (fullest) rows.push(['most files flat in one folder', `${fullest[1].length} (${fullest[0]})`]);
rows.push([
  'folders with more than 20 files',
  [...flat.values()].filter((files) => files.length > 20).length,
]);
rows.push(['files over 300 lines', sources.filter(({ lines }) => lines > 300).length]);

const values = circlesOf(sources, 'values');
rows.push(['circles of imports, values', values.length]);
const types = circlesOf(sources, 'all');
const inConversation = types.flat().filter((path) => path.startsWith('src/conversation/')).length;
rows.push(['files in circles of imports, types included', types.flat().length]);
rows.push(['of them in conversation', inConversation]);

const [long, wide] = [longestFunctions(sources, 5), mostParameters(sources, 5)];
rows.push([
  'functions over 60 lines',
  longestFunctions(sources, Number.POSITIVE_INFINITY).filter(({ size }) => size > 60).length,
]);

if (!process.argv.includes('--quick')) {
  const trace = await stationsOfAMessage();
  rows.push(['functions that one plain Slack message passes through', trace.functions]);
  rows.push(['files that they are in', trace.files.length]);
  if (process.argv.includes('--files')) console.log(trace.files.join('\n'));
}

console.log('| what | figure |\n| --- | --- |');
for (const [what, figure] of rows) console.log(`| ${what} | ${figure} |`);
console.log('\nlines by room:');
const rooms = Map.groupBy(sources, ({ path }) => path.split('/').slice(0, 2).join('/'));
for (const [room, files] of [...rooms].sort(([, a], [, b]) => sum(b) - sum(a)))
  console.log(`  ${String(sum(files)).padStart(6)}  ${room}`);
console.log('\nlongest functions:');
for (const { size, name, path, line } of long) console.log(`  ${size} lines  ${name}  ${path}:${line}`);
console.log('longest parameter lists:');
for (const { size, name, path, line } of wide) console.log(`  ${size}  ${name}  ${path}:${line}`);
console.log('circles of imports, values:');
for (const circle of values) console.log(`  ${circle.join(', ')}`);

function sum(files: readonly { readonly lines: number }[]): number {
  return files.reduce((total, { lines }) => total + lines, 0);
}
