// A stored request is rebuilt byte for byte as the model received it: after a restart, a compaction, an edit's branch, for
// turns that were tried again, that called tools, that nobody's words began.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { rebuild } from '../../src/conversation/turn/request/rebuild.ts';
import { tools } from '../../src/tools/index.ts';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { scenarioEngines } from '../fakes/databases.ts';

const log = (topic: string) => `## People and aims
- Ann: wants to settle ${topic} with the team before the week is over
## Decided
- Ann: the budget for ${topic} is 4,200 euros and must never be exceeded
## Facts
- The supplier answers within three days, the order number is PO-7781
## Open
- Ann: asked for a comparison of the two offers
## Done
- none
## Remember
- none`;

const call = (name: string, args: unknown) => ({ calls: [{ name, args }] });

/** Every turn's request in the table, rebuilt, beside what the model received for it. */
async function bothOf(bot: Bot) {
  const { db } = bot.database;
  const rows = await db
    .selectFrom('request')
    .selectAll()
    .where('purpose', '=', 'turn')
    .orderBy('id')
    .execute();
  const seen = bot.model.requests.filter(({ body }) => isTurn(body.messages));
  const rebuilt = [];
  for (const row of rows) rebuilt.push(await rebuild(db, { tools, maxOutput: bot.config.maxOutput }, row));
  return { rows, seen, rebuilt };
}

/** The journal's and the summary's requests end with our own question. */
const isTurn = (messages: unknown) =>
  !String((messages as readonly { content: string }[]).at(-1)?.content).includes('write the running log');

async function assertSame(bot: Bot): Promise<number> {
  const { rows, seen, rebuilt } = await bothOf(bot);
  assert.equal(rows.length, seen.length);
  for (const [index, request] of seen.entries()) {
    const one = rebuilt[index];
    assert.ok(one?.exact, `request ${index + 1} is not rebuilt as it was`);
    assert.equal(JSON.stringify(one.compiled.messages), JSON.stringify(request.messages));
    assert.equal(JSON.stringify(one.compiled.tools), JSON.stringify(request.tools));
  }
  return rows.length;
}

