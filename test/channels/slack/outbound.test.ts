// What we send, how it fails, and how it is found again: the real Web API client on the fake.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { SendError, type SendFailure } from '../../../src/delivery/outgoing.ts';
import type { FakeSlack } from '../../fakes/slack/index.ts';
import { outgoing, person, SlackBench } from './bench.ts';

const bench = new SlackBench({ catchUpHours: 0 });

before(() => bench.open());
afterEach(() => bench.end());
after(() => bench.close());

const fails = (failure: SendFailure, retryAfterMs?: number) => (error: unknown) =>
  error instanceof SendError &&
  error.failure === failure &&
  (retryAfterMs === undefined || error.retryAfterMs === retryAfterMs);

describe('sending', () => {
  test('a reply stands in its thread as Markdown, with fallback, metadata and no unfurls', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    const root = slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'hi' });
    const message = outgoing('C1TEAM', root, { text: '**Hello** <world> & co' });
    const ts = await channel.send(message);
    const [, reply] = slack.messages('C1TEAM', { thread_ts: root });
    assert.equal(reply?.ts, ts);
    assert.deepEqual(
      reply?.blocks?.map(({ block_id: _, ...block }) => block),
      [{ type: 'markdown', text: '**Hello** <world> & co' }],
    );
    assert.equal(reply?.text, '**Hello** &lt;world&gt; &amp; co');
    assert.deepEqual(reply?.metadata, { event_type: 'peacrab', event_payload: { key: message.key } });
    const [call] = slack.calls('chat.postMessage');
    assert.deepEqual([call?.args.unfurl_links, call?.args.unfurl_media], ['false', 'false']);
  });

  test('the mention stands in front in its own element, and buttons under the text', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    const buttons = [
      { label: 'Done', action: 'done:3', style: 'primary' as const },
      { label: 'Snooze', action: 'snooze:3:in 10 minutes' },
    ];
    await channel.send(
      outgoing('C1TEAM', null, {
        text: '⏰ stretch <@U2BOB> <!here> @channel',
        mention: person('U1ANN'),
        buttons,
      }),
    );
    const [message] = slack.messages('C1TEAM');
    assert.equal(message?.blocks?.[0]?.type, 'rich_text');
    assert.match(message?.shown ?? '', /^<@U1ANN>\n⏰ stretch/);
    assert.match(message?.shown ?? '', /\[Done\] \[Snooze\]$/);
    assert.doesNotMatch(message?.shown.replace('<@U1ANN>', '') ?? '', /<[@!]|@channel/);
    assert.doesNotMatch(message?.text.replace('<@U1ANN>', '') ?? '', /<[@!]/);
  });

  test('a private answer reaches one person: by the response URL, and by chat.postEphemeral when that is used up', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    slack.slash({ user: 'U1ANN', channel: 'C1TEAM', command: '/peacrab', text: 'reminders' });
    const [row] = await bench.stored(slack, 1);
    const replyToken = String(row?.payload.replyToken);
    for (let i = 1; i <= 7; i++) {
      await channel.send(
        outgoing('C1TEAM', null, { text: `answer ${i}`, privateTo: person('U1ANN'), replyToken }),
      );
    }
    assert.deepEqual(
      slack.ephemerals('U1ANN').map((each) => each.shown),
      [1, 2, 3, 4, 5, 6, 7].map((i) => `answer ${i}`),
    );
    assert.equal(slack.calls('chat.postEphemeral').length, 2);
    assert.deepEqual(slack.messages('C1TEAM'), []);
    assert.deepEqual(slack.ephemerals('U2BOB'), []);
  });

  test('a private answer by URL works in a channel that we are not in', async () => {
    const slack = await bench.workspace();
    slack.channel('C5ALONE', { members: ['U1ANN'], bot: false });
    const channel = await bench.started(slack);
    slack.slash({ user: 'U1ANN', channel: 'C5ALONE', command: '/peacrab', text: 'help' });
    const [row] = await bench.stored(slack, 1);
    await channel.send(
      outgoing('C5ALONE', null, { privateTo: person('U1ANN'), replyToken: String(row?.payload.replyToken) }),
    );
    assert.equal(slack.ephemerals('U1ANN')[0]?.shown, 'hello');
  });

  test('a message is replaced in place', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    const ts = await channel.send(outgoing('C1TEAM', null, { text: 'one moment' }));
    const long = `done ${'ü&'.repeat(4000)}`;
    assert.equal(await channel.send(outgoing('C1TEAM', null, { text: long, replaces: ts })), ts);
    assert.deepEqual(
      slack.messages('C1TEAM').map((message) => message.shown),
      [long],
    );
  });

  test('opens the DM with a person as a place', async () => {
    const slack = await bench.workspace();
    slack.person('U7GONE', { deleted: true });
    const channel = await bench.started(slack);
    const place = await channel.direct(person('U1ANN'));
    assert.deepEqual(
      [place.kind, place.room, place.thread],
      ['dm', `slack:T0PEA:${slack.dm('U1ANN')}`, null],
    );
    await assert.rejects(channel.direct(person('U7GONE')), fails('gone'));
    await assert.rejects(channel.direct(person('U8NOBODY')), fails('gone'));
  });

  test('a long text of any kind is split into messages that Slack takes', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    const quotes = Array.from({ length: 4000 }, (_, i) => `"k${i}": "v"`).join(',\n');
    const texts = [
      'word '.repeat(9000),
      `\`\`\`json\n${quotes}\n\`\`\``,
      '"'.repeat(30_000),
      '<@U1> '.repeat(6000),
      '\u0001'.repeat(12_000),
    ];
    for (const text of texts) {
      const pieces = channel.split(text);
      assert.ok(pieces.length > 1);
      for (const text of pieces)
        await channel.send(
          outgoing('C1TEAM', null, {
            text,
            mention: person('U1ANN'),
            buttons: [{ label: 'x'.repeat(80), action: 'y'.repeat(90) }],
          }),
        );
    }
    assert.ok(slack.calls('chat.postMessage').every((call) => call.outcome === 'ok'));
  });
});

