// One person sends 500 messages; another's answer is delayed by at most two turns: in many threads, in one DM, and in a
// thread that both share, where the order of arrival stands. And nobody in a crowd waits for a second turn of another.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel, type SayOptions } from '../fakes/channel.ts';
import { engines } from '../fakes/databases.ts';

const flood = 500;

for (const engine of engines())
  for (const atOnce of [1, 4])
    describe(`fairness (${engine}, ${atOnce} at once)`, () => {
      const bots: Bot[] = [];
      after(async () => {
        for (const bot of bots) await bot.stop();
      });

      /** A bot whose first turns, for Ann, hang until they are let go. */
      async function start() {
        const channel = new FakeChannel();
        const overrides = { dispatcher: { leaseMs: 30_000, pollMs: 50, atOnce } };
        const env = { LIMIT_TURNS_PER_PERSON: '0' };
        const bot = await startBot({ engine, channels: [channel], env, overrides });
        bots.push(bot);
        const { promise, resolve } = Promise.withResolvers<void>();
        bot.model.rules((request) =>
          /Speaking with Ann/.test(request.lastUser) ? { until: promise, step: 'for Ann' } : 'for another',
        );
        return { bot, channel, letGo: resolve };
      }

      /** How many turns of somebody else's were started between the arrival of a person's message and their turn. */
      async function before(bot: Bot, person: string): Promise<number> {
        const { db } = bot.database;
        const turn = await db
          .selectFrom('turn')
          .innerJoin('inbox', 'inbox.turn_id', 'turn.id')
          .select(['turn.id', 'inbox.received_at'])
          .where('turn.person_id', '=', `slack:T1:${person}` as never)
          .executeTakeFirstOrThrow();
        const between = await db
          .selectFrom('turn')
          .select('id')
          .where('id', '<', turn.id)
          .where('created_at', '>', turn.received_at)
          .execute();
        return between.length;
      }

      /** Ann's messages, each where `where` says; Ben's one in the middle. */
      async function run(where: (n: number) => SayOptions, ben: SayOptions) {
        const { bot, channel, letGo } = await start();
        for (let n = 0; n < flood; n++) {
          if (n === flood / 2) await channel.say('Ben', 'and me?', ben);
          await channel.say('Ann', `message ${n}`, where(n));
          if (n === 0) await bot.model.waitForRequest(1);
        }
        letGo();
        await channel.until((sent) => sent.some(({ text }) => text === 'for another'));
        const turns = await before(bot, 'Ben');
        assert.ok(turns <= 2, `${turns} turns were started before Ben's`);
        return { bot, channel };
      }

      it('500 messages in 500 threads', async () => {
        await run((n) => ({ channel: 'C1', thread: `${n}` }), {});
      });

      it('500 messages in one DM', async () => {
        await run(() => ({}), {});
      });

      it('500 messages in the thread where the other writes too: in the order of arrival, and none is left out', async () => {
        const thread = { channel: 'C1', thread: '1' };
        const { bot, channel } = await run(() => thread, thread);
        const answers = () => channel.sent.filter(({ text }) => text === 'for Ann').length;
        const open = () =>
          bot.database.db.selectFrom('inbox').select('id').where('state', '<>', 'done').executeTakeFirst();
        while (await open()) await new Promise((resolve) => setTimeout(resolve, 20));
        assert.ok(answers() >= 3, 'behind Ben the rest is answered, twenty at a time');
        const rows = await bot.database.db
          .selectFrom('inbox')
          .select(['id', 'turn_id'])
          .orderBy('id')
          .execute();
        assert.equal(rows.length, flood + 1);
        const turns = rows.map((row) => row.turn_id ?? 0);
        assert.deepEqual(
          turns,
          turns.toSorted((a, b) => a - b),
          'turns follow the order of arrival',
        );
      });

      // With several at once turns end in an order of their own.
      const alone = { skip: atOnce > 1 };
      it('of ten people with many threads each gets a turn before anybody gets another', alone, async () => {
        const { bot, channel, letGo } = await start();
        await channel.say('Ann', 'first', { channel: 'C1', thread: 'a' });
        await bot.model.waitForRequest(1);
        for (let who = 0; who < 10; who++)
          for (let n = 0; n < 3; n++)
            await channel.say(`P${who}`, `message ${n}`, { channel: 'C1', thread: `${who}-${n}` });
        letGo();
        await channel.until((sent) => sent.length === 31);
        const turns = await bot.database.db.selectFrom('turn').select('person_id').orderBy('id').execute();
        assert.equal(new Set(turns.slice(1, 11).map((turn) => turn.person_id)).size, 10);
      });
    });
