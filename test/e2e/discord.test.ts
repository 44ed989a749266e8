// Peacrab on Discord, from a person's message to what people see: where it answers, personas, reminders, memory.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { timeOfId } from '../fakes/discord/index.ts';
import type { SeenRequest } from '../fakes/model/scripted-model.ts';
import { type DiscordScene, startScene } from './discord-scene.ts';

const scenes: DiscordScene[] = [];

afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.stop();
});

async function begin(env: Readonly<Record<string, string>> = {}, at?: string): Promise<DiscordScene> {
  const scene = await startScene(env, at);
  scenes.push(scene);
  return scene;
}

const hour = 3_600_000;
const berlin = { DEFAULT_TIMEZONE: 'Europe/Berlin' };
const calls = (name: string, args: unknown) => ({ calls: [{ name, args }] });
const headOf = (request: SeenRequest | undefined): string =>
  /<now>[\s\S]*<\/now>/.exec(request?.lastUser ?? '')?.[0] ?? '';
const wordsOf = (request: SeenRequest): string =>
  [...request.lastUser.matchAll(/(?:^|>)said (\w+)/gm)].at(-1)?.[1] ?? '?';

/** Sets a reminder once, then says so. */
const setting = (args: unknown) => (request: SeenRequest) =>
  request.messages.at(-1)?.role === 'tool' ? 'Set.' : calls('set_reminder', args);

