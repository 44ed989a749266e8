// Slash commands of a channel are answered to one person alone, but share one conversation: what is listed there is that
// person's own, in the list, in suggestions, in Undo, and for the model.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ConversationKey } from '../../src/database/ids.ts';
import { Scene } from '../schedule/scene.ts';

describe('a task list by slash commands in a channel', () => {
  let scene: Scene;
  before(async () => {
    scene = await Scene.start('pglite');
  });
  after(() => scene.bot.stop());

  const placeOf = (user: string, thread: string | null) => {
    const { place } = scene.channel.base(user, { channel: 'C1' });
    const conversation = (thread === null ? place.room : `${place.room}:${thread}`) as ConversationKey;
    return { ...place, conversation, thread };
  };
  async function slash(user: string, name: string, args: string, thread: string | null = null) {
    const had = scene.channel.sent.length;
    const base = scene.channel.base(user, { channel: 'C1', zone: 'Europe/Berlin', sentAt: scene.now });
    const place = placeOf(user, thread);
    await scene.channel.receive({ ...base, place, type: 'command', name, args, private: true });
    await scene.channel.until((sent) => sent.length > had);
    const answer = scene.channel.sent.at(-1);
    assert.equal(answer?.privateTo, `slack:T1:${user}`);
    return answer?.text ?? '';
  }

  it('is each person’s own: nobody else reads it, ticks it or takes it back', async () => {
    assert.match(await slash('Ann', 'tasks', 'add buy the ring'), /buy the ring[\s\S]*yours alone/);
    assert.equal(
      await slash('Ben', 'tasks', ''),
      'There are no tasks here.\nThis list is yours alone: nobody else in this channel sees it.',
    );
    assert.match(await slash('Ben', 'tasks', 'done 1'), /Nothing was changed/);
    assert.match(await slash('Ben', 'tasks', 'add call Eve'), /call Eve \(1\)/);
    assert.match(await slash('Ben', 'tasks', 'doing 1'), /in progress: call Eve/);
    assert.match(await slash('Ann', 'tasks', 'doing 1'), /in progress: buy the ring/);
    assert.match(await slash('Ben', 'undo', ''), /Taken back: 📋 in progress: call Eve/);
    const list = await slash('Ann', 'tasks', '');
    assert.match(list, /buy the ring \(in progress\)/);
    assert.doesNotMatch(list, /Eve/);
  });

  it('stands neither in the conversation’s history nor in a suggestion to others', async () => {
    const entries = await scene.bot.database.db.selectFrom('entry').select('payload').execute();
    assert.doesNotMatch(
      JSON.stringify(entries.filter(({ payload }) => /added|progress: buy/.test(JSON.stringify(payload)))),
      /ring/,
    );
    const { speaker } = scene.channel.base('Ben', { channel: 'C1' });
    const { suggest } = await import('../../src/conversation/intake/suggest.ts');
    const asking = {
      speaker,
      place: placeOf('Ben', null),
      command: 'tasks',
      option: 'task',
      typed: '',
      admin: false,
    };
    const offered = await suggest(scene.bot.database.db, { list: () => [] } as never, asking);
    assert.deepEqual(offered, [{ label: '1: call Eve', value: '1' }]);
  });

  it('in a thread is the thread’s, and says so; a persona says for whom it holds', async () => {
    assert.match(
      await slash('Ann', 'tasks', 'add order chairs', '7'),
      /Everybody in this thread shares this list/,
    );
    assert.match(await slash('Ben', 'tasks', '', '7'), /order chairs/);
    assert.match(await slash('Ann', 'persona', 'cfo', '7'), /holds for everybody in this thread/);
    assert.match(
      await slash('Ann', 'persona', 'cfo'),
      /holds for everybody, for what I say in this channel outside threads/,
    );
  });
});
