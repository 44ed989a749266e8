// Played turns as JSON lines (`--out FILE`), and read again (`--from FILE`): runs that were made apart become one table.
import { readFileSync } from 'node:fs';
import type { Played } from './play.ts';

/** The turns of one run. */
export interface Lines {
  /** The harness's name. */
  readonly harness: string;
  /** The share of faulty answers, from 0 to 1; null for a real model. */
  readonly rate: number | null;
  readonly played: readonly Played[];
}

/** One turn as a line. */
export function lineOf({ verdict, ...rest }: Played, harness: string, rate: number | null): string {
  return JSON.stringify({ harness, rate, ...rest, ...verdict });
}

/** The runs of several files, in the order of their first lines; a run that is in two files counts once. @throws Error naming the file */
export function readLines(files: readonly string[]): readonly Lines[] {
  const runs = new Map<string, { harness: string; rate: number | null; file: string; played: Played[] }>();
  for (const file of files)
    for (const [at, line] of readFileSync(file, 'utf8').split('\n').entries()) {
      if (line === '') continue;
      const { harness, rate, right, misses, why, ...rest } = parsed(line, `${file}, line ${at + 1}`);
      const key = `${rate} ${harness}`;
      const run = runs.get(key) ?? { harness, rate, file, played: [] };
      runs.set(key, run);
      if (run.file === file) run.played.push({ ...rest, verdict: { right, misses, why } });
    }
  return [...runs.values()];
}

type Line = Omit<Played, 'verdict'> & Played['verdict'] & Pick<Lines, 'harness' | 'rate'>;

function parsed(line: string, where: string): Line {
  try {
    return JSON.parse(line) as Line;
  } catch {
    throw new Error(`${where}: this is no line of --out`);
  }
}
