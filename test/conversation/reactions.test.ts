// What reactions do: 🛑 ends the turn, ❌ takes a reply away, 🔍 asks for its trace; only where they mean something, only by
// whom it is theirs to ask.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Bot } from '../e2e/harness.ts';
import { everythingIn, scenarioEngines } from '../fakes/databases.ts';
import { remember, startHeld } from './held-turn.ts';

const where = { channel: 'C1' };

for (const engine of scenarioEngines())
  describe(`reactions (${engine})`, () => {
    const bots: Bot[] = [];
    after(async () => {
      for (const bot of bots) await bot.stop();
    });

    async function start(waitLineMs?: number) {
      const held = await startHeld(engine, bots, waitLineMs);
      const { bot, channel } = held;
      /** The platform's id of the message with these words. */
      const idOf = (part: string) => `out-${channel.sent.find(({ text }) => text.includes(part))?.id}`;
      const recorded = async (id: string) => {
        for (;;) {
          const row = await bot.database.db
            .selectFrom('outbox')
            .select('id')
            .where('platform_message_id', '=', id)
            .executeTakeFirst();
          if (row) return;
          await new Promise((resolve) => setImmediate(resolve));
        }
      };
      return { ...held, idOf, recorded };
    }

    it('🛑 on one’s own message ends its turn, once and without a second word', async () => {
      const { bot, channel, script, until, texts, release } = await start();
      script('held', 'Hello again.');
      await channel.say('Ann', 'think hard', { ...where, id: 'q' });
      await bot.model.waitForRequest(1);
      assert.equal(await channel.react('Ben', 'stop', 'q', where), 'seen');
      assert.equal(await channel.react('Ann', 'stop', 'other', where), 'seen');
      assert.equal(await channel.react('Ann', 'stop', 'q', where), 'stored');
      await until('⏹️ Stopped. Nothing was changed.');
      assert.equal(await channel.react('Ann', 'stop', 'q', where), 'seen');
      await channel.say('Ann', 'hello', where);
      await until('Hello again.');
      assert.equal(texts().length, 2);
      release();
    });

    it('🛑 on the line that says it takes longer, and by an admin', async () => {
      const { bot, channel, script, until, texts, idOf, recorded, release } = await start(30);
      script('held', 'held', 'Fine.');
      await channel.say('Ann', 'think hard', where);
      await until('Still at it');
      await recorded(idOf('Still at it'));
      assert.equal(await channel.react('Ben', 'stop', idOf('Still at it'), where), 'seen');
      assert.equal(await channel.react('Ann', 'stop', idOf('Still at it'), where), 'stored');
      await until('⏹️ Stopped.');
      await channel.say('Ann', 'think harder', { ...where, id: 'again' });
      await bot.model.waitForRequest(2);
      assert.equal(await channel.react('Boss', 'stop', 'again', where), 'stored');
      await until('⏹️ Stopped.', 2);
      assert.equal(texts().filter((text) => text.includes('too late')).length, 0);
      release();
    });

    it('❌ by the person it answers takes a reply away, with all its parts; the history keeps a line, effects stand', async () => {
      const { bot, channel, script, until, idOf, recorded } = await start();
      const long = `Noted. ${'tea '.repeat(800)}end`;
      script(remember, long, 'And?');
      await channel.say('Ann', 'remember that I like tea', where);
      await until(/tea end|end$/);
      await until('📝');
      const parts = channel.sent.map(({ id }) => `out-${id}`);
      assert.ok(parts.length > 1);
      for (const id of parts) await recorded(id);
      assert.equal(await channel.react('Ben', 'delete', idOf('Noted.'), where), 'seen');
      assert.equal(await channel.react('Boss', 'delete', idOf('Noted.'), where), 'seen');
      assert.equal(await channel.react('Ann', 'delete', idOf('Noted.'), where), 'stored');
      await channel.until((sent) => sent.filter(({ deletes }) => deletes).length === parts.length);
      assert.deepEqual(channel.sent.flatMap(({ deletes }) => deletes ?? []).sort(), parts.toSorted());
      await channel.say('Ann', 'still there?', where);
      await until(/And\?/);
      const seen = JSON.stringify(bot.model.requests.at(-1)?.messages);
      assert.match(seen, /Ann took a reply of yours off the platform/);
      const notes = await bot.database.db.selectFrom('note').selectAll().execute();
      assert.deepEqual([notes.length, notes[0]?.retracted_at], [1, null]);
      assert.equal(channel.sent.filter(({ text, deletes }) => text === '' && !deletes).length, 0);
    });

    it('🔍 by anybody on a reply asks for its trace, privately; on other messages it is nothing', async () => {
      const { bot, channel, script, until, idOf, recorded } = await start();
      script('Lisbon.');
      await channel.say('Ann', 'where to?', { ...where, id: 'q' });
      await until('Lisbon.');
      await recorded(idOf('Lisbon.'));
      assert.equal(await channel.react('Ann', 'why', 'q', where), 'seen');
      assert.equal(await channel.react('Zoe', 'why', 'nothing of ours', where), 'seen');
      assert.doesNotMatch(await everythingIn(bot.database), /Zoe/);
      assert.equal(await channel.react('Ben', 'why', idOf('Lisbon.'), where), 'stored');
      await channel.until((sent) => sent.length === 2);
      const row = await bot.database.db
        .selectFrom('inbox')
        .selectAll()
        .where('kind', '=', 'command')
        .executeTakeFirstOrThrow();
      const { name, args } = row.payload as { name: string; args: string };
      assert.deepEqual([name, args, row.conversation_id], ['why', idOf('Lisbon.'), 'slack:T1:C1:1']);
      assert.equal(channel.sent.at(-1)?.privateTo, 'slack:T1:Ben');
    });
  });
