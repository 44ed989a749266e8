// Skills in a conversation: the list stands in the prompt, a body comes when it is asked for and ages like other results, a
// compaction puts the name back, and a changed list comes in where the cache breaks anyway.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { scenarioEngines } from '../fakes/databases.ts';
import type { SeenRequest, Step } from '../fakes/model/scripted-model.ts';

const call = (name: string, args: unknown) => ({ calls: [{ name, args }] });
const systemOf = (request: SeenRequest | undefined) => request?.messages[0]?.content ?? '';
const toolResults = (request: SeenRequest | undefined) =>
  (request?.messages ?? []).filter(({ role }) => role === 'tool').map(({ content }) => content ?? '');
const chatter = (turn: number) =>
  Array.from({ length: 26 }, (_, at) => `we talked about shelf ${turn * 100 + at} and its corner`).join(', ');
const pirateBody = `Say arr first. ${'Then sing a long song about the sea and its ships. '.repeat(10)}End with ahoy.`;

for (const engine of scenarioEngines())
  describe(`skills in a conversation (${engine})`, () => {
    const bots: Bot[] = [];
    const folders: string[] = [];
    after(async () => {
      for (const bot of bots) await bot.stop();
      for (const folder of folders) rmSync(folder, { recursive: true });
    });
    async function start(env: Record<string, string> = {}) {
      const folder = mkdtempSync(join(tmpdir(), 'peacrab-skills-'));
      folders.push(folder);
      const write = (name: string, description: string, body = pirateBody) => {
        mkdirSync(join(folder, name), { recursive: true });
        writeFileSync(
          join(folder, name, 'SKILL.md'),
          `---\nname: ${name}\ndescription: ${description}\n---\n${body}\n`,
        );
      };
      write('pirate', 'Talks like a pirate.');
      const channel = new FakeChannel();
      const bot = await startBot({
        engine,
        channels: [channel],
        env: { SKILLS_DIR: folder, DEFAULT_TIMEZONE: 'Europe/Berlin', ...env },
      });
      bots.push(bot);
      const say = async (text: string) => {
        const count = channel.sent.length + 1;
        await channel.say('Ann', text);
        await channel.until((sent) => sent.length === count);
        return channel.sent.at(-1)?.text ?? '';
      };
      const last = () => bot.model.requests.at(-1);
      const isLog = (request: SeenRequest) => request.lastUser.includes('write the running log');
      /** Talks on until a compaction stands, and returns the request after it. */
      const untilCompacted = async (answer: (request: SeenRequest) => Step = () => 'Noted.') => {
        bot.model.rules((request) => (isLog(request) ? 'no log' : answer(request)));
        const compactions = async () =>
          (await bot.database.db.selectFrom('entry').select('id').where('type', '=', 'summary').execute())
            .length;
        const had = await compactions();
        for (let turn = 1; (await compactions()) === had; turn += 1) {
          assert.ok(turn < 40, 'nothing was compacted');
          await say(chatter(turn));
        }
        return bot.model.requests.findLast((request) => !isLog(request));
      };
      return { bot, channel, say, last, write, untilCompacted };
    }
    const small = { CONTEXT_WINDOW: '8000', MAX_OUTPUT_TOKENS: '512' };

    it('the list stands in the prompt, not the body; the body comes by a name that is nearly right', async () => {
      const { bot, say, last } = await start();
      bot.model.script([call('use_skill', { name: 'Pirate skill' }), 'Arr!']);
      assert.equal(await say('talk like a pirate'), 'Arr!');
      assert.match(systemOf(last()), /# Skills\n[^\n]*`use_skill`[^\n]*\n- pirate: Talks like a pirate\.$/);
      assert.doesNotMatch(systemOf(last()), /Say arr/);
      assert.equal(toolResults(last())[0], `Skill pirate. Follow it now:\n\n${pirateBody}`);
      const entry = await bot.database.db
        .selectFrom('entry')
        .select('tainted')
        .where('type', '=', 'tool_result')
        .executeTakeFirstOrThrow();
      assert.equal(entry.tainted, false);
      bot.model.script([call('use_skill', { name: 'poetry' }), 'I cannot do that.']);
      await say('now a poem');
      assert.match(toolResults(last()).at(-1) ?? '', /There is no skill "poetry"\. There are: pirate\./);
    });

    it('a changed body counts from the next use; a long one is shortened at birth and read on by handle', async () => {
      const { bot, say, last, write } = await start();
      write('pirate', 'Talks like a pirate.', `Sing. ${'A line of the song. '.repeat(1500)}The end of it.`);
      bot.model.script([call('use_skill', { name: 'pirate' }), 'Arr!']);
      await say('talk like a pirate');
      const handle = /To read them: recall (t\d+\.\d+) /.exec(toolResults(last())[0] ?? '')?.[1];
      assert.ok(handle, 'no handle');
      bot.model.script([call('recall', { query: `${handle}:2` }), 'Arr again!']);
      await say('read on');
      assert.match(toolResults(last()).at(-1) ?? '', /A line of the song/);
    });

    it('after elision the body is a line with its handle; after a compaction the name is back', async () => {
      const { bot, say, untilCompacted } = await start(small);
      bot.model.script([call('use_skill', { name: 'pirate' }), 'Arr, I talk like that now.']);
      await say('talk like a pirate');
      const compacted = await untilCompacted();
      const elided = bot.model.requests.flatMap(toolResults).find((text) => /use_skill/.test(text));
      assert.match(
        elided ?? '',
        /^use_skill .*pirate.*Arr, I talk like that now.*recall t\d+\.\d+ reads it\]$/,
      );
      assert.doesNotMatch(JSON.stringify(compacted?.messages.slice(1)), /Say arr first\. Then sing/);
      assert.match(
        compacted?.messages[1]?.content ?? '',
        /^Skill in use: pirate \(use_skill reads it again\)$/m,
      );
      const next = await untilCompacted();
      assert.match(next?.messages[1]?.content ?? '', /^Skill in use: pirate /m, 'from the last summary');
    });

    it('when the task list is done, no skill is in use any more; open tasks come back', async () => {
      const { bot, say, untilCompacted } = await start(small);
      bot.model.script([call('use_skill', { name: 'pirate' }), 'Arr.']);
      await say('talk like a pirate');
      await say('/tasks add sing; dance');
      const open = await untilCompacted();
      assert.match(
        open?.messages[1]?.content ?? '',
        /^Open task: 1 sing\nOpen task: 2 dance\nSkill in use: pirate /m,
      );
      await say('/tasks done all');
      const done = await untilCompacted();
      assert.doesNotMatch(done?.messages[1]?.content ?? '', /Skill in use|Open task/);
    });

    it('a changed list leaves a warm conversation as it is, and comes in when it is cold', async () => {
      const { bot, say, last, write } = await start({ CACHE_MINUTES: '5' });
      bot.model.rules(() => 'Yes.');
      await say('hello');
      const before = last();
      write('poet', 'Writes poems.');
      await say('are you there?');
      assert.equal(systemOf(last()), systemOf(before));
      assert.deepEqual(last()?.tools, before?.tools);
      await bot.restart();
      await say('and now?');
      assert.equal(systemOf(last()), systemOf(before), 'also after a restart');
      bot.model.script([call('use_skill', { name: 'poet' }), 'Roses are red.']);
      assert.equal(await say('a poem please'), 'Roses are red.', 'it can be used all the same');
      await bot.database.db
        .updateTable('request')
        .set(({ eb }) => ({ created_at: eb.cast<Date>(eb.val('2026-01-01T00:00:00Z'), 'timestamptz') }))
        .execute();
      await say('good morning');
      assert.match(systemOf(last()), /\n- pirate: Talks like a pirate\.\n- poet: Writes poems\.$/);
      const cold = systemOf(last());
      await say('and?');
      assert.equal(systemOf(last()), cold);
    });

    it('a changed list comes in with a compaction', async () => {
      const { bot, say, last, write, untilCompacted } = await start(small);
      bot.model.rules(() => 'Yes.');
      await say('hello');
      write('poet', 'Writes poems.');
      await say('go on');
      assert.doesNotMatch(systemOf(last()), /poet/);
      assert.match(systemOf(await untilCompacted()), /\n- poet: Writes poems\.$/);
    });
  });
