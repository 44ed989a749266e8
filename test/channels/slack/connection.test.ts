// The socket: the row before the acknowledgement, a start that says what to do, and no deafness after whatever happens.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Intake } from '../../../src/delivery/channel.ts';
import { PeacrabError } from '../../../src/errors.ts';
import { ALL_SCOPES } from '../../fakes/slack/index.ts';
import { SlackBench } from './bench.ts';

const bench = new SlackBench();

before(() => bench.open());
afterEach(() => bench.end());
after(() => bench.close());

describe('the row before the acknowledgement', () => {
  test('an event is not acknowledged before its row is committed', async () => {
    const slack = await bench.workspace({ ackMs: 60_000 });
    const real = bench.intake();
    const [entered, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const receive: Intake['receive'] = async (incoming) => {
      entered.resolve();
      await release.promise;
      return real.receive(incoming);
    };
    await bench.started(slack, { ...real, receive });
    slack.say({ user: 'U1ANN', channel: slack.dm('U1ANN'), text: 'hi' });
    await entered.promise;
    assert.equal(slack.deliveries[0]?.outcome, 'waiting');
    release.resolve();
    const [row] = await bench.stored(slack, 1);
    assert.equal(row?.payload.text, 'hi');
    assert.equal(slack.deliveries[0]?.attempt, 0);
  });

  test('a database that is down for a moment: Slack delivers again, stored once', async () => {
    const slack = await bench.workspace({ ackMs: 60 });
    const real = bench.intake();
    let down = 1;
    const receive: Intake['receive'] = async (incoming) => {
      if (down-- > 0) throw new Error('the database is down');
      return real.receive(incoming);
    };
    await bench.listening(slack, { ...real, receive });
    slack.say({ user: 'U1ANN', channel: slack.dm('U1ANN'), text: 'hi' });
    await bench.stored(slack, 1);
    await slack.settled();
    assert.ok((slack.deliveries[0]?.attempt ?? 0) >= 1);
    await bench.stored(slack, 1);
    assert.ok(
      bench.logged.some((line) => line.level === 'error' && line.message.includes('not acknowledged')),
    );
  });

  test('killed between receipt and row: the next process gets the event again and stores it once', async () => {
    const slack = await bench.workspace({ ackMs: 300 });
    const env = { ...process.env, BOT: slack.botToken, APP: slack.appToken, URL: slack.apiUrl };
    const child = spawn(process.execPath, [join(import.meta.dirname, 'taker.ts')], {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    bench.later(async () => child.kill('SIGKILL'));
    await once(child, 'message');
    slack.say({ user: 'U1ANN', channel: slack.dm('U1ANN'), text: 'do not lose me' });
    await once(child, 'message');
    child.kill('SIGKILL');
    await slack.waitFor(() => slack.connected === 0, 'the socket of the killed process to end');
    await bench.started(slack);
    const [row] = await bench.stored(slack, 1);
    assert.equal(row?.payload.text, 'do not lose me');
    await slack.settled();
    assert.ok((slack.deliveries[0]?.attempt ?? 0) >= 1);
    await bench.stored(slack, 1);
  });

  test('when people cannot be looked up the event comes again', async () => {
    const slack = await bench.workspace({ ackMs: 60 });
    await bench.listening(slack);
    slack.fail('users.info', { kind: 'http-500', times: 1 });
    slack.say({ user: 'U1ANN', channel: slack.dm('U1ANN'), text: 'hi' });
    await bench.stored(slack, 1);
    await slack.settled();
    assert.ok((slack.deliveries[0]?.attempt ?? 0) >= 1);
    await bench.stored(slack, 1);
  });
});

describe('starting', () => {
  const faulty: readonly [
    string,
    RegExp,
    Parameters<SlackBench['workspace']>[0],
    { bot?: string; app?: string },
    string,
  ][] = [
    ['a wrong bot token', /SLACK_BOT_TOKEN must be/, {}, { bot: 'xoxb-wrong' }, 'CHANNEL_AUTH'],
    ['a wrong app token', /SLACK_APP_TOKEN must be/, {}, { app: 'xapp-wrong' }, 'CHANNEL_AUTH'],
    [
      'the tokens changed over',
      /SLACK_APP_TOKEN must be/,
      {},
      { app: 'xoxb-fake-bot-token' },
      'CHANNEL_AUTH',
    ],
    [
      'a scope missing',
      /lacks the scope im:history.*slack-manifest\.yaml/,
      { scopes: ALL_SCOPES.filter((scope) => scope !== 'im:history') },
      {},
      'CHANNEL_AUTH',
    ],
  ];
  for (const [name, sentence, options, tokens, code] of faulty) {
    test(`${name} stops the start with a sentence that says what to do`, async () => {
      const slack = await bench.workspace(options);
      const error = await bench
        .channel(slack, {}, tokens)
        .start(bench.intake())
        .then(
          () => null,
          (thrown: unknown) => thrown,
        );
      assert.ok(error instanceof PeacrabError, String(error));
      assert.equal(error.code, code);
      assert.match(error.message, sentence);
      assert.doesNotMatch(error.message, /wrong|fake/);
      assert.equal(slack.connected, 0);
    });
  }

  test('sockets that end as soon as they are open are opened again with patience, though the first at once', async () => {
    const slack = await bench.workspace();
    await bench.started(slack, bench.intake(), { reconnectMs: 100_000, reconnectMaxMs: 1_000_000 });
    slack.faults.dropSockets();
    await slack.waitFor(() => slack.calls('apps.connections.open').length === 2, 'a second socket');
    await bench.until((logged) => logged.some(({ message }) => message.includes('is open again')));
    slack.faults.dropSockets();
    const soon = 'ended as soon as it was open';
    await bench.until((logged) => logged.some(({ message }) => message.includes(soon)));
    const said = bench.logged.filter(({ message }) => message.includes(soon));
    assert.equal(said.length, 1);
    const waitMs = Number(Reflect.get(said[0]?.fields ?? {}, 'waitMs'));
    assert.ok(waitMs >= 100_000 && waitMs <= 200_000, `${waitMs}`);
  });

  test('a Slack that cannot be reached, or does not open a socket, stops the start', async () => {
    const slack = await bench.workspace();
    slack.faults.refuseConnections(true);
    const [first, second] = [bench.channel(slack), bench.channel(slack)];
    await assert.rejects(first.start(bench.intake()), { code: 'CHANNEL_START' });
    await slack.stop();
    await assert.rejects(second.start(bench.intake()), {
      code: 'CHANNEL_START',
      message: /cannot be reached.*SLACK_API_URL/,
    });
  });

  test('Socket Mode that is off stops the start with the place to switch it on', async () => {
    const slack = await bench.workspace();
    slack.faults.switchSocketModeOff();
    await assert.rejects(bench.channel(slack).start(bench.intake()), {
      code: 'CHANNEL_AUTH',
      message: /Socket Mode is off.*Enable Socket Mode/,
    });
  });

  test('once started it says who it is there', async () => {
    const slack = await bench.workspace();
    assert.equal((await bench.started(slack)).about?.(), 'Slack as @peacrab in peacrab-test');
  });

  test('scopes that are only wished for are named in the log, and it starts', async () => {
    const slack = await bench.workspace({ scopes: ALL_SCOPES.filter((scope) => scope !== 'groups:history') });
    await bench.started(slack);
    assert.ok(bench.logged.some((line) => line.level === 'warn' && line.message.includes('groups:history')));
  });
});

describe('staying connected', () => {
  test('when Slack asks to move, what is said meanwhile arrives, once', async () => {
    for (const lingerAfterClose of [false, true]) {
      const slack = await bench.workspace({ lingerAfterClose });
      await bench.started(slack);
      const dm = slack.dm('U1ANN');
      slack.faults.refresh('refresh_requested');
      slack.say({ user: 'U1ANN', channel: dm, text: 'in the gap' });
      await slack.settled();
      slack.faults.refresh('warning');
      slack.say({ user: 'U1ANN', channel: dm, text: 'again' });
      await slack.settled();
      assert.deepEqual(
        (await bench.inbox()).map((row) => row.payload.text),
        ['in the gap', 'again'],
      );
      await bench.end();
    }
  });

  test('a cut socket is opened again, also after an outage and refusals, and nothing is said twice', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    const dm = slack.dm('U1ANN');
    slack.faults.outage(true);
    slack.say({ user: 'U1ANN', channel: dm, text: 'during the outage' });
    await slack.waitFor(() => slack.connected === 0, 'the sockets to end');
    slack.faults.refuseConnections(true);
    slack.faults.outage(false);
    const before = slack.calls('apps.connections.open').length;
    await slack.waitFor(() => slack.calls('apps.connections.open').length > before + 2, 'three refusals');
    slack.faults.refuseConnections(false);
    await slack.settled();
    assert.deepEqual((await bench.stored(slack, 1))[0]?.payload.text, 'during the outage');
  });

  test('a dead socket is noticed by its pings and replaced', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    slack.faults.deafen('dead');
    await slack.waitFor(() => slack.calls('apps.connections.open').length === 2, 'a second connection');
    slack.say({ user: 'U1ANN', channel: slack.dm('U1ANN'), text: 'hello' });
    await bench.stored(slack, 1);
  });

  test('a socket that is silent though the client notices nothing is closed before another opens', async () => {
    const slack = await bench.workspace({ pingMs: 200 });
    const channel = await bench.started(slack, bench.intake(), { pongMs: 60_000 });
    assert.equal(channel.liveness?.().state, 'on');
    slack.faults.deafen('dead');
    slack.say({ user: 'U1ANN', channel: slack.dm('U1ANN'), text: 'hello' });
    await slack.waitFor(() => slack.calls('apps.connections.open').length === 2, 'a second connection');
    assert.equal(slack.connected, 0);
    await bench.stored(slack, 1);
    assert.ok(bench.logged.some(({ message }) => message.includes('has gone deaf')));
    assert.equal(channel.liveness?.().state, 'on');
    assert.equal(slack.connected, 1);
    await channel.stop();
    assert.deepEqual(channel.liveness?.(), { state: 'off', silentMs: null });
  });

  test('a socket is given up after a while also if Slack answers nothing; until it is back it is deaf', async () => {
    const slack = await bench.workspace({ pingMs: 200 });
    const channel = await bench.started(slack, bench.intake(), { pongMs: 60_000 });
    slack.faults.deafen('dead');
    slack.fail('auth.test', { kind: 'drop-before', times: Number.POSITIVE_INFINITY });
    slack.fail('apps.connections.open', { kind: 'drop-before', times: 3 });
    await bench.until((logged) => logged.some(({ message }) => message.includes('has gone deaf')));
    assert.equal(channel.liveness?.().state, 'deaf');
    await bench.until((logged) => logged.some(({ message }) => message.includes('open again')));
    assert.equal(channel.liveness?.().state, 'on');
  });

  test('stop leaves no socket and no timer, and a channel can be started again', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    await channel.stop();
    await slack.waitFor(() => slack.connected === 0, 'the socket to end');
    const open = slack.calls('apps.connections.open').length;
    await channel.start(bench.intake());
    slack.say({ user: 'U1ANN', channel: slack.dm('U1ANN'), text: 'hello' });
    await bench.stored(slack, 1);
    await channel.stop();
    assert.equal(slack.calls('apps.connections.open').length, open + 1);
  });

  test('stopped while it waits to reconnect, it stays stopped', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    slack.faults.refuseConnections(true);
    slack.faults.dropSockets();
    await slack.waitFor(() => slack.calls('apps.connections.open').length >= 3, 'attempts');
    await channel.stop();
    slack.faults.refuseConnections(false);
    const calls = slack.calls('apps.connections.open').length;
    await channel.start(bench.intake());
    assert.equal(slack.calls('apps.connections.open').length, calls + 1);
    assert.equal(slack.connected, 1);
  });
});
