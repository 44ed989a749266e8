// npm run bench:growth -- [--turns 20000] [--people 100] [--engine pglite|postgres|both] [--heap FOLDER]: talk without a
// pause with an instant model, to see what grows: people's wait by thousand turns, the process's memory by minute. Bounded by
// its turns; loopback only. `--heap` writes a heap snapshot a tenth of the way and at the end, to hold one against the other.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startPostgres } from '../scripts/postgres.ts';
import type { Incoming, Place } from '../src/delivery/channel.ts';
import type { OutgoingMessage } from '../src/delivery/outgoing.ts';
import { startBot } from '../test/e2e/harness.ts';
import { FakeChannel } from '../test/fakes/channel.ts';
import type { Engine } from '../test/fakes/databases.ts';
import { median, percentile } from './report.ts';

const { values } = parseArgs({
  options: {
    turns: { type: 'string', default: '20000' },
    people: { type: 'string', default: '100' },
    engine: { type: 'string', default: 'both' },
    heap: { type: 'string' },
  },
});
const turns = Number(values.turns);
const people = Number(values.people);
const engines: readonly Engine[] =
  values.engine === 'both' ? ['pglite', 'postgres'] : [values.engine as Engine];
const memoryEveryMs = 60_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

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

/** After a full collection, in MB. What PGlite's engine holds is among the array buffers' neighbours: external. */
function memoryLine(minute: number, done: number): string {
  collect();
  collect();
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
  return `${engineNow} minute ${minute.toString().padStart(3)}, ${done.toString().padStart(6)} turns: rss ${mb(rss)}  heap ${mb(heapUsed)}  external ${mb(external)}  array buffers ${mb(arrayBuffers)} MB`;
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
  const snapshotAt = Math.ceil(turns / 10);
  const chat = async (person: number) => {
    while (begun < turns) {
      const turn = begun++;
      waits.push(
        await channel.ask(
          `P${person}`,
          `message ${turn} of a long talk about nothing in particular`,
          `in${turn}`,
        ),
      );
      if (waits.length % 1000 === 0) report(waits.splice(0), turn + 1);
      if (values.heap && turn === snapshotAt)
        writeHeapSnapshot(join(values.heap, `${engine}-early.heapsnapshot`));
    }
  };
  const report = (ms: readonly number[], done: number) =>
    console.log(
      `${engine} to turn ${done.toString().padStart(6)}: wait p50 ${median(ms).toFixed(0)} ms, p95 ${percentile(ms, 0.95).toFixed(0)} ms`,
    );
  let minute = 0;
  console.log(memoryLine(minute, 0));
  const timer = setInterval(() => console.log(memoryLine(++minute, begun)), memoryEveryMs);
  const started = performance.now();
  await Promise.all(Array.from({ length: people }, (_, person) => chat(person)));
  clearInterval(timer);
  const seconds = (performance.now() - started) / 1000;
  console.log(memoryLine(Math.round(seconds / 60), begun));
  console.log(`${engine}: ${turns} turns of ${people} people in ${seconds.toFixed(0)} s`);
  if (values.heap) writeHeapSnapshot(join(values.heap, `${engine}-end.heapsnapshot`));
  await bot.stop();
  model.kill();
}

const server = engines.includes('postgres') ? await startPostgres() : null;
if (server) process.env.TEST_DATABASE_URL = server.url;
for (const engine of engines) await run(engine);
await server?.stop();
