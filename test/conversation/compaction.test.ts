// What happens when a conversation outgrows the window: a log is written ahead while nobody waits, a compaction swaps it
// in, and what must stay is in the next request whatever the log has lost.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { LOG_REFUSED } from '../../src/context/compact/journal.ts';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { scenarioEngines } from '../fakes/databases.ts';
import type { SeenRequest, Step } from '../fakes/model/scripted-model.ts';

const isLog = (request: SeenRequest) => request.lastUser.includes('write the running log');
/** A background pass ends with a reply to words that still have their head block; a summary's request has none. */
const isPass = (request: SeenRequest) =>
  isLog(request) && /<now>/.test(request.messages.at(-3)?.content ?? '');
const sorry = 'I am sorry, I cannot do that.';
const frontOf = (request: SeenRequest | undefined) => request?.messages[1]?.content ?? '';

const log = (facts: string) =>
  [
    '## People and aims\n- Ann: plans the move of the office, step by step, with much to talk over',
    '## Decided\n- Ann: it is done in spring, and nobody works on that weekend if it can be helped at all',
    `## Facts\n- ${facts}`,
    '## Open\n- Ann: an offer for the shelves is still missing, she wants it compared with the old one',
    '## Done\n- the list of rooms was gone through, and each has a number now',
    '## Remember\n- Ann wants the office moved in spring.\n- Ann has 77 llamas in Peru.',
  ].join('\n');

/** Words that fill about 400 tokens, each time others. */
const chatter = (turn: number) =>
  Array.from({ length: 26 }, (_, at) => `we talked about shelf ${turn * 100 + at} and its corner`).join(', ');

