// What an admin may set of a room's attention: whether all is heard there, and whether what was done gets a ✅.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { scenarioEngines } from '../fakes/databases.ts';

const remember = { calls: [{ name: 'remember', args: { text: 'Ann likes tea.' } }] };
const where = { channel: 'C1' };

for (const engine of scenarioEngines())
  describe(`a room's attention (${engine})`, () => {
    const bots: Bot[] = [];
    after(async () => {
      for (const bot of bots) await bot.stop();
    });

    async function start() {
      const channel = new FakeChannel();
      const env = { DEFAULT_TIMEZONE: 'Europe/Berlin', ADMINS: 'slack:Boss' };
      const bot = await startBot({ engine, channels: [channel], env });
      bots.push(bot);
      const said = async (user: string, text: string, options: object = where) => {
        const had = channel.sent.length;
        await channel.say(user, text, options);
        await channel.until((sent) => sent.length > had);
        return channel.sent.at(-1)?.text ?? '';
      };
      const room = () =>
        bot.database.db
          .selectFrom('room')
          .select(['attend', 'react'])
          .where('id', '=', 'slack:T1:C1' as never)
          .executeTakeFirstOrThrow();
      return { bot, channel, said, room };
    }

    it('an admin sets what is heard, and Undo takes it back; others cannot; a DM hears all anyway', async () => {
      const { channel, said, room } = await start();
      assert.match(await said('Ann', '!room attend all'), /Only an admin/);
      assert.match(await said('Boss', '!room attend everything'), /room attend mentions/);
      assert.match(await said('Boss', '!room attend all'), /I answer whatever members say here/);
      assert.equal((await room()).attend, 'all');
      const undo = channel.sent.at(-1)?.buttons[0]?.action ?? '';
      assert.match(await said('Ann', '!room'), /I answer whatever members say here/);
      await channel.click('Boss', undo, where);
      await channel.until((sent) => /Taken back/.test(sent.at(-1)?.text ?? ''));
      assert.equal((await room()).attend, 'mentions');
      assert.match(await said('Ann', '!room attend all', {}), /hear everything anyway/);
    });

    it('what is heard only for that of a stranger is neither stored nor answered', async () => {
      const { bot, channel } = await start();
      const base = channel.base('Zoe', where);
      const stranger = { ...base, speaker: { ...base.speaker, member: false } };
      const message = { ...stranger, type: 'message', text: 'canary', attachments: [], late: false } as const;
      assert.equal(await channel.receive({ ...message, unaddressed: true }), 'refused');
      const rows = await bot.database.db.selectFrom('outbox').selectAll().execute();
      assert.deepEqual(rows, []);
    });

    it('✅ stands on the message that had something changed, if the room wants it', async () => {
      const { bot, channel, said } = await start();
      const steps = [remember, 'Noted.', 'Hello.', remember, 'Noted again.'];
      bot.model.rules(() => steps.shift() ?? 'nothing more');
      assert.match(await said('Ann', '!room react on'), /Only an admin/);
      assert.match(await said('Ann', 'remember that I like tea', { ...where, id: 'off' }), /Noted/);
      assert.match(await said('Boss', '!room react on'), /✅/);
      assert.match(await said('Ann', 'hello', { ...where, id: 'idle' }), /Hello/);
      assert.match(await said('Ann', 'remember my tea', { ...where, id: 'done' }), /Noted again/);
      await said('Boss', '!room');
      assert.deepEqual(channel.marked, ['done']);
    });
  });
