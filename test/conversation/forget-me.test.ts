// "forget me": asked once; then no table and no memory file holds a word of the person's, others' words stay, and the
// conversation goes on.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { ConversationKey, PersonId } from '../../src/database/ids.ts';
import { rewriteIfWanted } from '../../src/database/rewrite.ts';
import { recordTrouble } from '../../src/delivery/trouble.ts';
import { mirrorPending } from '../../src/memory/mirror.ts';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { engines } from '../fakes/databases.ts';
import { outsideTools } from '../fakes/outside-tools.ts';

const call = (name: string, args: object) => ({ calls: [{ name, args }] });

for (const engine of engines())
  describe(`forget me (${engine})`, () => {
    const bots: Bot[] = [];
    after(async () => {
      for (const bot of bots) await bot.stop();
    });

    async function start() {
      const channel = new FakeChannel();
      const outside = outsideTools();
      const bot = await startBot({
        engine,
        channels: [channel],
        policy: 'places: [set_reminder, remember, recall, update_tasks, post_note]',
        env: { DEFAULT_TIMEZONE: 'Europe/Berlin' },
        overrides: { outside: outside.tools },
      });
      bots.push(bot);
      const say = async (who: string, text: string, reply: string, where = {}) => {
        const had = channel.sent.length;
        await channel.say(who, text, where);
        await channel.until((sent) => sent.slice(had).some((message) => message.text.includes(reply)));
      };
      /** Everything that is stored, as text. */
      const stored = async () => {
        const { rows: tables } = await sql<{ name: string }>`
          select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
          bot.database.db,
        );
        const texts = await Promise.all(
          tables.map(async ({ name }) => {
            const { rows } = await sql<{ all: string | null }>`
              select string_agg(row_to_json(t)::text, ' ') as all from ${sql.table(name)} t`.execute(
              bot.database.db,
            );
            return rows[0]?.all ?? '';
          }),
        );
        return texts.join(' ');
      };
      const files = () =>
        readdirSync(bot.config.memoryDir, { recursive: true, withFileTypes: true })
          .filter((file) => file.isFile())
          .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'))
          .join('\n');
      const settled = async () => {
        for (;;) {
          const { rows } = await sql`select 1 from inbox where state <> 'done'`.execute(bot.database.db);
          if (rows.length === 0) return;
          await new Promise((resolve) => setImmediate(resolve));
        }
      };
      return { bot, channel, say, stored, files, settled };
    }

    it('asks first; only the person can say so; then nothing of theirs is left, and others stay', async () => {
      const { bot, channel, say, stored, files, settled } = await start();
      const thread = { channel: 'C1' };
      bot.model.script([
        call('remember', { text: 'Ann likes quokka tea.' }),
        call('set_reminder', { when: 'tomorrow at 9', text: 'feed the quokka' }),
        call('update_tasks', { tasks: ['draw a quokka'] }),
        call('post_note', { board: 'team', text: 'quokka!', justification: 'quokka' }),
        'The quokka is noted.',
      ]);
      await say('Ann', 'I have a quokka, do all that', 'quokka is noted');
      bot.model.script(['Your quokka is nice, Ann.', 'A wombat, Ben.', 'Yes, still.']);
      await say('Ann', 'my quokka says hello', 'quokka is nice', thread);
      await say('Ben', 'my wombat says hello', 'A wombat', thread);
      await mirrorPending(bot.database, bot.config.memoryDir);
      assert.match(files(), /quokka tea/);
      await say('Ann', '/forget me', 'It cannot be taken back');
      const button = channel.sent.at(-1)?.buttons.find(({ label }) => label === 'Forget me');
      assert.ok(button);
      const base = channel.base('Ann');
      await channel.receive({
        ...base,
        speaker: channel.base('Ben').speaker,
        type: 'click',
        action: button.action,
        clickedMessageId: 'm',
      });
      await channel.until((sent) => sent.some(({ text }) => text.includes('Only the person who asked')));
      assert.match(await stored(), /quokka/);
      await channel.click('Ann', button.action);
      await channel.until((sent) => sent.some(({ text }) => text.includes('Forgotten: 1 note, 1 reminder')));
      await settled();
      await mirrorPending(bot.database, bot.config.memoryDir);
      const left = await stored();
      assert.doesNotMatch(left, /quokka/i);
      assert.match(left, /wombat/);
      assert.doesNotMatch(files(), /quokka/);
      assert.match(files(), /- \(erased\) <!-- n1 -->/);
      await say('Ben', 'are you still there?', 'Yes, still.', thread);
      const seen = JSON.stringify(bot.model.requests.at(-1)?.messages);
      assert.match(seen, /wombat/);
      assert.doesNotMatch(seen, /quokka/);
      bot.model.script(['Hello, new face.']);
      await say('Ann', 'hello', 'Hello, new face.');
    });

    it('also what a reminder has said, and her notes where they were shown in the turns of others', async () => {
      const { bot, channel, say, stored, settled } = await start();
      bot.model.script([call('set_reminder', { when: 'in 1 second', text: 'feed the quokka' }), 'Set.']);
      await say('Ann', 'remind me in 1 second to feed the quokka', 'Set.');
      await channel.until((sent) => sent.some(({ text }) => text.startsWith('⏰ feed the quokka')));
      bot.model.script([call('remember', { text: 'Ann likes quokka tea.' }), 'Noted.']);
      await say('Ann', 'remember that I like quokka tea', 'Noted.', { channel: 'C1' });
      bot.model.script([call('recall', { query: 'tea' }), 'Ann does.']);
      await say('Ben', 'who likes tea?', 'Ann does.', { channel: 'C1', thread: '2' });
      assert.match(JSON.stringify(bot.model.requests.at(-1)?.messages), /quokka/);
      await say('Ann', '/forget me', 'It cannot be taken back');
      const button = channel.sent.at(-1)?.buttons.find(({ label }) => label === 'Forget me');
      await channel.click('Ann', button?.action ?? '');
      await channel.until((sent) => sent.some(({ text }) => text.includes('Forgotten: ')));
      await settled();
      assert.doesNotMatch(await stored(), /quokka/i);
    });

    it('what she said is on, the brief of her own DM, what others were told of her notes; her memory file at once', async () => {
      const { bot, channel, say, stored, files, settled } = await start();
      await say('Ann', '/room brief A place for quokka plans', 'What this room is for is set');
      await say('Ann', '/now We compare quokka pens', 'This is on now', { channel: 'C1' });
      await say('Ann', '/now The quokka hour', 'This is on now', { channel: 'C2' });
      await say('Ben', '/now The wombat hour', 'This is on now', { channel: 'C2' });
      bot.model.script([call('remember', { text: 'Ann likes quokka tea.' }), 'Noted.']);
      await say('Ann', 'remember that I like quokka tea', 'Noted.', { channel: 'C1' });
      bot.model.script([
        call('recall', { query: 'tea' }),
        'Tea of the quokka is what Ann likes.',
        'Wombats dig.',
      ]);
      await say('Ben', 'who likes tea?', 'is what Ann likes', { channel: 'C1', thread: '2' });
      await say('Ben', 'what do wombats do?', 'Wombats dig', { channel: 'C1', thread: '2' });
      await say('Ben', '/memory', 'likes quokka tea', { channel: 'C1', thread: '2' });
      while (!files().includes('quokka')) await mirrorPending(bot.database, bot.config.memoryDir);
      await say('Ann', '/forget me', 'It cannot be taken back');
      const button = channel.sent.at(-1)?.buttons.find(({ label }) => label === 'Forget me');
      await channel.click('Ann', button?.action ?? '');
      await channel.until((sent) => sent.some(({ text }) => text.includes('Forgotten: ')));
      await settled();
      const left = await stored();
      assert.doesNotMatch(left, /quokka/i);
      assert.match(left, /Wombats dig/);
      assert.match(left, /The wombat hour/);
      // Not only with the housekeeping of the next minute.
      while (files().includes('quokka')) await new Promise((resolve) => setImmediate(resolve));
      await say('Ben', '/undo', '', { channel: 'C2' });
      assert.doesNotMatch(await stored(), /quokka/i);
    });

    if (engine === 'pglite')
      it('the embedded database is written anew: its files hold none of it', async () => {
        const { bot, channel, say, settled } = await start();
        bot.model.script([call('remember', { text: 'Ann likes quokka tea.' }), 'Your quokka is noted.']);
        await say('Ann', 'remember my quokka', 'quokka is noted');
        const bytes = () =>
          readdirSync(bot.config.dataDir, { recursive: true, withFileTypes: true })
            .filter((file) => file.isFile())
            .filter((file) => readFileSync(join(file.parentPath, file.name)).includes('quokka'))
            .map(({ name }) => name);
        assert.notDeepEqual(bytes(), []);
        assert.equal(await rewriteIfWanted(bot.database, new Date()), false, 'nothing asks for it');
        await say('Ann', '/forget me', 'It cannot be taken back');
        const button = channel.sent.at(-1)?.buttons.find(({ label }) => label === 'Forget me');
        await channel.click('Ann', button?.action ?? '');
        await channel.until((sent) => sent.some(({ text }) => text.includes('Forgotten: ')));
        await settled();
        assert.equal(await rewriteIfWanted(bot.database, new Date()), true);
        assert.deepEqual(bytes(), []);
        await bot.restart();
        assert.deepEqual(bytes(), []);
      });

    it('also errors of what was set aside, where they may quote her; those of others stay', async () => {
      const { bot, channel, say, settled } = await start();
      bot.model.script(['Yes.', 'Yes.', 'Yes.']);
      await say('Ann', 'hello there', 'Yes.');
      await say('Ben', 'hello there', 'Yes.', { channel: 'C2' });
      const { rows } = await sql<{ person: PersonId; conversation: ConversationKey; name: string }>`
        select inbox.person_id as person, inbox.conversation_id as conversation, person.name
        from inbox join person on person.id = inbox.person_id`.execute(bot.database.db);
      for (const { person, conversation, name } of rows)
        await recordTrouble(
          bot.database.db,
          { kind: 'event', ref: name === 'Ann' ? 1 : 2, person_id: person, conversation_id: conversation },
          new Error(`invalid input: the quokka of ${name}`),
        );
      const unknown = { kind: 'incoming', ref: null, person_id: null, conversation_id: null } as const;
      await recordTrouble(bot.database.db, unknown, new Error('invalid input: a quokka of who knows whom'));
      await say('Ann', '/forget me', 'It cannot be taken back');
      const button = channel.sent.at(-1)?.buttons.find(({ label }) => label === 'Forget me');
      await channel.click('Ann', button?.action ?? '');
      await channel.until((sent) => sent.some(({ text }) => text.includes('Forgotten: ')));
      await settled();
      const left = await bot.database.db
        .selectFrom('trouble')
        .select(['detail', 'why'])
        .orderBy('id')
        .execute();
      assert.deepEqual(
        left.flatMap(({ detail }) => detail ?? []),
        ['invalid input: the quokka of Ben'],
      );
      assert.ok(left.length === 3 && left.every(({ why }) => why !== ''), 'why it was stays');
    });

    it('kept: nothing is erased', async () => {
      const { bot, channel, say, stored } = await start();
      bot.model.script([call('remember', { text: 'Ann likes quokka tea.' }), 'Noted.']);
      await say('Ann', 'remember it', 'Noted.');
      await say('Ann', '/forget me', 'It cannot be taken back');
      await channel.click('Ann', 'forget-me:keep');
      await channel.until((sent) => sent.some(({ text }) => text === 'Nothing was erased.'));
      assert.match(await stored(), /quokka/);
    });

    it('a conversation begins anew with "reset"; in a channel with others only for an admin', async () => {
      const { bot, say } = await start();
      bot.model.script(['One.', 'Two.', 'Three.']);
      await say('Ann', 'first quokka', 'One.');
      await say('Ann', '/reset', 'We begin anew');
      await say('Ann', 'second', 'Two.');
      assert.doesNotMatch(JSON.stringify(bot.model.requests.at(-1)?.messages), /first quokka/);
      await say('Ben', 'hi', 'Three.', { channel: 'C1' });
      await say('Ann', '!reset', 'Others have spoken here', { channel: 'C1' });
    });
  });
