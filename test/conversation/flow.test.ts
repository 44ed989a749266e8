// The flow on both engines with a channel in memory and the strict scripted model: order, persons, effects, failures.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openDatabase } from '../../src/database/open.ts';
import { silentLog } from '../../src/log.ts';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { engines } from '../fakes/databases.ts';
import type { SeenRequest } from '../fakes/model/scripted-model.ts';

const texts = (channel: FakeChannel) => channel.sent.map((message) => message.text);
const headOf = (request: SeenRequest | undefined) =>
  /<now>[\s\S]*<\/now>/.exec(request?.lastUser ?? '')?.[0] ?? '';
const calls = (name: string, args: unknown) => ({ calls: [{ name, args }] });

for (const engine of engines()) {
  describe(`the flow (${engine})`, () => {
    const bots: Bot[] = [];
    after(async () => {
      for (const bot of bots) await bot.stop();
    });
    async function start(env: Record<string, string> = {}) {
      const channel = new FakeChannel();
      const bot = await startBot({ engine, channels: [channel], env });
      bots.push(bot);
      return { bot, channel };
    }

    it('answers a greeting once, also when the platform delivers it twice', async () => {
      const { bot, channel } = await start();
      bot.model.script(['Hello Ann!']);
      assert.equal(await channel.say('Ann', 'hi', { id: 'm1' }), 'stored');
      assert.equal(await channel.say('Ann', 'hi', { id: 'm1' }), 'seen');
      await channel.until((sent) => sent.length === 1);
      await bot.restart();
      assert.deepEqual(texts(channel), ['Hello Ann!']);
      assert.equal(bot.model.requests.length, 1);
    });

    it('what arrives while a turn runs waits for the next, taken together', async () => {
      const { bot, channel } = await start();
      const { promise, resolve } = Promise.withResolvers<void>();
      bot.model.script([{ until: promise, step: 'first' }, 'second']);
      await channel.say('Ann', 'one');
      await bot.model.waitForRequest(1);
      await channel.say('Ann', 'two');
      await channel.say('Ann', 'three');
      resolve();
      await channel.until((sent) => sent.length === 2);
      assert.deepEqual(texts(channel), ['first', 'second']);
      assert.match(bot.model.requests[1]?.lastUser ?? '', /two\n[\s\S]*three/);
      assert.equal(bot.model.requests.length, 2);
    });

    it('two people in one thread get a turn each, in order of arrival', async () => {
      const { bot, channel } = await start();
      bot.model.rules((request) =>
        /Speaking with (\w+)/.exec(headOf(request))?.[1] === 'Ann' ? 'for Ann' : 'for Ben',
      );
      const { promise, resolve } = Promise.withResolvers<void>();
      bot.model.script([{ until: promise, step: 'to begin with' }]);
      await channel.say('Ann', 'start', { channel: 'C1' });
      await bot.model.waitForRequest(1);
      for (const [user, text] of [
        ['Ann', 'a1'],
        ['Ann', 'a2'],
        ['Ben', 'b1'],
        ['Ann', 'a3'],
      ] as const)
        await channel.say(user, text, { channel: 'C1' });
      resolve();
      await channel.until((sent) => sent.length === 4);
      assert.deepEqual(texts(channel), ['to begin with', 'for Ann', 'for Ben', 'for Ann']);
      assert.match(bot.model.requests[1]?.lastUser ?? '', /a1[\s\S]*a2/);
      assert.doesNotMatch(bot.model.requests[1]?.lastUser ?? '', /b1/);
    });

    it('sets a reminder in the person’s own words, shows a receipt with Undo, and Undo takes it back', async () => {
      const { bot, channel } = await start();
      bot.model.script([
        calls('set_reminder', { text: 'call Ann', when: 'tomorrow at 9' }),
        'I will remind you.',
      ]);
      await channel.say('Ben', 'remind me tomorrow at 9 to call Ann', { zone: 'Europe/Berlin' });
      await channel.until((sent) => sent.length === 1);
      const reply = channel.sent[0];
      assert.match(
        reply?.text ?? '',
        /^I will remind you\.\n\n⏰ \w{3} \d+ \w{3}.*, 09:00 Europe\/Berlin, in .* \(r\d+\)$/,
      );
      assert.deepEqual(
        reply?.buttons.map((button) => button.label),
        ['Undo', 'Change'],
      );
      await channel.click('Ann', reply?.buttons[0]?.action ?? '');
      await channel.until((sent) => sent.length === 2);
      assert.match(texts(channel)[1] ?? '', /Only the person who asked/);
      await channel.click('Ben', reply?.buttons[0]?.action ?? '');
      await channel.until((sent) => sent.length === 3);
      assert.match(texts(channel)[2] ?? '', /^Taken back: ⏰/);
      const rows = await bot.database.db.selectFrom('schedule').select('state').execute();
      assert.deepEqual(rows, [{ state: 'cancelled' }]);
    });

    it('with the model down: one honest sentence with Retry; Retry resumes the turn and doubles no effect', async () => {
      const { bot, channel } = await start();
      const down = { status: 503 };
      bot.model.script([calls('set_reminder', { text: 'stretch', when: 'in 3 hours' }), down, down, down]);
      await channel.say('Ann', 'remind me in 3 hours to stretch', { zone: 'Europe/Berlin' });
      await channel.until((sent) => sent.length === 1);
      assert.match(texts(channel)[0] ?? '', /^Sorry, I could not answer.*stands: ⏰.*r1/s);
      assert.deepEqual(
        channel.sent[0]?.buttons.map((button) => button.label),
        ['Retry'],
      );
      bot.model.script([calls('set_reminder', { text: 'stretch', when: 'in 3 hours' }), 'Done.']);
      await channel.click('Ann', channel.sent[0]?.buttons[0]?.action ?? '');
      await channel.until((sent) => sent.length === 3);
      assert.match(texts(channel)[2] ?? '', /^Done\.\n\n⏰.*\(r1\)$/);
      assert.equal((await bot.database.db.selectFrom('schedule').select('id').execute()).length, 1);
      await channel.click('Ann', channel.sent[0]?.buttons[0]?.action ?? '', { id: 'again' });
      await channel.until((sent) => sent.length === 4);
      assert.match(texts(channel)[3] ?? '', /tried again already/);
    });

    it('a send whose answer was lost is looked for, not sent again; a room that is gone falls back to the DM', async () => {
      const { bot, channel } = await start();
      bot.model.rules(() => 'hello');
      channel.faults = ['lost'];
      await channel.say('Ann', 'hi', { channel: 'C1' });
      await channel.until((sent) => sent.length === 1);
      await bot.restart();
      await channel.say('Ann', 'again', { channel: 'C1' });
      await channel.until((sent) => sent.length === 2);
      assert.equal(channel.sent.length, 2);
      channel.gone.add('slack:T1:C1');
      await channel.say('Ann', 'once more', { channel: 'C1' });
      await channel.until((sent) => sent.length === 3);
      assert.equal(channel.sent[2]?.place.room, 'slack:T1:DAnn');
    });

    it('switches persona by command, by tool and by plain words; the next head block names it, the history holds the marker', async () => {
      const { bot, channel } = await start();
      bot.model.rules((request) =>
        request.messages.at(-1)?.role === 'tool'
          ? `as told: ${request.messages.at(-1)?.content.slice(0, 30)}`
          : 'ok',
      );
      await channel.say('Ann', 'switch to the CFO');
      await channel.until((sent) => sent.length === 1);
      assert.match(texts(channel)[0] ?? '', /CFO/);
      assert.equal(bot.model.requests.length, 0);
      await channel.say('Ann', 'what now?');
      await channel.until((sent) => sent.length === 2);
      assert.match(headOf(bot.model.requests[0]), /You speak as: CFO/);
      assert.match(bot.model.requests[0]?.lastUser ?? '', /^\[.*CFO.*\]/);
      await channel.say('Ann', '/persona engineer');
      await channel.until((sent) => sent.length === 3);
      bot.model.script([calls('switch_persona', { persona: 'consultant' })]);
      await channel.say('Ann', 'please be a consultant for a while and tell me about rent');
      await channel.until((sent) => sent.length === 4);
      assert.match(headOf(bot.model.requests[1]), /You speak as: Engineer/);
      assert.match(texts(channel)[3] ?? '', /You are now Consultant/);
      await channel.say('Ann', 'and now?');
      await channel.until((sent) => sent.length === 5);
      const last = bot.model.requests.at(-1);
      assert.match(headOf(last), /You speak as: Consultant/);
      assert.ok(
        last?.messages.some((message) => message.content.includes('what now?')),
        'the history is kept',
      );
      await channel.say('Ann', 'switch to English');
      await channel.until((sent) => sent.length === 6);
      assert.equal(texts(channel)[5], 'ok');
    });

    it('"remind me at 9" from two people in two zones within 10 ms: two reminders, each in its person’s zone', async () => {
      const { bot, channel } = await start();
      bot.model.rules((request) =>
        request.messages.at(-1)?.role === 'tool'
          ? 'Set.'
          : calls('set_reminder', { text: 'tea', when: 'at 9' }),
      );
      const sentAt = new Date('2040-01-16T04:00:00Z');
      await Promise.all([
        channel.say('Ann', 'remind me at 9 to drink tea', { channel: 'C1', zone: 'Europe/Berlin', sentAt }),
        channel.say('Ben', 'remind me at 9 to drink tea', {
          channel: 'C1',
          zone: 'America/New_York',
          sentAt,
        }),
      ]);
      await channel.until((sent) => sent.length === 2);
      const rows = await bot.database.db.selectFrom('schedule').selectAll().execute();
      const clock = (person: string) => {
        const row = rows.find((each) => each.owner_id === `slack:T1:${person}`);
        return row?.next_at?.toLocaleTimeString('en-GB', { timeZone: row.zone ?? 'UTC' });
      };
      assert.deepEqual([rows.length, clock('Ann'), clock('Ben')], [2, '09:00:00', '09:00:00']);
      assert.deepEqual(rows.map((row) => row.zone).sort(), ['America/New_York', 'Europe/Berlin']);
    });

    it('a person without a zone is asked with buttons, and the answer completes the reminder', async () => {
      const { bot, channel } = await start();
      bot.model.script([calls('set_reminder', { text: 'tea', when: 'tomorrow at 9' }), 'Noted.']);
      await channel.say('Eva', 'remind me tomorrow at 9 to drink tea', { locale: 'de' });
      await channel.until((sent) => sent.length === 1);
      assert.match(texts(channel)[0] ?? '', /Which time zone are you in\?/);
      const berlin = channel.sent[0]?.buttons.find((button) => button.action === 'zone:Europe/Berlin');
      await channel.click('Eva', berlin?.action ?? '');
      await channel.until((sent) => sent.length === 2);
      assert.match(texts(channel)[1] ?? '', /Europe\/Berlin now.*\n⏰ tea: .*09:00 Europe\/Berlin/s);
      const [row] = await bot.database.db.selectFrom('schedule').selectAll().execute();
      assert.deepEqual([row?.state, row?.zone], ['active', 'Europe/Berlin']);
    });

    it('a time that can be read in two ways is asked with two buttons, and the choice completes it once', async () => {
      const { bot, channel } = await start();
      bot.model.script([calls('set_reminder', { text: 'tea', when: 'tomorrow at 9 or 10' }), 'Which one?']);
      await channel.say('Ann', 'remind me tomorrow at 9 or 10 to drink tea', { zone: 'Europe/Berlin' });
      await channel.until((sent) => sent.length === 1);
      const [first, second] = channel.sent[0]?.buttons ?? [];
      assert.match(first?.label ?? '', /09:00 Europe\/Berlin/);
      assert.match(second?.label ?? '', /10:00 Europe\/Berlin/);
      await channel.click('Ben', second?.action ?? '');
      await channel.until((sent) => sent.length === 2);
      await channel.click('Ann', second?.action ?? '');
      await channel.until((sent) => sent.length === 3);
      assert.match(texts(channel)[2] ?? '', /^⏰ tea: .*10:00 Europe\/Berlin/);
      await channel.click('Ann', first?.action ?? '', { id: 'again' });
      await channel.until((sent) => sent.length === 4);
      assert.match(texts(channel)[3] ?? '', /answered already/);
      const rows = await bot.database.db.selectFrom('schedule').select('state').execute();
      assert.deepEqual(rows, [{ state: 'active' }]);
    });

    it('a reminder fires as stored text with the model never asked, mentions the person, and reaches the history', async () => {
      const { bot, channel } = await start();
      await channel.say('Ann', '/remind in 1 second stretch', { zone: 'Europe/Berlin', channel: 'C1' });
      await channel.until((sent) => sent.some((message) => message.text.startsWith('⏰ stretch (r')));
      assert.equal(channel.sent.at(-1)?.mention, 'slack:T1:Ann');
      assert.equal(bot.model.requests.length, 0);
      bot.model.script([
        calls('change_reminder', { reminder: 'that', action: 'snooze', when: 'in an hour' }),
        'Later then.',
      ]);
      await channel.say('Ann', 'snooze that an hour', { zone: 'Europe/Berlin', channel: 'C1' });
      await channel.until((sent) => sent.some((message) => message.text.startsWith('Later then.')));
      assert.match(bot.model.requests[0]?.lastUser ?? '', /\[.*r1.*stretch.*\]/);
      const [row] = await bot.database.db.selectFrom('schedule').selectAll().execute();
      assert.equal(row?.state, 'active');
      const [occurrence] = await bot.database.db.selectFrom('occurrence').selectAll().execute();
      assert.equal(occurrence?.state, 'delivered');
    });

    it('what fell due while it was down is delivered at start, marked late', async () => {
      const { bot, channel } = await start();
      await channel.say('Ann', '/remind tomorrow 9 water the plants', { zone: 'Europe/Berlin' });
      await channel.until((sent) => sent.length === 1);
      await bot.halt();
      const { databaseUrl: url, dataDir } = bot.config;
      const offline = await openDatabase({ url, dataDir }, silentLog);
      const due = new Date(Date.now() - 3 * 3_600_000);
      const spec = JSON.stringify({ kind: 'once', at: due.toISOString(), zone: 'Europe/Berlin' });
      await offline.db.updateTable('schedule').set({ next_at: due, spec }).execute();
      await offline.close();
      assert.equal(channel.sent.length, 1);
      await bot.resume();
      await channel.until((sent) => sent.length === 2);
      assert.match(texts(channel)[1] ?? '', /water the plants \(due .*, sent .*\)/);
    });

    it('privacy: canaries of a DM never reach a request for another person or for a channel, the speaker’s own included', async () => {
      const { bot, channel } = await start();
      bot.model.rules((request) =>
        request.messages.at(-1)?.role === 'tool' ? `found ${request.messages.at(-1)?.content}` : 'ok',
      );
      bot.model.script([
        calls('remember', { text: 'canary-note likes parrots' }),
        'noted',
        calls('set_reminder', { text: 'canary-reminder', when: 'in 5 hours' }),
        'set',
      ]);
      await channel.say('Ann', 'remember canary-note', { zone: 'Europe/Berlin' });
      await channel.until((sent) => sent.length === 1);
      await channel.say('Ann', 'remind me in 5 hours canary-reminder', { zone: 'Europe/Berlin' });
      await channel.until((sent) => sent.length === 2);
      await channel.say('Ann', 'canary-text parrots');
      await channel.until((sent) => sent.length === 3);
      const before = bot.model.requests.length;
      for (const [user, where] of [
        ['Ben', {}],
        ['Ann', { channel: 'C1' }],
        ['Ben', { channel: 'C1' }],
      ] as const) {
        const sent = channel.sent.length;
        bot.model.script([calls('recall', { query: 'parrots' }), calls('list_reminders', {}), 'nothing']);
        await channel.say(user, 'what do you know about parrots and my reminders?', where);
        await channel.until((all) => all.length === sent + 1);
      }
      const later = bot.model.requests.slice(before);
      assert.equal(later.length, 9);
      for (const request of later) assert.doesNotMatch(request.raw, /canary/);
      assert.match(
        bot.model.requests[before - 1]?.raw ?? '',
        /canary-note/,
        'and in the DM itself the note is proposed',
      );
    });

    it('a 40,000-character message and an empty one with an image are answered; every request stays in the window', async () => {
      const { bot, channel } = await start();
      bot.model.rules(() => 'read');
      await channel.say('Ann', `start ${'lorem ipsum 東京 '.repeat(2800)} end`);
      await channel.until((sent) => sent.length === 1);
      assert.equal(bot.model.requests[0]?.refused, undefined);
      assert.match(bot.model.requests[0]?.lastUser ?? '', /start lorem[\s\S]*recall m[\s\S]*end/);
      await channel.receive({
        ...channel.base('Ann'),
        type: 'message',
        text: '',
        attachments: ['photo.png (image)'],
        late: false,
      });
      await channel.until((sent) => sent.length === 2);
      assert.match(texts(channel)[1] ?? '', /cannot read attachments \(photo\.png \(image\)\)/);
      await channel.say('Ann', '');
      await channel.until((sent) => sent.length === 3);
      assert.match(texts(channel)[2] ?? '', /^Yes\?/);
      assert.equal(bot.model.requests.length, 1);
      assert.ok(bot.model.requests.every((request) => request.refused === undefined));
    });

    it('the first request stays within 2,500 tokens for system prompt and schemas, with eight tools at most', async () => {
      const { encode } = await import('gpt-tokenizer/encoding/o200k_base');
      const { bot, channel } = await start();
      bot.model.script(['hi']);
      await channel.say('Ann', 'hello');
      await channel.until((sent) => sent.length === 1);
      const [request] = bot.model.requests;
      const fixed = JSON.stringify(request?.tools) + String(request?.messages[0]?.content);
      assert.equal(request?.messages[0]?.role, 'system');
      assert.ok(
        Math.max(fixed.length / 4, encode(fixed).length) <= 2500,
        `${fixed.length / 4} by characters, ${encode(fixed).length} by tokenizer`,
      );
      assert.ok((request?.tools.length ?? 0) <= 8);
    });
  });
}
