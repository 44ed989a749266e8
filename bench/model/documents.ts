// What a run leaves in the documents: a row for each result in docs/models.md, and the table of parts in
// docs/measurements.md.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeSection } from '../report.ts';
import { percent } from './table.ts';
import type { Tally } from './tally.ts';

const docs = join(import.meta.dirname, '../../docs');
const HEADING = '## Results';
const HEAD = [
  '| date | model | server | commit | conversations | turns | right | false statements | wrong language | leaks | stuck | needless questions | tokens a turn | cached |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
].join('\n');

export interface Result {
  readonly model: string;
  readonly server: string;
  readonly conversations: number;
  readonly tally: Tally;
}

/** The row of a result. Pure. */
export function rowOf({ model, server, conversations, tally }: Result, date: string, commit: string): string {
  const { turns, right, misses, used } = tally;
  const missed = [misses.false, misses.language, misses.leak, misses.stuck, misses.needless];
  const cells = [
    date,
    model,
    server,
    commit,
    conversations,
    turns,
    percent(right, turns),
    ...missed.map((count) => percent(count, turns)),
    Math.round((used.input + used.output) / Math.max(1, turns)),
    percent(used.cached, used.input),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The document with rows at the end of its table of results. Pure. @throws Error if it has none */
export function withRows(text: string, rows: readonly string[]): string {
  const at = text.indexOf(HEAD);
  if (at < 0) throw new Error(`docs/models.md has no table under "${HEADING}"`);
  const rest = text.slice(at + HEAD.length);
  const length = /^(?:\n\|[^\n]*)*/.exec(rest)?.[0].length ?? 0;
  const end = at + HEAD.length + length;
  return `${text.slice(0, end)}\n${rows.join('\n')}${text.slice(end)}`;
}

export function appendResults(results: readonly Result[], now: Date): void {
  const file = join(docs, 'models.md');
  const [date, commit] = [now.toISOString().slice(0, 10), commitNow()];
  const rows = results.map((result) => rowOf(result, date, commit));
  writeFileSync(file, withRows(readFileSync(file, 'utf8'), rows));
}

export const writeMeasurements = (body: string): void =>
  writeSection(join(docs, 'measurements.md'), 'Whole conversations: `npm run eval:model`', body);

function commitNow(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}