describe('failing', () => {
  test('what was refused for its rate rests for all messages of that channel, and for no other', async () => {
    const slack = await bench.workspace();
    slack.channel('C2OTHER', { members: ['U1ANN'] });
    const channel = await bench.started(slack);
    slack.fail('chat.postMessage', { kind: 'ratelimited', retryAfter: 7 });
    const isRetry = (error: unknown) =>
      error instanceof SendError && error.failure === 'retry' && error.retryAfterMs > 5000;
    await assert.rejects(channel.send(outgoing('C1TEAM', null)), isRetry);
    await assert.rejects(channel.send(outgoing('C1TEAM', null)), isRetry);
    await channel.send(outgoing('C2OTHER', null));
    assert.deepEqual(
      slack.calls('chat.postMessage').map(({ args, outcome }) => [args.channel, outcome]),
      [
        ['C1TEAM', 'ratelimited'],
        ['C2OTHER', 'ok'],
      ],
    );
  });

  const cases: readonly [string, (slack: FakeSlack) => void, SendFailure, number?][] = [
    [
      '429 with its Retry-After',
      (slack) => slack.fail('chat.postMessage', { kind: 'ratelimited', retryAfter: 7 }),
      'retry',
      7000,
    ],
    [
      'an answer lost after processing',
      (slack) => slack.fail('chat.postMessage', { kind: 'lost-answer' }),
      'doubt',
    ],
    ['a connection that dies', (slack) => slack.fail('chat.postMessage', { kind: 'drop-before' }), 'doubt'],
    ['a call that hangs', (slack) => slack.fail('chat.postMessage', { kind: 'hang' }), 'doubt'],
    ['a 500', (slack) => slack.fail('chat.postMessage', { kind: 'http-500' }), 'doubt'],
    [
      'internal_error',
      (slack) => slack.fail('chat.postMessage', { kind: 'error', error: 'internal_error' }),
      'doubt',
    ],
    ['an archived channel', (slack) => slack.faults.archive('C1TEAM'), 'gone'],
    ['our bot removed', (slack) => slack.faults.removeBot('C1TEAM'), 'gone'],
    [
      'a token revoked',
      (slack) => slack.fail('chat.postMessage', { kind: 'error', error: 'token_revoked' }),
      'retry',
      60_000,
    ],
    [
      'blocks that Slack will never take',
      (slack) => slack.fail('chat.postMessage', { kind: 'error', error: 'invalid_blocks' }),
      'refused',
    ],
  ];
  for (const [name, arm, failure, retryAfterMs] of cases) {
    test(`${name} is '${failure}', after one attempt`, async () => {
      const slack = await bench.workspace();
      const channel = await bench.started(slack);
      arm(slack);
      await assert.rejects(channel.send(outgoing('C1TEAM', null)), fails(failure, retryAfterMs));
      assert.equal(slack.calls('chat.postMessage').length, 1);
    });
  }

  test('a thread that is gone is gone', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    const root = slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'hi' });
    slack.faults.deleteThread('C1TEAM', root);
    await assert.rejects(channel.send(outgoing('C1TEAM', root)), fails('gone'));
    assert.equal(await channel.find(outgoing('C1TEAM', root)), null);
  });

  test('a server that is not there is a retry', async () => {
    const slack = await bench.workspace();
    const channel = bench.channel(slack);
    await slack.stop();
    await assert.rejects(channel.send(outgoing('C1TEAM', null)), fails('retry'));
  });

  test('no error holds the text', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    slack.fail('chat.postMessage', { kind: 'error', error: 'invalid_blocks' });
    const error = await channel
      .send(outgoing('C1TEAM', null, { text: 'canary' }))
      .catch((thrown: Error) => thrown);
    assert.doesNotMatch(`${String(error)} ${JSON.stringify(bench.logged)}`, /canary|xoxb/);
  });
});

