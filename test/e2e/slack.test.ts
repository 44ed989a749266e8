// Peacrab on Slack, from a person's message to what people see: where it answers, personas, reminders, memory.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { buttonOf, calls, headOf, type Scene, startScene } from './slack-scene.ts';

const scenes: Scene[] = [];

afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.stop();
});

async function begin(env: Readonly<Record<string, string>> = {}, at?: string): Promise<Scene> {
  const scene = await startScene(env, at);
  scenes.push(scene);
  return scene;
}

const hour = 3_600_000;

describe('where it answers', () => {
  test('DMs are answered; a mention is answered in its thread, and there it stays without further mention', async () => {
    const { slack, bot, answer } = await begin();
    bot.model.rules((request) => `You said: ${/said (\w+)/.exec(request.lastUser)?.[1]}`);
    const dm = slack.dm('U1ANN');
    slack.say({ user: 'U1ANN', channel: dm, text: 'said hello' });
    assert.equal((await answer(dm, null, 1)).shown, 'You said: hello');
    const root = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'said one' });
    assert.equal((await answer('C1TEAM', root, 1)).shown, 'You said: one');
    slack.say({ user: 'U2BOB', channel: 'C1TEAM', text: 'said two', thread_ts: root });
    assert.equal((await answer('C1TEAM', root, 2)).shown, 'You said: two');
    assert.equal(slack.messages('C1TEAM').length, 1, 'nothing beside the thread');
    const aside = slack.say({
      user: 'U1ANN',
      channel: dm,
      text: 'said aside',
      thread_ts: slack.messages(dm)[0]?.ts ?? '',
    });
    assert.ok(aside);
    assert.equal((await answer(dm, slack.messages(dm)[0]?.ts ?? '', 1)).shown, 'You said: aside');
  });

  test('other chatter is left alone and not stored', async () => {
    const { slack, bot, answer } = await begin();
    bot.model.rules(() => 'ok');
    const root = slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'canary one' });
    slack.say({ user: 'U2BOB', channel: 'C1TEAM', text: 'canary two', thread_ts: root });
    slack.otherBot({ channel: 'C1TEAM', text: `<@${slack.botUserId}> canary three` });
    slack.say({ user: 'U1ANN', channel: slack.dm('U1ANN'), text: 'hi' });
    await answer(slack.dm('U1ANN'), null, 1);
    assert.equal(bot.model.requests.length, 1);
    assert.doesNotMatch(bot.model.requests[0]?.raw ?? '', /canary/);
    const rows = await Promise.all(
      (['inbox', 'outbox', 'entry', 'person', 'room', 'setting'] as const).map((table) =>
        bot.database.db.selectFrom(table).selectAll().execute(),
      ),
    );
    assert.doesNotMatch(JSON.stringify(rows), /canary/);
  });

  test('a stranger who was turned away in a thread does not make us part of it', async () => {
    const { slack, bot, answer } = await begin({ ALLOW: 'slack:U1ANN' });
    bot.model.rules(() => 'ok');
    const root = slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'lunch?' });
    slack.mention({ user: 'U2BOB', channel: 'C1TEAM', text: 'what do you say', thread_ts: root });
    assert.match((await answer('C1TEAM', root, 1)).shown, /only talk with people on my list/);
    slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'canary one', thread_ts: root });
    await slack.settled();
    assert.deepEqual(await bot.database.db.selectFrom('inbox').selectAll().execute(), []);
    slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'said one', thread_ts: root });
    await answer('C1TEAM', root, 2);
    slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'said two', thread_ts: root });
    await answer('C1TEAM', root, 3);
    assert.doesNotMatch(bot.model.requests.map(({ lastUser }) => lastUser).join(), /<from[^>]*>canary/);
  });

  test('a status or 👀 stands before the model has said a word, and goes with the answer', async () => {
    const { slack, bot, answer } = await begin();
    const { promise, resolve } = Promise.withResolvers<void>();
    bot.model.rules(() => ({ until: promise, step: 'at last' }));
    const root = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'hi' });
    const dm = slack.dm('U2BOB');
    const said = slack.say({ user: 'U2BOB', channel: dm, text: 'hi' });
    await slack.waitFor(
      () => slack.statuses.some((status) => status.current && status.threadTs === root),
      'a status',
    );
    await slack.waitFor(() => slack.reactions(dm, said).length > 0, 'eyes');
    resolve();
    await answer('C1TEAM', root, 1);
    await answer(dm, null, 1);
    await slack.waitFor(() => slack.statuses.every((status) => !status.current), 'no status');
    await slack.waitFor(() => slack.reactions(dm, said).length === 0, 'no eyes');
  });

  test('who is not in ALLOW gets one sentence and no model', async () => {
    const { slack, bot, answer } = await begin({ ALLOW: 'slack:U1ANN' });
    bot.model.rules(() => 'welcome');
    const dm = slack.dm('U2BOB');
    slack.say({ user: 'U2BOB', channel: dm, text: 'let me in' });
    assert.match((await answer(dm, null, 1)).shown, /only talk with people on my list/);
    const own = slack.dm('U1ANN');
    slack.say({ user: 'U1ANN', channel: own, text: 'hi' });
    assert.equal((await answer(own, null, 1)).shown, 'welcome');
    assert.equal(bot.model.requests.length, 1);
  });

  test('a long answer comes in order, and no failure of Slack doubles or loses a part', async () => {
    const { slack, bot, answer } = await begin({ MAX_OUTPUT_TOKENS: '8000' });
    const parts = ['A', 'B', 'C'].map((letter) => `${letter}: ${'word '.repeat(2000)}`);
    bot.model.script([parts.join('\n\n')]);
    slack.fail('chat.postMessage', { kind: 'lost-answer' });
    slack.fail('chat.postMessage', { kind: 'ratelimited', retryAfter: 1 });
    slack.fail('chat.postMessage', { kind: 'http-500', processed: true });
    const root = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'tell me all' });
    await answer('C1TEAM', root, 3);
    const texts = slack
      .messages('C1TEAM', { thread_ts: root })
      .filter((message) => message.ours)
      .map((message) => message.shown[0]);
    assert.deepEqual(texts, ['A', 'B', 'C']);
  });

  test('with the model down: one honest sentence; its Retry button answers', async () => {
    const { slack, bot, answer } = await begin();
    const down = { status: 503 };
    bot.model.script([down, down, down]);
    const root = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'hi' });
    const sorry = await answer('C1TEAM', root, 1);
    assert.match(sorry.shown, /^Sorry, I could not answer/);
    bot.model.rules(() => 'Hello again');
    slack.click({ user: 'U1ANN', channel: 'C1TEAM', message_ts: sorry.ts, ...buttonOf(sorry, 'Retry') });
    await slack.waitFor(
      () => slack.messages('C1TEAM', { thread_ts: root }).some((message) => message.shown === 'Hello again'),
      'the answer',
    );
  });
});

