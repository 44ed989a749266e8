// RETENTION_DAYS: older texts are blanked, everywhere and once; what is to hold stays, and so does what a conversation goes on
// from. Whoever asks for what is gone reads so.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { blankAged } from '../../src/conversation/privacy/retention/retention.ts';
import { keptFor } from '../../src/conversation/privacy/retention/words.ts';
import { lastRequest, rebuild, whyNot } from '../../src/conversation/turn/request/rebuild.ts';
import type { ConversationKey } from '../../src/database/ids.ts';
import { recordTrouble } from '../../src/delivery/trouble.ts';
import { english } from '../../src/language/say.ts';
import { tools } from '../../src/tools/index.ts';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { engines } from '../fakes/databases.ts';

const call = (name: string, args: object) => ({ calls: [{ name, args }] });
const dm = 'slack:T1:DAnn' as ConversationKey;
const gone = '(no longer kept)';

for (const engine of engines())
  describe(`retention (${engine})`, () => {
    const bots: Bot[] = [];
    after(async () => {
      for (const bot of bots) await bot.stop();
    });

    async function start() {
      const channel = new FakeChannel();
      const env = { DEFAULT_TIMEZONE: 'Europe/Berlin', RETENTION_DAYS: '90' };
      const bot = await startBot({ engine, channels: [channel], env });
      bots.push(bot);
      const { db } = bot.database;
      const say = async (who: string, text: string, reply: string, where = {}) => {
        await channel.say(who, text, where);
        await channel.until((sent) => sent.some((message) => message.text.includes(reply)));
      };
      /** All that was said so far was said so many days ago. */
      const ago = async (days: number) => {
        for (const [table, ...columns] of [
          ['entry', 'created_at'],
          ['inbox', 'received_at'],
          ['outbox', 'created_at', 'sent_at'],
          ['turn', 'created_at', 'ended_at'],
        ] as const)
          for (const column of columns)
            await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} - ${days} * interval '1 day'`.execute(
              db,
            );
      };
      const texts = async (table: 'entry' | 'inbox' | 'outbox' | 'turn' | 'note' | 'schedule' | 'task') => {
        const { rows } = await sql<{ all: string | null }>`
          select string_agg(row_to_json(t)::text, ' ' order by id) as all from ${sql.table(table)} t`.execute(
          db,
        );
        return rows[0]?.all ?? '';
      };
      return { bot, db, channel, say, ago, texts };
    }

    async function talked() {
      const scene = await start();
      const { bot, channel } = scene;
      bot.model.script([
        call('remember', { text: 'Ann likes quokka tea.' }),
        call('set_reminder', { when: 'in 200 days', text: 'feed the quokka' }),
        call('update_tasks', { add: 'draw a quokka' }),
        'The quokka is noted.',
      ]);
      await channel.attach('Ann', 'I have a quokka, do all that', { 'quokka.txt': 'quokka file' });
      await channel.until((sent) => sent.some(({ text }) => text.includes('quokka is noted')));
      return scene;
    }

    it('blanks what is older, in small batches, and leaves notes, reminders and tasks', async () => {
      const { bot, db, say, ago, texts } = await talked();
      assert.equal(await blankAged(bot.database, 90, new Date()), 0, 'nothing is old yet');
      await ago(91);
      assert.equal(await blankAged(bot.database, null, new Date()), 0, 'for ever');
      const once = await blankAged(bot.database, 90, new Date(), 2);
      assert.ok(once >= 8, String(once));
      assert.equal(await blankAged(bot.database, 90, new Date()), 0, 'each row once');
      for (const table of ['entry', 'inbox', 'turn'] as const)
        assert.doesNotMatch(await texts(table), /quokka/i, table);
      for (const table of ['note', 'schedule', 'task'] as const)
        assert.match(await texts(table), /quokka/, table);
      const { rows: replies } = await sql<{ payload: { text: string } }>`
        select payload from outbox where not payload ? 'tasks'`.execute(db);
      assert.ok(replies.length > 0 && replies.every(({ payload }) => payload.text === gone));
      bot.model.script(['We can begin.']);
      await say('Ann', 'hello again', 'We can begin.');
      const seen = JSON.stringify(bot.model.requests.at(-1)?.messages);
      assert.match(seen, /draw a quokka/, 'the open task is known');
      assert.doesNotMatch(seen, /I have a quokka/);
    });

    it('errors of what was set aside go, as they may quote what was said; why it was stays', async () => {
      const { bot, db } = await start();
      for (const ref of [1, 2, 3])
        await recordTrouble(db, { kind: 'event', ref }, new Error(`invalid input: quokka ${ref}`));
      await sql`update trouble set created_at = created_at - interval '91 days' where ref <> 3`.execute(db);
      assert.equal(await blankAged(bot.database, 90, new Date(), 1), 2);
      assert.equal(await blankAged(bot.database, 90, new Date()), 0, 'each once');
      const left = await db.selectFrom('trouble').select(['detail', 'why']).orderBy('ref').execute();
      assert.deepEqual(
        left.map(({ detail, why }) => [detail, why !== '']),
        [
          [null, true],
          [null, true],
          ['invalid input: quokka 3', true],
        ],
      );
    });

    it('a conversation that goes on keeps what it goes on from, whatever its age', async () => {
      const { bot, say, ago, texts } = await talked();
      await ago(91);
      bot.model.script(['Yes, still.']);
      await say('Ann', 'are you there?', 'Yes, still.');
      await blankAged(bot.database, 90, new Date());
      assert.match(await texts('entry'), /I have a quokka/);
      assert.doesNotMatch(await texts('inbox'), /I have a quokka/);
      bot.model.script(['Of course.']);
      await say('Ann', 'do you remember?', 'Of course.');
      assert.match(JSON.stringify(bot.model.requests.at(-1)?.messages), /I have a quokka/);
    });

    it('whoever asks for what is gone reads so: a request, Retry, the copy, the home', async () => {
      const { bot, db, channel, say, ago } = await talked();
      bot.model.script([{ status: 400 }]);
      await channel.say('Ann', 'this fails', { channel: 'C1' });
      await channel.until((sent) =>
        sent.some(({ buttons }) => buttons.some(({ label }) => label === 'Retry')),
      );
      const retry = channel.sent.at(-1)?.buttons.find(({ label }) => label === 'Retry');
      await ago(91);
      await blankAged(bot.database, 90, new Date());
      const row = await lastRequest(db, dm);
      assert.ok(row);
      assert.equal(await rebuild(db, { tools, maxOutput: bot.config.maxOutput }, row), null);
      assert.match((await whyNot(db, row))(english), /older than RETENTION_DAYS/);
      await say('Ann', '/context', 'no longer kept');
      await channel.click('Ann', retry?.action ?? '', { channel: 'C1' });
      await channel.until((sent) =>
        sent.some(({ text }) => text.startsWith('What you wrote then is no longer kept')),
      );
      await say('Ann', '/home', keptFor(90, english));
      await channel.say('Ann', '/export');
      await channel.until((sent) => sent.some(({ file }) => file));
      const copy = JSON.parse(channel.sent.find(({ file }) => file)?.file?.text ?? '{}');
      assert.equal(copy.kept, keptFor(90, english));
      assert.doesNotMatch(JSON.stringify(copy.messages), /no longer kept\)/);
    });
  });