describe('where it answers', () => {
  test('DMs are answered; a mention is answered in its thread, and there it stays without further mention', async () => {
    const { discord, bot, ann, bob, team, answer } = await begin();
    bot.model.rules((request) => `You said: ${wordsOf(request)}`);
    const dm = discord.dm(ann);
    discord.say({ user: ann, channel: dm, text: 'said hello' });
    assert.equal((await answer(dm, 1)).text, 'You said: hello');
    const asked = discord.mention({ user: ann, channel: team, text: 'said one' });
    assert.equal((await answer(asked, 1)).text, 'You said: one');
    discord.say({ user: bob, channel: asked, text: 'said two' });
    assert.equal((await answer(asked, 2)).text, 'You said: two');
    assert.equal(discord.messages(team).length, 1, 'nothing beside the thread');
    assert.equal(discord.threads(team).length, 1);
  });

  test('a forum post and somebody’s thread are answered there, when called', async () => {
    const { discord, bot, ann, team, answer } = await begin();
    bot.model.rules((request) => `You said: ${wordsOf(request)}`);
    const forum = discord.channel(discord.newId(), { type: 'forum', name: 'ideas' });
    const text = `<@${discord.botUserId}> said idea`;
    const post = discord.thread({ user: ann, channel: forum, name: 'Idea', text });
    assert.equal((await answer(post, 1)).text, 'You said: idea');
    const thread = discord.thread({ user: ann, channel: team, name: 'Talk' });
    discord.say({ user: ann, channel: thread, text: 'said nothing to you' });
    discord.mention({ user: ann, channel: thread, text: 'said talk' });
    assert.equal((await answer(thread, 1)).text, 'You said: talk');
    assert.equal(bot.model.requests.length, 2);
  });

  test('where it may make no thread it replies in the channel, and a reply to that is heard', async () => {
    const { discord, bot, ann, team, answer, recorded } = await begin();
    bot.model.rules((request) => `You said: ${wordsOf(request)}`);
    const no = { kind: 'error', code: 50013, times: Number.POSITIVE_INFINITY } as const;
    discord.fail('POST /channels/:c/messages/:m/threads', no);
    const asked = discord.mention({ user: ann, channel: team, text: 'said one' });
    const reply = await answer(team, 1);
    assert.equal(reply.replyTo, asked);
    await recorded(reply);
    discord.say({ user: ann, channel: team, text: 'said two', replyTo: reply.id });
    assert.equal((await answer(team, 2)).text, 'You said: two');
    assert.match(bot.model.requests.at(-1)?.raw ?? '', /said one/);
  });

  test('other chatter is left alone and not stored', async () => {
    const { discord, bot, ann, bob, team, answer } = await begin();
    bot.model.rules(() => 'ok');
    const first = discord.say({ user: ann, channel: team, text: 'canary one' });
    discord.say({ user: bob, channel: team, text: 'canary two', replyTo: first });
    const thread = discord.thread({ user: bob, from: first, name: 'canary three' });
    discord.say({ user: bob, channel: thread, text: 'canary four' });
    discord.webhook({ channel: team, name: 'CI', text: `<@${discord.botUserId}> canary five` });
    discord.say({ user: ann, channel: discord.dm(ann), text: 'hi' });
    await answer(discord.dm(ann), 1);
    assert.equal(bot.model.requests.length, 1);
    assert.doesNotMatch(bot.model.requests[0]?.raw ?? '', /canary/);
    const tables = ['inbox', 'outbox', 'entry', 'person', 'room', 'setting'] as const;
    const rows = await Promise.all(
      tables.map((table) => bot.database.db.selectFrom(table).selectAll().execute()),
    );
    assert.doesNotMatch(JSON.stringify(rows), /canary/);
  });

  test('neither a private command in a thread nor a stranger who was turned away makes us part of it', async () => {
    const scene = await begin({ ALLOW: 'discord-role:111111111111111111' });
    const { discord, bot, ann, bob, team, answer } = scene;
    discord.person(ann, { roles: ['111111111111111111'] });
    bot.model.rules(() => 'ok');
    const first = discord.say({ user: ann, channel: team, text: 'lunch?' });
    const thread = discord.thread({ user: ann, from: first, name: 'Lunch' });
    await discord.slash({ user: ann, channel: thread, command: 'reminders', subcommand: 'list' }).reply();
    discord.say({ user: ann, channel: thread, text: 'canary one' });
    discord.mention({ user: bob, channel: thread, text: 'what do you say' });
    assert.match((await answer(thread, 2)).text, /only talk with people on my list/);
    discord.say({ user: ann, channel: thread, text: 'canary two' });
    discord.say({ user: ann, channel: discord.dm(ann), text: 'hi' });
    await answer(discord.dm(ann), 1);
    const stored = await bot.database.db.selectFrom('inbox').select(['kind', 'room_id']).execute();
    assert.deepEqual(
      stored.map(({ kind }) => kind),
      ['command', 'message'],
    );
    discord.mention({ user: ann, channel: thread, text: 'said one' });
    await answer(thread, 3);
    discord.say({ user: ann, channel: thread, text: 'said two' });
    await answer(thread, 4);
    assert.doesNotMatch(bot.model.requests.map(({ lastUser }) => lastUser).join(), /<from[^>]*>canary/);
  });

  test('👀 or typing stands before the model has said a word; 👀 goes with the answer', async () => {
    const { discord, bot, ann, bob, team, answer } = await begin();
    const { promise, resolve } = Promise.withResolvers<void>();
    bot.model.rules(() => ({ until: promise, step: 'at last' }));
    const asked = discord.mention({ user: ann, channel: team, text: 'hi' });
    discord.say({ user: bob, channel: discord.dm(bob), text: 'hi' });
    await discord.waitFor(() => discord.reactions(asked).length > 0, 'eyes');
    await discord.waitFor(() => discord.typing(team).length > 0, 'typing in the channel');
    await discord.waitFor(() => discord.typing(discord.dm(bob)).length > 0, 'typing in the DM');
    resolve();
    await answer(asked, 1);
    await answer(discord.dm(bob), 1);
    await discord.waitFor(() => discord.reactions(asked).length === 0, 'no eyes');
  });

  test('who is not in ALLOW gets one sentence and no model', async () => {
    const scene = await begin({ ALLOW: 'discord-role:111111111111111111' });
    const { discord, bot, ann, bob, answer } = scene;
    discord.person(ann, { roles: ['111111111111111111'] });
    bot.model.rules(() => 'welcome');
    discord.say({ user: bob, channel: discord.dm(bob), text: 'let me in' });
    assert.match((await answer(discord.dm(bob), 1)).text, /only talk with people on my list/);
    discord.say({ user: ann, channel: discord.dm(ann), text: 'hi' });
    assert.equal((await answer(discord.dm(ann), 1)).text, 'welcome');
    assert.equal(bot.model.requests.length, 1);
  });

  test('what was written while it was down is answered once at its start, known DM or not', async () => {
    const { discord, bot, ann, bob, team, answer } = await begin();
    bot.model.rules((request) => `You said: ${wordsOf(request)}`);
    const asked = discord.mention({ user: ann, channel: team, text: 'said one' });
    await answer(asked, 1);
    for (const lose of [() => undefined, () => discord.forgetSessions()]) {
      const before = discord.messages(asked).filter((message) => message.ours).length;
      await bot.halt();
      lose();
      discord.say({ user: ann, channel: asked, text: 'said two' });
      discord.say({ user: bob, channel: discord.dm(bob), text: 'said private' });
      await bot.resume();
      assert.equal((await answer(asked, before + 1)).text, 'You said: two');
      assert.equal((await answer(discord.dm(bob), before)).text, 'You said: private');
    }
    assert.equal(bot.model.requests.length, 5);
  });

  test('a long answer comes in order, and no failure of Discord doubles or loses a part', async () => {
    const { discord, bot, ann, team, answer } = await begin({ MAX_OUTPUT_TOKENS: '8000' });
    const parts = ['A', 'B', 'C', 'D'].map((letter) => `${letter}: ${'word '.repeat(330)}`);
    bot.model.script([parts.join('\n\n')]);
    const route = 'POST /channels/:c/messages';
    discord.fail(route, { kind: 'lost-answer' });
    discord.fail(route, { kind: '429', retryAfter: 0.1 });
    discord.fail(route, { kind: '5xx', processed: true });
    discord.fail(route, { kind: '5xx' });
    const asked = discord.mention({ user: ann, channel: team, text: 'tell me all' });
    await answer(asked, 4);
    assert.deepEqual(
      discord.messages(asked).map((message) => message.text[0]),
      ['A', 'B', 'C', 'D'],
    );
  });

  test('with the model down: one honest sentence; its Retry button answers', async () => {
    const { discord, bot, ann, team, answer, press } = await begin();
    const down = { status: 503 };
    bot.model.script([down, down, down]);
    const asked = discord.mention({ user: ann, channel: team, text: 'hi' });
    const sorry = await answer(asked, 1);
    assert.match(sorry.text, /^Sorry, I could not answer/);
    bot.model.rules(() => 'Hello again');
    const said = await press(ann, sorry, 'Retry');
    assert.equal(said.ephemeralFor, ann);
    await discord.waitForReply(asked, 'Hello again');
  });
});