for (const engine of scenarioEngines()) {
  describe(`a rebuilt request (${engine})`, () => {
    const bots: Bot[] = [];
    after(async () => {
      for (const bot of bots) await bot.stop();
    });
    async function start(env: Record<string, string> = {}) {
      const channel = new FakeChannel();
      const bot = await startBot({ engine, channels: [channel], env });
      bots.push(bot);
      let replies = 0;
      const say = async (text: string, options: Parameters<FakeChannel['say']>[2] = {}) => {
        await channel.say('Ann', text, { zone: 'Europe/Berlin', ...options });
        replies += 1;
        await channel.until((sent) => sent.length >= replies);
      };
      return { bot, channel, say };
    }

    it('of words, tools, nudges and a persona, in a DM and a channel, also after a restart', async () => {
      const { bot, say } = await start();
      bot.model.script([
        'Hello Ann!',
        call('set_reminder', { text: 'tea', when: 'tomorrow at 9' }),
        call('list_reminders', {}),
        'It is set.',
        call('switch_persona', { persona: 'cfo' }),
        'I am the CFO now.',
        'Let me look that up for you now.',
        'There is nothing to find.',
        'In the channel.',
      ]);
      await say('hi');
      await say('remind me tomorrow at 9 to drink tea');
      await say('please be the CFO for a while');
      await bot.restart();
      await say('and what do you know of rent?');
      await say('hello all', { channel: 'C1' });
      assert.equal(await assertSame(bot), 9);
      await bot.restart();
      assert.equal(await assertSame(bot), 9);
    });

    it('of a long conversation with elided results and compactions, with the log from a model and written ahead', async () => {
      const { bot, say } = await start({ CONTEXT_WINDOW: '6000', MAX_OUTPUT_TOKENS: '500' });
      let turn = 0;
      bot.model.rules((request) => {
        if (request.lastUser.includes('write the running log')) return log('the new printer');
        if (request.messages.at(-1)?.role === 'tool')
          return `Answer ${turn}: ${'it is as said. '.repeat(25)}`;
        return turn % 2 === 0
          ? call('list_reminders', {})
          : `Plain answer ${turn}. ${'Well then. '.repeat(30)}`;
      });
      for (turn = 1; turn <= 24; turn += 1)
        await say(`question ${turn}: ${`what of the offer number ${turn * 31} for the printer? `.repeat(9)}`);
      const summaries = await bot.database.db
        .selectFrom('entry')
        .select('id')
        .where('type', '=', 'summary')
        .execute();
      assert.ok(summaries.length >= 2, `${summaries.length} compactions`);
      assert.ok((await assertSame(bot)) >= 24);
    });

    it('of a turn whose message was edited, and of the branch that was left', async () => {
      const { bot, channel, say } = await start();
      bot.model.script([
        'first',
        call('set_reminder', { text: 'a', when: 'in 3 hours' }),
        'set',
        'again',
        'last',
      ]);
      await say('one');
      await say('remind me in 3 hours of a', { id: 'm2' });
      await channel.receive({
        ...channel.base('Ann', { id: 'm2e', zone: 'Europe/Berlin' }),
        type: 'edit',
        edited: 'm2',
        text: 'never mind',
      });
      await channel.until((sent) => sent.length === 3);
      await channel.say('Ann', '/rewind 2');
      await channel.until((sent) => sent.length === 4);
      await channel.say('Ann', 'and now?');
      await channel.until((sent) => sent.length === 5);
      assert.equal(await assertSame(bot), 5);
    });

    it('of a turn that failed and was tried again, and of one that was cut', async () => {
      const { bot, channel, say } = await start();
      const down = { status: 503 };
      const cut = { events: [{ delta: { content: 'I was about' } }, { cut: true as const }] };
      bot.model.script([call('set_reminder', { text: 'tea', when: 'in 3 hours' }), down, down, down]);
      await say('remind me in 3 hours of tea');
      bot.model.script([call('set_reminder', { text: 'tea', when: 'in 3 hours' }), 'Done.', cut, 'whole']);
      await channel.click('Ann', channel.sent[0]?.buttons[0]?.action ?? '');
      await channel.until((sent) => sent.length === 3);
      await channel.say('Ann', 'thanks');
      await channel.until((sent) => sent.length === 4);
      assert.equal(await assertSame(bot), 8);
    });

    it('of a request that the server refused as too large, and of the smaller one after it', async () => {
      const { bot, say } = await start({ CONTEXT_WINDOW: '9000', MAX_OUTPUT_TOKENS: '500' });
      const tooLarge = { status: 400, body: { error: { message: 'it exceeds the available context size' } } };
      const refused: string[] = [];
      bot.model.rules((request) => {
        if (!isTurn(request.messages)) return log('the new printer');
        if (!request.lastUser.includes('and this?') || refused.length === 1)
          return `Fine. ${'So it is. '.repeat(60)}`;
        refused.push(request.raw);
        return tooLarge;
      });
      for (let turn = 1; turn <= 5; turn += 1)
        await say(`say ${turn} ${'of many words and more '.repeat(60)}`);
      await say('and this?');
      const { rows } = await bothOf(bot);
      assert.ok((rows.at(-1)?.window_tokens ?? 0) < 9000);
      assert.equal(refused.length, 1);
      await assertSame(bot);
    });

    it('of a task that fell due without anybody’s words', async () => {
      const { bot, channel, say } = await start();
      bot.model.rules(() => 'Summed up.');
      await say('hello');
      await channel.say('Ann', '/task in 1 second sum up the week', { zone: 'Europe/Berlin' });
      await channel.until((sent) => sent.filter(({ text }) => text.startsWith('Summed up.')).length === 2);
      assert.equal(await assertSame(bot), 2);
      assert.match(bot.model.requests[1]?.lastUser ?? '', /^\[.*Task r1 of Ann is due/s);
    });

    it('says so when it cannot be the same any more', async () => {
      const { bot, say } = await start();
      bot.model.script(['hello']);
      await say('hi');
      const { db } = bot.database;
      await db
        .updateTable('entry')
        .set({ payload: JSON.stringify({ messages: [], head: '' }) })
        .execute();
      const { rebuilt } = await bothOf(bot);
      assert.deepEqual(
        rebuilt.map((one) => one?.exact),
        [false],
      );
      await db.updateTable('request').set({ prompt_hash: null }).execute();
      assert.deepEqual((await bothOf(bot)).rebuilt, [null]);
    });
  });
}