describe('personas', () => {
  test('switch by plain words, by tool, by !command and by slash command; the history stays and the next head names it', async () => {
    const { slack, bot, answer } = await begin();
    bot.model.rules(() => 'ok');
    const root = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'rent is 900' });
    const say = (text: string) => slack.say({ user: 'U1ANN', channel: 'C1TEAM', text, thread_ts: root });
    await answer('C1TEAM', root, 1);
    say('switch to the CFO');
    assert.match((await answer('C1TEAM', root, 2)).shown, /CFO/);
    say('what now?');
    await answer('C1TEAM', root, 3);
    assert.match(headOf(bot.model.requests.at(-1)), /You speak as: CFO/);
    assert.match(bot.model.requests.at(-1)?.raw ?? '', /rent is 900/);
    say('!persona engineer');
    await answer('C1TEAM', root, 4);
    bot.model.script([calls('switch_persona', { persona: 'consultant' }), 'As a consultant: hello']);
    say('be a consultant for once');
    assert.match((await answer('C1TEAM', root, 5)).shown, /As a consultant/);
    assert.match(headOf(bot.model.requests.at(-1)), /You speak as: Engineer/);
    const dm = slack.dm('U1ANN');
    slack.slash({ user: 'U1ANN', channel: dm, command: '/peacrab', text: 'persona cfo' });
    await slack.waitFor(
      () => slack.ephemerals('U1ANN').some((each) => each.shown.includes('CFO')),
      'the private answer',
    );
    slack.say({ user: 'U1ANN', channel: dm, text: 'who are you?' });
    await answer(dm, null, 1);
    assert.match(headOf(bot.model.requests.at(-1)), /You speak as: CFO/);
  });
});