describe('personas', () => {
  test('switch by plain words, by tool, by !command and by slash command; the history stays and the next head names it', async () => {
    const { discord, bot, ann, team, answer } = await begin();
    bot.model.rules(() => 'ok');
    const asked = discord.mention({ user: ann, channel: team, text: 'rent is 900' });
    const say = (text: string) => discord.say({ user: ann, channel: asked, text });
    await answer(asked, 1);
    say('switch to the CFO');
    assert.match((await answer(asked, 2)).text, /CFO/);
    say('what now?');
    await answer(asked, 3);
    assert.match(headOf(bot.model.requests.at(-1)), /You speak as: CFO/);
    assert.match(bot.model.requests.at(-1)?.raw ?? '', /rent is 900/);
    say('!persona engineer');
    await answer(asked, 4);
    bot.model.script([calls('switch_persona', { persona: 'consultant' }), 'As a consultant: hello']);
    say('be a consultant for once');
    assert.match((await answer(asked, 5)).text, /As a consultant/);
    assert.match(headOf(bot.model.requests.at(-1)), /You speak as: Engineer/);
    const options = { name: 'teaching assistant' };
    const slash = discord.slash({ user: ann, channel: asked, command: 'persona', options });
    const said = await slash.reply();
    assert.match(said.text, /teaching assistant/i);
    assert.equal(said.ephemeralFor, ann);
    say('who are you?');
    await discord.waitFor(() => bot.model.requests.length === 5, 'the next request');
    assert.match(headOf(bot.model.requests.at(-1)), /You speak as: Teaching assistant/i);
  });
});

