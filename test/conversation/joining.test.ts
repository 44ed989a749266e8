// JOIN_RUNNING_TURN: what a person says while their turn works joins it before its next request, or follows as a turn of its
// own. It is answered once, also after a crash; what ends a turn, commands, other people and quotes do not join.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, describe, it } from 'node:test';
import { rebuild } from '../../src/conversation/turn/request/rebuild.ts';
import { tools } from '../../src/tools/index.ts';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { scenarioEngines } from '../fakes/databases.ts';
import type { SeenRequest, Step } from '../fakes/model/scripted-model.ts';
import { type OutsideTools, outsideTools } from '../fakes/outside-tools.ts';

const look: Step = { calls: [{ name: 'list_reminders', args: {} }] };
const remember: Step = { calls: [{ name: 'remember', args: { text: 'Ann likes tea.' } }] };

for (const engine of scenarioEngines())
  describe(`joining a running turn (${engine})`, () => {
    const bots: Bot[] = [];
    after(async () => {
      for (const bot of bots) await bot.stop();
    });

    async function start(joins = true, outside: OutsideTools['tools'] = []) {
      const channel = new FakeChannel();
      const bot = await startBot({
        engine,
        channels: [channel],
        ...(outside.length > 0 ? { policy: 'places: [look_up]\nrules: [{ tool: "*", do: allow }]' } : {}),
        env: { DEFAULT_TIMEZONE: 'Europe/Berlin', JOIN_RUNNING_TURN: String(joins) },
        overrides: { turn: { watchMs: 20 }, graceMs: 50, outside },
      });
      bots.push(bot);
      const releases: (() => void)[] = [];
      let left: readonly Step[] = [];
      /** The model's answers in order, each held until it is released. */
      const script = (...steps: readonly Step[]) => {
        left = steps;
        bot.model.rules(async (request: SeenRequest) => {
          if (request.lastUser.includes('write the running log')) return 'no log';
          const [step = 'nothing more was scripted', ...rest] = left;
          left = rest;
          await new Promise<void>((resolve) => releases.push(resolve));
          return step;
        });
      };
      /** Resolves when the nth request has come; `release` then answers it. */
      const asked = (count: number) => bot.model.waitForRequest(count);
      const release = () => releases.shift()?.();
      const until = (part: string | RegExp) =>
        channel.until((sent) => sent.some(({ text }) => text.match(part)));
      const texts = () => channel.sent.map(({ text }) => text);
      const messages = (at = -1) => bot.model.requests.at(at)?.messages ?? [];
      const open = async () =>
        bot.database.db
          .selectFrom('inbox')
          .select(['message_id', 'state', 'turn_id'])
          .orderBy('id')
          .execute();
      return { bot, channel, script, asked, release, until, texts, messages, open };
    }

    it('stands behind the results, with the speaker’s tag, as the person’s own words; one answer, one turn', async () => {
      const { bot, channel, script, asked, release, until, texts, messages, open } = await start();
      const where = { channel: 'C1' };
      script(look, 'Here is both.', 'And that.');
      await channel.say('Ann', 'what is set?', where);
      await asked(1);
      await channel.say('Ann', 'and be brief, please', { ...where, id: 'more' });
      release();
      await asked(2);
      assert.deepEqual(
        messages()
          .slice(-4)
          .map(({ role, content }) => [role, role === 'tool' ? '' : content.split('\n')[0]]),
        [
          ['assistant', ''],
          ['tool', ''],
          ['assistant', '[More was said meanwhile.]'],
          ['user', '<from name="Ann">and be brief, please</from>'],
        ],
      );
      release();
      await until('Here is both.');
      assert.deepEqual(
        (await open()).map(({ state, turn_id: turn }) => [state, turn]),
        [
          ['done', 1],
          ['done', 1],
        ],
      );
      const entries = await bot.database.db
        .selectFrom('entry')
        .select(['type', 'person_id'])
        .orderBy('id')
        .execute();
      assert.deepEqual(
        entries.map(({ type }) => type),
        ['user', 'assistant', 'tool_result', 'user', 'assistant'],
      );
      assert.equal(entries[3]?.person_id, 'slack:T1:Ann');
      // It is history like the rest, in the same bytes.
      const before = JSON.stringify(
        messages()
          .slice(1, -1)
          .filter(({ role }) => role !== 'system')
          .slice(1),
      );
      await channel.say('Ann', 'thanks', where);
      await asked(3);
      assert.ok(JSON.stringify(messages()).includes(before.slice(1, -1)));
      release();
      await until('And that.');
      assert.deepEqual(texts(), ['Here is both.', 'And that.']);
    });

    it('every request of such a turn can be rebuilt byte for byte', async () => {
      const { bot, channel, script, asked, release, until, messages } = await start();
      script(look, 'Both.');
      await channel.say('Ann', 'what is set?');
      await asked(1);
      await channel.say('Ann', 'and in short');
      release();
      await asked(2);
      release();
      await until('Both.');
      const rows = await bot.database.db.selectFrom('request').selectAll().orderBy('id').execute();
      const turns = rows.filter(({ purpose }) => purpose === 'turn');
      assert.equal(turns.length, 2);
      for (const [at, row] of turns.entries()) {
        const built = await rebuild(bot.database.db, { tools, maxOutput: bot.config.maxOutput }, row);
        assert.deepEqual(built?.compiled.messages, messages(at));
      }
    });

    it('without the setting it follows; with it too, if no further request comes', async () => {
      for (const joins of [false, true]) {
        const { channel, script, asked, release, until, texts } = await start(joins);
        script(...(joins ? ['One.', 'Two.'] : [look, 'One.', 'Two.']));
        await channel.say('Ann', 'first');
        await asked(1);
        await channel.say('Ann', 'second');
        release();
        if (!joins) {
          await asked(2);
          release();
        }
        await until('One.');
        release();
        await asked(joins ? 2 : 3);
        release();
        await until('Two.');
        assert.deepEqual(texts(), ['One.', 'Two.']);
      }
    });

    it('what was joined when the process dies is there when the turn is resumed, and answered once', async () => {
      const { bot, channel, script, asked, release, until, texts, open } = await start();
      script(remember, 'never said', 'Both, after all.');
      await channel.say('Ann', 'remember that I like tea');
      await asked(1);
      await channel.say('Ann', 'and hurry');
      release();
      await asked(2);
      assert.deepEqual(
        (await open()).map(({ state, turn_id: turn }) => [state, turn]),
        [
          ['taken', 1],
          ['taken', 1],
        ],
      );
      await bot.restart();
      await asked(3);
      release();
      release();
      await until('Both, after all.');
      assert.match(bot.model.requests.at(-1)?.lastUser ?? '', /^remember that I like tea\nand hurry\n/);
      assert.deepEqual(
        (await open()).map(({ state }) => state),
        ['done', 'done'],
      );
      assert.equal(texts().length, 1);
      assert.match(texts()[0] ?? '', /📝.*tea/);
    });

    it('"stop" ends the turn with all that joined it; somebody else’s message waits, and nothing passes it', async () => {
      const { channel, script, asked, release, until, texts, open } = await start();
      const where = { channel: 'C1' };
      script(look, look, 'never said', 'Ben: hello.');
      await channel.say('Ann', 'what is set?', where);
      await asked(1);
      await channel.say('Ann', 'and be brief', { ...where, id: 'joins' });
      await channel.say('Ben', 'hello', { ...where, id: 'ben' });
      await channel.say('Ann', 'behind Ben', { ...where, id: 'behind' });
      release();
      await asked(2);
      release();
      await asked(3);
      const states = Object.fromEntries((await open()).map((row) => [row.message_id, row.state]));
      assert.deepEqual([states.joins, states.ben, states.behind], ['taken', 'waiting', 'waiting']);
      await channel.delete('Ann', 'behind', where);
      await channel.say('Ann', 'stop', where);
      await until('⏹️ Stopped. Nothing was changed.');
      release();
      await asked(4);
      release();
      await until('Ben: hello.');
      assert.deepEqual(
        texts().filter((text) => text === 'never said'),
        [],
      );
      assert.equal((await open()).find(({ message_id: id }) => id === 'joins')?.state, 'done');
    });

    it('nothing joins a turn that was ended while it called something: it is answered after it', async () => {
      const outside = outsideTools();
      const called = Promise.withResolvers<void>();
      outside.answer = async (_, __, { signal }) => {
        called.resolve();
        if (signal && !signal.aborted) await once(signal, 'abort');
        return { ok: true, text: 'found' };
      };
      const { bot, channel, until, messages } = await start(true, outside.tools);
      bot.model.script([
        { calls: [{ name: 'look_up', args: { query: 'tea', justification: 'asked' } }] },
        'Hello to you.',
      ]);
      await channel.say('Ann', 'look up tea', { id: 'first' });
      await called.promise;
      await channel.say('Ann', 'and hello', { id: 'second' });
      await channel.delete('Ann', 'first');
      await until('Hello to you.');
      assert.match(messages().at(-1)?.content ?? '', /^and hello/);
    });

    for (const [what, text] of Object.entries({
      'a command': '/tasks',
      'what brings others’ words along': '> delete everything\nwhat do you say to this?',
    }))
      it(`${what} does not join, and is answered after it`, async () => {
        const { channel, script, asked, release, until, open } = await start();
        script(look, 'One.', 'Two.');
        await channel.say('Ann', 'what is set?');
        await asked(1);
        await channel.say('Ann', text, { id: 'other' });
        release();
        await asked(2);
        assert.equal((await open()).find(({ message_id: id }) => id === 'other')?.state, 'waiting');
        release();
        await until('One.');
        if (text.startsWith('/')) return until('There are no tasks here.');
        await asked(3);
        release();
        await until('Two.');
      });

    it('an edit of what has joined ends the turn, which is done anew with all of its messages', async () => {
      const { bot, channel, script, asked, release, until, texts } = await start();
      script(look, 'never said', 'All of it.');
      await channel.say('Ann', 'what is set?', { id: 'first' });
      await asked(1);
      await channel.say('Ann', 'and be brief', { id: 'joins' });
      release();
      await asked(2);
      await channel.edit('Ann', 'joins', 'and be long');
      await asked(3);
      release();
      release();
      await until('All of it.');
      const words = (bot.model.requests.at(-1)?.lastUser ?? '').replace(/^\[.*\]\n/gm, '');
      assert.match(words, /^what is set\?\nand be long\n/);
      assert.deepEqual(texts(), ['All of it.']);
    });

    it('an edit after the answer does the turn anew with all of its messages', async () => {
      const { bot, channel, script, asked, release, until } = await start();
      script(look, 'Brief.', 'Long.');
      await channel.say('Ann', 'what is set?', { id: 'first' });
      await asked(1);
      await channel.say('Ann', 'and be brief', { id: 'joins' });
      release();
      await asked(2);
      release();
      await until('Brief.');
      await channel.edit('Ann', 'first', 'what is noted?');
      await asked(3);
      release();
      await until('Long.');
      const words = (bot.model.requests.at(-1)?.lastUser ?? '').replace(/^\[.*\]\n/gm, '');
      assert.match(words, /^what is noted\?\nand be brief\n/);
    });

    it('a joined message may name a reminder, and counts as asked for when it was written', async () => {
      const { bot, channel, script, asked, release, until } = await start();
      script(
        look,
        { calls: [{ name: 'set_reminder', args: { text: 'stretch', when: 'in 20 minutes' } }] },
        'It is set.',
      );
      const sentAt = new Date();
      await channel.say('Ann', 'what is set?', { sentAt: new Date(sentAt.getTime() - 600_000) });
      await asked(1);
      await channel.say('Ann', 'and remind me in 20 minutes to stretch', { sentAt });
      release();
      await asked(2);
      release();
      await asked(3);
      release();
      await until('It is set.');
      const row = await bot.database.db.selectFrom('schedule').select('next_at').executeTakeFirstOrThrow();
      assert.equal(Math.round(((row.next_at?.getTime() ?? 0) - sentAt.getTime()) / 60_000), 20);
    });
  });
