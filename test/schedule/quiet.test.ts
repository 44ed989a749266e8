// What needs no model sends it nothing: due reminders with the model's server gone, and an idle hour.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { engines } from '../fakes/databases.ts';
import { Scene } from './scene.ts';

const reminders = 100;
/** The promise is two seconds, held by the long run; beside the other suites on two cores it has a margin. */
const withinMs = process.env.LONG ? 2000 : 6000;

for (const engine of engines())
  describe(`without the model (${engine})`, () => {
    const bots: Bot[] = [];
    after(async () => {
      for (const bot of bots) await bot.stop();
    });

    it(`with its server gone, ${reminders} due reminders arrive within ${withinMs} ms of their instants`, async () => {
      const channel = new FakeChannel();
      const bot = await startBot({ engine, channels: [channel], modelUrl: 'http://127.0.0.1:9/v1' });
      bots.push(bot);
      const asked = Date.now();
      for (let n = 0; n < reminders; n++)
        await channel.say(`P${n % 20}`, `/remind in 8 seconds thing ${n}`, {
          zone: 'Europe/Berlin',
          sentAt: new Date(asked + (n % 10) * 100),
        });
      await channel.until((sent) => sent.filter(({ mention }) => mention !== null).length === reminders);
      await bot.halt();
      await bot.resume();
      const rows = await bot.database.db
        .selectFrom('occurrence')
        .innerJoin('outbox', 'outbox.occurrence_id', 'occurrence.id')
        .select(['occurrence.state', 'due_at', 'sent_at'])
        .execute();
      assert.equal(rows.length, reminders);
      assert.ok(rows.every(({ state }) => state === 'delivered'));
      const late = rows.map(({ due_at, sent_at }) => (sent_at?.getTime() ?? 0) - due_at.getTime());
      assert.ok(Math.max(...late) <= withinMs, `the latest came after ${Math.max(...late)} ms`);
      assert.equal((await bot.database.db.selectFrom('request').select('id').execute()).length, 0);
    });

    it('idle for an hour, with a reminder at its end: zero requests', async () => {
      const scene = await Scene.start(engine);
      bots.push(scene.bot);
      await scene.ask('Ann', '/remind in 1 hour stretch');
      for (let minute = 0; minute < 61; minute++) scene.passes(1 / 60);
      await scene.until(/^⏰ stretch/);
      assert.equal(scene.bot.model.requests.length, 0);
    });
  });
