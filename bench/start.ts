// From spawning the process to taking in, after the first run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, dropDatabase } from '../test/fakes/databases.ts';
import type { Figure } from './bench.ts';
import { startMain } from './process.ts';
import { median } from './report.ts';

const runs = 7;

export async function measureStart(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'peacrab-bench-'));
  const url = await createDatabase();
  const env = { DATA_DIR: join(folder, 'data'), MEMORY_DIR: join(folder, 'memory'), MODEL: 'demo' };
  const first = await timed(env);
  const pglite = await several(env);
  await timed({ ...env, DATABASE_URL: url });
  const postgres = await several({ ...env, DATABASE_URL: url });
  rmSync(folder, { recursive: true });
  await dropDatabase(url);
  const show = (ms: readonly number[]) => `${(median(ms) / 1000).toFixed(2)} s (${runs} runs)`;
  return [
    { what: 'first start, PGlite (makes the database)', aim: '', got: `${(first / 1000).toFixed(2)} s` },
    { what: 'start to ready, PGlite', aim: 'under 2 s', got: show(pglite) },
    { what: 'start to ready, PostgreSQL', aim: 'under 2 s', got: show(postgres) },
  ];
}

async function several(env: Readonly<Record<string, string>>): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) times.push(await timed(env));
  return times;
}

async function timed(env: Readonly<Record<string, string>>): Promise<number> {
  const running = await startMain(env);
  await running.stop();
  return running.readyMs;
}
