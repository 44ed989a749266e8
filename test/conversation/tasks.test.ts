// The short task list of a conversation: the model works on it, people see and change it, Undo takes back, and what is shown
// of it stands in the head block.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { scenarioEngines } from '../fakes/databases.ts';
import { calls, Scene } from '../schedule/scene.ts';

for (const engine of scenarioEngines())
  describe(`the task list (${engine})`, () => {
    const scenes: Scene[] = [];
    after(async () => {
      for (const scene of scenes) await scene.bot.stop();
    });
    async function start() {
      const scene = await Scene.start(engine);
      scenes.push(scene);
      const head = () =>
        /<now>[\s\S]*<\/now>/.exec(scene.bot.model.requests.at(-1)?.lastUser ?? '')?.[0] ?? '';
      const result = () => scene.bot.model.requests.at(-1)?.messages.at(-1)?.content ?? '';
      return { scene, head, result };
    }

    it('is made and worked on by the model; its result shows the list, receipts say what changed', async () => {
      const { scene, head, result } = await start();
      const { model } = scene.bot;
      model.script([
        calls('update_tasks', { add: 'collect the points; write the notes; send them round', doing: '1' }),
        'Which points do you have?',
      ]);
      const first = await scene.ask('Ann', 'Please do the minutes, step by step.');
      assert.match(first, /📋 3 tasks added; in progress: collect the points \(1\)$/);
      assert.match(
        result(),
        /\nTasks:\n- 1 collect the points \(in progress\)\n- 2 write the notes\n- 3 send/,
      );
      model.script([
        calls('update_tasks', { done: 'collect the points', doing: '2' }),
        'Which notes do you mean?',
      ]);
      await scene.ask('Ann', 'go on');
      assert.match(
        head(),
        /^Task: 1 collect the points \(in progress\)\nTask: 2 write the notes\nTask: 3 send them round$/m,
      );
      model.script(['Yes.']);
      await scene.ask('Ann', 'still there?');
      assert.match(head(), /^Task: 2 write the notes \(in progress\)\nTask: 3 send them round$/m);
      assert.doesNotMatch(head(), /collect/);
    });

    it('a call that names no task changes nothing, and says which are open', async () => {
      const { scene, result } = await start();
      const { model } = scene.bot;
      model.script([
        calls('update_tasks', { add: 'write the notes' }),
        calls('update_tasks', { add: 'eat', done: 'the dishes' }),
        'The list has no dishes.',
      ]);
      await scene.ask('Ann', 'note it down as a task');
      assert.match(
        result(),
        /Nothing was changed\. There is no task "the dishes" here, or more than one\. Open are: 1 write the notes\./,
      );
      assert.equal(await scene.ask('Ann', '/tasks'), 'Tasks:\n- 1 write the notes');
    });

    it('people show and change it without the model; the history has a line of it; Undo takes back', async () => {
      const { scene, head } = await start();
      assert.equal(await scene.ask('Ann', '/tasks'), 'There are no tasks here.');
      assert.equal(
        await scene.ask('Ann', '!tasks add call the carrier; compare quotes'),
        'Changed: 2 tasks added.',
      );
      assert.equal(await scene.ask('Ann', '/tasks doing 2'), 'Changed: in progress: compare quotes (2).');
      assert.equal(await scene.ask('Ann', '/tasks done 1'), 'Changed: done: call the carrier (1).');
      assert.match(await scene.ask('Ann', '/tasks nonsense'), /^Say "tasks" to see the list/);
      assert.equal(scene.bot.model.requests.length, 0);
      assert.match(
        await scene.press('Ann', scene.button('Undo')),
        /^Taken back: 📋 done: call the carrier \(1\)$/,
      );
      scene.bot.model.script(['I see.']);
      await scene.ask('Ann', 'so?');
      assert.match(
        scene.bot.model.requests.at(-1)?.lastUser ?? '',
        /\[Ann changed the task list: done: call the carrier \(1\)\. Open now: 2 compare quotes \(in progress\)\]/,
      );
      assert.match(head(), /^Task: 2 compare quotes \(in progress\)\nTask: 1 call the carrier$/m);
      assert.equal(await scene.ask('Ann', '/tasks clear'), 'Changed: 2 tasks dropped.');
      assert.match(await scene.ask('Ann', '/undo'), /^Taken back: 📋/);
      assert.equal(
        await scene.ask('Ann', '/tasks'),
        'Tasks:\n- 1 call the carrier\n- 2 compare quotes (in progress)',
      );
    });

    it('Undo of the model’s change: what was new is gone; what has changed since is left alone', async () => {
      const { scene } = await start();
      const { model } = scene.bot;
      model.script([calls('update_tasks', { add: 'eat; sleep' }), 'Two tasks.']);
      await scene.ask('Ann', 'plan it');
      const undo = scene.button('Undo');
      await scene.ask('Ann', '/tasks done 1');
      assert.match(
        await scene.press('Ann', undo),
        /^The task list has changed since, so nothing was taken back\.$/,
      );
      assert.match(await scene.press('Ben', undo), /^Only the person who asked/);
      await scene.ask('Ann', '/undo');
      assert.match(await scene.press('Ann', undo), /^Taken back/);
      assert.equal(await scene.ask('Ann', '/tasks'), 'There are no tasks here.');
    });

    it('what was in progress comes back as open where another has begun', async () => {
      const { scene } = await start();
      await scene.ask('Ann', '/tasks add eat; sleep');
      await scene.ask('Ann', '/tasks doing 1');
      await scene.ask('Ann', '/tasks done 1');
      const undo = scene.button('Undo');
      await scene.ask('Ann', '/tasks doing 2');
      assert.match(await scene.press('Ann', undo), /^Taken back/);
      assert.equal(await scene.ask('Ann', '/tasks'), 'Tasks:\n- 1 eat\n- 2 sleep (in progress)');
    });

    it('a list that is done is over: the next task begins another, also for Undo', async () => {
      const { scene } = await start();
      await scene.ask('Ann', '/tasks add eat');
      assert.match(await scene.ask('Ann', '/tasks done 1'), /All of them are done\.$/);
      const undo = scene.button('Undo');
      assert.match(
        await scene.ask('Ann', '/tasks add walk'),
        /^Changed: added: walk \(1\)\.\nTasks:\n- 1 walk$/,
      );
      assert.match(await scene.press('Ann', undo), /has changed since/);
      assert.equal(await scene.ask('Ann', '/tasks'), 'Tasks:\n- 1 walk');
    });

    it('each conversation has its own; of others’ tasks the turn is tainted', async () => {
      const { scene, head } = await start();
      await scene.ask('Ann', '/tasks add eat', { channel: 'C1' });
      assert.equal(await scene.ask('Ann', '/tasks'), 'There are no tasks here.');
      scene.bot.model.script([calls('remember', { text: 'Ben likes tea.' }), 'Noted.', 'Hello.']);
      await scene.ask('Ben', 'remember that I like tea', { channel: 'C1' });
      assert.match(head(), /^Task: 1 eat$/m);
      const note = await scene.bot.database.db.selectFrom('note').select('tainted').executeTakeFirstOrThrow();
      assert.equal(note.tainted, true);
    });

    it('a task in progress that nobody has touched for a day is a notice, once', async () => {
      const { scene, head } = await start();
      scene.bot.model.rules(() => 'Yes.');
      await scene.ask('Ann', '/tasks add compare quotes');
      await scene.ask('Ann', '/tasks doing 1');
      scene.passes(23);
      await scene.ask('Ann', 'hello');
      assert.doesNotMatch(head(), /^Notice/m);
      scene.passes(1);
      await scene.ask('Ann', 'hello again');
      assert.match(
        head(),
        /^Notice: task 1 is in progress since Sat 21 Nov, 12:00; ask whether it still is$/m,
      );
      await scene.ask('Ann', 'yes, it is');
      assert.doesNotMatch(head(), /^Notice/m);
      await scene.bot.restart();
      await scene.ask('Ann', 'and?');
      assert.doesNotMatch(head(), /^Notice/m);
      assert.match(head(), /^Task: 1 compare quotes \(in progress\)$/m);
    });
  });