describe('looking', () => {
  test('a lost answer is found, in the thread and in the room', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    const root = slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'hi' });
    for (const thread of [root, null]) {
      slack.fail('chat.postMessage', { kind: 'lost-answer' });
      const message = outgoing('C1TEAM', thread);
      await assert.rejects(channel.send(message), fails('doubt'));
      const found = await channel.find(message);
      assert.equal(
        found,
        slack
          .ours()
          .find((each) => each.metadata !== undefined && JSON.stringify(each.metadata).includes(message.key))
          ?.ts,
      );
      assert.ok(found);
    }
  });

  test('what was not sent is not there, after two looks', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    await channel.send(outgoing('C1TEAM', null));
    assert.equal(await channel.find(outgoing('C1TEAM', null)), null);
    assert.equal(slack.calls('conversations.history').length, 2);
  });

  test('one look is enough when the send began so long ago that history has caught up', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    assert.equal(await channel.find(outgoing('C1TEAM', null), 60_000), null);
    assert.equal(slack.calls('conversations.history').length, 1);
  });

  test('what history shows late is found at the second look', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack, bench.intake(), { lookAgainMs: 50 });
    const message = outgoing('C1TEAM', null);
    const looking = channel.find(message);
    await slack.waitFor(() => slack.calls('conversations.history').length === 1, 'the first look');
    const ts = await channel.send(message);
    assert.equal(await looking, ts);
  });

  test('nobody else’s message is taken for ours, even with our key in it', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    const message = outgoing('C1TEAM', null);
    slack.otherBot({ channel: 'C1TEAM', text: message.key });
    assert.equal(await channel.find(message), null);
  });

  test('pages through all that was said since', async () => {
    const slack = await bench.workspace();
    // Hundreds of events are taken in meanwhile: the looks may wait for them.
    const channel = await bench.started(slack, undefined, { lookMs: 30_000, lookAtMostMs: 60_000 });
    const root = slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'hi' });
    const message = outgoing('C1TEAM', root);
    const top = outgoing('C1TEAM', null);
    const expected = [await channel.send(message), await channel.send(top)];
    for (let i = 0; i < 250; i++) {
      slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'more', thread_ts: root });
      slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'more' });
    }
    assert.deepEqual([await channel.find(message), await channel.find(top)], expected);
  });

  test('that it cannot look is doubt, never null', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    for (const kind of ['http-500', 'drop-before', 'hang'] as const) {
      slack.fail('conversations.history', { kind });
      await assert.rejects(channel.find(outgoing('C1TEAM', null)), fails('doubt'));
    }
    slack.fail('conversations.history', { kind: 'ratelimited', retryAfter: 3 });
    await assert.rejects(channel.find(outgoing('C1TEAM', null)), fails('doubt', 3000));
    slack.faults.removeBot('C1TEAM');
    await assert.rejects(channel.find(outgoing('C1TEAM', null)), fails('doubt'));
    await assert.rejects(bench.channel(slack).find(outgoing('C1TEAM', null)), fails('doubt'));
  });

  test('what one person sees cannot be looked for, and counts as not there', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    assert.equal(await channel.find(outgoing('C1TEAM', null, { privateTo: person('U1ANN') })), null);
    assert.equal(slack.calls('conversations.history').length, 0);
  });
});
