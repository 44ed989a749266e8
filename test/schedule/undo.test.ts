// Undo of changes to schedules, on both engines: what it brings back, and when it says why it does not.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { engines } from '../fakes/databases.ts';
import { type Scene, scenesOn } from './scene.ts';

for (const engine of engines())
  describe(`undoing changes of schedules (${engine})`, () => {
    const start = scenesOn(engine);
    const schedules = async (scene: Scene) =>
      (await scene.bot.database.db.selectFrom('schedule').selectAll().orderBy('id').execute()).map(
        ({ state, next_at }) => [state, next_at?.toISOString() ?? null],
      );
    const undoButton = (scene: Scene) => scene.button('Undo');

    it('what was cancelled comes, late, though its time has passed meanwhile', async () => {
      const scene = await start();
      await scene.ask('Ann', '/remind today 14:00 call');
      await scene.ask('Ann', '/reminders cancel r1');
      scene.passes(3);
      await scene.ask('Ann', '/undo');
      await scene.until(/^⏰ call \(due 14:00, sent 15:00\) \(r1\)$/);
      assert.deepEqual(await schedules(scene), [['ended', null]]);
    });

    it('what has come since is not taken back, nor sent twice', async () => {
      const scene = await start();
      await scene.ask('Ann', '/remind today 14:00 call');
      await scene.ask('Ann', '/reminders move r1 today 13:00');
      scene.passes(2.01);
      await scene.until(/^⏰ call \(due 13:00, sent 14:00\) \(r1\)$/);
      assert.match(await scene.ask('Ann', '/undo'), /^r1 has come since/);
      assert.match(await scene.ask('Ann', '/undo'), /^r1 has come since/);
      assert.equal(await scene.ask('Ann', '/undo'), 'There is nothing of yours here to take back.');
      assert.deepEqual(await schedules(scene), [['ended', null]]);
    });

    it('an old Undo after a newer change says so and does nothing; the newer one taken back, it works', async () => {
      const scene = await start();
      await scene.ask('Ann', '/remind every day 13:00 walk');
      const set = undoButton(scene);
      await scene.ask('Ann', '/reminders move r1 every day 14:00');
      const moved = undoButton(scene);
      await scene.ask('Ann', '/reminders pause r1');
      for (const old of [set, moved])
        assert.match(await scene.press('Ann', old), /^r1 has changed since, so nothing was taken back/);
      assert.deepEqual(await schedules(scene), [['paused', null]]);
      assert.match(await scene.ask('Ann', '/undo'), /^Taken back: ⏰ paused r1/);
      assert.deepEqual(await schedules(scene), [['active', '2026-11-21T13:00:00.000Z']]);
      assert.match(await scene.press('Ann', moved), /^Taken back/);
      assert.deepEqual(await schedules(scene), [['active', '2026-11-21T12:00:00.000Z']]);
      assert.match(await scene.press('Ann', set), /^Taken back/);
      assert.deepEqual(await schedules(scene), [['cancelled', null]]);
    });

    it('a change before the clock went to another zone is not put back to the old clock', async () => {
      const scene = await start();
      await scene.ask('Ann', '/remind tomorrow 9 tea');
      await scene.ask('Ann', '/reminders move r1 tomorrow 10:00');
      const moved = undoButton(scene);
      await scene.ask('Ann', '/timezone America/New_York');
      assert.match(await scene.press('Ann', moved), /^r1 has changed since/);
      assert.deepEqual(await schedules(scene), [['active', '2026-11-22T15:00:00.000Z']]);
    });

    it('what would be the same as another says so', async () => {
      const scene = await start();
      await scene.ask('Ann', '/remind tomorrow 9 tea');
      await scene.ask('Ann', '/reminders cancel r1');
      const cancelled = undoButton(scene);
      await scene.ask('Ann', '/remind tomorrow 9 tea');
      assert.equal(await scene.press('Ann', cancelled), 'r2 is the same already, so nothing was taken back.');
      assert.deepEqual(
        (await schedules(scene)).map(([state]) => state),
        ['cancelled', 'active'],
      );
    });

    it('"done" can be taken back: it comes again, and the history says nothing of it', async () => {
      const scene = await start();
      await scene.ask('Ann', '/remind today 14:00 call');
      await scene.ask('Ann', '/reminders done r1');
      assert.deepEqual(await schedules(scene), [['ended', null]]);
      scene.passes(3);
      await scene.ask('Ann', '/undo');
      await scene.until(/^⏰ call \(due 14:00, sent 15:00\) \(r1\)$/);
      await scene.press('Ann', scene.button('Done'));
      await scene.ended(1);
      assert.match(await scene.ask('Ann', '/reminders history'), /, done: call/);
      assert.match(await scene.press('Ann', undoButton(scene)), /^Taken back: ⏰ done r1/);
      assert.doesNotMatch(await scene.ask('Ann', '/reminders history'), /done/);
      assert.deepEqual(await schedules(scene), [['ended', null]]);
    });

    it('an older switch of the persona is not brought back over a newer one', async () => {
      const scene = await start();
      await scene.ask('Ann', '/persona cfo');
      const first = undoButton(scene);
      await scene.ask('Ann', '/persona engineer');
      assert.match(
        await scene.press('Ann', first),
        /^The persona has changed since, so nothing was taken back/,
      );
      assert.match(await scene.ask('Ann', '/persona'), /\*\*Engineer\*\* \(now\)/);
    });
  });
