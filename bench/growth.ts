// npm run bench:growth -- [--turns 20000] [--people 100] [--pause 4000] [--minutes 60] [--engine pglite|postgres|both] [--census] [--heap FOLDER]: talk
// with an instant model, to see what grows: people's wait by thousand turns, the process's memory by minute, without a forced
// collection. Bounded by its turns and minutes; loopback only. `--census` counts all maps' entries at a quarter and at the end, `--heap`
// writes heap snapshots there, to hold one against the other.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { writeHeapSnapshot } from 'node:v8';
import { startPostgres } from '../scripts/postgres.ts';
import type { Incoming, Place } from '../src/delivery/channel.ts';
import type { OutgoingMessage } from '../src/delivery/outgoing.ts';
import { startBot } from '../test/e2e/harness.ts';
import { FakeChannel } from '../test/fakes/channel.ts';
import type { Engine } from '../test/fakes/databases.ts';
import { census, type Large } from './census.ts';
import { watchMemory } from './process-memory.ts';
import { median, percentile } from './report.ts';

const { values } = parseArgs({
  options: {
    turns: { type: 'string', default: '20000' },
    people: { type: 'string', default: '100' },
    engine: { type: 'string', default: 'both' },
    pause: { type: 'string', default: '0' },
    every: { type: 'string', default: '60' },
    minutes: { type: 'string', default: '240' },
    census: { type: 'boolean', default: false },
    heap: { type: 'string' },
  },
});
const turns = Number(values.turns);
const people = Number(values.people);
const pauseMs = Number(values.pause);
const atMostMs = Number(values.minutes) * 60_000;
const engines: readonly Engine[] =
  values.engine === 'both' ? ['pglite', 'postgres'] : [values.engine as Engine];
const memoryEveryMs = Number(values.every) * 1000;

const memory = watchMemory();

/** Keeps nothing of what was said: only whoever waits is told. */
class ForgetfulChannel extends FakeChannel {
  readonly #waiting = new Map<string, () => void>();

  override async send(message: OutgoingMessage): Promise<string> {
    this.#waiting.get(message.place.room)?.();
    return `out-${message.id}`;
  }

  override async working(_place: Place, _messageId: string, _doing: string | null): Promise<void> {
    // Nothing to show.
  }

  /** Says something and waits for the answer. @returns milliseconds */
  async ask(user: string, text: string, id: string): Promise<number> {
    const base = this.base(user, { id });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.set(base.place.room, resolve);
    const began = performance.now();
    const incoming: Incoming = { ...base, type: 'message', text, attachments: [], late: false };
    await this.receive(incoming);
    await promise;
    return performance.now() - began;
  }
}

const mb = (bytes: number) => (bytes / 2 ** 20).toFixed(0).padStart(5);

function memoryLine(minute: number, done: number): string {
  const now = memory();
  const parts = Object.entries({
    rss: now.rss,
    'heap in use': now.heapUsed,
    'after gc': now.heapLive ?? 0,
    committed: now.heapTotal,
    young: now.newSpace,
    code: now.code,
    external: now.external,
    buffers: now.arrayBuffers,
    wasm: now.wasm,
    malloc: now.malloc,
  }).map(([name, bytes]) => `${name}${mb(bytes)}`);
  const when = `${engineNow} minute ${minute.toFixed(1).padStart(5)}, ${done.toString().padStart(6)} turns`;
  const load = loadavg()[0]?.toFixed(1);
  return `${when}: ${parts.join('  ')} MB  arenas ${now.arenas}  full gcs ${now.collections}  gc ${(now.collectingMs / 1000).toFixed(1)} s  machine's load ${load}`;
}

/** Everything that a census and a snapshot show, at this point of the talk. */
async function look(when: string): Promise<void> {
  if (values.census) {
    const { maps, sets } = await census();
    for (const [type, all] of Object.entries({ maps, sets })) {
      const large = all.largest.map(({ size, first }: Large) => `  ${size} (${first})`);
      console.log([`${when}: ${all.collections} ${type}, ${all.entries} entries`, ...large].join('\n'));
    }
  }
  if (values.heap) writeHeapSnapshot(join(values.heap, `${engineNow}-${when}.heapsnapshot`));
}

let engineNow: Engine = 'pglite';

async function run(engine: Engine): Promise<void> {
  engineNow = engine;
  const model = fork(join(import.meta.dirname, 'instant-model.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [url] = (await once(model, 'message')) as [string];
  const channel = new ForgetfulChannel();
  const env = { LIMIT_TURNS_PER_PERSON: '0' };
  const bot = await startBot({ engine, channels: [channel], modelUrl: url, env });
  const waits: number[] = [];
  let begun = 0;
  const quarter = Math.ceil(turns / 4);
  const ends = performance.now() + atMostMs;
  const chat = async (person: number) => {
    while (begun < turns && performance.now() < ends) {
      const turn = begun++;
      waits.push(
        await channel.ask(
          `P${person}`,
          `message ${turn} of a long talk about nothing in particular`,
          `in${turn}`,
        ),
      );
      if (waits.length % 1000 === 0) report(waits.splice(0), turn + 1);
      if (turn === quarter) await look('quarter');
      if (pauseMs > 0) await sleep(pauseMs * (0.5 + Math.random()));
    }
  };
  const report = (ms: readonly number[], done: number) =>
    console.log(
      `${engine} to turn ${done.toString().padStart(6)}: wait p50 ${median(ms).toFixed(0)} ms, p95 ${percentile(ms, 0.95).toFixed(0)} ms`,
    );
  console.log(memoryLine(0, 0));
  const started = performance.now();
  const minutesSince = () => (performance.now() - started) / 60_000;
  const timer = setInterval(() => console.log(memoryLine(minutesSince(), begun)), memoryEveryMs);
  await Promise.all(Array.from({ length: people }, (_, person) => chat(person)));
  clearInterval(timer);
  const seconds = (performance.now() - started) / 1000;
  console.log(memoryLine(minutesSince(), begun));
  console.log(`${engine}: ${begun} turns of ${people} people in ${seconds.toFixed(0)} s`);
  await look('end');
  await bot.stop();
  model.kill();
}

const server = engines.includes('postgres') ? await startPostgres() : null;
if (server) process.env.TEST_DATABASE_URL = server.url;
for (const engine of engines) await run(engine);
await server?.stop();
