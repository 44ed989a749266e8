// Crash runs of the schedules: hundreds of them, of all kinds, in six zones and over two changes of the clocks, on a fake
// clock, while the processes that sweep and send die at every kind of boundary. Every instant ends exactly once.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Database } from '../../src/database/database.ts';
import type { Row } from '../../src/database/tables.ts';
import { next } from '../../src/schedule/recurrence/next.ts';
import type { Schedule } from '../../src/schedule/schedule.ts';
import { engines, openTestDatabase, type TestDatabase } from '../fakes/databases.ts';
import { mulberry } from '../fakes/mulberry.ts';
import { Platform } from './platform.ts';
import { populate, type Stored, store } from './seeded.ts';
import { allSent, Worker, type World } from './worker.ts';

const long = process.env.LONG !== undefined;
const seeds = Array.from({ length: long ? 4 : 1 }, (_, n) => Number(process.env.SEED ?? 1) + n);
const hour = 3_600_000;

/** Europe changes its clocks on 25 October, New York on 1 November; in between everything is down for days. */
const start = Date.parse('2026-10-24T00:00:00Z');
const downFrom = Date.parse('2026-10-26T12:00:00Z');
const upAgain = Date.parse('2026-10-31T18:00:00Z');
const end = Date.parse('2026-11-02T00:00:00Z');

for (const engine of engines())
  for (const workers of engine === 'postgres' ? [1, 4] : [1])
    describe(`schedules under crashes (${engine}, ${workers} at once)`, () => {
      const schedules = long ? 500 : engine === 'postgres' ? 120 : 50;
      const opened: TestDatabase[] = [];
      after(async () => {
        for (const database of opened) await database.close();
      });
      for (const seed of seeds)
        it(`seed ${seed}: every instant of ${schedules} schedules ends once, also when the clock steps back`, async () => {
          const opening = await openTestDatabase(engine);
          opened.push(opening);
          const random = mulberry(seed);
          const platform = new Platform(random);
          const clock = { now: start };
          const world: World = {
            ...opening,
            platform,
            now: () => new Date(clock.now),
          };
          await populate(opening.database, platform);
          const stored = await store(opening.database, random, schedules, new Date(start), new Date(end));
          const deaths = await live(world, clock, random, workers);
          assert.ok(deaths > 10, `only ${deaths} deaths`);
          await check(opening.database, platform, stored, new Date(end));
        });
      it('killed at each boundary in turn, it goes on where it stopped', async () => {
        const opening = await openTestDatabase(engine);
        opened.push(opening);
        const platform = new Platform(() => 0.5);
        const clock = { now: start };
        const world: World = {
          ...opening,
          platform,
          now: () => new Date(clock.now),
        };
        await populate(opening.database, platform);
        const stored: Stored[] = [];
        for (let boundary = 0, died = true; died; boundary++) {
          const from = new Date(clock.now);
          const made = await store(opening.database, mulberry(1), 6, from, from, (n) =>
            dueSoon(n, clock.now),
          );
          stored.push(...made);
          clock.now += 3 * hour;
          const doomed = await Worker.start(world, boundary);
          await doomed.tick();
          await allSent(opening.database, () => doomed.life.dead);
          await doomed.stop();
          died = doomed.life.dead;
          await heal(world);
          // The next boundary has its own schedules, so that the number of boundaries stays what it is.
          await opening.database.db.updateTable('schedule').set({ state: 'paused' }).execute();
        }
        assert.ok(stored.length > 6 * 30, `only ${stored.length / 6} boundaries`);
        await checkOnce(opening.database, platform);
      });
    });

/** One of each: an instant, a backlog that is skipped, one that becomes its latest. */
function dueSoon(n: number, from: number): Schedule {
  const zone = 'Europe/Berlin';
  const anchor = new Date(from).toISOString();
  if (n === 0) return { kind: 'interval', everySeconds: 660, anchor, zone };
  if (n === 1) return { kind: 'interval', everySeconds: 3600, anchor, zone };
  return { kind: 'once', at: new Date(from + n * 600_000).toISOString(), zone };
}

