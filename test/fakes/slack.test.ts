// The fake Slack under a real Bolt app: what it sends and answers is what Bolt lives on. And the fake by itself.
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { FakeSlack } from './slack/index.ts';
import { Bench } from './slack-bench.ts';
import { boltApp, eventOf, socketClient, webClient } from './slack-clients.ts';

const bench = new Bench();

afterEach(() => bench.end());

describe('a Bolt app on the fake Slack', () => {
  test('hears a mention as message and app_mention, replies in the thread, and does not hear itself', async () => {
    const slack = await bench.workspace();
    const app = boltApp(slack);
    const heard: string[] = [];
    app.message(async ({ message }) => void heard.push(message.ts));
    app.event('app_mention', async ({ event, say }) => {
      await say({ text: `Hello <@${event.user}>`, thread_ts: event.thread_ts ?? event.ts });
    });
    await bench.started(app);
    const ts = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'are you there?' });
    const reply = await slack.waitFor(() => slack.messages('C1TEAM', { thread_ts: ts })[1], 'a reply');
    assert.equal(reply.text, 'Hello <@U1ANN>');
    assert.equal(reply.ours, true);
    await slack.settled();
    assert.deepEqual(heard, [ts]);
    const told = slack.deliveries.map((d) => eventOf(d));
    assert.deepEqual(told.map((e) => e.type).sort(), ['app_mention', 'message', 'message']);
    const echo = told.find((e) => e.bot_id === slack.botId);
    assert.equal(echo?.user, slack.botUserId);
    assert.equal(echo?.thread_ts, ts);
    assert.equal(echo?.channel_type, 'channel');
  });

  test('answers a DM, where no app_mention comes', async () => {
    const slack = await bench.workspace();
    const app = boltApp(slack);
    app.message(async ({ say }) => void (await say('in the DM')));
    await bench.started(app);
    const dm = slack.dm('U1ANN');
    slack.say({ user: 'U1ANN', channel: dm, text: `<@${slack.botUserId}> hi` });
    await slack.waitFor(() => slack.messages(dm)[1], 'an answer in the DM');
    assert.equal(slack.deliveries.filter((d) => eventOf(d).type === 'app_mention').length, 0);
    assert.equal(eventOf({ body: slack.deliveries[0]?.body ?? {} }).channel_type, 'im');
  });

  test('gets a click with message and response_url, and replaces the buttons by it', async () => {
    const slack = await bench.workspace();
    const app = boltApp(slack);
    app.action('undo', async ({ ack, respond, action }) => {
      await ack();
      await respond({ text: `undone ${'value' in action ? action.value : ''}`, replace_original: true });
    });
    await bench.started(app);
    const button = {
      type: 'button',
      text: { type: 'plain_text' as const, text: 'Undo' },
      action_id: 'undo',
      value: 'r3',
    };
    const blocks = [{ type: 'actions', elements: [button] }];
    const posted = await app.client.chat.postMessage({ channel: 'C1TEAM', text: 'set', blocks });
    const ts = String(posted.ts);
    assert.equal(slack.messages('C1TEAM')[0]?.shown, '[Undo]');
    slack.click({ user: 'U2BOB', channel: 'C1TEAM', message_ts: ts, action_id: 'undo', value: 'r3' });
    await slack.waitFor(
      () => slack.messages('C1TEAM')[0]?.shown === 'undone r3',
      'the buttons to be replaced',
    );
    const click = { user: 'U2BOB', channel: 'C1TEAM', message_ts: ts, action_id: 'undo' };
    assert.throws(() => slack.click(click), /Nothing to click/);
  });

  test('answers a slash command in its ack, and without an ack the person reads of a timeout', async () => {
    const slack = await bench.workspace({ ackMs: 100 });
    const app = boltApp(slack);
    app.command('/peacrab', async ({ ack, command }) => {
      if (command.text === 'help') await ack({ text: 'Here is help' });
    });
    await bench.started(app);
    slack.slash({ user: 'U1ANN', channel: 'C1TEAM', command: '/peacrab', text: 'help' });
    await slack.waitFor(() => slack.ephemerals('U1ANN')[0]?.text === 'Here is help', 'help, for Ann alone');
    slack.slash({ user: 'U1ANN', channel: slack.dm('U1ANN'), command: '/peacrab', text: 'sleep' });
    await slack.waitFor(() => slack.ephemerals('U1ANN')[1]?.text.includes('operation_timeout'), 'a timeout');
    assert.deepEqual(slack.ephemerals('U2BOB'), []);
    assert.deepEqual(slack.messages('C1TEAM'), []);
  });

  test('shows a home and a modal, and hears what people do with them', async () => {
    const slack = await bench.workspace();
    const app = boltApp(slack);
    const accessory = {
      type: 'button' as const,
      text: { type: 'plain_text' as const, text: 'Ask' },
      action_id: 'ask',
    };
    const section = {
      type: 'section' as const,
      text: { type: 'mrkdwn' as const, text: 'Persona' },
      accessory,
    };
    const title = { type: 'plain_text' as const, text: 'A question' };
    const submitted: string[] = [];
    app.event('app_home_opened', async ({ event, client }) => {
      await client.views.publish({ user_id: event.user, view: { type: 'home', blocks: [section] } });
    });
    app.action('ask', async ({ ack, body, client }) => {
      await ack();
      const trigger = (body as { trigger_id: string }).trigger_id;
      await client.views.open({
        trigger_id: trigger,
        view: { type: 'modal', title, callback_id: 'q', blocks: [] },
      });
    });
    app.view('q', async ({ ack, view }) => {
      await ack();
      submitted.push(JSON.stringify(view.state.values));
      await app.client.chat.postMessage({ channel: 'U1ANN', text: 'thanks' });
    });
    await bench.started(app);
    slack.openHome({ user: 'U1ANN' });
    await slack.waitFor(() => slack.home('U1ANN'), "Ann's home");
    slack.clickHome({ user: 'U1ANN', action_id: 'ask' });
    const modal = await slack.waitFor(() => slack.modals[0], 'a modal');
    slack.submit({ view_id: String(modal.view.id), values: { b: { a: { value: '42' } } } });
    await slack.waitFor(() => slack.messages(slack.dm('U1ANN'))[0], 'thanks in the DM');
    assert.deepEqual(submitted, ['{"b":{"a":{"value":"42"}}}']);
    assert.equal(slack.modals.length, 0);
  });
});

