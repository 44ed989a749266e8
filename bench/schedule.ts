// npm run bench:schedule: a million stored schedules on PostgreSQL. What a sweep costs when nothing is due, and how late
// ten thousand are that fall due within one second, with one worker and with four; beside it the same load as jobs of
// graphile-worker, in the same run. Talks to loopback only and ends by itself.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../scripts/postgres.ts';
import { migrate } from '../src/database/migrate.ts';
import { openPostgres } from '../src/database/postgres.ts';
import { silentLog } from '../src/log.ts';
import { sweep } from '../src/schedule/sweep/sweep.ts';
import { percentile, writeSection } from './report.ts';
import { due, dueEveryMs, makeDue, makeJobsDue, stored, storeJobs, storeSchedules } from './schedule-load.ts';

interface Lateness {
  /** Seconds from the first instant until all stand in the outbox. */
  readonly all: number;
  /** Milliseconds from each one's own instant. */
  readonly late: readonly number[];
}

const idleSweeps = 300;
const giveUpMs = 180_000;

async function main(): Promise<void> {
  const server = await startPostgres();
  const database = await openPostgres(server.url, silentLog);
  await migrate(database);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  console.error(`storing ${stored} schedules ...`);
  await storeSchedules(client);
  const idle: number[] = [];
  for (let n = 0; n < idleSweeps; n++) {
    const began = performance.now();
    await sweep(database, new Date());
    idle.push(performance.now() - began);
  }
  await database.close();
  const rows: string[] = [];
  for (const count of [1, 4]) {
    const got = await measure('ours', server.url, count, client, (at) => makeDue(client, at));
    rows.push(lineOf(`Peacrab, ${workers(count)}`, got));
  }
  console.error(`storing ${stored} jobs ...`);
  await end(await startWorker('graphile', server.url));
  await storeJobs(client);
  let first = stored + 1;
  for (const count of [1, 4]) {
    const got = await measure('graphile', server.url, count, client, (at) => makeJobsDue(client, at, first));
    rows.push(lineOf(`graphile-worker, ${workers(count)}`, got));
    first += due;
  }
  await client.end();
  await server.stop();
  report(idle, rows);
}

/** Starts the workers, lets the load fall due, and watches the outbox fill. */
async function measure(
  kind: 'ours' | 'graphile',
  url: string,
  count: number,
  client: pg.Client,
  makeAllDue: (at: Date) => Promise<void>,
): Promise<Lateness> {
  console.error(`${kind} with ${workers(count)} ...`);
  const children = await Promise.all(Array.from({ length: count }, () => startWorker(kind, url)));
  const before = await outboxSize(client);
  const at = new Date(Math.ceil(Date.now() / 1000) * 1000 + 6300);
  await makeAllDue(at);
  if (Date.now() > at.getTime()) throw new Error('storing the load took longer than the head start it has');
  const late: number[] = [];
  while (late.length < due && Date.now() < at.getTime() + giveUpMs) {
    const size = (await outboxSize(client)) - before;
    const now = Date.now();
    // They are worked off in the order in which they fall due: the nth to appear is taken for the nth of them.
    while (late.length < size) late.push(now - (at.getTime() + late.length * dueEveryMs));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const all = (Date.now() - at.getTime()) / 1000;
  for (const child of children) await end(child);
  return { all, late };
}

async function startWorker(kind: string, url: string): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'schedule-worker.ts'), [kind, url], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

async function outboxSize(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from outbox');
  return rows[0]?.count ?? 0;
}

const workers = (count: number) => `${count} worker${count === 1 ? '' : 's'}`;

function lineOf(what: string, { all, late }: Lateness): string {
  const at = (share: number) => `${Math.round(percentile(late, share))} ms`;
  return `| ${what} | ${late.length} | ${all.toFixed(1)} s | ${at(0.5)} | ${at(0.9)} | ${at(0.99)} | ${at(1)} |`;
}

function report(idle: readonly number[], rows: readonly string[]): void {
  const body = [
    `${cpus().length} cores, Node ${process.versions.node}, PostgreSQL without fsync. ${stored.toLocaleString('en')} schedules stored ` +
      `(60% once, 30% daily, 10% cron), ${due.toLocaleString('en')} of them due within one second. ` +
      `A sweep with none due: ${percentile(idle, 0.5).toFixed(2)} ms at the median, ${percentile(idle, 0.99).toFixed(2)} ms at 99% (aim: under 5 ms).`,
    [
      '| who | in the outbox | all of them after | lateness 50% | 90% | 99% | most |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      ...rows,
    ].join('\n'),
    'Lateness is from each one\'s own instant until its row is seen in the outbox; "all" counts from the first instant (aim: 5 s ' +
      'with one worker). Peacrab looks each second, so half a second of it is waiting. For each it also writes the occurrence, the ' +
      "line for the history and the next time; graphile-worker's job (version 0.18, ten at a time per worker, polling each second) " +
      'only inserts the row, out of the same number of stored jobs.',
  ].join('\n\n');
  writeSection(
    join(import.meta.dirname, '../docs/measurements.md'),
    'Schedules: `npm run bench:schedule`',
    body,
  );
  console.log(body);
}

await main();