for (const engine of scenarioEngines()) {
  describe(`a conversation that outgrows the window (${engine})`, () => {
    const bots: Bot[] = [];
    after(async () => {
      for (const bot of bots) await bot.stop();
    });
    async function start() {
      const channel = new FakeChannel();
      const env = { CONTEXT_WINDOW: '8000', MAX_OUTPUT_TOKENS: '512', DEFAULT_TIMEZONE: 'Europe/Berlin' };
      const bot = await startBot({ engine, channels: [channel], env });
      bots.push(bot);
      const say = async (text: string) => {
        const count = channel.sent.length + 1;
        await channel.say('Ann', text);
        await channel.until((sent) => sent.length === count);
      };
      const summaries = async () =>
        (
          await bot.database.db
            .selectFrom('entry')
            .select('payload')
            .where('type', '=', 'summary')
            .orderBy('id')
            .execute()
        ).map(({ payload }) => payload as { by: string; log: string });
      /** Resolves when it is written down that a log was not usable: who writes before gives the pass up. */
      const refused = async () => {
        const found = () =>
          bot.database.db
            .selectFrom('entry')
            .select('id')
            .where('type', '=', 'custom')
            .where(sql<string>`payload->>'kind'`, '=', LOG_REFUSED)
            .executeTakeFirst();
        while (!(await found())) await setTimeout(10);
      };
      return { bot, channel, say, summaries, refused };
    }
    /** Talks until a compaction has happened; the first words hold what must stay. */
    async function talk(scene: Awaited<ReturnType<typeof start>>, onLog: (request: SeenRequest) => Step) {
      scene.bot.model.rules((request) => (isLog(request) ? onLog(request) : `Noted so far, Ann.`));
      await scene.say(
        'We move the office in spring, and the budget must never exceed 4,200 euros. The offer is number INV-7731 of Halvorsen Ltd.',
      );
      for (let turn = 1; turn < 40; turn += 1) {
        await scene.say(chatter(turn));
        if ((await scene.summaries()).length > 0) return;
      }
      assert.fail('nothing was compacted');
    }

    it('a log written ahead extends the last request byte for byte, and is swapped in without a model call', async () => {
      const scene = await start();
      const { bot } = scene;
      await talk(scene, () => log('the landlord is Mr. Okafor'));
      const [first] = await scene.summaries();
      assert.equal(first?.by, 'journal');
      const passes = bot.model.requests.filter(isLog);
      assert.ok(passes.length > 0);
      for (const pass of passes) {
        const before = bot.model.requests[pass.number - 2];
        assert.deepEqual(pass.messages.slice(0, before?.messages.length), before?.messages);
        assert.equal(pass.messages.length, (before?.messages.length ?? 0) + 2);
        assert.deepEqual(pass.tools, before?.tools);
      }
      const front = frontOf(bot.model.requests.filter((request) => !isLog(request)).at(-1));
      assert.match(front, /^\[Earlier turns are left out here[^\n]*recall e\d+\]/);
      assert.match(front, /Okafor/);
      assert.match(front, /4,200/, 'a constraint that the log has lost is kept word for word');
      assert.match(front, /INV-7731/);
      const notes = await bot.database.db.selectFrom('note').select('text').execute();
      assert.deepEqual(
        notes.map(({ text }) => text),
        ['Ann wants the office moved in spring.'],
      );
    });

    it('what was compacted can be read again by its handle', async () => {
      const scene = await start();
      const { bot } = scene;
      await talk(scene, () => log('the landlord is Mr. Okafor'));
      const handle = /recall (e\d+)/.exec(frontOf(bot.model.requests.at(-1)))?.[1];
      bot.model.rules((request) =>
        request.messages.at(-1)?.role === 'tool'
          ? 'There it is.'
          : { calls: [{ name: 'recall', args: { query: `${handle}:1` } }] },
      );
      await scene.say('what did I say at first?');
      const answered = bot.model.requests.findLast((request) => !isLog(request));
      assert.match(answered?.messages.at(-1)?.content ?? '', /INV-7731 of Halvorsen Ltd/);
    });

    it('without a log the model is asked for one; if it cannot, the rules alone keep what must stay', async () => {
      for (const onLog of [
        (request: SeenRequest) =>
          request.messages.length < 12 || request.messages.at(-2)?.role === 'user'
            ? log('the landlord is Mr. Okafor')
            : 'I am sorry, I cannot do that.',
        () => 'I am sorry, I cannot do that.',
        () => ({ status: 500 }),
      ]) {
        const scene = await start();
        await talk(scene, onLog);
        const front = frontOf(scene.bot.model.requests.at(-1));
        assert.match(front, /4,200/);
        assert.match(front, /INV-7731/);
        const asked = scene.bot.database.db
          .selectFrom('request')
          .select('estimated_tokens')
          .where('purpose', '=', 'summary');
        const [summary] = await asked.execute();
        assert.ok((summary?.estimated_tokens ?? 0) > 0, 'estimated, whether or not the server counted');
      }
    });

    it('somebody who writes while the log is written is answered at once; the pass is given up', async () => {
      const scene = await start();
      const { bot, channel } = scene;
      const never = new Promise<void>(() => undefined);
      bot.model.rules((request) => (isLog(request) ? { until: never, step: log('x') } : 'Noted.'));
      for (let turn = 1; !bot.model.requests.some(isLog); turn += 1) await scene.say(chatter(turn));
      const count = channel.sent.length + 1;
      await channel.say('Ann', 'are you there?');
      await channel.until((sent) => sent.length === count);
      assert.equal(channel.sent.at(-1)?.text, 'Noted.');
      assert.match(
        bot.model.requests.findLast((request) => !isLog(request))?.lastUser ?? '',
        /are you there/,
      );
      assert.deepEqual(await scene.summaries(), []);
    });

    it('durable facts of a summary that was asked for become notes, as those of a log written ahead do', async () => {
      const scene = await start();
      await talk(scene, (request) => (isPass(request) ? sorry : log('the landlord is Mr. Okafor')));
      const notes = await scene.bot.database.db.selectFrom('note').select('text').execute();
      assert.deepEqual(
        notes.map(({ text }) => text),
        ['Ann wants the office moved in spring.'],
        'what she never said is no fact',
      );
    });

    it('a fact that a note says already in other words is not noted again, nor one that was forgotten', async () => {
      const scene = await start();
      const facts = ['Ann prefers the blue shelf corner.', 'Ann likes the office in spring.'];
      const remembered = log('the landlord is Mr. Okafor').replace(
        /## Remember.*/s,
        `## Remember\n- ${facts.join('\n- ')}`,
      );
      scene.bot.model.script([
        { calls: [{ name: 'remember', args: { text: 'I like the blue corner of the shelf' } }] },
        'Noted.',
        { calls: [{ name: 'remember', args: { text: 'I like the office in spring' } }] },
        'Noted.',
      ]);
      await scene.say('remember that I like the blue corner of the shelf');
      await scene.say('remember that I like the office in spring');
      await scene.say('/memory forget n2');
      await talk(scene, () => remembered);
      const notes = await scene.bot.database.db.selectFrom('note').select('text').execute();
      assert.deepEqual(
        notes.map(({ text }) => text),
        ['I like the blue corner of the shelf', 'I like the office in spring'],
      );
    });

    it('a busy room elsewhere gives up the log of a half-full window, not of one that is nearly full', async () => {
      const scene = await start();
      const { bot, channel } = scene;
      // Somebody else waits all the time: Ben's model never answers.
      const never = new Promise<void>(() => undefined);
      const busy = channel.base('Ben', {});
      bot.model.rules((request) => {
        if (isLog(request)) return log('the landlord is Mr. Okafor');
        return request.lastUser.includes('Ben is busy') ? { until: never, step: 'x' } : 'Noted so far, Ann.';
      });
      await channel.receive({ type: 'message', text: 'Ben is busy', attachments: [], late: false, ...busy });
      await bot.model.waitForRequest(1);
      await channel.receive({
        type: 'message',
        text: 'Ben waits',
        attachments: [],
        late: false,
        ...channel.base('Ben', {}),
      });
      await scene.say('We move the office in spring.');
      const passes = () => bot.model.requests.filter(isPass);
      for (let turn = 1; turn < 40 && passes().length === 0; turn += 1) await scene.say(chatter(turn));
      const [first] = passes();
      assert.ok(first, 'a log was written although somebody waited all the time');
      assert.ok(first.promptTokens > 0.45 * 8000, `${first.promptTokens} tokens`);
    });

    it('a model that is down for a moment costs no log: the turn fails, and the next one has it', async () => {
      const scene = await start();
      const { bot, channel } = scene;
      let isDown = true;
      bot.model.rules((request) => {
        if (isPass(request)) return sorry;
        if (isLog(request)) return isDown ? { status: 503, body: {} } : log('the landlord is Mr. Okafor');
        return 'Noted.';
      });
      for (let turn = 1; !/could not answer/.test(channel.sent.at(-1)?.text ?? ''); turn += 1) {
        assert.ok(turn < 40, 'no log was ever needed');
        await scene.say(chatter(turn));
      }
      assert.deepEqual(await scene.summaries(), []);
      isDown = false;
      await scene.say('and now?');
      assert.equal((await scene.summaries())[0]?.by, 'model');
      assert.equal(channel.sent.at(-1)?.text, 'Noted.');
    });

    it('a model that writes no usable log is not asked again after each reply', async () => {
      const scene = await start();
      const { bot } = scene;
      bot.model.rules((request) => (isLog(request) ? sorry : 'Noted.'));
      for (let turn = 1; !bot.model.requests.some(isPass); turn += 1) await scene.say(chatter(turn));
      await scene.refused();
      const before = bot.model.requests.filter(isPass).length;
      for (const words of ['yes', 'no', 'good', 'well', 'so', 'then']) await scene.say(words);
      assert.equal(bot.model.requests.filter(isPass).length, before);
    });

    it('in a channel the log of one person’s turn holds nothing of hers that others should not read', async () => {
      const scene = await start();
      const { bot, channel } = scene;
      const say = async (user: string, text: string) => {
        const count = channel.sent.length + 1;
        await channel.say(user, text, { channel: 'C1' });
        await channel.until((sent) => sent.length === count);
      };
      bot.model.rules((request) => {
        if (isLog(request)) return log('Ann wants the office moved in spring');
        if (request.messages.at(-1)?.role === 'tool' || !request.lastUser.includes('remind me'))
          return 'Noted.';
        return {
          calls: [{ name: 'set_reminder', args: { text: 'call the oncologist', when: 'tomorrow at 9' } }],
        };
      });
      await say('Ann', 'We move the office in spring. remind me tomorrow at 9 to call the oncologist');
      for (let turn = 1; (await scene.summaries()).length === 0; turn += 1)
        await say(turn % 2 === 0 ? 'Ann' : 'Ben', chatter(turn));
      await say('Ben', 'hello');
      assert.doesNotMatch(frontOf(bot.model.requests.findLast((request) => !isLog(request))), /Coming up/);
      const notes = await bot.database.db.selectFrom('note').select(['text', 'author_id']).execute();
      assert.ok(
        notes.every(({ author_id }) => author_id === 'slack:T1:Ann'),
        JSON.stringify(notes),
      );
    });

    it('a restart between any two requests changes no byte of the next', async () => {
      const scene = await start();
      const { bot } = scene;
      await talk(scene, () => log('the landlord is Mr. Okafor'));
      const before = bot.model.requests.filter((request) => !isLog(request)).at(-1);
      await bot.restart();
      await scene.say('go on');
      const next = bot.model.requests.filter((request) => !isLog(request)).at(-1);
      const held = (before?.messages.length ?? 0) - 1;
      assert.deepEqual(next?.messages.slice(0, held), before?.messages.slice(0, held));
    });
  });
}
