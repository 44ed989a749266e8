// What was said while nobody listened: read from the watermark on, taken in once and in order, late if it is, and no more
// often than Slack lets us.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { patienceMs } from '../../fakes/patience.ts';
import { ALL_SCOPES, type FakeSlack } from '../../fakes/slack/index.ts';
import { conversation, SlackBench } from './bench.ts';

const bench = new SlackBench();

before(() => bench.open());
afterEach(() => bench.end());
after(() => bench.close());

const texts = async () => (await bench.inbox()).map((row) => row.payload.text);

/** Rows as they come. */
async function rows(slack: FakeSlack, count: number) {
  const deadline = AbortSignal.timeout(patienceMs);
  for (;;) {
    const found = await bench.inbox();
    if (found.length >= count) return found;
    assert.ok(!deadline.aborted, `${found.length} rows instead of ${count}\n${slack.dump()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Everybody's sockets end, things are said, and Slack has given their delivery up by the time we are back. */
async function whileDeaf(slack: FakeSlack, say: () => void): Promise<void> {
  slack.faults.refuseConnections(true);
  slack.faults.dropSockets();
  await slack.waitFor(() => slack.connected === 0, 'the socket to end');
  say();
  slack.faults.loseUndelivered();
  slack.faults.refuseConnections(false);
}

/** Resolves when a catch-up after this call has read the team's channel. */
async function caughtUp(slack: FakeSlack, begin: () => Promise<void> | void): Promise<void> {
  const reads = () =>
    slack
      .calls('conversations.history')
      .filter(({ args, outcome }) => args.channel === 'C1TEAM' && outcome === 'ok').length;
  const earlier = reads();
  await begin();
  await slack.waitFor(() => reads() > earlier, 'the channel to be read');
}

describe('after a gap', () => {
  test('mentions, DMs and replies in our threads are taken in once; chatter is not', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    const dm = slack.dm('U1ANN');
    slack.say({ user: 'U1ANN', channel: dm, text: 'before' });
    const root = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'a thread' });
    await bench.stored(slack, 2);
    await whileDeaf(slack, () => {
      const asked = slack.mention({ user: 'U2BOB', channel: 'C1TEAM', text: 'one' });
      slack.say({ user: 'U2BOB', channel: 'C1TEAM', text: 'canary' });
      slack.say({ user: 'U2BOB', channel: 'C1TEAM', thread_ts: asked, text: 'and one more' });
      slack.say({ user: 'U1ANN', channel: dm, text: 'two' });
      slack.say({ user: 'U2BOB', channel: 'C1TEAM', thread_ts: root, text: 'three' });
    });
    const found = await rows(slack, 6);
    assert.deepEqual(
      found
        .map(({ payload }) => payload.text)
        .slice(2)
        .sort(),
      ['and one more', 'one', 'three', 'two'],
    );
    const inThread = found.filter(
      (row) => row.conversation.includes(':C1TEAM:') && row.payload.text !== 'a thread',
    );
    assert.deepEqual(
      inThread.filter(({ payload }) => payload.text !== 'three').map(({ payload }) => payload.text),
      ['one', 'and one more'],
    );
    slack.say({ user: 'U1ANN', channel: dm, text: 'now' });
    await rows(slack, 7);
    assert.ok(!(await bench.everything()).includes('canary'));
  });

  test('a first DM of somebody who never wrote before is found, if the scope lets us list DMs', async () => {
    for (const lacking of [[], ['im:read']]) {
      const scopes = ALL_SCOPES.filter((scope) => !lacking.includes(scope));
      const slack = await bench.workspace({ scopes });
      const dm = slack.dm('U2BOB');
      await bench.started(slack);
      await caughtUp(slack, () =>
        whileDeaf(slack, () => {
          slack.say({ user: 'U2BOB', channel: dm, text: 'hello, I am new' });
          slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'a mention' });
        }),
      );
      const expected = lacking.length > 0 ? ['a mention'] : ['a mention', 'hello, I am new'];
      await rows(slack, expected.length);
      assert.deepEqual((await texts()).toSorted(), expected);
      await bench.end();
    }
  });

  test('what was edited meanwhile is told once, before what was said after it; what is new is read as it is now', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    const dm = slack.dm('U1ANN');
    const swim = slack.say({ user: 'U1ANN', channel: dm, text: 'remind me to swim' });
    const root = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'and here' });
    await bench.stored(slack, 2);
    await bench.database.db.updateTable('inbox').set({ state: 'done' }).execute();
    await whileDeaf(slack, () => {
      slack.edit({ channel: dm, ts: swim, text: 'remind me to run' });
      slack.edit({ channel: 'C1TEAM', ts: root, text: `<@${slack.botUserId}> and there` });
      const typo = slack.say({ user: 'U1ANN', channel: dm, text: 'thnaks' });
      slack.edit({ channel: dm, ts: typo, text: 'thanks' });
    });
    await rows(slack, 5);
    await caughtUp(slack, () => whileDeaf(slack, () => undefined));
    const found = await rows(slack, 5);
    assert.deepEqual(
      found.filter((row) => row.conversation.endsWith(dm)).map(({ kind, payload }) => [kind, payload.text]),
      [
        ['message', 'remind me to swim'],
        ['edit', 'remind me to run'],
        ['message', 'thanks'],
      ],
    );
    assert.deepEqual(found.map(({ kind }) => kind).sort(), ['edit', 'edit', 'message', 'message', 'message']);
  });

  test('a process that was down reads from the watermark on; what is older than a minute is late', async () => {
    let now = Date.now() - 600_000;
    const slack = await bench.workspace({ now: () => now });
    const clock = { now: () => new Date(now) };
    const first = await bench.started(slack, bench.intake(), {}, { clock });
    slack.say({ user: 'U1ANN', channel: slack.dm('U1ANN'), text: 'before' });
    await bench.stored(slack, 1);
    await first.stop();
    slack.say({ user: 'U1ANN', channel: slack.dm('U1ANN'), text: 'ten minutes ago' });
    now += 595_000;
    slack.mention({ user: 'U2BOB', channel: 'C1TEAM', text: 'just now' });
    slack.faults.loseUndelivered();
    now += 5000;
    await bench.started(slack, bench.intake(), {}, { clock });
    const found = await rows(slack, 3);
    assert.deepEqual(
      new Map(found.map(({ payload }) => [payload.text, payload.late])),
      new Map([
        ['before', false],
        ['ten minutes ago', true],
        ['just now', false],
      ]),
    );
  });

  test('nothing is answered that is older than CATCH_UP_HOURS, or was said before the first start ever', async () => {
    let now = Date.now() - 14 * 3_600_000;
    const slack = await bench.workspace({ now: () => now });
    const clock = { now: () => new Date(now) };
    slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'before the first start' });
    slack.faults.loseUndelivered();
    now += 3_600_000;
    const first = await bench.started(slack, bench.intake(), {}, { clock });
    await first.stop();
    now += 60_000;
    slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'thirteen hours ago' });
    now += 12 * 3_600_000;
    slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'an hour ago' });
    slack.faults.loseUndelivered();
    now += 3_600_000 - 60_000;
    await bench.started(slack, bench.intake(), {}, { clock });
    await rows(slack, 1);
    assert.deepEqual(await texts(), ['an hour ago']);
  });

  test('what was said in a thread before we took part stays unread when it is paged', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    const root = slack.say({ user: 'U2BOB', channel: 'C1TEAM', text: 'canary root' });
    slack.say({ user: 'U2BOB', channel: 'C1TEAM', thread_ts: root, text: 'canary reply' });
    slack.mention({ user: 'U1ANN', channel: 'C1TEAM', thread_ts: root, text: 'what do you think?' });
    await bench.stored(slack, 1);
    await caughtUp(slack, () => whileDeaf(slack, () => undefined));
    slack.say({ user: 'U1ANN', channel: 'C1TEAM', thread_ts: root, text: 'well?' });
    const found = await rows(slack, 2);
    assert.deepEqual(await texts(), ['what do you think?', 'well?']);
    // What it read when it was called in stands with that message, and nowhere else.
    const read = found.map(({ payload }) => ((payload.discussion ?? []) as readonly unknown[]).length);
    assert.deepEqual(read, [2, 0]);
    assert.equal((await bench.everything()).split('canary').length - 1, 2);
  });

  test('a mention in a thread that nobody had called us into is found', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    const root = slack.say({ user: 'U2BOB', channel: 'C1TEAM', text: 'canary root' });
    await slack.settled();
    await whileDeaf(slack, () => {
      slack.say({ user: 'U2BOB', channel: 'C1TEAM', thread_ts: root, text: 'canary reply' });
      slack.mention({ user: 'U2BOB', channel: 'C1TEAM', thread_ts: root, text: 'help us' });
    });
    await rows(slack, 1);
    assert.deepEqual(await texts(), ['help us']);
    assert.equal((await bench.inbox())[0]?.conversation, conversation('C1TEAM', root));
  });

  test('a live message waits for what was said before it', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    const dm = slack.dm('U1ANN');
    slack.say({ user: 'U1ANN', channel: dm, text: '0' });
    await bench.stored(slack, 1);
    await whileDeaf(slack, () => {
      slack.say({ user: 'U1ANN', channel: dm, text: '1' });
      slack.say({ user: 'U1ANN', channel: dm, text: '2' });
      slack.faults.delay({ api: 100 });
    });
    await slack.connection();
    slack.say({ user: 'U1ANN', channel: dm, text: '3' });
    await rows(slack, 4);
    assert.deepEqual(await texts(), ['0', '1', '2', '3']);
  });

  test('a room keeps its order while what was missed there cannot be read; other rooms do not wait for it', async () => {
    const slack = await bench.workspace();
    await caughtUp(slack, async () => void (await bench.started(slack, bench.intake(), { waitMs: 20_000 })));
    const [ann, bob] = [slack.dm('U1ANN'), slack.dm('U2BOB')];
    slack.say({ user: 'U1ANN', channel: ann, text: '0' });
    await bench.stored(slack, 1);
    await whileDeaf(slack, () => {
      slack.say({ user: 'U1ANN', channel: ann, text: '1' });
      slack.fail('conversations.history', {
        kind: 'http-500',
        times: Number.POSITIVE_INFINITY,
        match: (args) => args.channel === ann,
      });
    });
    await slack.connection();
    const refused = () =>
      slack.calls('conversations.history').filter(({ outcome }) => outcome !== 'ok').length;
    await slack.waitFor(() => refused() > 0, 'a reading in vain');
    slack.say({ user: 'U1ANN', channel: ann, text: '2' });
    slack.say({ user: 'U2BOB', channel: bob, text: 'elsewhere' });
    await rows(slack, 2);
    const earlier = refused();
    await slack.waitFor(() => refused() > earlier + 1, 'more readings in vain');
    assert.deepEqual((await texts()).toSorted(), ['0', 'elsewhere']);
    slack.faults.clear();
    await rows(slack, 4);
    assert.deepEqual(
      (await texts()).filter((text) => text !== 'elsewhere'),
      ['0', '1', '2'],
    );
  });

  test('what comes live waits also while Slack does not say which rooms there are', async () => {
    const slack = await bench.workspace();
    await caughtUp(slack, async () => void (await bench.started(slack, bench.intake(), { waitMs: 20_000 })));
    const dm = slack.dm('U1ANN');
    await whileDeaf(slack, () => {
      slack.say({ user: 'U1ANN', channel: dm, text: '1' });
      slack.fail('users.conversations', { kind: 'http-500', times: 3 });
    });
    await slack.connection();
    const refused = () => slack.calls('users.conversations').filter(({ outcome }) => outcome !== 'ok').length;
    await slack.waitFor(() => refused() > 0, 'a list in vain');
    slack.say({ user: 'U1ANN', channel: dm, text: '2' });
    await rows(slack, 2);
    assert.deepEqual(await texts(), ['1', '2']);
    assert.ok(refused() > 1, 'the list was refused more than once');
  });

  test('a room that cannot be read for long holds up what comes live there once, not message by message', async () => {
    const slack = await bench.workspace();
    await bench.started(slack, bench.intake(), { waitMs: 2500 });
    const dm = slack.dm('U1ANN');
    slack.say({ user: 'U1ANN', channel: dm, text: '0' });
    await bench.stored(slack, 1);
    await whileDeaf(slack, () =>
      slack.fail('conversations.history', {
        kind: 'http-500',
        times: Number.POSITIVE_INFINITY,
        match: (args) => args.channel === dm,
      }),
    );
    await slack.connection();
    const began = performance.now();
    for (const text of ['1', '2', '3', '4', '5', '6']) slack.say({ user: 'U1ANN', channel: dm, text });
    await rows(slack, 7);
    assert.deepEqual(await texts(), ['0', '1', '2', '3', '4', '5', '6']);
    assert.ok(performance.now() - began < 6 * 2500, 'each waited');
  });

  test('a command does not wait for what is read: Slack tells its person after three seconds that it failed', async () => {
    const slack = await bench.workspace();
    await bench.listening(slack);
    const dm = slack.dm('U1ANN');
    await whileDeaf(slack, () => {
      slack.say({ user: 'U1ANN', channel: dm, text: 'one' });
      slack.fail('conversations.history', { kind: 'ratelimited', retryAfter: 2, times: 1 });
    });
    await slack.connection();
    slack.say({ user: 'U1ANN', channel: dm, text: 'two' });
    slack.slash({ user: 'U1ANN', channel: dm, command: '/peacrab', text: 'reminders' });
    const found = await rows(slack, 3);
    assert.deepEqual(
      found.map(({ kind, payload }) => [kind, payload.text ?? payload.name]),
      [
        ['command', 'reminders'],
        ['message', 'one'],
        ['message', 'two'],
      ],
    );
  });

  test('what is deleted while it is being read is withdrawn, in a DM and in a thread of ours', async () => {
    const slack = await bench.workspace();
    await bench.listening(slack);
    const dm = slack.dm('U2BOB');
    const root = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'a thread' });
    await bench.stored(slack, 1);
    const slips: { readonly channel: string; readonly ts: string }[] = [];
    await whileDeaf(slack, () => {
      slack.faults.delay({ api: 200 });
      slips.push({ channel: dm, ts: slack.say({ user: 'U2BOB', channel: dm, text: 'a slip' }) });
      const reply = { user: 'U2BOB', channel: 'C1TEAM', thread_ts: root, text: 'another' };
      slips.push({ channel: 'C1TEAM', ts: slack.say(reply) });
    });
    await slack.waitFor(
      () => slack.calls('users.info').some(({ args }) => args.user === 'U2BOB'),
      'Bob to be looked up',
    );
    for (const slip of slips) slack.delete(slip);
    await rows(slack, 3);
    await slack.settled();
    const states = await bench.database.db.selectFrom('inbox').select(['message_id', 'state']).execute();
    for (const { ts } of slips)
      assert.equal(states.find(({ message_id: id }) => id === ts)?.state, 'done', slack.dump());
  });

  test('what the database refused is read again, also when Slack has given it up', async () => {
    const slack = await bench.workspace({ ackMs: 60 });
    const real = bench.intake();
    let down = true;
    const intake: typeof real = {
      ...real,
      receive: async (incoming) => {
        if (down) throw new Error('the database is down');
        return real.receive(incoming);
      },
    };
    await bench.started(slack, intake);
    slack.say({ user: 'U1ANN', channel: slack.dm('U1ANN'), text: 'hi' });
    await slack.settled();
    assert.equal(slack.deliveries[0]?.outcome, 'lost');
    down = false;
    await rows(slack, 1);
    assert.deepEqual(await texts(), ['hi']);
  });

  test('a refused page waits as long as Slack asks; a room that is closed to us holds nothing up', async () => {
    const slack = await bench.workspace();
    slack.channel('C2GONE', { members: ['U1ANN'] });
    await bench.started(slack);
    await caughtUp(slack, () => undefined);
    slack.fail('conversations.history', { kind: 'ratelimited', retryAfter: 1, times: 2 });
    slack.fail('conversations.history', {
      kind: 'error',
      error: 'not_in_channel',
      match: (args) => args.channel === 'C2GONE',
    });
    await whileDeaf(slack, () => slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'one' }));
    await rows(slack, 1);
    const refused = slack.calls('conversations.history').find(({ outcome }) => outcome === 'ratelimited');
    const answered = slack
      .calls('conversations.history')
      .find(
        ({ args, outcome, at }) => args.channel === 'C1TEAM' && outcome === 'ok' && at > (refused?.at ?? 0),
      );
    assert.ok((answered?.at ?? 0) - (refused?.at ?? 0) >= 1000, slack.dump());
    await bench.until((logged) => !logged.some(({ message }) => message.includes('could not be read')));
  });

  test('a room that Slack will never let us read is said once, and does not hold the watermark', async () => {
    const slack = await bench.workspace();
    slack.channel('C2SHUT', { members: ['U1ANN', slack.botUserId], name: 'shut' });
    const intake = bench.intake();
    await bench.started(slack, intake);
    slack.fail('conversations.history', {
      kind: 'error',
      error: 'no_permission',
      times: Number.POSITIVE_INFINITY,
      match: (args) => args.channel === 'C2SHUT',
    });
    let ts = '';
    await whileDeaf(slack, () => {
      ts = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'one' });
    });
    await rows(slack, 1);
    const deadline = AbortSignal.timeout(patienceMs);
    while (((await intake.lastSeen('slack')) ?? '') < ts) {
      assert.ok(!deadline.aborted, 'the watermark stands still');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const said = bench.logged.filter(({ message }) => message.includes('cannot be read'));
    assert.equal(said.length, 1);
  });

  test('somebody who cannot be looked up is read again: their room is not closed', async () => {
    const slack = await bench.workspace();
    await bench.listening(slack);
    await caughtUp(slack, () =>
      whileDeaf(slack, () => {
        slack.fail('users.info', { kind: 'error', error: 'missing_scope', times: 1 });
        slack.mention({ user: 'U2BOB', channel: 'C1TEAM', text: 'one' });
      }),
    );
    await rows(slack, 1);
    assert.deepEqual(await texts(), ['one']);
    assert.equal(slack.calls('users.info').length, 2);
  });

  test('a room that takes long to read holds up what comes live there once, not message by message', async () => {
    const slack = await bench.workspace();
    await bench.started(slack, bench.intake(), { waitMs: 1500, rationMs: 600_000 });
    const dm = slack.dm('U1ANN');
    slack.say({ user: 'U1ANN', channel: dm, text: '0' });
    await bench.stored(slack, 1);
    const reads = () =>
      slack
        .calls('conversations.history')
        .filter(({ args, outcome }) => args.channel === dm && outcome === 'ok').length;
    await whileDeaf(slack, () => {
      slack.fail('conversations.history', {
        kind: 'ratelimited',
        retryAfter: 8,
        match: (args) => args.channel === dm,
      });
    });
    const before = reads();
    await slack.connection();
    for (const text of ['1', '2', '3', '4', '5', '6']) slack.say({ user: 'U1ANN', channel: dm, text });
    await rows(slack, 7);
    assert.deepEqual(await texts(), ['0', '1', '2', '3', '4', '5', '6']);
    assert.equal(reads(), before, 'they waited until all was read');
  });
});

describe('a rationed history', () => {
  test('is recognised, said once, and read page by page, direct messages first', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    slack.say({ user: 'U1ANN', channel: slack.dm('U1ANN'), text: 'before' });
    await bench.stored(slack, 1);
    slack.faults.rationHistory({ everyMs: 1500, limit: 15 });
    await whileDeaf(slack, () => {
      for (let n = 0; n < 20; n++) slack.say({ user: 'U2BOB', channel: 'C1TEAM', text: `canary ${n}` });
      slack.mention({ user: 'U2BOB', channel: 'C1TEAM', text: 'in the channel' });
      slack.say({ user: 'U1ANN', channel: slack.dm('U1ANN'), text: 'directly' });
    });
    await rows(slack, 3);
    assert.deepEqual(await texts(), ['before', 'directly', 'in the channel']);
    const said = bench.logged.filter(({ message }) => message.includes('rations reading history'));
    assert.equal(said.length, 1);
    assert.ok(slack.calls('conversations.history').some(({ args }) => Number(args.limit) === 15));
  });

  test('does not hold up what comes live', async () => {
    const slack = await bench.workspace();
    await bench.started(slack, bench.intake(), { rationMs: 600_000 });
    slack.faults.rationHistory({ everyMs: 600_000, limit: 15 });
    slack.mention({ user: 'U2BOB', channel: 'C1TEAM', text: 'before' });
    await bench.stored(slack, 1);
    await whileDeaf(slack, () => {
      for (let n = 0; n < 20; n++) slack.say({ user: 'U2BOB', channel: 'C1TEAM', text: `canary ${n}` });
    });
    await bench.until((logged) => logged.some(({ message }) => message.includes('rations reading history')));
    slack.mention({ user: 'U2BOB', channel: 'C1TEAM', text: 'live' });
    await bench.stored(slack, 2);
  });
});
