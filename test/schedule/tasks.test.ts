// Schedules that ask for work, on both engines: what their turn is told, what it may not do, and how it fails.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { engines } from '../fakes/databases.ts';
import { calls, type Scene, scenesOn } from './scene.ts';

const down = { status: 503 };

for (const engine of engines())
  describe(`tasks (${engine})`, () => {
    const start = scenesOn(engine);
    const states = async (scene: Scene) =>
      (await scene.bot.database.db.selectFrom('occurrence').select('state').orderBy('id').execute()).map(
        ({ state }) => state,
      );

    it('set by the tool, it runs a turn when due: told the times and the last run, answered where it was asked', async () => {
      const scene = await start();
      scene.bot.model.script([
        calls('set_reminder', { text: 'summarise what we decided', when: 'every monday at 8', work: true }),
        'I will.',
      ]);
      const here = { channel: 'C1' };
      const receipt = await scene.ask('Ann', 'every monday at 8 summarise what we decided', here);
      assert.match(receipt, /every Monday at 08:00 Europe\/Berlin, next Mon 23 Nov.*, work for me \(r1\)/);
      scene.bot.model.script(['We decided nothing.']);
      scene.passes(44.01);
      const answer = await scene.until(/^We decided nothing\./);
      assert.match(answer, /\(r1\)$/);
      const message = scene.channel.sent.at(-1);
      assert.deepEqual([message?.mention, message?.place.room], ['slack:T1:Ann', 'slack:T1:C1']);
      assert.match(
        scene.bot.model.requests[2]?.lastUser ?? '',
        /^\[Task r1 of Ann is due: summarise what we decided \(due Mon 23 Nov, 08:00 Europe\/Berlin, now Mon 23 Nov, 08:00; this is the first run\)\]\n\n<now>/,
      );
      await scene.ended(1);
      scene.bot.model.script(['Again nothing.']);
      scene.passes(24 * 7 + 3);
      assert.match(await scene.until(/^Again nothing\./), /\(due 08:00, sent 11:00\) \(r1\)$/);
      const last = scene.bot.model.requests[3];
      assert.match(last?.lastUser ?? '', /last run: Mon 23 Nov, 08:00 delivered\)\]/);
      assert.ok(last?.messages.some(({ content }) => content.includes('We decided nothing.')));
      await scene.ended(2);
      assert.deepEqual(await states(scene), ['delivered', 'late']);
    });

    it('may not set reminders, unless its text asks for that', async () => {
      const scene = await start();
      const sly = calls('set_reminder', { text: 'more of me', when: 'in 2 hours' });
      scene.bot.model.rules((request) => `told: ${request.messages.at(-1)?.content}`);
      scene.bot.model.script([sly]);
      await scene.ask('Ann', '/task in 1 hour write a haiku');
      scene.passes(1.01);
      await scene.until(/^told: Nothing was stored: a scheduled task may not set reminders/);
      await scene.ask('Ann', '/task in 1 hour plan reminders about the haiku');
      scene.bot.model.script([sly]);
      scene.passes(1.01);
      await scene.until(/^told: Stored: "more of me"/);
    });

    it('with the model down it is tried again by its row, and then succeeds, or says that it failed', async () => {
      const scene = await start();
      await scene.ask('Ann', '/task in 1 hour write a haiku');
      scene.bot.model.script([down, down, down]);
      scene.passes(1.001);
      await scene.failures(1);
      await scene.bot.restart();
      scene.bot.model.script(['Old pond.']);
      scene.passes(0.02);
      await scene.until(/^Old pond\./);
      assert.match(scene.bot.model.requests.at(-1)?.lastUser ?? '', /try 2 of this run/);
      await scene.ended(1);
      assert.deepEqual(await states(scene), ['delivered']);

      await scene.ask('Ann', '/task in 1 hour write a sonnet');
      scene.bot.model.rules(() => down);
      for (const [tries, hours] of [1.001, 0.02, 0.1].entries()) {
        scene.passes(hours);
        await scene.failures(tries + 1);
      }
      assert.doesNotMatch(scene.texts.join('\n'), /sonnet.*failed/);
      scene.passes(0.3);
      await scene.until(
        /^⚠️ The task "write a sonnet" \(r2\), due Sat 21 Nov, 14:\d\d.* Europe\/Berlin, failed several times/,
      );
      assert.deepEqual(await states(scene), ['delivered', 'failed']);
      scene.bot.model.rules(() => 'Shall I compare thee');
      await scene.channel.click('Ann', scene.button('Retry'), { sentAt: scene.now });
      await scene.until(/^Shall I compare thee/);
      await scene.ended(2);
    });

    it('what a failed run has done stands, is not done again by the next, and is told in the end', async () => {
      const scene = await start();
      const plan = calls('set_reminder', { text: 'write the haiku', when: 'in 2 hours' });
      const count = async () =>
        (await scene.bot.database.db.selectFrom('schedule').select('id').execute()).length;
      await scene.ask('Ann', '/task in 1 hour plan reminders about the haiku');
      scene.bot.model.script([plan, down, down, down]);
      scene.passes(1.001);
      await scene.failures(1);
      assert.equal(await count(), 2);
      scene.bot.model.script([plan, 'Planned.']);
      scene.passes(0.02);
      assert.match(
        await scene.until(/^Planned\./),
        /^Planned\.\n\n⏰ Sat 21 Nov, 15:00.*\(r2\)\n\n.*\(r1\)$/,
      );
      assert.equal(await count(), 2);
      await scene.ended(1);

      await scene.ask('Ann', '/task in 10 minutes plan reminders about the sonnet');
      scene.bot.model.rules((request) => (request.messages.at(-1)?.role === 'tool' ? down : plan));
      for (const [tries, hours] of [0.171, 0.02, 0.1].entries()) {
        scene.passes(hours);
        await scene.failures(tries + 1);
        if (tries === 1) await scene.bot.restart();
      }
      scene.passes(0.3);
      const told = await scene.until(/^⚠️ The task "plan reminders about the sonnet"/);
      assert.match(told, /What was done before stands: ⏰ Sat 21 Nov, 15:.*\(r4\)\.$/);
      assert.equal(await count(), 4);
    });

    it('one that is ticked off while it waits for its next run does not run again', async () => {
      const scene = await start();
      await scene.ask('Ann', '/task in 1 hour write a haiku');
      scene.bot.model.script([down, down, down]);
      scene.passes(1.001);
      await scene.failures(1);
      assert.match(await scene.ask('Ann', '/reminders done r1'), /done r1: write a haiku/);
      const asked = scene.bot.model.requests.length;
      scene.passes(0.02);
      await scene.ended(1);
      assert.deepEqual(await states(scene), ['skipped']);
      assert.equal(scene.bot.model.requests.length, asked);
    });
  });