describe('reminders', () => {
  test('the zone is asked once, with buttons; the answer completes what waited; Undo takes it back', async () => {
    const { discord, bot, ann, answer, press } = await begin({}, '2040-01-16T04:00:00Z');
    const dm = discord.dm(ann);
    bot.model.rules(setting({ text: 'tea', when: 'tomorrow at 9' }));
    discord.say({ user: ann, channel: dm, text: 'remind me tomorrow at 9 to drink tea' });
    const question = await answer(dm, 1);
    assert.match(question.text, /time zone/);
    assert.ok(question.buttons.some((button) => button.customId === 'zone:Europe/Berlin'));
    const completed = await press(ann, question, 'Berlin');
    assert.match(completed.text, /Your time zone is Europe\/Berlin[\s\S]*tea.*09:00 Europe\/Berlin/);
    bot.model.rules(setting({ text: 'cake', when: 'tomorrow at 15:00' }));
    discord.say({ user: ann, channel: dm, text: 'and cake at 15:00' });
    const receipt = await discord.waitForReply(dm, '15:00 Europe/Berlin');
    assert.doesNotMatch(receipt.text, /Which time zone/);
    assert.match((await press(ann, receipt, 'Undo')).text, /^Taken back: ⏰/);
    const rows = await bot.database.db.selectFrom('schedule').select(['text', 'state']).execute();
    assert.deepEqual(rows.map(({ text, state }) => [text, state]).sort(), [
      ['cake', 'cancelled'],
      ['tea', 'active'],
    ]);
  });

  test('set, listed and moved by command with the model down; it fires as stored text, mentions the person, and can be snoozed', async () => {
    const { discord, bot, ann, bob, team, answer, later, press } = await begin(berlin);
    const slash = (command: string, options: Record<string, string>, subcommand?: string) =>
      discord
        .slash({ user: ann, channel: team, command, options, ...(subcommand ? { subcommand } : {}) })
        .reply();
    const set = await slash('remind', { when: 'in 3 hours', text: 'stretch' });
    assert.match(set.text, /stretch.*Europe\/Berlin.*r1.*\n-# In your time zone: <t:\d+:f>$/s);
    assert.equal(set.ephemeralFor, ann);
    await slash('reminders', { reminder: 'r1', when: 'in 2 hours' }, 'move');
    assert.match((await slash('reminders', {}, 'list')).text, /stretch/);
    assert.deepEqual(discord.messages(team, { as: bob }), [], 'nobody else has seen a word');
    later(2 * hour);
    const fired = await discord.waitForReply(team, /^<@\d+> ⏰ stretch/);
    assert.deepEqual(fired.pings, { users: [ann], roles: [], everyone: false });
    assert.match((await press(ann, fired, '1 h')).text, /stretch.*in (1 h|60 min)/s);
    later(hour);
    await discord.waitFor(
      () => discord.messages(team, { as: bob }).filter((message) => message.ours).length === 2,
      'the snoozed one',
    );
    assert.equal(bot.model.requests.length, 0);
    assert.ok(await answer(team, 1));
  });

  test('two people in two zones write "remind me at 9" in one thread within 10 ms: each gets their own 9:00', async () => {
    const { discord, bot, ann, bob, team, answer } = await begin({}, '2040-01-16T04:00:00Z');
    bot.model.script(['hello']);
    const asked = discord.mention({ user: ann, channel: team, text: 'hi both' });
    await answer(asked, 1);
    for (const [user, zone] of [
      [ann, 'Europe/Berlin'],
      [bob, 'America/New_York'],
    ] as const)
      await discord.slash({ user, channel: asked, command: 'timezone', options: { zone } }).reply();
    bot.model.rules(setting({ text: 'tea', when: 'at 9' }));
    const said = [ann, bob].map((user) =>
      discord.say({ user, channel: asked, text: 'remind me at 9 to drink tea' }),
    );
    assert.ok(Math.abs(timeOfId(said[1] ?? '') - timeOfId(said[0] ?? '')) <= 10);
    const replies = await discord.waitFor(() => {
      const texts = discord.messages(asked).map((message) => message.text);
      return texts.filter((text) => text.includes('09:00')).length === 2 && texts.join('\n');
    }, 'two receipts');
    assert.match(replies, /09:00 Europe\/Berlin/);
    assert.match(replies, /09:00 America\/New_York/);
    const rows = await bot.database.db.selectFrom('schedule').selectAll().execute();
    const clocks = rows.map(
      (row) =>
        `${row.owner_id} ${row.next_at?.toLocaleTimeString('en-GB', { timeZone: row.zone ?? 'UTC' })} ${row.zone}`,
    );
    assert.deepEqual(
      clocks.sort(),
      [`discord:${ann} 09:00:00 Europe/Berlin`, `discord:${bob} 09:00:00 America/New_York`].sort(),
    );
  });

  test('what fell due while we were down is delivered at start, once, marked late; and it is in the history', async () => {
    const { discord, bot, ann, answer, later } = await begin(berlin);
    const dm = discord.dm(ann);
    discord.say({ user: ann, channel: dm, text: 'remind in 2 hours water the plants' });
    await answer(dm, 1);
    await bot.halt();
    later(5 * hour);
    await bot.resume();
    assert.match((await answer(dm, 2)).text, /^<@\d+> ⏰ water the plants \(due .*, sent .*\)/);
    bot.model.rules(() => 'ok');
    discord.say({ user: ann, channel: dm, text: 'thanks' });
    await answer(dm, 3);
    assert.match(bot.model.requests[0]?.lastUser ?? '', /water the plants/);
    assert.equal(discord.messages(dm).filter((message) => message.text.includes('due ')).length, 1);
  });

  test('a reminder whose thread or channel is gone reaches the person by DM', async () => {
    const { discord, bot, ann, bob, team, answer, later } = await begin(berlin);
    bot.model.rules(setting({ text: 'ship it', when: 'in 2 hours' }));
    const asked = discord.mention({ user: ann, channel: team, text: 'remind me in 2 hours to ship it' });
    const other = discord.mention({ user: bob, channel: team, text: 'me too, in 2 hours' });
    await answer(asked, 1);
    await answer(other, 1);
    discord.deleteChannel(asked);
    later(2 * hour);
    assert.match((await answer(discord.dm(ann), 1)).text, /⏰ ship it/);
    assert.match((await answer(other, 2)).text, /⏰ ship it/);
    await discord
      .slash({
        user: bob,
        channel: other,
        command: 'remind',
        options: { when: 'in 1 hour', text: 'go home' },
      })
      .reply();
    discord.deleteChannel(team);
    later(hour);
    assert.match((await answer(discord.dm(bob), 1)).text, /⏰ go home/);
  });

  test('a reminder whose answer was lost stands once', async () => {
    const { discord, ann, answer, later } = await begin(berlin);
    const dm = discord.dm(ann);
    discord.say({ user: ann, channel: dm, text: 'remind in 2 hours stretch' });
    await answer(dm, 1);
    discord.fail('POST /channels/:c/messages', { kind: 'lost-answer' });
    later(2 * hour);
    const fired = await answer(dm, 2);
    discord.say({ user: ann, channel: dm, text: '!reminders' });
    await answer(dm, 3);
    assert.equal(discord.messages(dm).filter((message) => message.text === fired.text).length, 1);
  });

  test('a reply to a fired reminder belongs to the conversation it was set in', async () => {
    const { discord, bot, ann, team, later, recorded } = await begin(berlin);
    const options = { when: 'in 2 hours', text: 'stretch' };
    await discord.slash({ user: ann, channel: team, command: 'remind', options }).reply();
    later(2 * hour);
    const fired = await discord.waitForReply(team, '⏰ stretch');
    await recorded(fired);
    bot.model.rules(() => 'ok');
    discord.say({ user: ann, channel: team, text: 'what was that?', replyTo: fired.id });
    await bot.model.waitForRequest(1);
    assert.match(bot.model.requests[0]?.lastUser ?? '', /stretch/);
  });
});

describe('memory', () => {
  test('a note is a row and a line of its own file; recall finds it, forgetting hides it', async () => {
    const { discord, bot, ann, answer } = await begin();
    bot.model.script([calls('remember', { text: 'Ann likes green tea.' }), 'Noted.']);
    const dm = discord.dm(ann);
    discord.say({ user: ann, channel: dm, text: 'remember that I like green tea' });
    await answer(dm, 1);
    const slash = (subcommand: string, options: Record<string, string> = {}) =>
      discord.slash({ user: ann, channel: dm, command: 'memory', subcommand, options }).reply();
    assert.match((await slash('show')).text, /green tea.*n1/);
    bot.model.script([calls('recall', { query: 'tea' }), 'You like green tea.']);
    discord.say({ user: ann, channel: dm, text: 'what do I like?' });
    await discord.waitForReply(dm, 'You like green tea.');
    assert.match(bot.model.requests.at(-1)?.messages.at(-1)?.content ?? '', /green tea/);
    assert.match((await slash('forget', { note: 'n1' })).text, /^Forgotten: Ann likes green tea/);
    assert.match((await slash('show')).text, /remember nothing/);
    await bot.halt();
    const lines = readdirSync(bot.config.memoryDir, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\d{4}-\d\d-\d\d\.md$/.test(file))
      .map((file) => readFileSync(join(bot.config.memoryDir, file), 'utf8'));
    assert.match(lines.join('\n'), /green tea/);
  });

  test('what Ann said, noted and set in her DM reaches no request for Bob, none for a channel, her own included', async () => {
    const { discord, bot, ann, bob, team, answer } = await begin(berlin);
    bot.model.script([
      calls('remember', { text: 'canary-note' }),
      calls('set_reminder', { text: 'canary-reminder', when: 'in 5 hours' }),
      'Done.',
    ]);
    const text = 'canary-text: remember canary-note and remind me of canary-reminder in 5 hours';
    discord.say({ user: ann, channel: discord.dm(ann), text });
    await answer(discord.dm(ann), 1);
    const own = bot.model.requests.length;
    bot.model.rules((request) =>
      request.messages.at(-1)?.role === 'tool'
        ? 'Nothing.'
        : {
            calls: [
              { name: 'recall', args: { query: 'canary' } },
              { name: 'list_reminders', args: {} },
            ],
          },
    );
    const asked = discord.mention({ user: ann, channel: team, text: 'what do you know of me?' });
    await answer(asked, 1);
    discord.say({ user: bob, channel: asked, text: 'what do you know of Ann?' });
    await answer(asked, 2);
    discord.say({ user: bob, channel: discord.dm(bob), text: 'what do you know of Ann?' });
    await answer(discord.dm(bob), 1);
    const others = bot.model.requests.slice(own);
    assert.ok(others.length >= 6);
    for (const request of others) assert.doesNotMatch(request.raw, /canary-/);
    for (const [command, subcommand] of [
      ['reminders', 'list'],
      ['memory', 'show'],
    ] as const) {
      const said = await discord.slash({ user: ann, channel: team, command, subcommand }).reply();
      assert.doesNotMatch(said.text, /canary/);
    }
  });
});

describe('bad input', () => {
  test('an empty mention, an image alone and the longest message are answered', async () => {
    const { discord, bot, ann, team, answer } = await begin();
    bot.model.rules(() => 'I got it');
    const dm = discord.dm(ann);
    discord.say({ user: ann, channel: dm, files: [{ name: 'photo.png', type: 'image/png', content: 'x' }] });
    await answer(dm, 1);
    discord.say({ user: ann, channel: dm, text: 'long '.repeat(800) });
    await answer(dm, 2);
    const asked = discord.mention({ user: ann, channel: team, text: '' });
    await answer(asked, 1);
  });

  test('an answer never pings everybody', async () => {
    const { discord, bot, ann, team, answer } = await begin();
    bot.model.rules((request) => `@everyone @here <@${/user (\d+)/.exec(request.lastUser)?.[1]}> hello`);
    const asked = discord.mention({ user: ann, channel: team, text: `greet user ${ann}` });
    assert.deepEqual((await answer(asked, 1)).pings, { users: [], roles: [], everyone: false });
  });
});
