// A running turn is ended early: by a word, a command, a button, by an edit of its message or by its deletion. What it has
// done stands and is told. And: what takes long says so, in a line that the reply then replaces.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Bot } from '../e2e/harness.ts';
import { scenarioEngines } from '../fakes/databases.ts';
import type { SeenRequest } from '../fakes/model/scripted-model.ts';
import { remember, startHeld } from './held-turn.ts';

for (const engine of scenarioEngines())
  describe(`ending early (${engine})`, () => {
    const bots: Bot[] = [];
    after(async () => {
      for (const bot of bots) await bot.stop();
    });

    const start = (waitLineMs?: number) => startHeld(engine, bots, waitLineMs);

    it('"stop" ends it: what was done stands, with its Undo; the conversation goes on', async () => {
      const { bot, channel, script, asked, until, texts, release } = await start();
      script(remember, 'held');
      await channel.say('Ann', 'remember that I like tea, then tell me a long story');
      await asked(2);
      await channel.say('Ann', 'stop!');
      await until('Stopped. What was done before stands:');
      const last = channel.sent.at(-1);
      assert.match(last?.text ?? '', /📝.*tea/s);
      assert.deepEqual(
        last?.buttons.map(({ label }) => label),
        ['Undo'],
      );
      script('Hello again.');
      await channel.say('Ann', 'hello');
      await until('Hello again.');
      assert.equal(texts().filter((text) => text.includes('Nothing of yours')).length, 0);
      assert.match(JSON.stringify(bot.model.requests.at(-1)?.messages), /Stopped\. What was done/);
      release();
    });

    it('a command is answered, the button too; somebody else cannot, an admin can', async () => {
      const { channel, script, asked, until, texts, release } = await start();
      const where = { channel: 'C1' };
      script('held', 'Ben: hello.');
      await channel.say('Ann', 'think hard', where);
      await asked(1);
      await channel.say('Ben', 'stop', where);
      await channel.receive({
        ...channel.base('Boss', where),
        type: 'command',
        name: 'stop',
        args: '',
        private: true,
      });
      await until('⏹️ Stopped. Nothing was changed.');
      await until(/^Stopped\.$/);
      await until('Nothing of yours is running here.');
      assert.equal(texts().filter((text) => text.includes('too late')).length, 0);
      release();
    });

    it('an edit ends it at once, and the new words are answered instead', async () => {
      const { channel, script, asked, until, texts, release } = await start();
      script('held', 'Two it is.');
      await channel.say('Ann', 'what is one', { id: 'q' });
      await asked(1);
      await channel.edit('Ann', 'q', 'what is one and one');
      await until('Two it is.');
      assert.deepEqual(texts(), ['Two it is.']);
      release();
    });

    it('an edit that brings no new words, as history and previews tell it, ends nothing', async () => {
      const { bot, channel, asked, until, texts } = await start();
      const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const;
      const left = [...answers];
      bot.model.rules(async ({ lastUser }: SeenRequest) =>
        lastUser.includes('write the running log') ? 'no log' : (left.shift()?.promise ?? 'Once more.'),
      );
      const sentAt = new Date();
      await channel.say('Ann', 'what is one', { id: 'read late' });
      await asked(1);
      await channel.edit('Ann', 'read late', 'what is one', { sentAt });
      await channel.say('Ann', 'what is too', { id: 'waits' });
      await channel.edit('Ann', 'waits', 'what is two', { sentAt });
      answers[0].resolve('One.');
      await until('One.');
      await asked(2);
      await channel.edit('Ann', 'waits', 'what is two', { sentAt });
      await channel.say('Ann', 'thanks');
      answers[1].resolve('Two.');
      await until('Once more.');
      assert.deepEqual(texts(), ['One.', 'Two.', 'Once more.']);
    });

    it('a deleted message is withdrawn: silently, or with what was done for it', async () => {
      const { bot, channel, script, asked, until, texts, release } = await start();
      script('held', remember, 'held', 'Good.');
      await channel.say('Ann', 'a slip', { id: 'slip' });
      await asked(1);
      await channel.say('Ann', 'never answered', { id: 'waiting' });
      await channel.delete('Ann', 'waiting');
      await channel.delete('Ann', 'slip');
      await channel.say('Ann', 'remember that I like tea', { id: 'tea' });
      await asked(3);
      await channel.delete('Ann', 'tea');
      await until('You deleted your message, so I stopped. What was done before stands:');
      await channel.say('Ann', 'fine?');
      await until('Good.');
      assert.equal(texts().length, 2);
      assert.doesNotMatch(JSON.stringify(bot.model.requests.at(-1)?.messages), /never answered/);
      release();
    });

    it('what takes long says so once, with Stop, and the reply takes its place', async () => {
      const { channel, script, until, release } = await start(30);
      script('held');
      await channel.say('Ann', 'think hard');
      await until('Still at it: thinking');
      const line = channel.sent[0];
      assert.deepEqual(
        line?.buttons.map(({ label, action }) => [label, action]),
        [['Stop', 'stop:1']],
      );
      release();
      await until('This comes too late.');
      assert.equal(channel.sent[1]?.replaces, `out-${line?.id}`);
      assert.equal(channel.sent.length, 2);
    });

    it('pressing Stop under that line puts "Stopped" in its place', async () => {
      const { channel, script, until, release } = await start(30);
      script('held');
      await channel.say('Ann', 'think hard');
      await until('Still at it');
      await channel.click('Ann', 'stop:1');
      await until('⏹️ Stopped.');
      assert.equal(channel.sent[1]?.replaces, `out-${channel.sent[0]?.id}`);
      release();
    });

    it('an edited message is answered in the place of the old answer, part by part', async () => {
      const { channel, script, until } = await start();
      script(`One. ${'x'.repeat(2500)}`, 'Short.');
      await channel.say('Ann', 'a long one', { id: 'q' });
      await channel.until((sent) => sent.length === 2);
      const [first, second] = channel.sent;
      await channel.edit('Ann', 'q', 'a short one');
      await until('Short.');
      await until('This no longer counts');
      assert.deepEqual(
        channel.sent.slice(2).map(({ text, replaces }) => [text.slice(0, 20), replaces]),
        [
          ['Short.', `out-${first?.id}`],
          ['(This no longer coun', `out-${second?.id}`],
        ],
      );
    });

    it('where the old answer is gone, the new one is a message of its own', async () => {
      const { channel, script, until } = await start();
      script('Old.', 'New.');
      await channel.say('Ann', 'first', { id: 'q' });
      await until('Old.');
      channel.faults.push('refused');
      await channel.edit('Ann', 'q', 'second');
      await until('New.');
      assert.equal(channel.sent.at(-1)?.replaces, null);
    });
  });
