// Strangers in a DM, on both engines: an admin is asked once, the first answer counts, and only a command changes it.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { SendError } from '../../src/delivery/outgoing.ts';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel, type SayOptions } from '../fakes/channel.ts';
import { engines, everythingIn } from '../fakes/databases.ts';

const env = { ALLOW: 'slack:Ann', ADMINS: 'slack:Ada, slack:Abe, discord:1' };

for (const engine of engines())
  describe(`strangers (${engine})`, () => {
    const bots: Bot[] = [];
    after(async () => {
      for (const bot of bots) await bot.stop();
    });

    async function start(settings: Record<string, string> = env) {
      const channel = new FakeChannel();
      const bot = await startBot({ engine, channels: [channel], env: settings });
      bots.push(bot);
      bot.model.rules(() => 'ok');
      const to = (user: string) => channel.sent.filter(({ place }) => place.room === `slack:T1:D${user}`);
      const saw = (user: string, count: number) => channel.until(() => to(user).length >= count);
      const texts = (user: string) => to(user).map(({ text }) => text);
      const press = async (user: string, label: string, options: SayOptions = {}) => {
        const had = to(user).length;
        const action = to('Ada')[0]?.buttons.find((button) => button.label === label)?.action ?? '';
        await channel.click(user, action, options);
        await saw(user, had + 1);
        return texts(user).at(-1) ?? '';
      };
      const command = async (user: string, text: string) => {
        const had = to(user).length;
        await channel.say(user, text);
        await saw(user, had + 1);
        return texts(user).at(-1) ?? '';
      };
      return { bot, channel, to, saw, texts, press, command };
    }

    it('each admin is asked once, the stranger told once, nothing of their words stored; then they are let in', async () => {
      const { bot, channel, saw, texts, press, command } = await start();
      for (const text of ['canary one', 'canary two'])
        assert.equal(await channel.say('Bob', text), 'refused');
      for (const who of ['Ada', 'Abe', 'Bob']) await saw(who, 1);
      assert.match(texts('Ada')[0] ?? '', /^Bob \(slack:Bob\) wrote to me in a DM and is not on my list/);
      assert.match(texts('Bob')[0] ?? '', /I have asked an admin/);
      assert.doesNotMatch(await everythingIn(bot.database), /canary/);
      assert.match(await press('Ann', 'Let in'), /^Only an admin can decide that/);
      assert.equal(await channel.say('Bob', 'and now?'), 'refused');
      assert.equal(await press('Ada', 'Let in'), 'Bob (slack:Bob) is let in, and I tell them so.');
      await saw('Bob', 2);
      assert.match(texts('Bob')[1] ?? '', /^Ada has let you in/);
      assert.match(await press('Abe', 'No'), /^This has been decided: Bob \(slack:Bob\): let in by Ada/);
      await channel.say('Bob', 'hello');
      await saw('Bob', 3);
      assert.deepEqual(texts('Bob').slice(2), ['ok']);
      await bot.restart();
      assert.equal(await command('Bob', 'still there?'), 'ok');
      assert.equal(texts('Abe').length, 2);
      assert.equal(bot.model.requests.length, 2);
    });

    it('a refusal is final until an admin says otherwise; who was let in can be taken out again', async () => {
      const { channel, saw, texts, press, command } = await start();
      await channel.say('Bob', 'hi');
      await saw('Ada', 1);
      assert.equal(await press('Ada', 'No'), 'Bob (slack:Bob) is not let in.');
      await channel.say('Bob', 'please');
      await channel.say('Bob', 'please!');
      await saw('Bob', 2);
      assert.match(texts('Bob')[1] ?? '', /only talk with people on my list/);
      assert.match(await command('Ann', '/people'), /^Only an admin/);
      assert.match(await command('Ada', '/people'), /\n- Bob \(slack:Bob\): refused by Ada, /);
      assert.equal(
        await command('Ada', '/people allow bob'),
        'Bob (slack:Bob) is let in, and I tell them so.',
      );
      await saw('Bob', 3);
      assert.equal(await command('Bob', 'hello'), 'ok');
      assert.equal(await command('Ada', '/people remove slack:Bob'), 'Bob (slack:Bob) is not let in.');
      assert.equal(await channel.say('Bob', 'hello?'), 'refused');
      assert.match(await command('Ada', '/people remove Ann'), /^I know nobody "Ann"/);
      assert.equal(await command('Ada', '/people allow slack:U77EVE'), 'slack:U77EVE is let in.');
      assert.equal(await channel.say('U77EVE', 'hi'), 'stored');
    });

    it('in a channel, and without an admin to ask, a stranger is told that they are not on the list', async () => {
      const { channel, texts, to } = await start();
      assert.equal(await channel.say('Bob', 'hi', { channel: 'C1' }), 'refused');
      await channel.until((sent) => sent.length === 1);
      assert.match(channel.sent[0]?.text ?? '', /only talk with people on my list/);
      assert.equal(to('Ada').length, 0);
      const other = await start({ ALLOW: 'slack:Ann', ADMINS: 'discord-role:5' });
      await other.channel.say('Bob', 'hi');
      await other.saw('Bob', 1);
      assert.match(other.texts('Bob')[0] ?? '', /only talk with people on my list/);
      assert.equal(texts('Bob').length, 0);
    });

    it('an admin who cannot be reached now is asked later; who is gone is left out', async () => {
      const { bot, channel, saw, texts } = await start();
      const { promise, resolve } = Promise.withResolvers<void>();
      const direct = channel.direct.bind(channel);
      channel.direct = async (person) => {
        if (person.endsWith('Abe')) resolve();
        if (person.endsWith('Abe')) throw Object.assign(new Error('the network is down'));
        return direct(person);
      };
      await channel.say('Bob', 'hi');
      await promise;
      await bot.halt();
      assert.deepEqual([texts('Ada'), texts('Bob')], [[], []], 'nothing was said that is not so yet');
      channel.direct = direct;
      await bot.resume();
      await channel.say('Eve', 'hi');
      for (const who of ['Bob', 'Eve']) await saw(who, 1);
      await saw('Abe', 2);
      channel.direct = async (person) => {
        if (person.endsWith('Abe')) throw new SendError('gone', 'no such user');
        return direct(person);
      };
      await channel.say('Fay', 'hi');
      await saw('Ada', 3);
      assert.match(texts('Ada')[2] ?? '', /^Fay/);
    });
  });
