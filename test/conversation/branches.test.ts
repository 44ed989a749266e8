// Branches of the session tree: an edited message is answered anew and takes back what it had set, an older edit is a line
// in the history, and going back keeps what was set and says so.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { scenarioEngines } from '../fakes/databases.ts';
import type { SeenRequest } from '../fakes/model/scripted-model.ts';

const calls = (name: string, args: unknown) => ({ calls: [{ name, args }] });
const saw = (request: SeenRequest | undefined) => JSON.stringify(request?.messages ?? []);
/** The newest words without bracketed lines and head block. */
const wordsOf = (request: SeenRequest | undefined) =>
  (request?.lastUser.split('\n\n<now>')[0] ?? '').replace(/^\[.*\]\n/gm, '');
const at = (minutes: number) => new Date(Date.UTC(2040, 0, 16, 8, minutes));

for (const engine of scenarioEngines()) {
  describe(`branches (${engine})`, () => {
    const bots: Bot[] = [];
    after(async () => {
      for (const bot of bots) await bot.stop();
    });
    async function start() {
      const channel = new FakeChannel();
      const bot = await startBot({ engine, channels: [channel], env: { DEFAULT_TIMEZONE: 'Europe/Berlin' } });
      bots.push(bot);
      const live = async () =>
        (
          await bot.database.db
            .selectFrom('schedule')
            .select(['id', 'text', 'state'])
            .where('state', 'in', ['active', 'paused', 'asking'])
            .execute()
        ).map(({ text }) => text);
      return { bot, channel, live };
    }

    /** Sets a reminder for what the newest words say behind "to". */
    function reminding(bot: Bot) {
      bot.model.rules((request) => {
        if (request.messages.at(-1)?.role === 'tool') return 'It is set.';
        const words = wordsOf(request);
        const text = / to (\w+)/.exec(words)?.[1];
        return text
          ? calls('set_reminder', { text, when: /tomorrow at \d+/.exec(words)?.[0] })
          : 'All right.';
      });
    }

    it('the times of an edited message count from the edit', async () => {
      const { bot, channel } = await start();
      bot.model.rules((request) =>
        request.messages.at(-1)?.role === 'tool'
          ? 'All right.'
          : calls('set_reminder', { text: 'swim', when: /in \d+ minutes/.exec(wordsOf(request))?.[0] }),
      );
      await channel.say('Ann', 'remind me in 30 minutes to swim', { id: 'm1', sentAt: at(0) });
      await channel.until((sent) => sent.length === 1);
      await channel.edit('Ann', 'm1', 'remind me in 3 minutes to swim', { sentAt: at(5) });
      await channel.until((sent) => sent.length === 2);
      const row = await bot.database.db
        .selectFrom('schedule')
        .select('next_at')
        .where('state', '=', 'active')
        .executeTakeFirst();
      assert.deepEqual(row?.next_at, at(8));
    });

    it('an edit of the last message is answered anew, and what that message had set is taken back', async () => {
      const { bot, channel, live } = await start();
      reminding(bot);
      await channel.say('Ann', 'hello', { sentAt: at(0) });
      await channel.until((sent) => sent.length === 1);
      await channel.say('Ann', 'remind me tomorrow at 9 to swim', { id: 'm9', sentAt: at(1) });
      await channel.until((sent) => sent.length === 2);
      assert.deepEqual(await live(), ['swim']);
      await channel.edit('Ann', 'm9', 'remind me tomorrow at 9 to run', { sentAt: at(4) });
      await channel.until((sent) => sent.length === 3);
      assert.deepEqual(await live(), ['run']);
      assert.match(channel.sent[2]?.text ?? '', /Since you edited your message:\n- Taken back: .*\(r1\)/);
      const request = saw(bot.model.requests.at(-1));
      assert.ok(!request.includes('remind me tomorrow at 9 to swim'), 'the old words are gone');
      assert.ok(request.includes('hello'), 'what came before stays');
    });

    it('after many edits of one message, one reminder stems from it; the same words again change nothing', async () => {
      const { bot, channel, live } = await start();
      reminding(bot);
      await channel.say('Ann', 'remind me tomorrow at 9 to swim', { id: 'm1', sentAt: at(0) });
      await channel.until((sent) => sent.length === 1);
      const words = ['run', 'walk', 'swim', 'rest'];
      for (const [index, word] of words.entries()) {
        await channel.edit('Ann', 'm1', `remind me tomorrow at 9 to ${word}`, { sentAt: at(index + 1) });
        await channel.until((sent) => sent.length === index + 2);
        assert.deepEqual(await live(), [word]);
      }
      await channel.edit('Ann', 'm1', 'remind me  tomorrow at 9 to rest', { sentAt: at(6) });
      await channel.say('Ann', 'thanks', { sentAt: at(7) });
      await channel.until((sent) => sent.length === 6);
      assert.deepEqual(await live(), ['rest']);
    });

    it('what the message had cancelled or moved of an older reminder is put back; a later Undo changes nothing', async () => {
      const { bot, channel, live } = await start();
      bot.model.rules((request) => {
        if (request.messages.at(-1)?.role === 'tool') return 'All right.';
        const words = wordsOf(request);
        const action = /^(cancel|move)/.exec(words)?.[1];
        if (action)
          return calls('change_reminder', {
            reminder: 'swim',
            action,
            ...(action === 'move' ? { when: 'friday 10:00' } : {}),
          });
        return words.includes('remind')
          ? calls('set_reminder', { text: 'swim', when: 'tomorrow at 9' })
          : 'All right.';
      });
      const next = async () =>
        (await bot.database.db.selectFrom('schedule').select(['state', 'next_at']).execute())[0];
      await channel.say('Ann', 'remind me tomorrow at 9 to swim', { sentAt: at(0) });
      await channel.until((sent) => sent.length === 1);
      const before = await next();
      let sent = 1;
      for (const word of ['cancel', 'move']) {
        await channel.say('Ann', `${word} swim`, { id: word, sentAt: at(sent) });
        await channel.until((all) => all.length === sent + 1);
        assert.notDeepEqual(await next(), before, word);
        await channel.edit('Ann', word, 'thanks', { sentAt: at(sent + 1) });
        await channel.until((all) => all.length === sent + 2);
        assert.deepEqual(await next(), before, word);
        const undo = channel.sent[sent]?.buttons.find(({ label }) => label === 'Undo');
        await channel.click('Ann', undo?.action ?? '', { id: `undo ${word}` });
        await channel.until((all) => all.length === sent + 3);
        assert.deepEqual(await next(), before, word);
        sent += 3;
      }
      assert.deepEqual(await live(), ['swim']);
    });

    it('a snooze of what an edit has withdrawn cannot be undone into life, nor its failed first form retried', async () => {
      const { bot, channel, live } = await start();
      reminding(bot);
      await channel.say('Ann', 'remind me tomorrow at 9 to swim', { id: 'm1', sentAt: at(0) });
      await channel.until((sent) => sent.length === 1);
      await channel.click('Ann', 'snooze:1:in 1 hour', { id: 'c1', sentAt: at(1) });
      await channel.until((sent) => sent.length === 2);
      const undo = channel.sent[1]?.buttons.find(({ label }) => label === 'Undo');
      await channel.edit('Ann', 'm1', 'thanks', { sentAt: at(2) });
      await channel.until((sent) => sent.length === 3);
      assert.deepEqual(await live(), []);
      await channel.click('Ann', undo?.action ?? '', { id: 'c2', sentAt: at(3) });
      await channel.until((sent) => sent.length === 4);
      assert.match(channel.sent[3]?.text ?? '', /^Taken back already/);
      assert.deepEqual(await live(), []);
      bot.model.script([{ status: 400 }]);
      await channel.say('Ann', 'remind me tomorrow at 9 to run', { id: 'm2', sentAt: at(4) });
      await channel.until((sent) => sent.length === 5);
      await channel.edit('Ann', 'm2', 'never mind', { sentAt: at(5) });
      await channel.until((sent) => sent.length === 6);
      await channel.click('Ann', channel.sent[4]?.buttons[0]?.action ?? '', { id: 'c3', sentAt: at(6) });
      await channel.until((sent) => sent.length === 7);
      assert.match(channel.sent[6]?.text ?? '', /no longer counts/);
      assert.deepEqual(await live(), []);
    });

    it('what is set for every day and put off by a click goes with the message; edits in the wrong order leave the newer', async () => {
      const { bot, channel, live } = await start();
      bot.model.rules((request) => {
        const text = / to (\w+)/.exec(wordsOf(request))?.[1];
        if (!text || request.messages.at(-1)?.role === 'tool') return 'All right.';
        return calls('set_reminder', { text, when: 'every day at 9' });
      });
      await channel.say('Ann', 'remind me every day at 9 to swim', { id: 'm1', sentAt: at(0) });
      await channel.until((sent) => sent.length === 1);
      await channel.click('Ann', 'snooze:1:in 1 hour', { id: 'c1', sentAt: at(1) });
      await channel.until((sent) => sent.length === 2);
      assert.deepEqual(await live(), ['swim', 'swim']);
      await channel.edit('Ann', 'm1', 'remind me every day at 9 to run', { id: 'e2', sentAt: at(4) });
      await channel.until((sent) => sent.length === 3);
      assert.deepEqual(await live(), ['run']);
      const late = { id: 'e1', sentAt: at(3) };
      assert.equal(await channel.edit('Ann', 'm1', 'remind me every day at 9 to walk', late), 'seen');
    });

    it('an edit of an older message, and one after ten minutes, is a line in the history; nothing is undone', async () => {
      const { bot, channel, live } = await start();
      reminding(bot);
      await channel.say('Ann', 'remind me tomorrow at 9 to swim', { id: 'm1', sentAt: at(0) });
      await channel.until((sent) => sent.length === 1);
      await channel.say('Ann', 'thanks', { id: 'm2', sentAt: at(1) });
      await channel.until((sent) => sent.length === 2);
      await channel.edit('Ann', 'm1', 'remind me tomorrow at 9 to run', { sentAt: at(2) });
      await channel.edit('Ann', 'm2', 'thanks a lot', { sentAt: at(30) });
      await channel.edit('Ben', 'm2', 'not mine', { sentAt: at(3) });
      await channel.say('Ann', 'and now?', { sentAt: at(31) });
      await channel.until((sent) => sent.length === 3);
      assert.deepEqual(await live(), ['swim']);
      const newest = bot.model.requests.at(-1)?.lastUser ?? '';
      assert.match(
        newest,
        /^\[Ann edited an earlier message; it now reads: "remind me tomorrow at 9 to run"\]/,
      );
      assert.match(newest, /it now reads: "thanks a lot"/);
      assert.doesNotMatch(newest, /not mine/);
    });

    it('an edit of a message that still waits is just that message', async () => {
      const { bot, channel } = await start();
      const { promise, resolve } = Promise.withResolvers<void>();
      bot.model.script([{ until: promise, step: 'first' }, 'second']);
      await channel.say('Ann', 'one', { sentAt: at(0) });
      await bot.model.waitForRequest(1);
      await channel.say('Ann', 'two', { id: 'm2', sentAt: at(1) });
      await channel.edit('Ann', 'm2', 'three', { sentAt: at(2) });
      resolve();
      await channel.until((sent) => sent.length === 2);
      const request = saw(bot.model.requests[1]);
      assert.ok(request.includes('three') && !request.includes('two'));
    });

    it('an edit while its turn runs is answered with the new words', async () => {
      const { bot, channel } = await start();
      const { promise, resolve } = Promise.withResolvers<void>();
      bot.model.script([{ until: promise, step: 'first' }, 'second']);
      await channel.say('Ann', 'one', { id: 'm1', sentAt: at(0) });
      await bot.model.waitForRequest(1);
      await channel.edit('Ann', 'm1', 'one and a half', { sentAt: at(2) });
      resolve();
      await channel.until((sent) => sent.some(({ text }) => text === 'second'));
      assert.match(bot.model.requests[1]?.lastUser ?? '', /one and a half/);
    });

    it('going back leaves the turn out, keeps what it had set, and says so; further back also over a restart', async () => {
      const { bot, channel, live } = await start();
      reminding(bot);
      await channel.say('Ann', 'first words', { sentAt: at(0) });
      await channel.until((sent) => sent.length === 1);
      await channel.say('Ann', 'remind me tomorrow at 9 to swim', { sentAt: at(1) });
      await channel.until((sent) => sent.length === 2);
      await channel.say('Ann', '/rewind', { sentAt: at(2) });
      await channel.until((sent) => sent.length === 3);
      assert.match(
        channel.sent[2]?.text ?? '',
        /gone back before your last message[\s\S]*stays:\n- .*\(r1\)/,
      );
      assert.deepEqual(await live(), ['swim']);
      await bot.restart();
      await channel.say('Ann', 'where were we', { sentAt: at(3) });
      await channel.until((sent) => sent.length === 4);
      const request = bot.model.requests.at(-1);
      assert.ok(saw(request).includes('first words') && !saw(request).includes('It is set.\\n'));
      assert.match(
        request?.lastUser ?? '',
        /^\[.*swim.*\]\nwhere were we/,
        'a line stands in for what was left',
      );
      assert.equal(request?.messages.filter(({ role }) => role === 'user').length, 2);
      await channel.say('Ann', '/rewind 9', { sentAt: at(4) });
      await channel.until((sent) => sent.length === 5);
      await channel.say('Ann', 'anew', { sentAt: at(5) });
      await channel.until((sent) => sent.length === 6);
      assert.equal(bot.model.requests.at(-1)?.messages.filter(({ role }) => role === 'user').length, 1);
    });

    it('a message edited into a command or into nothing is no command: its turn, which had others, is done anew', async () => {
      const { bot, channel, live } = await start();
      const { promise, resolve } = Promise.withResolvers<void>();
      bot.model.script([{ until: promise, step: 'first' }]);
      reminding(bot);
      await channel.say('Ann', 'hello', { sentAt: at(0) });
      await bot.model.waitForRequest(1);
      await channel.say('Ann', 'remind me tomorrow at 9 to swim', { sentAt: at(1) });
      await channel.say('Ann', 'please', { id: 'm3', sentAt: at(2) });
      resolve();
      await channel.until((sent) => sent.length === 2);
      await channel.edit('Ann', 'm3', '/help', { sentAt: at(3) });
      await channel.until((sent) => sent.length === 3);
      assert.deepEqual(await live(), ['swim']);
      assert.match(channel.sent[2]?.text ?? '', /Since you edited your message/);
    });

    it('a mention without words that is edited into words is answered', async () => {
      const { bot, channel } = await start();
      bot.model.rules(() => 'There you are.');
      await channel.say('Ann', '', { id: 'm1', sentAt: at(0) });
      await channel.until((sent) => sent.length === 1);
      await channel.edit('Ann', 'm1', 'are you there?', { sentAt: at(1) });
      await channel.until((sent) => sent.length === 2);
      assert.equal(channel.sent[1]?.text, 'There you are.');
    });

    it('in a channel nobody goes back over what others said', async () => {
      const { bot, channel } = await start();
      bot.model.rules(() => 'All right.');
      const say = async (user: string, text: string) => {
        const count = channel.sent.length + 1;
        await channel.say(user, text, { channel: 'C1', sentAt: at(count) });
        await channel.until((sent) => sent.length === count);
        return channel.sent.at(-1)?.text ?? '';
      };
      await say('Ann', 'my plan');
      await say('Ben', 'my view');
      assert.match(await say('Ben', '!rewind 2'), /only an admin/);
      assert.match(await say('Ann', '!rewind'), /only an admin/);
      assert.match(await say('Ben', '!rewind'), /gone back before your last message \("my view"\)/);
    });

    it('a reminder delivered meanwhile stays in the history when the turn before it is left', async () => {
      const { bot, channel } = await start();
      bot.model.rules((request) =>
        request.messages.at(-1)?.role === 'tool'
          ? 'It is set.'
          : wordsOf(request).includes('in 1 second')
            ? calls('set_reminder', { text: 'stretch', when: 'in 1 second' })
            : 'All right.',
      );
      await channel.say('Ann', 'remind me in 1 second to stretch');
      await channel.until((sent) =>
        sent.some(({ text }) => text.includes('stretch') && !text.includes('It is set')),
      );
      await channel.say('Ann', '/rewind');
      await channel.until((sent) => sent.some(({ text }) => text.includes('gone back')));
      await channel.say('Ann', 'and now?');
      await channel.until((sent) => sent.at(-1)?.text === 'All right.');
      assert.match(bot.model.requests.at(-1)?.lastUser ?? '', /\[Reminder r1 for Ann was delivered/);
    });
  });
}