/** Lets the clock run from start to end with workers that die all the while. @returns how many died */
async function live(
  world: World,
  clock: { now: number },
  random: () => number,
  count: number,
): Promise<number> {
  const boundaries = () => Math.floor(random() * random() * 400);
  const workers = await Promise.all(Array.from({ length: count }, () => Worker.start(world, boundaries())));
  let deaths = 0;
  const look = async () => {
    await Promise.all(workers.map((worker) => worker.tick()));
    for (const [index, worker] of workers.entries()) {
      if (!worker.life.dead) continue;
      deaths += 1;
      await worker.stop();
      workers[index] = await Worker.start(world, boundaries());
    }
  };
  while (clock.now < end) {
    clock.now = Math.min(end, clock.now + 1000 + Math.floor(random() * random() * 3 * hour));
    if (clock.now > downFrom && clock.now < upAgain) clock.now = upAgain;
    await look();
    if (random() < 0.1) {
      clock.now -= hour;
      await look();
      clock.now += hour;
    }
  }
  clock.now = end;
  for (const worker of workers) await worker.stop();
  await heal(world);
  return deaths;
}

/** One that does not die takes over. */
async function heal(world: World): Promise<void> {
  const worker = await Worker.start(world, Number.POSITIVE_INFINITY);
  await worker.tick();
  await allSent(world.database);
  await worker.stop();
}

/** Holds the rows and the platform against what `next` says must have been. */
async function check(
  database: Database,
  platform: Platform,
  stored: readonly Stored[],
  until: Date,
): Promise<void> {
  const occurrences = await database.db.selectFrom('occurrence').selectAll().orderBy('due_at').execute();
  const bySchedule = Map.groupBy(occurrences, (row) => row.schedule_id);
  for (const { id, spec } of stored) {
    const expected: string[] = [];
    for (let at = next(spec, new Date(start)); at && at <= until; at = next(spec, at))
      expected.push(at.toISOString());
    const found = (bySchedule.get(id) ?? []).flatMap((row) => instantsOf(row, expected));
    assert.deepEqual(found, expected, `r${id} ${JSON.stringify(spec)}`);
  }
  await checkOnce(database, platform);
}

/** The instants a row stands for: all of the expected ones in its span. */
function instantsOf(row: Row<'occurrence'>, expected: readonly string[]): readonly string[] {
  const from = row.due_at.toISOString();
  if (!row.until_at) return [from];
  const until = row.until_at.toISOString();
  const run = expected.filter((at) => at >= from && at <= until);
  assert.equal(run.length, row.times, `r${row.schedule_id}: a run of ${row.times}`);
  return run;
}

/** Each occurrence has ended, and what was to be said stands once on the platform. */
async function checkOnce(database: Database, platform: Platform): Promise<void> {
  const occurrences = await database.db
    .selectFrom('occurrence')
    .innerJoin('schedule', 'schedule.id', 'occurrence.schedule_id')
    .select(['schedule_id', 'due_at', 'occurrence.state', 'task', 'owner_id'])
    .execute();
  const heard = await database.db.selectFrom('inbox').select(['message_id', 'kind']).execute();
  const kinds = Map.groupBy(heard, (row) => row.message_id);
  let spoken = 0;
  for (const row of occurrences) {
    const key = `fired:${row.schedule_id}:${row.due_at.getTime()}`;
    const said = row.state === 'delivered' || row.state === 'late' ? 1 : 0;
    spoken += said;
    const places = platform.arrived.get(key) ?? [];
    assert.equal(places.length, said, `${key} is ${row.state}, and came to: ${places.join(', ')}`);
    const kept = kinds.get(key)?.map(({ kind }) => kind) ?? [];
    if (row.state === 'missed' || row.state === 'skipped') assert.deepEqual(kept, []);
    else assert.deepEqual(kept, [row.task ? 'task' : 'fired'], key);
    const open = row.task && row.state !== 'missed' && row.state !== 'skipped';
    assert.equal(row.state === 'pending', open, `${key} is ${row.state}`);
    if (row.state === 'failed') assert.equal(row.owner_id, 'slack:T1:U3');
  }
  const arrived = [...platform.arrived].filter(([key]) => key.startsWith('fired:'));
  assert.equal(arrived.length, spoken);
  for (const [key, places] of platform.arrived)
    assert.equal(places.length, 1, `${key} came ${places.length} times`);
}
