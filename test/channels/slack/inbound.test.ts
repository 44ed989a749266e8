// What people do on Slack, and what becomes of it: the real Bolt and Socket Mode clients on the fake, the real intake.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { MessagePayload } from '../../../src/delivery/payload.ts';
import { conversation, outgoing, person, SlackBench } from './bench.ts';

const bench = new SlackBench();

before(() => bench.open());
afterEach(() => bench.end());
after(() => bench.close());

describe('taking in', () => {
  test('a mention begins a thread; message and app_mention are one row, with the person and the room', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    const ts = slack.mention({
      user: 'U1ANN',
      channel: 'C1TEAM',
      text: 'hi &amp; hello <@U2BOB> in <#C1TEAM>',
    });
    const [row] = await bench.stored(slack, 1);
    assert.equal(slack.deliveries.length, 2, 'message and app_mention came');
    assert.equal(row?.conversation, conversation('C1TEAM', ts));
    assert.equal(row?.person, person('U1ANN'));
    assert.equal(row?.id, ts);
    assert.equal(row?.kind, 'message');
    assert.equal(row?.payload.text, 'hi & hello @Bob in #team');
    const ann = await bench.database.db.selectFrom('person').selectAll().executeTakeFirstOrThrow();
    assert.deepEqual(
      [ann.name, ann.zone, ann.zone_source, ann.locale],
      ['Ann', 'Europe/Berlin', 'profile', 'de-DE'],
    );
    const room = await bench.database.db.selectFrom('room').selectAll().executeTakeFirstOrThrow();
    assert.deepEqual([room.kind, room.name, room.topic], ['channel', 'team', 'work']);
  });

  test('in the thread that a mention began, everybody is heard without a further mention', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    const ts = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'hi' });
    await bench.stored(slack, 1);
    slack.say({ user: 'U2BOB', channel: 'C1TEAM', text: 'me too', thread_ts: ts });
    const rows = await bench.stored(slack, 2);
    assert.deepEqual(
      rows.map((row) => [row.person, row.conversation]),
      [
        [person('U1ANN'), conversation('C1TEAM', ts)],
        [person('U2BOB'), conversation('C1TEAM', ts)],
      ],
    );
  });

  test('a mention in a thread of others makes us part of that thread', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    const root = slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'lunch?' });
    slack.say({ user: 'U2BOB', channel: 'C1TEAM', text: 'pizza', thread_ts: root });
    slack.mention({ user: 'U2BOB', channel: 'C1TEAM', text: 'what do you say', thread_ts: root });
    const [row] = await bench.stored(slack, 1);
    assert.equal(row?.conversation, conversation('C1TEAM', root));
    slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'well?', thread_ts: root });
    await bench.stored(slack, 2);
  });

  test('chatter is in no table and in no log, and nobody is looked up for it', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    const reading = /^(users\.conversations|conversations\.(history|replies))$/;
    const calls = () => slack.calls().filter(({ method }) => !reading.test(method)).length;
    const before = calls();
    const root = slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'canary-top <@U2BOB>' });
    slack.say({ user: 'U2BOB', channel: 'C1TEAM', text: 'canary-thread', thread_ts: root });
    slack.say({
      user: 'U2BOB',
      channel: 'C1TEAM',
      text: 'canary-broadcast',
      thread_ts: root,
      broadcast: true,
    });
    slack.edit({ channel: 'C1TEAM', ts: root, text: 'canary-edited' });
    slack.delete({ channel: 'C1TEAM', ts: root });
    await bench.stored(slack, 0);
    assert.ok(
      slack.deliveries.every((delivery) => delivery.outcome === 'acknowledged' && delivery.attempt === 0),
    );
    assert.doesNotMatch(await bench.everything(), /canary|U2BOB|U1ANN/);
    assert.doesNotMatch(JSON.stringify(bench.logged), /canary/);
    assert.equal(calls(), before);
  });

  test('a DM is a conversation, and so is each thread in it', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    const dm = slack.dm('U1ANN');
    const ts = slack.say({ user: 'U1ANN', channel: dm, text: `<@${slack.botUserId}> hi` });
    slack.say({ user: 'U1ANN', channel: dm, text: 'aside', thread_ts: ts });
    const rows = await bench.stored(slack, 2);
    assert.deepEqual(
      rows.map((row) => [row.conversation, row.payload.text]),
      [
        [conversation(dm), 'hi'],
        [conversation(dm, ts), 'aside'],
      ],
    );
  });

  test('a reply to a message of ours belongs to that message’s conversation', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    const dm = slack.dm('U1ANN');
    for (const [at, where] of [
      [dm, conversation(dm)],
      ['C1TEAM', conversation('C1TEAM')],
    ] as const) {
      const ours = await channel.send(outgoing(at, null, { text: '⏰ stretch' }));
      await bench.said(where, ours);
      slack.say({ user: 'U1ANN', channel: at, text: 'snooze that', thread_ts: ours });
    }
    const rows = await bench.stored(slack, 2);
    assert.deepEqual(
      rows.map((row) => row.conversation),
      [conversation(dm), conversation('C1TEAM')],
    );
  });

  test('duplicates, redeliveries and reordering are stored once', async () => {
    const slack = await bench.workspace({ seed: 11 });
    await bench.started(slack);
    slack.faults.duplicateEvents(2);
    slack.faults.swallowAcks(2);
    slack.faults.reorder(6);
    const dm = slack.dm('U1ANN');
    const ids = [
      slack.say({ user: 'U1ANN', channel: dm, text: 'one' }),
      slack.say({ user: 'U1ANN', channel: dm, text: 'two' }),
      slack.mention({ user: 'U2BOB', channel: 'C1TEAM', text: 'three' }),
      slack.mention({ user: 'U2BOB', channel: 'C1TEAM', text: 'four' }),
    ];
    const rows = await bench.stored(slack, 4);
    assert.deepEqual(rows.map((row) => row.id).sort(), ids.sort());
  });

  test('messages of one room are stored in the order in which they came, though somebody must be looked up first', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    slack.faults.delay({ api: 40 });
    const dm = slack.dm('U1ANN');
    const ids = ['a', 'b', 'c', 'd'].map((text) => slack.say({ user: 'U1ANN', channel: dm, text }));
    const rows = await bench.stored(slack, 4);
    assert.deepEqual(
      rows.map((row) => row.id),
      ids,
    );
    assert.equal(slack.calls('users.info').length, 1);
  });

  test('bots, other teams, our own posts, edits and deletions are left alone; a guard against loops', async () => {
    const slack = await bench.workspace();
    slack.person('U9BOT', { isBot: true, name: 'Other bot' });
    const channel = await bench.started(slack);
    const dm = slack.dm('U1ANN');
    slack.otherBot({ channel: 'C1TEAM', text: `<@${slack.botUserId}> beep` });
    slack.otherBot({ channel: 'C1TEAM', text: `<@${slack.botUserId}> beep`, user: 'U9BOT' });
    slack.mention({ user: 'U9BOT', channel: 'C1TEAM', text: 'without a bot_id' });
    await channel.send(outgoing(dm, null, { text: 'our own' }));
    await channel.send(outgoing('C1TEAM', null, { text: `<@${slack.botUserId}> our own` }));
    await bench.stored(slack, 0);
    assert.doesNotMatch(await bench.everything(), /U9BOT/);
  });

  test('people of other workspaces and outside of ALLOW are told once, and their words are not stored', async () => {
    const slack = await bench.workspace();
    slack.person('U3OUT', { name: 'Out', teamId: 'T0OTHER' });
    slack.channel('C2SHARED', { members: ['U3OUT'], shared: true });
    await bench.started(slack);
    slack.mention({ user: 'U3OUT', channel: 'C2SHARED', text: 'canary' });
    slack.mention({ user: 'U3OUT', channel: 'C2SHARED', text: 'canary' });
    await bench.stored(slack, 0);
    const told = await bench.database.db.selectFrom('outbox').selectAll().execute();
    assert.equal(told.length, 1);
    assert.doesNotMatch(await bench.everything(), /canary/);
  });

  test('an image alone, a forwarded message, and a mention with nothing else are taken in', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    const dm = slack.dm('U1ANN');
    slack.say({
      user: 'U1ANN',
      channel: dm,
      text: '',
      files: [{ name: 'photo.png', mimetype: 'image/png', content: 'x' }],
    });
    slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: '' });
    const rows = await bench.stored(slack, 2);
    assert.deepEqual(
      rows.map((row) => [
        row.payload.text,
        (row.payload as Partial<MessagePayload>).files?.map(({ name }) => name),
      ]),
      [
        ['', ['photo.png']],
        ['', undefined],
      ],
    );
  });
});