describe('the fake itself', () => {
  test('the same seed makes the same choices', async () => {
    const ids: string[][] = [];
    for (let run = 0; run < 2; run += 1) {
      const slack = await bench.workspace({ seed: 42 });
      for (let i = 0; i < 5; i += 1) slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: `n${i}` });
      ids.push(slack.deliveries.map((d) => `${String(d.body.event_id)} ${String(eventOf(d).type)}`));
    }
    assert.deepEqual(ids[0], ids[1]);
  });

  test('a wait in vain says for what, and shows what there is', async () => {
    const slack = await bench.workspace();
    slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'nobody answers' });
    await assert.rejects(
      slack.waitFor(() => false, 'an answer', 20),
      /an answer.*nobody answers/s,
    );
  });

  test('after stop nothing ticks, nothing listens and nobody waits', async () => {
    const slack = await FakeSlack.start({ ackMs: 60_000, retryMs: [60_000] });
    slack.channel('C1TEAM', { members: ['U1ANN'] });
    const client = await socketClient(slack, () => undefined);
    slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'hi' });
    slack.fail('api.test', { kind: 'hang' });
    const hanging = assert.rejects(webClient(slack).api.test(), { code: 'slack_webapi_request_error' });
    await slack.waitFor(() => slack.calls('api.test').length === 1, 'the call to arrive');
    const waiting = assert.rejects(
      slack.waitFor(() => false, 'never'),
      /was stopped/,
    );
    const url = slack.apiUrl;
    await client.disconnect();
    await slack.stop();
    await Promise.all([hanging, waiting]);
    assert.equal(slack.world.timers.running, 0);
    assert.equal(slack.connected, 0);
    await assert.rejects(fetch(`${url}api.test`, { method: 'POST' }));
  });
});
