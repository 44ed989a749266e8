// The task list as people see it: one message that is edited in place by each change, also while the turn still runs; a new
// list begins a new message. Restarts, lost answers and refusals leave one message in its newest form.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OutgoingMessage } from '../../src/delivery/outgoing.ts';
import { scenarioEngines } from '../fakes/databases.ts';
import { calls, type Scene, scenesOn } from '../schedule/scene.ts';

/** What stands on the platform: each message in its newest form, by where it stands. */
function standing(scene: Scene): readonly string[] {
  const at = new Map<string, string>();
  for (const { id, replaces, text } of scene.lists) at.set(replaces ?? `out-${id}`, text);
  return [...at.values()];
}

const list = (...lines: readonly string[]) => lines.join('\n');

for (const engine of scenarioEngines())
  describe(`the task list's message (${engine})`, () => {
    const start = scenesOn(engine);

    /** Asks, and waits until the list reads so. */
    async function reads(scene: Scene, act: () => Promise<unknown>, ...lines: readonly string[]) {
      await act();
      await scene.channel.until(() => standing(scene).at(-1) === list(...lines));
    }

    it('stands while the turn still works, and is edited by every call; the reply does not repeat it', async () => {
      const scene = await start();
      const { model } = scene.bot;
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const steps = [
        calls('update_tasks', { add: 'collect; write; send', doing: '1' }),
        calls('update_tasks', { done: '1', doing: '2' }),
        calls('update_tasks', { done: '2; 3' }),
      ];
      let count = 0;
      model.rules(async (request) => {
        if (request.lastUser.includes('write the running log')) return 'no log';
        const step = steps[count++];
        if (count === 3) await held;
        return step ?? 'All three are done.';
      });
      await scene.channel.say('Ann', 'do the minutes, step by step', { zone: 'Europe/Berlin' });
      await scene.channel.until(() => standing(scene).at(-1)?.includes('▶ 2 write') === true);
      assert.deepEqual(scene.texts, [], 'the turn still runs');
      assert.equal(
        standing(scene)[0],
        list('**Tasks: 1 of 3 done**', '- ☑ 1 collect', '- ▶ 2 write', '- ☐ 3 send'),
      );
      release();
      await scene.channel.until(() => scene.texts.length > 0);
      assert.equal(
        scene.texts[0],
        'All three are done.\n\n📋 3 tasks added; in progress: collect (1)\n📋 done: collect (1); in progress: write (2)\n📋 2 tasks done',
      );
      assert.deepEqual(standing(scene), [
        list('**Tasks: all 3 done**', '- ☑ 1 collect', '- ☑ 2 write', '- ☑ 3 send'),
      ]);
      const quiet = ({ mention, privateTo, buttons }: OutgoingMessage) =>
        mention === null && privateTo === null && buttons.length === 0;
      assert.ok(scene.lists.every(quiet));
      assert.deepEqual(scene.lists.at(-1)?.tasks, {
        title: 'Tasks: all 3 done',
        items: ['collect', 'write', 'send'].map((text, at) => ({ number: at + 1, text, state: 'done' })),
      });
    });

    it('one open task is no message, its receipt says it; with a second, or when it is begun, there is one', async () => {
      const scene = await start();
      assert.match(await scene.ask('Ann', '/tasks add eat'), /\n- 1 eat$/);
      assert.equal(scene.lists.length, 0);
      await reads(scene, () => scene.ask('Ann', '/tasks doing 1'), '**Tasks: 0 of 1 done**', '- ▶ 1 eat');
      await reads(scene, () => scene.ask('Ann', '/tasks done 1'), '**Tasks: all 1 done**', '- ☑ 1 eat');
      assert.equal(standing(scene).length, 1);
    });

    it('goes on in place after a restart and after lost answers; a new list begins a new message', async () => {
      const scene = await start();
      scene.channel.faults = ['lost'];
      await reads(
        scene,
        () => scene.ask('Ann', '/tasks add a; b; c'),
        '**Tasks: 0 of 3 done**',
        '- ☐ 1 a',
        '- ☐ 2 b',
        '- ☐ 3 c',
      );
      await scene.bot.restart();
      scene.channel.faults = ['lost'];
      await reads(
        scene,
        () => scene.ask('Ann', '/tasks doing 2'),
        '**Tasks: 0 of 3 done**',
        '- ☐ 1 a',
        '- ▶ 2 b',
        '- ☐ 3 c',
      );
      await reads(
        scene,
        () => scene.ask('Ann', '/undo'),
        '**Tasks: 0 of 3 done**',
        '- ☐ 1 a',
        '- ☐ 2 b',
        '- ☐ 3 c',
      );
      await reads(
        scene,
        () => scene.ask('Ann', '/tasks drop 1'),
        '**Tasks: 0 of 2 done**',
        '- ☐ 2 b',
        '- ☐ 3 c',
      );
      await reads(
        scene,
        () => scene.ask('Ann', '/tasks done 2, 3'),
        '**Tasks: all 2 done**',
        '- ☑ 2 b',
        '- ☑ 3 c',
      );
      assert.equal(standing(scene).length, 1);
      await reads(
        scene,
        () => scene.ask('Ann', '/tasks add d; e'),
        '**Tasks: 0 of 2 done**',
        '- ☐ 1 d',
        '- ☐ 2 e',
      );
      assert.equal(standing(scene).length, 2);
    });

    it('what was not sent yet is sent in its newest form only', async () => {
      const scene = await start();
      // Nothing goes out, and the answers wait behind the list. What is being sent could not be replaced any more.
      scene.channel.ready = false;
      for (const command of ['/tasks add a; b', '/tasks doing 1', '/tasks done 1'])
        await scene.channel.say('Ann', command, { zone: 'Europe/Berlin' });
      const done = async () => {
        const query = scene.bot.database.db.selectFrom('inbox').select('id').where('state', '<>', 'done');
        return (await query.execute()).length === 0;
      };
      while (!(await done())) await new Promise((resolve) => setTimeout(resolve, 20));
      scene.channel.ready = true;
      await scene.channel.until(() => scene.texts.length === 3);
      assert.deepEqual(
        scene.lists.map(({ text }) => text),
        [list('**Tasks: 1 of 2 done**', '- ☑ 1 a', '- ☐ 2 b')],
      );
    });

    it('a message that somebody deleted is posted anew once, and goes on there', async () => {
      const scene = await start();
      await scene.ask('Ann', '/tasks add a; b');
      scene.channel.faults = ['refused'];
      await reads(
        scene,
        () => scene.ask('Ann', '/tasks done 1'),
        '**Tasks: 1 of 2 done**',
        '- ☑ 1 a',
        '- ☐ 2 b',
      );
      await reads(
        scene,
        () => scene.ask('Ann', '/tasks done 2'),
        '**Tasks: all 2 done**',
        '- ☑ 1 a',
        '- ☑ 2 b',
      );
      assert.equal(standing(scene).length, 2);
    });

    it('a list that was taken back as a whole says so, and the next one is a message of its own', async () => {
      const scene = await start();
      await scene.ask('Ann', '/tasks add a; b');
      await reads(scene, () => scene.ask('Ann', '/undo'), 'Tasks: none left');
      await reads(
        scene,
        () => scene.ask('Ann', '/tasks add c; d'),
        '**Tasks: 0 of 2 done**',
        '- ☐ 1 c',
        '- ☐ 2 d',
      );
      assert.deepEqual(standing(scene).length, 2);
    });

    it('stands where the conversation is; a private command where we have not talked shows nobody a list', async () => {
      const scene = await start();
      const where = { channel: 'C1', thread: '7' };
      const command = { type: 'command', name: 'tasks', args: 'add a; b', private: true } as const;
      await scene.channel.receive({ ...scene.channel.base('Ann', where), ...command });
      await scene.channel.until(() => scene.texts.length === 1);
      assert.match(scene.texts[0] ?? '', /^Changed: added: a \(1\); added: b \(2\)\.\nTasks:/);
      assert.equal(scene.lists.length, 0);
      scene.bot.model.script([calls('update_tasks', { doing: '1' }), 'Shall I begin?']);
      await scene.ask('Ann', 'begin', where);
      await scene.channel.until(() => scene.lists.length === 1);
      assert.equal(scene.lists[0]?.place.thread, '7');
    });

    it('“forget me” takes the words out of the message and of what is stored of it', async () => {
      const scene = await start();
      await scene.ask('Ann', '/tasks add draw a quokka; b');
      await scene.ask('Ann', '/forget me');
      await reads(scene, () => scene.press('Ann', scene.button('Forget me')), 'Tasks: none left');
      const rows = await scene.bot.database.db.selectFrom('outbox').select('payload').execute();
      assert.doesNotMatch(JSON.stringify(rows), /quokka/);
    });
  });
