// What the parts do is tested beside them; here, that the running bot has them, with the settings that go to them.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { factorOf } from '../../src/context/budget/calibrate.ts';
import { whenIdle } from '../../src/conversation/dispatch/idle.ts';
import { storedCalibration } from '../../src/conversation/turn/request/calibrator.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { everythingIn } from '../fakes/databases.ts';
import { type Bot, type BotOptions, startBot } from './harness.ts';
import { calls, headOf, startScene } from './slack-scene.ts';

const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const ann = { zone: 'Europe/Berlin' };

/** A bot with a channel in memory, and a clock that can be moved on. */
async function start(options: BotOptions = {}) {
  const channel = new FakeChannel();
  let offset = 0;
  const clock = { now: () => new Date(Date.now() + offset) };
  const bot = await startBot({
    engine: 'pglite',
    channels: [channel],
    ...options,
    overrides: { clock, ...options.overrides },
  });
  ends.push(() => bot.stop());
  const turn = async (text: string) => {
    const before = channel.sent.length;
    await channel.say('Ann', text, { ...ann, sentAt: clock.now() });
    await channel.until((sent) => sent.length > before);
  };
  return {
    bot,
    channel,
    turn,
    later: (hours: number) => {
      offset += hours * 3_600_000;
    },
  };
}

/** The rows of the turns' requests, of which there are so many: they are committed with the reply. */
async function stored(bot: Bot, count: number) {
  const all = bot.database.db.selectFrom('request').selectAll().where('purpose', '=', 'turn').orderBy('id');
  const rows = await all.execute();
  assert.equal(rows.length, count);
  return rows;
}

