// The fake's Web API under the real client: reading back, paging, limits, errors, and every way an answer goes wrong.
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { WebClientEvent } from '@slack/web-api';
import type { Fields } from './slack/index.ts';
import { Bench, platformError } from './slack-bench.ts';
import { eventOf, webClient } from './slack-clients.ts';

const bench = new Bench();

afterEach(() => bench.end());

describe('the Web API', () => {
  test('metadata comes back by history and replies when it is asked for, and not in events', async () => {
    const slack = await bench.workspace();
    const client = webClient(slack);
    const metadata = { event_type: 'peacrab_outbox', event_payload: { key: 'o-1' } };
    const posted = await client.chat.postMessage({ channel: 'C1TEAM', text: 'one', metadata });
    const ts = String(posted.ts);
    const reply = await client.chat.postMessage({ channel: 'C1TEAM', text: 'two', thread_ts: ts, metadata });
    const asked = { channel: 'C1TEAM', include_all_metadata: true };
    const history = await client.conversations.history(asked);
    assert.deepEqual(
      history.messages?.map((m) => [m.text, m.metadata]),
      [['one', metadata]],
    );
    const replies = await client.conversations.replies({ ...asked, ts });
    assert.deepEqual(
      replies.messages?.map((m) => [m.ts, m.metadata]),
      [
        [ts, metadata],
        [reply.ts, metadata],
      ],
    );
    const unasked = await client.conversations.replies({ channel: 'C1TEAM', ts });
    assert.ok(unasked.messages?.every((m) => m.metadata === undefined));
    assert.equal(unasked.messages?.[0]?.reply_count, 1);
    assert.ok(slack.deliveries.every((d) => eventOf(d).metadata === undefined));
  });

  test('history and replies are paged, newest and oldest first, within bounds', async () => {
    const slack = await bench.workspace();
    const client = webClient(slack);
    const all = ['1', '2', '3', '4', '5'].map((text) =>
      slack.say({ user: 'U1ANN', channel: 'C1TEAM', text }),
    );
    const [first = '', second = ''] = all;
    const texts: (string | undefined)[] = [];
    for await (const found of client.paginate('conversations.history', { channel: 'C1TEAM', limit: 2 })) {
      texts.push(...(found as unknown as { messages: { text: string }[] }).messages.map((m) => m.text));
    }
    assert.deepEqual(texts, ['5', '4', '3', '2', '1']);
    const bounds = { channel: 'C1TEAM', oldest: first, latest: String(all[3]) };
    const inside = await client.conversations.history(bounds);
    assert.deepEqual(
      inside.messages?.map((m) => m.text),
      ['3', '2'],
    );
    const inclusive = await client.conversations.history({ ...bounds, inclusive: true });
    assert.deepEqual(
      inclusive.messages?.map((m) => m.text),
      ['4', '3', '2', '1'],
    );
    for (const text of ['a', 'b', 'c'])
      slack.say({ user: 'U2BOB', channel: 'C1TEAM', text, thread_ts: second });
    const thread = await client.conversations.replies({ channel: 'C1TEAM', ts: second, limit: 3 });
    assert.deepEqual(
      thread.messages?.map((m) => m.text),
      ['2', 'a', 'b'],
    );
    assert.equal(thread.has_more, true);
    slack.faults.rationHistory({ everyMs: 60_000, limit: 2 });
    assert.equal((await client.conversations.history({ channel: 'C1TEAM' })).messages?.length, 2);
    await assert.rejects(client.conversations.history({ channel: 'C1TEAM' }), {
      code: 'slack_webapi_rate_limited_error',
    });
  });

  test('a 429 is honoured by the client: it waits and tries again, or says how long to wait', async () => {
    const slack = await bench.workspace();
    slack.fail('chat.postMessage', { kind: 'ratelimited', retryAfter: 0 });
    const waits: number[] = [];
    const patient = webClient(slack, {
      rejectRateLimitedCalls: false,
      retryConfig: { retries: 1, minTimeout: 0 },
    });
    patient.on(WebClientEvent.RATE_LIMITED, (seconds: number) => waits.push(seconds));
    await patient.chat.postMessage({ channel: 'C1TEAM', text: 'hello' });
    assert.deepEqual(waits, [0]);
    assert.deepEqual(
      slack.calls('chat.postMessage').map((c) => c.outcome),
      ['ratelimited', 'ok'],
    );
    slack.fail('chat.postMessage', { kind: 'ratelimited', retryAfter: 7 });
    const refused = webClient(slack).chat.postMessage({ channel: 'C1TEAM', text: 'hello' });
    await assert.rejects(refused, { code: 'slack_webapi_rate_limited_error', retryAfter: 7 });
    assert.equal(slack.messages('C1TEAM').length, 1);
  });

  test('a lost answer leaves the post standing: the client that retries posts twice, the other reports', async () => {
    const slack = await bench.workspace();
    slack.fail('chat.postMessage', { kind: 'lost-answer', times: 2 });
    const once = webClient(slack).chat.postMessage({ channel: 'C1TEAM', text: 'once' });
    await assert.rejects(once, { code: 'slack_webapi_request_error' });
    const retrying = webClient(slack, { retryConfig: { retries: 1, minTimeout: 0 } });
    await retrying.chat.postMessage({ channel: 'C1TEAM', text: 'twice' });
    assert.deepEqual(
      slack.messages('C1TEAM').map((m) => m.text),
      ['once', 'twice', 'twice'],
    );
    assert.equal(slack.calls()[0]?.outcome, 'lost-answer after ok');
  });

  test('calls dropped before, answered 500 or with an error, and calls never answered', async () => {
    const slack = await bench.workspace();
    const client = webClient(slack, { timeout: 200 });
    const say = () => client.chat.postMessage({ channel: 'C1TEAM', text: 'hi' });
    slack.fail('chat.postMessage', { kind: 'drop-before' });
    await assert.rejects(say(), { code: 'slack_webapi_request_error' });
    slack.fail('chat.postMessage', { kind: 'http-500' });
    await assert.rejects(say(), { code: 'slack_webapi_http_error', statusCode: 500 });
    slack.fail('*', { kind: 'error', error: 'account_inactive' });
    await assert.rejects(say(), platformError('account_inactive'));
    slack.fail('chat.postMessage', { kind: 'hang', processed: true });
    await assert.rejects(say(), { code: 'slack_webapi_request_error' });
    slack.faults.outage(true);
    await assert.rejects(say(), { code: 'slack_webapi_request_error' });
    slack.faults.outage(false);
    await say();
    assert.equal(slack.messages('C1TEAM').length, 2);
  });

  test('tokens, scopes and rooms are checked as Slack checks them', async () => {
    const slack = await bench.workspace({ scopes: ['chat:write', 'channels:history'] });
    const client = webClient(slack);
    const say = (channel: string, more: Fields = {}) =>
      client.chat.postMessage({ channel, text: 'hi', ...more });
    await assert.rejects(webClient(slack, {}, '').auth.test(), platformError('not_authed'));
    await assert.rejects(webClient(slack, {}, 'xoxb-no').auth.test(), platformError('invalid_auth'));
    assert.deepEqual((await client.auth.test()).response_metadata?.scopes, [
      'chat:write',
      'channels:history',
    ]);
    await assert.rejects(client.users.info({ user: 'U1ANN' }), platformError('missing_scope'));
    await assert.rejects(say('C1TEAM', { username: 'CFO' }), platformError('missing_scope'));
    await assert.rejects(say('C404'), platformError('channel_not_found'));
    await assert.rejects(say('C1TEAM', { thread_ts: '1.000001' }), platformError('thread_not_found'));
    await assert.rejects(client.chat.postMessage({ channel: 'C1TEAM', text: '' }), platformError('no_text'));
    slack.channel('C2ALONE', { bot: false });
    await assert.rejects(say('C2ALONE'), platformError('not_in_channel'));
    slack.channel('G3SECRET', { bot: false, kind: 'group' });
    await assert.rejects(say('G3SECRET'), platformError('channel_not_found'));
    const root = slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'root' });
    slack.faults.deleteThread('C1TEAM', root);
    const gone = client.conversations.replies({ channel: 'C1TEAM', ts: root });
    await assert.rejects(gone, platformError('thread_not_found'));
    slack.faults.archive('C1TEAM');
    await assert.rejects(say('C1TEAM'), platformError('is_archived'));
  });

  test('limits: texts are cut at 40,000, edits refused at 4,000, blocks checked one by one', async () => {
    const slack = await bench.workspace();
    const client = webClient(slack);
    const say = (blocks: Fields[]) =>
      client.chat.postMessage({ channel: 'C1TEAM', text: 't', blocks: blocks as never });
    const long = await client.chat.postMessage({ channel: 'C1TEAM', text: 'x'.repeat(40_001) });
    assert.equal(slack.messages('C1TEAM')[0]?.text.length, 40_000);
    const edit = client.chat.update({ channel: 'C1TEAM', ts: String(long.ts), text: 'é'.repeat(2001) });
    await assert.rejects(edit, platformError('msg_too_long'));
    const divider = { type: 'divider' };
    await say(Array.from({ length: 50 }, () => divider));
    await assert.rejects(say(Array.from({ length: 51 }, () => divider)), platformError('invalid_blocks'));
    const text = (length: number) => ({
      type: 'section',
      text: { type: 'mrkdwn', text: 'x'.repeat(length) },
    });
    await say([text(3000)]);
    await assert.rejects(say([text(3001)]), platformError('invalid_blocks'));
    const button = (more: Fields) => {
      const label = { type: 'plain_text', text: 'ok' };
      return [{ type: 'actions', elements: [{ type: 'button', text: label, action_id: 'a', ...more }] }];
    };
    await say(button({ value: 'v'.repeat(2000) }));
    await assert.rejects(say(button({ value: 'v'.repeat(2001) })), platformError('invalid_blocks'));
    await assert.rejects(say(button({ action_id: 'v'.repeat(256) })), platformError('invalid_blocks'));
    await assert.rejects(
      say(button({ text: { type: 'plain_text', text: 'x'.repeat(76) } })),
      platformError('invalid_blocks'),
    );
    await assert.rejects(
      say([{ type: 'markdown', text: 'x'.repeat(12_001) }]),
      platformError('invalid_blocks'),
    );
    const half = { type: 'markdown', text: 'x'.repeat(6001) };
    await say([half]);
    await assert.rejects(say([half, half]), platformError('msg_blocks_too_long'));
    await assert.rejects(say([{ type: 'sektion' }]), platformError('invalid_blocks'));
  });

  test('reactions, statuses, ephemerals, edits and deletions are seen as people see them', async () => {
    const slack = await bench.workspace();
    const client = webClient(slack);
    const ts = slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'hi' });
    const eyes = { channel: 'C1TEAM', timestamp: ts, name: 'eyes' };
    await client.reactions.add(eyes);
    await assert.rejects(client.reactions.add(eyes), platformError('already_reacted'));
    assert.deepEqual(slack.reactions('C1TEAM', ts), [{ name: 'eyes', users: [slack.botUserId] }]);
    await client.reactions.remove(eyes);
    await assert.rejects(client.reactions.remove(eyes), platformError('no_reaction'));
    const status = { channel_id: 'C1TEAM', thread_ts: ts, status: 'is thinking' };
    await client.assistant.threads.setStatus(status);
    assert.equal(slack.statuses[0]?.current, true);
    const posted = await client.chat.postMessage({ channel: 'C1TEAM', text: 'on it', thread_ts: ts });
    assert.equal(slack.statuses[0]?.current, false);
    await client.chat.update({ channel: 'C1TEAM', ts: String(posted.ts), text: 'done' });
    const [, reply] = slack.messages('C1TEAM', { thread_ts: ts });
    assert.deepEqual([reply?.text, reply?.edited], ['done', true]);
    const foreign = { channel: 'C1TEAM', ts, text: 'mine now' };
    await assert.rejects(client.chat.update(foreign), platformError('cant_update_message'));
    await client.chat.delete({ channel: 'C1TEAM', ts: String(posted.ts) });
    assert.deepEqual(slack.ours(), []);
    await client.chat.postEphemeral({ channel: 'C1TEAM', user: 'U2BOB', text: 'psst' });
    assert.deepEqual(
      slack.ephemerals('U2BOB').map((e) => e.text),
      ['psst'],
    );
    assert.equal(slack.messages('C1TEAM').length, 1);
  });

  test('people have a zone, and a locale when asked; a file is read with the token only', async () => {
    const slack = await bench.workspace();
    const client = webClient(slack);
    const plain = await client.users.info({ user: 'U1ANN' });
    assert.deepEqual([plain.user?.tz, plain.user?.locale], ['Europe/Berlin', undefined]);
    const full = await client.users.info({ user: 'U1ANN', include_locale: true });
    assert.equal(full.user?.locale, 'de-DE');
    await assert.rejects(client.users.info({ user: 'U404' }), platformError('user_not_found'));
    const opened = await client.conversations.open({ users: 'U1ANN' });
    assert.equal(opened.channel?.id, slack.dm('U1ANN'));
    const files = [{ name: 'plan.txt', content: 'the plan' }];
    slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'see', files });
    const event = eventOf({ body: slack.deliveries[0]?.body ?? {} });
    assert.equal(event.subtype, 'file_share');
    const url = String((event.files as Fields[])[0]?.url_private);
    const headers = { authorization: `Bearer ${slack.botToken}` };
    assert.equal(await (await fetch(url, { headers })).text(), 'the plan');
    assert.match(await (await fetch(url)).text(), /Sign in/);
  });

  test('a post under a name of its own is a bot_message without a user', async () => {
    const slack = await bench.workspace();
    await webClient(slack).chat.postMessage({
      channel: 'C1TEAM',
      text: 'numbers',
      username: 'CFO',
      icon_emoji: ':bar_chart:',
    });
    const event = eventOf({ body: slack.deliveries[0]?.body ?? {} });
    assert.deepEqual([event.subtype, event.user, event.username], ['bot_message', undefined, 'CFO']);
    assert.equal(slack.messages('C1TEAM')[0]?.ours, true);
  });
});