describe('reminders', () => {
  test('set by tool: a receipt with Undo in the person’s own zone, and Undo takes it back', async () => {
    const { slack, bot, answer } = await begin();
    bot.model.script([calls('set_reminder', { text: 'call Ann', when: 'tomorrow at 9' }), 'I will.']);
    const dm = slack.dm('U2BOB');
    slack.say({ user: 'U2BOB', channel: dm, text: 'remind me tomorrow at 9 to call Ann' });
    const reply = await answer(dm, null, 1);
    assert.match(reply.shown, /09:00 America\/New.York/);
    slack.click({ user: 'U2BOB', channel: dm, message_ts: reply.ts, ...buttonOf(reply, 'Undo') });
    assert.match((await answer(dm, null, 2)).shown, /^Taken back: ⏰/);
  });

  test('set, listed and moved by command with the model down; it fires as stored text, mentions the person, and can be snoozed', async () => {
    const { slack, bot, answer, later } = await begin();
    slack.slash({ user: 'U1ANN', channel: 'C1TEAM', command: '/peacrab', text: 'remind in 3 hours stretch' });
    await slack.waitFor(() => slack.ephemerals('U1ANN')[0], 'the receipt, for Ann alone');
    assert.match(slack.ephemerals('U1ANN')[0]?.shown ?? '', /stretch.*Europe\/Berlin.*r1/s);
    slack.slash({
      user: 'U1ANN',
      channel: 'C1TEAM',
      command: '/peacrab',
      text: 'reminders move r1 in 2 hours',
    });
    await slack.waitFor(() => slack.ephemerals('U1ANN')[1], 'the new time');
    slack.slash({ user: 'U1ANN', channel: 'C1TEAM', command: '/peacrab', text: 'reminders' });
    await slack.waitFor(() => slack.ephemerals('U1ANN')[2]?.shown.includes('stretch'), 'the list');
    assert.deepEqual(slack.messages('C1TEAM'), [], 'nobody else has seen a word');
    later(2 * hour);
    const fired = await answer('C1TEAM', null, 1);
    assert.match(fired.shown, /^<@U1ANN>\n⏰ stretch/);
    slack.click({ user: 'U1ANN', channel: 'C1TEAM', message_ts: fired.ts, ...buttonOf(fired, '1 h') });
    assert.match((await answer('C1TEAM', null, 2)).shown, /stretch.*in (1 h|60 min)/s);
    later(hour);
    assert.match((await answer('C1TEAM', null, 3)).shown, /^<@U1ANN>\n⏰ stretch/);
    assert.equal(bot.model.requests.length, 0);
  });

  test('two people in two zones write "remind me at 9" in one thread within 10 ms: each gets their own 9:00', async () => {
    const { slack, bot, answer } = await begin({}, '2040-01-16T04:00:00Z');
    bot.model.rules((request) =>
      request.messages.at(-1)?.role === 'tool'
        ? 'Set.'
        : calls('set_reminder', { text: 'tea', when: 'at 9' }),
    );
    bot.model.script(['hello']);
    const root = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'hi both' });
    await answer('C1TEAM', root, 1);
    for (const user of ['U1ANN', 'U2BOB'])
      slack.say({ user, channel: 'C1TEAM', text: 'remind me at 9 to drink tea', thread_ts: root });
    const replies = [await answer('C1TEAM', root, 2), await answer('C1TEAM', root, 3)]
      .map((message) => message.shown)
      .join('\n');
    assert.match(replies, /09:00 Europe\/Berlin/);
    assert.match(replies, /09:00 America\/New.York/);
    const rows = await bot.database.db.selectFrom('schedule').selectAll().execute();
    const clocks = rows.map(
      (row) =>
        `${row.owner_id} ${row.next_at?.toLocaleTimeString('en-GB', { timeZone: row.zone ?? 'UTC' })} ${row.zone}`,
    );
    assert.deepEqual(clocks.sort(), [
      'slack:T0PEA:U1ANN 09:00:00 Europe/Berlin',
      'slack:T0PEA:U2BOB 09:00:00 America/New_York',
    ]);
  });

  test('what fell due while we were down is delivered at start, once, marked late; and it is in the history', async () => {
    const { slack, bot, answer, later } = await begin();
    const dm = slack.dm('U1ANN');
    slack.say({ user: 'U1ANN', channel: dm, text: 'remind in 2 hours water the plants' });
    await answer(dm, null, 1);
    await bot.halt();
    later(5 * hour);
    await bot.resume();
    assert.match((await answer(dm, null, 2)).shown, /^<@U1ANN>\n⏰ water the plants \(due .*, sent .*\)/);
    bot.model.rules(() => 'ok');
    slack.say({ user: 'U1ANN', channel: dm, text: 'thanks' });
    await answer(dm, null, 3);
    assert.match(bot.model.requests[0]?.lastUser ?? '', /water the plants/);
    assert.equal(slack.messages(dm).filter((message) => message.shown.includes('due ')).length, 1);
  });

  test('a receipt shows each reader the time in their own zone, whether a turn or a command set it', async () => {
    const { slack, bot, answer } = await begin();
    const began = Date.now();
    bot.model.script([calls('set_reminder', { text: 'ship it', when: 'in 2 hours' }), 'Set.']);
    const root = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'remind me in 2 hours to ship it' });
    const receipt = await answer('C1TEAM', root, 1);
    slack.slash({ user: 'U1ANN', channel: 'C1TEAM', command: '/peacrab', text: 'remind in 3 hours stretch' });
    const whisper = await slack.waitFor(() => slack.ephemerals('U1ANN')[0], 'the receipt');
    for (const [{ shown }, hours] of [
      [receipt, 2],
      [whisper, 3],
    ] as const) {
      const seconds = Number(/<!date\^(\d+)\^/.exec(shown)?.[1]);
      assert.equal(Math.round((seconds - began / 1000) / 3600), hours, shown);
    }
  });

  test('a reminder whose room is gone reaches the person by DM', async () => {
    const { slack, bot, answer, later } = await begin();
    bot.model.script([calls('set_reminder', { text: 'ship it', when: 'in 2 hours' }), 'Set.']);
    const root = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'remind me in 2 hours to ship it' });
    await answer('C1TEAM', root, 1);
    slack.faults.archive('C1TEAM');
    later(2 * hour);
    assert.match((await answer(slack.dm('U1ANN'), null, 1)).shown, /⏰ ship it/);
  });

  test('a reminder whose answer was lost stands once', async () => {
    const { slack, answer, later } = await begin();
    const dm = slack.dm('U1ANN');
    slack.say({ user: 'U1ANN', channel: dm, text: 'remind in 2 hours stretch' });
    await answer(dm, null, 1);
    slack.fail('chat.postMessage', { kind: 'lost-answer' });
    later(2 * hour);
    const fired = await answer(dm, null, 2);
    slack.say({ user: 'U1ANN', channel: dm, text: '!reminders' });
    await answer(dm, null, 3);
    assert.equal(slack.messages(dm).filter((message) => message.shown === fired.shown).length, 1);
  });

  test('"snooze that" under a fired reminder belongs to the conversation it was set in', async () => {
    const { slack, bot, answer, later } = await begin();
    slack.slash({ user: 'U1ANN', channel: 'C1TEAM', command: '/peacrab', text: 'remind in 2 hours stretch' });
    await slack.waitFor(() => slack.ephemerals('U1ANN')[0], 'the receipt');
    later(2 * hour);
    const fired = await answer('C1TEAM', null, 1);
    bot.model.rules(() => 'ok');
    slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'what was that?', thread_ts: fired.ts });
    await bot.model.waitForRequest(1);
    assert.match(bot.model.requests[0]?.lastUser ?? '', /stretch/);
  });
});

