// Called into a running discussion: the model sees what was said before once, as others' words that taint; they are blanked
// after a day of quiet, and when one of those who spoke asks to be forgotten.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { blankDiscussionsOf, blankQuietDiscussions } from '../../src/conversation/privacy/discussions.ts';
import { lastRequest, rebuild } from '../../src/conversation/turn/request/rebuild.ts';
import type { Database } from '../../src/database/database.ts';
import type { ConversationKey, PersonId } from '../../src/database/ids.ts';
import { tools } from '../../src/tools/index.ts';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { everythingIn, scenarioEngines } from '../fakes/databases.ts';

const where = { channel: 'C1', thread: '7' };
const conversation = 'slack:T1:C1:7' as ConversationKey;
const dayMs = 24 * 3_600_000;

/** Whether a transaction on PostgreSQL waits for another. */
async function isWaiting({ db }: Database): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    ) as waits`.execute(db);
  return rows[0]?.waits === true;
}

for (const engine of scenarioEngines())
  describe(`a discussion (${engine})`, () => {
    const bots: Bot[] = [];
    after(async () => {
      for (const bot of bots) await bot.stop();
    });

    async function start() {
      const channel = new FakeChannel();
      const bot = await startBot({ engine, channels: [channel], env: { DEFAULT_TIMEZONE: 'Europe/Berlin' } });
      bots.push(bot);
      bot.model.rules((request) =>
        request.lastUser.includes('write the running log') ? 'no log' : 'Pasta.',
      );
      const until = (count: number) => channel.until((sent) => sent.length >= count);
      const call = async (text: string, heard = 'canary: pizza, says the doctor') => {
        const line = (name: string, words: string) => ({
          person: `slack:T1:${name}` as PersonId,
          name,
          text: words,
          sentAt: new Date(Date.now() - 240_000).toISOString(),
        });
        const discussion = [line('Ben', heard), line('Cleo', 'pasta')];
        await channel.receive({
          ...channel.base('Ann', where),
          type: 'message',
          text,
          attachments: [],
          late: false,
          discussion,
        });
      };
      const rebuilt = async () => {
        const row = await lastRequest(bot.database.db, conversation);
        assert.ok(row);
        return rebuild(bot.database.db, { tools, maxOutput: bot.config.maxOutput }, row);
      };
      return { bot, channel, until, call, rebuilt };
    }

    it('stands before the words of that turn, in its entry, tainted, and the request is rebuilt with it', async () => {
      const { bot, channel, until, call, rebuilt } = await start();
      await call('which one?');
      await until(1);
      const seen = bot.model.requests[0]?.lastUser ?? '';
      assert.match(
        seen,
        /^\[Said here before, by others: [^\]]*\]\n<said name="Ben" ago="4 min">canary: pizza, says the doctor<\/said>\n<said name="Cleo" ago="4 min">pasta<\/said>\n\[End of what was said before\]\n<from name="Ann">which one\?<\/from>/,
      );
      const entries = await bot.database.db
        .selectFrom('entry')
        .select(['type', 'tainted'])
        .where('type', 'in', ['user', 'assistant'])
        .execute();
      assert.deepEqual(
        entries.map(({ type, tainted }) => [type, tainted]),
        [
          ['user', true],
          ['assistant', true],
        ],
      );
      assert.equal((await rebuilt())?.exact, true);
      await channel.say('Ann', 'sure?', where);
      await until(2);
      assert.equal(JSON.stringify(bot.model.requests.at(-1)?.messages).match(/canary/g)?.length, 1);
    });

    it('a mention without a word is a turn when there is something to read', async () => {
      const { bot, until, call } = await start();
      await call('');
      await until(1);
      assert.match(bot.model.requests[0]?.lastUser ?? '', /canary.*\[An empty message\.\]/s);
    });

    it('is blanked after a day of quiet, not before; what follows is marked as no longer exact', async () => {
      const { bot, channel, until, call, rebuilt } = await start();
      await call('which one?');
      await until(1);
      const { database } = bot;
      assert.equal(await blankQuietDiscussions(database, new Date(Date.now() + dayMs - 60_000)), 0);
      assert.match(await everythingIn(database), /canary/);
      assert.equal(await blankQuietDiscussions(database, new Date(Date.now() + dayMs + 60_000)), 2);
      assert.doesNotMatch(await everythingIn(database), /canary|pizza/);
      assert.equal((await rebuilt())?.exact, false);
      assert.equal(await blankQuietDiscussions(database, new Date(Date.now() + dayMs + 60_000)), 0);
      await channel.say('Ann', 'sure?', where);
      await until(2);
      assert.match(JSON.stringify(bot.model.requests.at(-1)?.messages), /no longer kept/);
      assert.equal((await rebuilt())?.exact, true);
    });

    it('is blanked behind an erasure that runs at the same time, never over it', async () => {
      const { bot, until, call } = await start();
      await call('erase me');
      await until(1);
      const { database } = bot;
      const [locked, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const erasing = database.transaction(async (tx) => {
        const of = tx.selectFrom('conversation').select('id').where('id', '=', conversation);
        await of.forNoKeyUpdate().execute();
        await tx
          .updateTable('entry')
          .set({ payload: sql`replace(payload::text, 'erase me', '(erased)')::jsonb` })
          .execute();
        locked.resolve();
        await go.promise;
      });
      await locked.promise;
      const blanking = blankQuietDiscussions(database, new Date(Date.now() + dayMs + 60_000));
      // The embedded engine does one transaction after the other.
      while (engine === 'postgres' && !(await isWaiting(database)))
        await new Promise((resolve) => setTimeout(resolve, 5));
      go.resolve();
      await erasing;
      assert.equal(await blanking, 2);
      const entries = await database.db.selectFrom('entry').select('payload').execute();
      assert.doesNotMatch(JSON.stringify(entries), /canary|erase me/);
    });

    it('is blanked without losing an edit of the message that called us', async () => {
      const { bot, until, call } = await start();
      await call('which one?');
      await until(1);
      const { database } = bot;
      const [locked, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const editing = database.transaction(async (tx) => {
        const text = JSON.stringify({ text: 'this one?' });
        await tx
          .updateTable('inbox')
          .set({ payload: sql`payload || ${text}::jsonb` })
          .execute();
        locked.resolve();
        await go.promise;
      });
      await locked.promise;
      const blanking = database.transaction((tx) =>
        blankDiscussionsOf(tx, conversation, 'slack:T1:Ben' as PersonId),
      );
      while (engine === 'postgres' && !(await isWaiting(database)))
        await new Promise((resolve) => setTimeout(resolve, 5));
      go.resolve();
      await Promise.all([editing, blanking]);
      const rows = await database.db.selectFrom('inbox').select('payload').execute();
      assert.match(JSON.stringify(rows), /this one/);
      assert.doesNotMatch(JSON.stringify(rows), /canary/);
    });

    it('is blanked when somebody in it asks to be forgotten, who never wrote to us there', async () => {
      const { bot, channel, until, call } = await start();
      await call('which one?');
      await until(1);
      await channel.say('Ben', '/forget me');
      await until(2);
      const button = channel.sent.at(-1)?.buttons.find(({ action }) => action.startsWith('forget-me'));
      assert.ok(button, JSON.stringify(channel.sent.at(-1)));
      await channel.click('Ben', button.action);
      await until(3);
      const { database } = bot;
      const open = () =>
        database.db.selectFrom('inbox').select('id').where('state', '<>', 'done').executeTakeFirst();
      while (await open()) await new Promise((resolve) => setTimeout(resolve, 10));
      const all = await everythingIn(database);
      assert.doesNotMatch(all, /canary|pizza/);
      assert.match(all, /which one\?/);
    });
  });
