// Which persona speaks: the conversation's, else the room's, else the person's in their own DM, else the default; and Undo of a
// switch leaves it to them again.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { personaOf } from '../../src/personas/current.ts';
import { scenarioEngines } from '../fakes/databases.ts';
import { calls, Scene } from '../schedule/scene.ts';

describe('which persona speaks', () => {
  const room = { kind: 'channel', persona: 'cfo' } as const;
  const person = { persona: 'engineer' };
  for (const [name, facts, wanted] of [
    ['the conversation’s', { conversation: { persona: 'consultant' }, room, person }, 'consultant'],
    ['else the room’s', { conversation: { persona: null }, room, person }, 'cfo'],
    [
      'else the person’s, in their DM',
      { conversation: { persona: null }, room: { kind: 'dm', persona: null }, person },
      'engineer',
    ],
    [
      'but not among others',
      { conversation: { persona: null }, room: { kind: 'channel', persona: null }, person },
      'assistant',
    ],
  ] as const)
    it(name, () => assert.equal(personaOf({ ...facts, otherwise: 'assistant' }), wanted));
});

for (const engine of scenarioEngines())
  describe(`switching (${engine})`, () => {
    const scenes: Scene[] = [];
    after(async () => {
      for (const scene of scenes) await scene.bot.stop();
    });

    it('in a room with a persona of its own: by command and by tool, Undo leaves it to the room again', async () => {
      const scene = await Scene.start(engine);
      scenes.push(scene);
      const { db } = scene.bot.database;
      const here = { channel: 'C1' };
      await scene.ask('Ann', '/help', here);
      await db.updateTable('room').set({ persona: 'cfo' }).where('kind', '=', 'channel').execute();
      await db.updateTable('person').set({ persona: 'consultant' }).execute();
      const stored = async () =>
        (await db.selectFrom('conversation').select('persona').execute())[0]?.persona;
      const marker = async () => {
        const query = db
          .selectFrom('entry')
          .select('payload')
          .where('type', '=', 'persona')
          .orderBy('id', 'desc');
        return (await query.executeTakeFirst())?.payload;
      };
      await scene.ask('Ann', '/persona engineer', here);
      assert.match(await scene.ask('Ann', '/persona', here), /\*\*Engineer\*\* \(now\)/);
      assert.match(await scene.ask('Ann', '/undo', here), /^Taken back: 🎭 Engineer$/);
      assert.equal(await stored(), null);
      assert.deepEqual(await marker(), { persona: 'cfo', title: 'CFO' });
      assert.match(await scene.ask('Ann', '/persona', here), /\*\*CFO\*\* \(now\)/);
      scene.bot.model.script([calls('switch_persona', { persona: 'engineer' }), 'Here I am.']);
      await scene.ask('Ann', 'could you be the engineer for a moment and look at this?', here);
      assert.equal(await stored(), 'engineer');
      const shown = () => scene.channel.sent.at(-1)?.persona;
      assert.deepEqual(shown(), { title: 'Engineer', icon: '🔧', iconName: 'wrench' }, 'the reply bears it');
      await scene.ask('Ann', '/undo', here);
      assert.equal(shown(), undefined, 'the answer to a command does not');
      assert.equal(await stored(), null);
      scene.bot.model.script(["I'm now speaking as your CFO."]);
      await scene.ask('Ann', 'who is speaking please?', here);
      assert.equal(scene.texts.at(-1), "I'm now speaking as your CFO.");
    });

    it('the default persona’s replies bear no name, another’s do', async () => {
      const scene = await Scene.start(engine);
      scenes.push(scene);
      scene.bot.model.script(['Hello.']);
      await scene.ask('Ann', 'hello there');
      await scene.ask('Ann', '/persona cfo');
      scene.bot.model.script(['Too dear.']);
      await scene.ask('Ann', 'shall we buy it?');
      assert.deepEqual(
        scene.channel.sent.map(({ persona }) => persona?.title),
        [undefined, undefined, 'CFO'],
      );
    });
  });