describe('memory', () => {
  test('a note is a row and a line of its own file; recall finds it, forgetting hides it', async () => {
    const { slack, bot, answer } = await begin();
    bot.model.script([calls('remember', { text: 'Ann likes green tea.' }), 'Noted.']);
    const dm = slack.dm('U1ANN');
    slack.say({ user: 'U1ANN', channel: dm, text: 'remember that I like green tea' });
    await answer(dm, null, 1);
    slack.say({ user: 'U1ANN', channel: dm, text: '!memory' });
    assert.match((await answer(dm, null, 2)).shown, /green tea.*n1/);
    bot.model.script([calls('recall', { query: 'tea' }), 'You like green tea.']);
    slack.say({ user: 'U1ANN', channel: dm, text: 'what do I like?' });
    await answer(dm, null, 3);
    assert.match(bot.model.requests.at(-1)?.messages.at(-1)?.content ?? '', /green tea/);
    slack.say({ user: 'U1ANN', channel: dm, text: '!memory forget n1' });
    assert.match((await answer(dm, null, 4)).shown, /^Forgotten: Ann likes green tea/);
    slack.say({ user: 'U1ANN', channel: dm, text: '!memory' });
    assert.match((await answer(dm, null, 5)).shown, /remember nothing/);
    await bot.halt();
    const lines = readdirSync(bot.config.memoryDir, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\d{4}-\d\d-\d\d\.md$/.test(file))
      .map((file) => readFileSync(join(bot.config.memoryDir, file), 'utf8'));
    assert.match(lines.join('\n'), /green tea/);
  });

  test('what Ann said, noted and set in her DM reaches no request for Bob, none for a channel, her own included', async () => {
    const { slack, bot, answer } = await begin();
    bot.model.script([
      calls('remember', { text: 'canary-note' }),
      calls('set_reminder', { text: 'canary-reminder', when: 'in 5 hours' }),
      'Done.',
    ]);
    const dm = slack.dm('U1ANN');
    slack.say({
      user: 'U1ANN',
      channel: dm,
      text: 'canary-text: remember canary-note and remind me of canary-reminder in 5 hours',
    });
    await answer(dm, null, 1);
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
    const root = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'what do you know of me?' });
    await answer('C1TEAM', root, 1);
    slack.say({ user: 'U2BOB', channel: 'C1TEAM', text: 'what do you know of Ann?', thread_ts: root });
    await answer('C1TEAM', root, 2);
    slack.say({ user: 'U2BOB', channel: slack.dm('U2BOB'), text: 'what do you know of Ann?' });
    await answer(slack.dm('U2BOB'), null, 1);
    const others = bot.model.requests.slice(own);
    assert.ok(others.length >= 6);
    for (const request of others) assert.doesNotMatch(request.raw, /canary-/);
    slack.slash({ user: 'U1ANN', channel: 'C1TEAM', command: '/peacrab', text: 'reminders' });
    await slack.waitFor(() => slack.ephemerals('U1ANN')[0], 'the list in the channel');
    assert.doesNotMatch(slack.ephemerals('U1ANN')[0]?.shown ?? '', /canary/);
  });
});

describe('bad input', () => {
  test('an empty mention, an image alone and 40,000 characters are answered', async () => {
    const { slack, bot, answer } = await begin();
    bot.model.rules(() => 'I got it');
    const dm = slack.dm('U1ANN');
    slack.say({
      user: 'U1ANN',
      channel: dm,
      text: '',
      files: [{ name: 'photo.png', mimetype: 'image/png', content: 'x' }],
    });
    await answer(dm, null, 1);
    slack.say({ user: 'U1ANN', channel: dm, text: 'long '.repeat(8000) });
    await answer(dm, null, 2);
    const root = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: '' });
    await answer('C1TEAM', root, 1);
  });
});