describe('the head block', () => {
  it('tells what came late and what was missed while nobody looked', async () => {
    const { bot, channel, turn, later } = await start();
    bot.model.rules(() => 'ok');
    bot.model.script([
      calls('set_reminder', { text: 'stretch', when: 'in 3 hours' }),
      'Done.',
      calls('set_reminder', { text: 'stand-up', when: 'every day at 9' }),
      'Done.',
    ]);
    await turn('remind me in 3 hours to stretch');
    await turn('remind me every day at 9 of the stand-up');
    await bot.halt();
    later(72);
    await bot.resume();
    const reminded = (text: string) => channel.sent.some((each) => each.text.startsWith(`⏰ ${text}`));
    await channel.until(() => reminded('stretch') && reminded('stand-up'));
    await whenIdle(bot.database);
    await turn('and now?');
    const head = headOf(bot.model.requests.at(-1));
    assert.match(head, /late by 3 days: stretch \(r1\)/);
    assert.match(head, /missed.*: stand-up \(r2\)/);
  });

  it('tells once what could not be delivered', async () => {
    const { bot, channel, turn } = await start();
    bot.model.rules(() => 'ok');
    bot.model.script([calls('set_reminder', { text: 'lunch', when: 'in 2 hours' }), 'Done.']);
    await turn('remind me in 2 hours of lunch');
    channel.faults.push('refused');
    // As if it had been set two hours earlier.
    await sql`update schedule set next_at = next_at - interval '2 hours'`.execute(bot.database.db);
    const failed = bot.database.db.selectFrom('occurrence').select('id').where('state', '=', 'failed');
    while ((await failed.execute()).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    await turn('and now?');
    assert.match(headOf(bot.model.requests.at(-1)), /failed: lunch \(r1\)/);
    await turn('and now?');
    assert.doesNotMatch(headOf(bot.model.requests.at(-1)), /failed/);
  });

  it('speaks as DEFAULT_PERSONA', async () => {
    const { bot, turn } = await start({ env: { DEFAULT_PERSONA: 'cfo' } });
    bot.model.rules(() => 'ok');
    await turn('hi');
    assert.match(headOf(bot.model.requests[0]), /You speak as: CFO/);
  });
});

describe('what the server counts', () => {
  it('calibrates the estimates, also after a restart', async () => {
    const { bot, turn } = await start();
    bot.model.rules(() => 'ok');
    for (const text of ['one', 'two', 'three', 'four', 'five']) await turn(text);
    const known = factorOf(await storedCalibration(bot.database.db, 'scripted'));
    assert.notEqual(known, 1);
    await bot.restart();
    await turn('six');
    const rows = await stored(bot, 6);
    assert.equal(rows[0]?.factor, 1);
    assert.equal(rows.at(-1)?.factor, known);
  });

  it('costs PRICE_INPUT, and PRICE_CACHED where it was cached', async () => {
    const env = { PRICE_INPUT: '10', PRICE_CACHED: '1', PRICE_OUTPUT: '100' };
    const { bot, turn } = await start({ env });
    bot.model.rules(() => 'ok');
    await turn('one');
    await turn('two');
    const last = (await stored(bot, 2)).at(-1) ?? assert.fail();
    const { input_tokens: input, cached_tokens: cached, output_tokens: output } = last;
    assert.ok(input && cached && output);
    assert.ok(Math.abs(Number(last.cost) * 1e6 - ((input - cached) * 10 + cached + output * 100)) < 0.01);
  });

  for (const [minutes, move] of [
    ['30', 'cold'],
    ['90', 'hold'],
  ] as const)
    it(`after an hour with CACHE_MINUTES=${minutes} the boundary's move is "${move}"`, async () => {
      const { bot, turn, later } = await start({ env: { CACHE_MINUTES: minutes } });
      bot.model.rules(() => 'ok');
      bot.model.script([
        calls('set_reminder', { text: 'a long walk by the river', when: 'tomorrow at 9' }),
        'Done.',
        calls('list_reminders', {}),
        'That one.',
      ]);
      await turn('remind me tomorrow at 9 of a long walk by the river');
      await turn('what is set?');
      await turn('thanks');
      later(1);
      await turn('hello again');
      assert.equal((await stored(bot, 6)).at(-1)?.move, move);
    });
});

describe('tools from outside that have a place', () => {
  it('fetch_page and those of MCP servers are the bot’s, and what they age to is known to the operator’s commands', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'peacrab-wired-'));
    ends.push(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'mcp.json');
    const server = {
      command: process.execPath,
      args: [join(import.meta.dirname, '../fakes/mcp/stdio.ts')],
      env: { CALLS: join(folder, 'calls') },
      tools: { searchIssues: { reads: true } },
    };
    writeFileSync(file, JSON.stringify({ servers: { hub: server } }));
    const names = ['set_reminder', 'list_reminders', 'fetch_page', 'hub_search_issues'];
    const policy = `places: [${names.join(', ')}]\nrules: [{ tool: [fetch_page, hub_search_issues], do: allow }]`;
    const { bot, channel, turn, later } = await start({ env: { MCP_FILE: file }, policy });
    bot.model.rules(() => 'ok');
    bot.model.script([calls('fetch_page', { url: 'http://10.0.0.1/', justification: 'Ben asked' }), 'No.']);
    await channel.say('Ben', 'read http://10.0.0.1/', ann);
    await channel.until((sent) => sent.length === 1);
    const [first, second] = bot.model.requests;
    assert.deepEqual(
      first?.tools.map((tool) => tool.function.name),
      names,
    );
    assert.match(second?.raw ?? '', /inside a private network, which I may not read/);
    bot.model.script([
      calls('set_reminder', { text: 'a long walk by the river', when: 'tomorrow at 9' }),
      'Done.',
      calls('list_reminders', {}),
      calls('hub_search_issues', { query: 'tea', justification: 'Ann asked' }),
      'Found it.',
    ]);
    await turn('remind me tomorrow at 9 of a long walk by the river');
    await turn('what is set? and look for tea');
    assert.match(bot.model.requests.at(-1)?.raw ?? '', /searched .*tea/);
    await turn('thanks');
    later(2);
    await turn('hello again');
    assert.equal((await stored(bot, 9)).at(-1)?.move, 'cold');
    await bot.halt();
    const { dataDir, policyFile } = bot.config;
    const env = {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      POLICY_FILE: policyFile,
      MCP_FILE: file,
      OPENAI_BASE_URL: bot.model.url,
      MODEL: 'scripted',
    };
    const cli = (name: string, ...args: string[]) =>
      promisify(execFile)(
        process.execPath,
        [join(import.meta.dirname, '../../src/cli', `${name}.ts`), ...args],
        { env, cwd: bot.folder },
      );
    const { stdout: seen } = await cli('context', 'slack:T1:DAnn');
    assert.match(seen, /searched/);
    assert.doesNotMatch(seen, /!!!/);
    writeFileSync(join(folder, 'prompt.md'), 'Be brief.\n');
    const { stdout: replayed } = await cli('replay', '9', '--prompt', join(folder, 'prompt.md'));
    assert.doesNotMatch(replayed, /!!!/);
    assert.match(
      bot.model.requests.at(-1)?.messages[0]?.content ?? '',
      /^Be brief\.\n[\s\S]*hub_search_issues/,
    );
  });
});

describe('the housekeeping', () => {
  it('blanks what others said before a mention after a day of quiet', async () => {
    const { slack, bot, later, answer, stop } = await startScene({}, undefined, {
      housekeeping: '* * * * * *',
    });
    ends.push(stop);
    bot.model.rules(() => 'ok');
    slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'canary-before' });
    const root = slack.mention({ user: 'U2BOB', channel: 'C1TEAM', text: 'what do you say?' });
    await answer('C1TEAM', root, 1);
    assert.match(await everythingIn(bot.database), /canary-before/);
    later(25 * 3_600_000);
    while ((await everythingIn(bot.database)).includes('canary-before'))
      await new Promise((resolve) => setTimeout(resolve, 50));
  });
});
