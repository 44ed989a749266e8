// Limits on both scenarioEngines: one polite sentence with the time it ends, no model call, nothing lost; reminders and commands
// are not affected.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { dayOf } from '../../src/people/limits.ts';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel, type SayOptions } from '../fakes/channel.ts';
import { scenarioEngines } from '../fakes/databases.ts';

const hour = 3_600_000;
/** A zone in which it is noon, so that no test runs over the end of its day. */
const offset = 12 - new Date().getUTCHours();
const noonZone = `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;

for (const engine of scenarioEngines()) {
  describe(`limits (${engine})`, () => {
    const bots: Bot[] = [];
    after(async () => {
      for (const bot of bots) await bot.stop();
    });

    async function start(env: Record<string, string>) {
      const channel = new FakeChannel();
      let offset = 0;
      const now = () => new Date(Date.now() + offset);
      const bot = await startBot({ engine, channels: [channel], env, overrides: { clock: { now } } });
      bots.push(bot);
      bot.model.rules(() => 'ok');
      const said = async (user: string, text: string, options: SayOptions = {}) => {
        const had = channel.sent.length;
        await channel.say(user, text, { zone: 'Europe/Berlin', ...options });
        await channel.until((sent) => sent.length > had);
        return channel.sent.at(-1)?.text ?? '';
      };
      const idle = async () => {
        const open = () =>
          bot.database.db.selectFrom('inbox').select('id').where('state', '<>', 'done').executeTakeFirst();
        while (await open()) await new Promise((resolve) => setTimeout(resolve, 10));
      };
      const later = (ms: number) => {
        offset += ms;
      };
      return { bot, channel, said, idle, later, now };
    }

    it('turns: the next message is turned away once with the time, the others are kept; then it goes on', async () => {
      const { bot, channel, said, idle, later } = await start({ LIMIT_TURNS_PER_PERSON: '2/hour' });
      assert.equal(await said('Ann', 'one'), 'ok');
      assert.equal(await said('Ann', 'two', { channel: 'C1' }), 'ok');
      assert.match(
        await said('Ann', 'the code is parrot'),
        /^Sorry, you have had your 2 turns of an hour,.* until .* Europe\/Berlin \(in 60 min\); reminders and commands/,
      );
      await channel.say('Ann', 'and the number is nine', { zone: 'Europe/Berlin' });
      await idle();
      assert.equal(await said('Ben', 'hi'), 'ok', 'somebody else is not concerned');
      assert.equal(bot.model.requests.length, 3);
      assert.equal(channel.sent.length, 4, 'the sentence was said once');
      assert.match(
        await said('Ann', 'hello?', { channel: 'C1' }),
        /^Sorry/,
        'in another conversation it is said too',
      );
      later(hour + 1000);
      assert.equal(await said('Ann', 'as I said above'), 'ok');
      assert.match(bot.model.requests.at(-1)?.lastUser ?? '', /not answered.*"the code is parrot".*nine/s);
      const [last] = await bot.database.db
        .selectFrom('entry')
        .select('tainted')
        .where('type', '=', 'notice')
        .where('conversation_id', '=', 'slack:T1:DAnn' as never)
        .execute();
      assert.equal(last?.tainted, false, 'the person’s own words in their own DM');
    });

    it('a person at the limit has their commands, clicks and reminders', async () => {
      const { bot, channel, said } = await start({ LIMIT_TURNS_PER_PERSON: '1' });
      await said('Ann', 'one');
      assert.match(await said('Ann', 'two'), /^Sorry/);
      assert.match(await said('Ann', '/remind in 1 second stretch'), /⏰/);
      await channel.until((sent) => sent.some(({ text }) => text.startsWith('⏰ stretch (r')));
      const done = channel.sent.at(-1)?.buttons.find(({ label }) => label === 'Done');
      await channel.click('Ann', done?.action ?? '');
      await channel.until((sent) => sent.some(({ text }) => text.startsWith('✅')));
      assert.match(await said('Ann', '/reminders'), /nothing|no reminders|There/i);
      assert.equal(bot.model.requests.length, 1);
    });

    it('many conversations at once have not one turn more than there are', async () => {
      const { bot, channel, idle } = await start({ LIMIT_TURNS_PER_PERSON: '5' });
      await Promise.all(
        Array.from({ length: 20 }, (_, n) => channel.say('Ann', `m${n}`, { channel: 'C1', thread: `${n}` })),
      );
      await idle();
      await channel.until((sent) => sent.length === 20);
      assert.equal(bot.model.requests.length, 5);
    });

    it('a person without a zone is told how long it lasts', async () => {
      const { channel, said } = await start({ LIMIT_TURNS_PER_PERSON: '1' });
      await said('Eva', 'one', { zone: undefined as never });
      assert.match(await said('Eva', 'two', { zone: undefined as never }), /for the next 60 min;/);
      assert.equal(channel.sent.length, 2);
    });

    it('tokens: at the limit nobody is answered until midnight, Retry is refused, commands work', async () => {
      const { bot, channel, said, later, now } = await start({
        LIMIT_TOKENS_PER_DAY: '100',
        DEFAULT_TIMEZONE: noonZone,
      });
      const down = { status: 503 };
      bot.model.script([down, down, down]);
      assert.match(await said('Ann', 'one'), /^Sorry, I could not answer/);
      const retry = channel.sent[0]?.buttons[0]?.action ?? '';
      assert.equal(await said('Ben', 'hi'), 'ok', 'what the server never answered has cost nothing');
      const had = bot.model.requests.length;
      assert.match(
        await said('Ann', 'two', { zone: noonZone }),
        /^Sorry, my tokens for today are used up.*until .* 00:00 Etc\/GMT/,
      );
      await channel.click('Ann', retry);
      await channel.until((sent) => sent.some(({ text }) => /I cannot try this again until/.test(text)));
      assert.match(await said('Ann', '/help'), /reminders/);
      assert.equal(bot.model.requests.length, had);
      const { end } = dayOf(now(), noonZone);
      later(end.getTime() - now().getTime() + 1000);
      assert.equal(await said('Ann', 'three'), 'ok');
    });

    it('tokens that the server does not count are estimated, and background passes count', async () => {
      const { bot, said } = await start({ LIMIT_TOKENS_PER_DAY: '100000', DEFAULT_TIMEZONE: noonZone });
      bot.model.script([
        { events: [{ delta: { content: 'word '.repeat(100) } }, { finish: 'stop' }, { end: true }] },
      ]);
      await said('Ann', 'one');
      const [row] = await bot.database.db.selectFrom('request').selectAll().execute();
      assert.equal(row?.input_tokens, null);
      assert.ok((row?.estimated_tokens ?? 0) > 500 && (row?.estimated_output_tokens ?? 0) > 50);
      assert.equal(await said('Ann', 'two'), 'ok');
      const { id, ...rest } = row ?? ({} as never);
      await bot.database.db
        .insertInto('request')
        .values({ ...rest, purpose: 'journal', turn_id: null, input_tokens: 99_000, output_tokens: 500 })
        .execute();
      assert.match(await said('Ann', 'three'), /^Sorry, my tokens/);
    });

    it('tokens: a task waits for the next day and says so once; of several runs the last is made', async () => {
      const { bot, channel, said, later, now } = await start({
        LIMIT_TOKENS_PER_DAY: '100',
        DEFAULT_TIMEZONE: noonZone,
      });
      await said('Ann', 'hi');
      await said('Ann', '/task every 5 minutes look at the news');
      later(301_000);
      await channel.until((sent) =>
        sent.some(({ text }) => text.startsWith('⏳ The task "look at the news"')),
      );
      later(301_000);
      const had = bot.model.requests.length;
      const missed = () =>
        bot.database.db.selectFrom('occurrence').select('id').where('state', '=', 'missed').execute();
      while ((await missed()).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
      assert.equal(bot.model.requests.length, had);
      assert.equal(channel.sent.filter(({ text }) => text.startsWith('⏳')).length, 1);
      await bot.database.db.updateTable('schedule').set({ state: 'paused' }).execute();
      later(dayOf(now(), noonZone).end.getTime() - now().getTime() + 1000);
      await channel.until((sent) => sent.some(({ text }) => /^ok.*r1/s.test(text)));
    });

    it('an edited message at the limit: what its first form had set is taken back, and that is said', async () => {
      const { bot, channel, said } = await start({ LIMIT_TURNS_PER_PERSON: '1' });
      bot.model.script([
        { calls: [{ name: 'set_reminder', args: { text: 'tea', when: 'in 3 hours' } }] },
        'Set.',
      ]);
      await said('Ann', 'remind me in 3 hours to drink tea', { id: 'm1' });
      await channel.edit('Ann', 'm1', 'remind me in 4 hours to drink tea', { zone: 'Europe/Berlin' });
      await channel.until((sent) => sent.length === 2);
      assert.match(channel.sent[1]?.text ?? '', /^Sorry.*Since you edited your message:\n- Taken back: ⏰/s);
    });
  });
}
