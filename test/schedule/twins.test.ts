// Two schedules that become the same: the zone's answer, a choice, a put-off occurrence and a move may all bring that about.
// One of them is enough, nobody gets an apology, and what is told is what stands.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { engines } from '../fakes/databases.ts';
import { type Scene, scenesOn } from './scene.ts';

for (const engine of engines())
  describe(`schedules that become the same (${engine})`, () => {
    const start = scenesOn(engine);
    const states = async (scene: Scene) =>
      (await scene.bot.database.db.selectFrom('schedule').select('state').orderBy('id').execute()).map(
        ({ state }) => state,
      );

    it('two that waited for the zone and mean the same time: the answer completes one', async () => {
      const scene = await start();
      const nowhere = { zone: '' };
      await scene.ask('Eva', '/remind tomorrow 9 tea', nowhere);
      await scene.ask('Eva', '/remind tomorrow at 9:00 tea', nowhere);
      const answer = await scene.ask('Eva', '/timezone Europe/Berlin', nowhere);
      assert.match(answer, /⏰ tea: Sun 22 Nov, 09:00 Europe\/Berlin, in 21 h \(r1\)$/);
      assert.doesNotMatch(answer, /r2/);
      assert.deepEqual(await states(scene), ['active', 'cancelled']);
    });

    it('one that is asked for with a full stop and one without', async () => {
      const scene = await start();
      await scene.ask('Ann', '/remind tomorrow at 9 water the plants');
      await scene.ask('Ann', '/remind tomorrow at 9 Water the plants.');
      assert.deepEqual(await states(scene), ['active']);
      await scene.ask('Ann', '/remind tomorrow at 9 meet Ben. Bring the slides.');
      const rows = scene.bot.database.db.selectFrom('schedule').select('text').orderBy('id');
      assert.deepEqual(
        (await rows.execute()).map(({ text }) => text),
        ['water the plants', 'meet Ben. Bring the slides.'],
      );
    });

    it('a choice that stands already', async () => {
      const scene = await start();
      await scene.ask('Ann', '/remind tomorrow at 9 tea');
      await scene.ask('Ann', '/remind tomorrow at 9 or 10 tea');
      const [nine] =
        scene.channel.sent.at(-1)?.buttons.filter(({ action }) => /^reading:/.test(action)) ?? [];
      assert.match(
        await scene.press('Ann', nine?.action ?? ''),
        /^⏰ tea: Sun 22 Nov, 09:00 Europe\/Berlin, in 21 h \(r1\) \(it stood already\)$/,
      );
      assert.deepEqual(await states(scene), ['active', 'cancelled']);
    });

    it('one of a series that is put off to where another stands', async () => {
      const scene = await start();
      await scene.ask('Ann', '/remind every day 13:00 walk');
      await scene.ask('Ann', '/remind today 15:00 walk');
      scene.passes(1.01);
      await scene.until(/^⏰ walk \(r1\)$/);
      assert.equal(await scene.ask('Ann', '/reminders snooze r1 today 15:00'), 'r2 is the same already.');
      assert.match(await scene.ask('Ann', '/reminders snooze r1 today 16:00'), /; the series r1 stays$/);
      assert.equal(await scene.ask('Ann', '/reminders snooze r1 today 15:00'), 'r2 is the same already.');
      assert.deepEqual(await states(scene), ['active', 'active', 'active']);
    });

    it('a move, a resumption, and a time that has been moved to another zone', async () => {
      const scene = await start();
      await scene.ask('Ann', '/remind every day 9:00 walk');
      await scene.ask('Ann', '/remind every day 10:00 walk');
      assert.equal(await scene.ask('Ann', '/reminders move r2 every day 9:00'), 'r1 is the same already.');
      await scene.ask('Ann', '/reminders pause r1');
      await scene.ask('Ann', '/reminders move r2 every day 9:00');
      assert.equal(await scene.ask('Ann', '/reminders resume r1'), 'r2 is the same already.');
      await scene.ask('Ann', '/remind tomorrow 20:00 tea');
      await scene.ask('Ann', '/timezone America/New_York');
      assert.match(await scene.ask('Ann', '/remind tomorrow 20:00 tea'), /\(r3\) \(it stood already\)$/);
      assert.deepEqual(await states(scene), ['paused', 'active', 'active']);
    });
  });
