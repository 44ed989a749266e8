// Our own milliseconds around the model, and turns per second of 20 conversations at once with an instant model in a
// process of its own.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startBot } from '../test/e2e/harness.ts';
import { FakeChannel } from '../test/fakes/channel.ts';
import type { Engine } from '../test/fakes/databases.ts';
import type { Figure } from './bench.ts';
import { median, percentile } from './report.ts';

const singles = 100;
const conversations = 20;
const turnsEach = 25;

export async function measureTurns(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const engine of ['pglite', 'postgres'] as const) {
    const { before, after } = await around(engine);
    const rate = await throughput(engine);
    const show = (ms: readonly number[]) =>
      `${median(ms).toFixed(1)} ms (90%: ${percentile(ms, 0.9).toFixed(1)} ms)`;
    figures.push(
      { what: `a turn before the model, ${engine}`, aim: '10 ms at the median', got: show(before) },
      { what: `a turn after the model, ${engine}`, aim: '10 ms at the median', got: show(after) },
      {
        what: `turns per second, ${conversations} conversations at once, ${engine}`,
        aim: '100',
        got: rate.toFixed(0),
      },
    );
  }
  return figures;
}

/** One message after the other: from its row to the request, and from the answer's end to the send. */
async function around(engine: Engine): Promise<{ before: number[]; after: number[] }> {
  const channel = new FakeChannel();
  const bot = await startBot({ engine, channels: [channel] });
  const before: number[] = [];
  const after: number[] = [];
  let asked = 0;
  let answered = 0;
  const stamp = () => {
    answered = performance.now();
  };
  bot.model.rules(() => {
    asked = performance.now();
    return {
      events: [{ delta: { content: 'ok' } }, { finish: 'stop' }, { wait: async () => stamp() }],
    };
  });
  for (let turn = 0; turn < singles + 10; turn++) {
    const began = performance.now();
    await channel.say('Ann', `message ${turn}`);
    await channel.until((sent) => sent.length === turn + 1);
    const sent = performance.now();
    if (turn < 10) continue;
    before.push(asked - began);
    after.push(sent - answered);
  }
  await bot.stop();
  return { before, after };
}

/** Turns per second over all conversations. */
async function throughput(engine: Engine): Promise<number> {
  const model = fork(join(import.meta.dirname, 'instant-model.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [url] = (await once(model, 'message')) as [string];
  const channel = new FakeChannel();
  const bot = await startBot({ engine, channels: [channel], modelUrl: url });
  const run = async (turns: number) => {
    const began = performance.now();
    await Promise.all(Array.from({ length: conversations }, (_, who) => chat(channel, `P${who}`, turns)));
    return (conversations * turns * 1000) / (performance.now() - began);
  };
  await run(3);
  const rate = await run(turnsEach);
  await bot.stop();
  model.kill();
  return rate;
}

async function chat(channel: FakeChannel, user: string, turns: number): Promise<void> {
  const mine = () => channel.sent.filter((message) => message.place.room.endsWith(`D${user}`)).length;
  for (let turn = 0; turn < turns; turn++) {
    const had = mine();
    await channel.say(user, `message ${turn}`);
    await channel.until(() => mine() > had);
  }
}