describe('commands and clicks', () => {
  test('a slash command is private, belongs to the DM or the channel, and without words means help', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    const dm = slack.dm('U1ANN');
    slack.slash({ user: 'U1ANN', channel: dm, command: '/peacrab', text: 'Remind tomorrow 9  stretch' });
    slack.slash({ user: 'U2BOB', channel: 'C1TEAM', command: '/peacrab', text: '' });
    const rows = await bench.stored(slack, 2);
    const of = (user: string) => rows.find((row) => row.person === person(user));
    assert.deepEqual(
      [of('U1ANN')?.conversation, of('U1ANN')?.payload.name, of('U1ANN')?.payload.args],
      [conversation(dm), 'remind', 'tomorrow 9  stretch'],
    );
    assert.deepEqual(
      [of('U2BOB')?.conversation, of('U2BOB')?.payload.name, of('U2BOB')?.payload.args],
      [conversation('C1TEAM'), 'help', ''],
    );
    for (const row of rows) {
      assert.equal(row.payload.private, true);
      assert.match(String(row.payload.replyToken), /^http/);
    }
    assert.deepEqual(slack.ephemerals('U1ANN'), [], 'no timeout, and no answer but the outbox’s');
  });

  test('a command in somebody else’s DM counts for the person’s own DM with us', async () => {
    const slack = await bench.workspace();
    slack.channel('D9THEIRS', { kind: 'im', members: ['U1ANN', 'U2BOB'], bot: false });
    await bench.started(slack);
    slack.slash({ user: 'U1ANN', channel: 'D9THEIRS', command: '/peacrab', text: 'reminders' });
    const [row] = await bench.stored(slack, 1);
    assert.equal(row?.conversation, conversation(slack.dm('U1ANN')));
  });

  test('a click on an answer there counts for the clicker’s own DM, too', async () => {
    const slack = await bench.workspace();
    slack.channel('D9THEIRS', { kind: 'im', members: ['U1ANN', 'U2BOB'], bot: false });
    const channel = await bench.started(slack);
    slack.slash({ user: 'U1ANN', channel: 'D9THEIRS', command: '/peacrab', text: 'reminders' });
    const [asked] = await bench.stored(slack, 1);
    await channel.send({
      ...outgoing(slack.dm('U1ANN'), null, { buttons: [{ label: 'Undo', action: 'undo:1' }] }),
      privateTo: person('U1ANN'),
      replyToken: String(asked?.payload.replyToken),
    });
    const answer = slack.ephemerals('U1ANN')[0];
    slack.click({
      user: 'U1ANN',
      channel: 'D9THEIRS',
      message_ts: answer?.ts ?? '',
      action_id: 'peacrab_0',
    });
    const rows = await bench.stored(slack, 2);
    assert.deepEqual(
      rows.map(({ kind, conversation: of }) => [kind, of]),
      [
        ['command', conversation(slack.dm('U1ANN'))],
        ['click', conversation(slack.dm('U1ANN'))],
      ],
    );
  });

  test('a command in a DM is not stored for a place we cannot reach: the person is told, and it works the next time', async () => {
    const slack = await bench.workspace();
    slack.channel('D9THEIRS', { kind: 'im', members: ['U1ANN', 'U2BOB'], bot: false });
    await bench.started(slack);
    slack.fail('conversations.open', { kind: 'http-500' });
    const remind = { user: 'U1ANN', channel: 'D9THEIRS', command: '/peacrab', text: 'remind tomorrow 9 tea' };
    slack.slash(remind);
    await slack.waitFor(() => slack.ephemerals('U1ANN').length === 1, 'Slack to say that it failed');
    await bench.stored(slack, 0);
    slack.slash(remind);
    const [row] = await bench.stored(slack, 1);
    assert.equal(row?.conversation, conversation(slack.dm('U1ANN')));
  });

  test('while Slack does not tell who somebody is, nobody is let in on trust: a message comes again, a command is told to have failed', async () => {
    const slack = await bench.workspace();
    slack.person('U3OUT', { name: 'Out', teamId: 'T0OTHER' });
    slack.channel('C2SHARED', { members: ['U3OUT', 'U1ANN'], shared: true });
    await bench.started(slack);
    slack.fail('users.info', { kind: 'http-500', times: Number.POSITIVE_INFINITY });
    const reminders = { channel: 'C2SHARED', command: '/peacrab', text: 'reminders' };
    slack.slash({ user: 'U3OUT', ...reminders });
    slack.slash({ user: 'U1ANN', ...reminders });
    for (const user of ['U3OUT', 'U1ANN'])
      await slack.waitFor(() => slack.ephemerals(user).length === 1, 'Slack to say that it failed');
    await bench.stored(slack, 0);
    slack.mention({ user: 'U1ANN', channel: 'C2SHARED', text: 'hi' });
    await slack.waitFor(() => slack.deliveries.some(({ attempt }) => attempt > 0), 'a second delivery');
    slack.faults.clear();
    await bench.stored(slack, 1);
    slack.slash({ user: 'U3OUT', ...reminders });
    slack.slash({ user: 'U1ANN', ...reminders });
    const rows = await bench.stored(slack, 2);
    assert.deepEqual(
      rows.map(({ kind, person: by }) => [kind, by]),
      [
        ['message', person('U1ANN')],
        ['command', person('U1ANN')],
      ],
    );
  });

  test('a command waits out one failed look-up of its person', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    slack.fail('users.info', { kind: 'http-500' });
    slack.slash({ user: 'U1ANN', channel: 'C1TEAM', command: '/peacrab', text: 'reminders' });
    await bench.stored(slack, 1);
    const ann = await bench.database.db.selectFrom('person').selectAll().executeTakeFirstOrThrow();
    assert.equal(ann.zone, 'Europe/Berlin');
  });

  test('"!persona cfo" in a thread is a message like any other', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    const ts = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'hi' });
    await slack.settled();
    slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: '!persona cfo', thread_ts: ts });
    const rows = await bench.stored(slack, 2);
    assert.deepEqual([rows[1]?.kind, rows[1]?.payload.text], ['message', '!persona cfo']);
  });

  test('a click carries its action to the conversation of the message that bears the button', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    const root = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'hi' });
    await slack.settled();
    const buttons = [
      { label: 'Undo', action: 'undo:12' },
      { label: 'Berlin', action: 'zone:Europe/Berlin' },
    ];
    const ts = await channel.send(outgoing('C1TEAM', root, { buttons }));
    await bench.said(conversation('C1TEAM', root), ts);
    slack.click({
      user: 'U2BOB',
      channel: 'C1TEAM',
      message_ts: ts,
      action_id: 'peacrab_1',
      value: 'zone:Europe/Berlin',
    });
    const [, row] = await bench.stored(slack, 2);
    assert.deepEqual(
      [row?.kind, row?.conversation, row?.person],
      ['click', conversation('C1TEAM', root), person('U2BOB')],
    );
    assert.deepEqual(
      [row?.payload.action, row?.payload.clickedMessageId, row?.payload.replyToken],
      ['zone:Europe/Berlin', ts, null],
    );
  });

  test('two clicks are two rows, the same click twice is one', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    const dm = slack.dm('U1ANN');
    const ts = await channel.send(outgoing(dm, null, { buttons: [{ label: 'Done', action: 'done:3' }] }));
    await bench.said(conversation(dm), ts);
    const click = { user: 'U1ANN', channel: dm, message_ts: ts, action_id: 'peacrab_0' };
    slack.click(click);
    slack.click(click);
    const body = slack.deliveries.find((delivery) => delivery.type === 'interactive')?.body ?? {};
    slack.world.sockets.sendOnce('interactive', body, {
      acknowledged: () => undefined,
      failed: () => undefined,
    });
    await bench.stored(slack, 2);
  });

  test('a click on what only one person sees is answered to them alone', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    const ts = await channel.send(
      outgoing('C1TEAM', null, {
        privateTo: person('U1ANN'),
        buttons: [{ label: 'Undo', action: 'undo:1' }],
      }),
    );
    await bench.said(conversation('C1TEAM'), ts);
    slack.click({ user: 'U1ANN', channel: 'C1TEAM', message_ts: ts, action_id: 'peacrab_0' });
    const [row] = await bench.stored(slack, 1);
    assert.equal(row?.conversation, conversation('C1TEAM'));
    assert.match(String(row?.payload.replyToken), /^http/);
  });

  test('another app’s buttons, shortcuts and payloads without an event do no harm', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    slack.shortcut({ user: 'U1ANN', callback_id: 'theirs' });
    slack.faults.appRateLimited();
    slack.openHome({ user: 'U1ANN', tab: 'messages' });
    slack.say({ user: 'U1ANN', channel: slack.dm('U1ANN'), text: 'still there?' });
    await slack.waitFor(() => slack.deliveries.at(-1)?.outcome === 'acknowledged', 'the message to be taken');
    assert.equal((await bench.inbox()).length, 1);
  });
});
