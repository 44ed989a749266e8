// The fake's Socket Mode under the real client: acks, retries, one of N, refresh, deaf and dead sockets, event shapes.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, test } from 'node:test';
import type { Fields } from './slack/index.ts';
import { Bench, partOf, platformError } from './slack-bench.ts';
import { type Envelope, eventOf, webClient } from './slack-clients.ts';

const bench = new Bench();

afterEach(() => bench.end());

describe('Socket Mode', () => {
  test('an unacknowledged event comes again with the same event_id, and after three retries no more', async () => {
    const slack = await bench.workspace({ ackMs: 40 });
    const heard: Envelope[] = [];
    await bench.listening(slack, (envelope) => heard.push(envelope));
    slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'anyone?' });
    await slack.waitFor(() => slack.deliveries[0]?.outcome === 'lost', 'the event to be given up');
    assert.deepEqual(
      heard.map((e) => e.retry_num),
      [0, 1, 2, 3],
    );
    assert.deepEqual(
      heard.map((e) => e.retry_reason),
      ['', 'timeout', 'timeout', 'timeout'],
    );
    assert.equal(new Set(heard.map((e) => e.body.event_id)).size, 1);
    assert.equal(new Set(heard.map((e) => e.envelope_id)).size, 4);
  });

  test('a swallowed ack means one redelivery', async () => {
    const slack = await bench.workspace({ ackMs: 40 });
    const heard: Envelope[] = [];
    await bench.listening(slack, (envelope) => {
      heard.push(envelope);
      return envelope.ack();
    });
    slack.faults.swallowAcks(1);
    slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'once' });
    await slack.settled();
    assert.deepEqual(
      heard.map((e) => e.retry_num),
      [0, 1],
    );
  });

  test('a doubled event comes in two envelopes, a reordered one in another order', async () => {
    const slack = await bench.workspace({ seed: 3 });
    const heard: Envelope[] = [];
    await bench.listening(slack, (envelope) => {
      heard.push(envelope);
      slack.world.changes.touch();
      return envelope.ack();
    });
    slack.faults.duplicateEvents(1);
    slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'twice' });
    await slack.waitFor(() => heard.length === 2, 'both copies');
    assert.equal(heard[0]?.body.event_id, heard[1]?.body.event_id);
    slack.faults.reorder(4);
    for (const text of ['1', '2', '3', '4']) slack.say({ user: 'U1ANN', channel: 'C1TEAM', text });
    await slack.waitFor(() => heard.length === 6, 'the four');
    const order = heard.slice(2).map((e) => String(eventOf(e).text));
    assert.notDeepEqual(order, ['1', '2', '3', '4'], `seed ${slack.seed}`);
    assert.deepEqual(order.toSorted(), ['1', '2', '3', '4']);
  });

  test('of two sockets one gets each event', async () => {
    const slack = await bench.workspace();
    const heard: [string[], string[]] = [[], []];
    for (const list of heard) {
      await bench.listening(slack, (envelope) => {
        list.push(String(eventOf(envelope).text));
        return envelope.ack();
      });
    }
    for (let i = 0; i < 20; i += 1) slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: `n${i}` });
    await slack.settled();
    assert.equal(heard[0].length + heard[1].length, 20);
    assert.equal(new Set(heard.flat()).size, 20);
    assert.ok(heard[0].length > 0 && heard[1].length > 0, `seed ${slack.seed}`);
  });

  test('after refresh_requested the client opens a new socket; what was said meanwhile arrives', async () => {
    const slack = await bench.workspace();
    const heard: string[] = [];
    await bench.listening(slack, (envelope) => {
      heard.push(String(eventOf(envelope).text));
      return envelope.ack();
    });
    slack.faults.refresh('refresh_requested');
    slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'in the gap' });
    await slack.settled();
    assert.deepEqual(heard, ['in the gap']);
    assert.deepEqual(slack.deliveries[0]?.sockets, [2]);
    assert.equal(slack.calls('apps.connections.open').length, 2);
  });

  test('the close of a refresh is survived when Slack leaves the TCP connection open', async () => {
    const slack = await bench.workspace({ lingerAfterClose: true });
    await bench.listening(slack, (envelope) => envelope.ack());
    slack.faults.refresh();
    slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'later' });
    await slack.settled();
    assert.equal(slack.deliveries[0]?.outcome, 'acknowledged');
  });

  test('a cut socket is opened again, also when connections were refused for a while', async () => {
    const slack = await bench.workspace();
    await bench.listening(slack, (envelope) => envelope.ack());
    slack.faults.refuseConnections(true);
    slack.faults.dropSockets();
    await slack.waitFor(() => slack.calls('apps.connections.open').length >= 2, 'an attempt that is refused');
    slack.faults.refuseConnections(false);
    slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'back?' });
    await slack.settled();
    assert.equal(slack.deliveries[0]?.outcome, 'acknowledged');
  });

  test('a socket dead in both directions is noticed by its pings, and replaced', async () => {
    const slack = await bench.workspace();
    await bench.listening(slack, (envelope) => envelope.ack());
    assert.equal(slack.faults.deafen('dead'), 1);
    await slack.waitFor(() => slack.calls('apps.connections.open').length === 2, 'a second connection');
    slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'hello' });
    await slack.settled();
    assert.deepEqual(slack.deliveries[0]?.outcome, 'acknowledged');
  });

  test('a deaf socket that answers pings loses its events; they come again by another', async () => {
    const slack = await bench.workspace({ ackMs: 40 });
    await bench.listening(slack, (envelope) => envelope.ack());
    slack.faults.deafen('events-lost');
    await bench.listening(slack, (envelope) => envelope.ack());
    for (let i = 0; i < 6; i += 1) slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: `n${i}` });
    await slack.settled();
    const heard = slack.deliveries.filter((d) => d.outcome === 'acknowledged');
    assert.ok(
      heard.some((d) => d.attempt > 0),
      `seed ${slack.seed}`,
    );
    assert.ok(heard.every((d) => d.sockets.at(-1) === 2));
  });

  test('while nobody is connected events wait, or are lost once the outage outlasts the retries', async () => {
    const slack = await bench.workspace();
    slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'lost' });
    slack.faults.loseUndelivered();
    slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'kept' });
    const heard: string[] = [];
    await bench.listening(slack, (envelope) => {
      heard.push(String(eventOf(envelope).text));
      return envelope.ack();
    });
    await slack.settled();
    assert.deepEqual(heard, ['kept']);
  });

  test('what a killed process had taken and not acknowledged comes again to the next', async () => {
    const slack = await bench.workspace({ ackMs: 100 });
    const code = `import { SocketModeClient } from '@slack/socket-mode';
      const client = new SocketModeClient({ appToken: process.env.APP, clientOptions: { slackApiUrl: process.env.URL } });
      client.on('slack_event', () => process.send('taken'));
      await client.start();`;
    const env = { ...process.env, APP: slack.appToken, URL: slack.apiUrl };
    const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { env, stdio: [...stdio] });
    bench.later(async () => child.kill('SIGKILL'));
    slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'do not lose me' });
    await once(child, 'message');
    child.kill('SIGKILL');
    await slack.waitFor(() => slack.connected === 0, 'the socket of the killed process to end');
    const heard: Envelope[] = [];
    await bench.listening(slack, (envelope) => {
      heard.push(envelope);
      return envelope.ack();
    });
    await slack.settled();
    assert.deepEqual(
      heard.map((e) => [eventOf(e).text, e.retry_num]),
      [['do not lose me', 1]],
    );
  });

  test('edits, unfurls, deletions and reactions come as Slack tells them', async () => {
    const slack = await bench.workspace();
    const heard: Fields[] = [];
    await bench.listening(slack, (envelope) => {
      heard.push(eventOf(envelope));
      return envelope.ack();
    });
    const at = {
      channel: 'C1TEAM',
      ts: slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'see https://x.test' }),
    };
    slack.unfurl({ ...at, url: 'https://x.test' });
    slack.edit({ ...at, text: `<@${slack.botUserId}> see` });
    slack.react({ ...at, user: 'U2BOB', name: 'eyes' });
    slack.say({ user: 'U2BOB', channel: 'C1TEAM', text: 'reply', thread_ts: at.ts, broadcast: true });
    slack.delete(at);
    await slack.settled();
    const kinds = heard.map(
      (e) => `${String(e.type)}${e.subtype === undefined ? '' : `/${String(e.subtype)}`}`,
    );
    assert.deepEqual(kinds, [
      'message',
      'message/message_changed',
      'message/message_changed',
      'app_mention',
      'reaction_added',
      'message/thread_broadcast',
      'message/message_changed',
    ]);
    const [, unfurled, edited] = heard.map((e) => e.message as Fields | undefined);
    assert.equal(unfurled?.edited, undefined);
    assert.equal(partOf(edited, 'edited').user, 'U1ANN');
    assert.equal(partOf(heard[6], 'message').subtype, 'tombstone');
    assert.equal(partOf(heard[5], 'root').ts, at.ts);
  });

  test('a wrong app token is an error at once', async () => {
    const slack = await bench.workspace();
    const client = webClient(slack, {}, 'xapp-wrong');
    await assert.rejects(client.apps.connections.open(), platformError('invalid_auth'));
    await assert.rejects(webClient(slack).apps.connections.open(), platformError('not_allowed_token_type'));
  });
});
