// Called into a running discussion on Slack: what was said before comes with the message, in one call, if Slack lets us.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Overheard } from '../../../src/delivery/channel.ts';
import { outgoing, person, SlackBench } from './bench.ts';

const bench = new SlackBench();

before(() => bench.open());
afterEach(() => bench.end());
after(() => bench.close());

const said = (row: { payload: Record<string, unknown> } | undefined) =>
  ((row?.payload.discussion ?? []) as Overheard[]).map(({ name, text }) => `${name}: ${text}`);
/** Looks at what was said before; those after a new connection have no end. */
const reads = (slack: Awaited<ReturnType<SlackBench['workspace']>>) =>
  slack.calls().filter(({ method, args }) => /history|replies/.test(method) && args.latest !== undefined)
    .length;

test('a mention in a thread of others brings what was said there, with names, and no further mention does', async () => {
  const slack = await bench.workspace();
  await bench.listening(slack);
  slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'outside of the thread' });
  const root = slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'lunch &amp; wine, <@U2BOB>?' });
  slack.say({ user: 'U2BOB', channel: 'C1TEAM', text: 'pizza', thread_ts: root });
  slack.otherBot({ channel: 'C1TEAM', text: 'menu of today', thread_ts: root });
  await slack.settled();
  slack.mention({ user: 'U2BOB', channel: 'C1TEAM', text: 'which one?', thread_ts: root });
  const [row] = await bench.stored(slack, 1);
  assert.equal(said(row).length, 3);
  assert.deepEqual(said(row).slice(0, 2), ['Ann: lunch & wine, @Bob?', 'Bob: pizza']);
  assert.match(said(row)[2] ?? '', /: menu of today$/);
  const lines = (row?.payload.discussion ?? []) as Overheard[];
  assert.deepEqual(
    lines.map((line) => line.person),
    [person('U1ANN'), person('U2BOB'), null],
  );
  assert.equal(reads(slack), 1, 'message and app_mention are one');
  slack.mention({ user: 'U2BOB', channel: 'C1TEAM', text: 'again', thread_ts: root });
  const [, again] = await bench.stored(slack, 2);
  assert.deepEqual(said(again), []);
  assert.equal(reads(slack), 1);
});

test('a mention in a channel brings its last messages, ours included; joins and what was deleted are not said', async () => {
  const slack = await bench.workspace();
  const channel = await bench.listening(slack);
  for (let n = 0; n < 20; n++) slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: `line ${n}` });
  await channel.send(outgoing('C1TEAM', null, { text: '⏰ stretch' }));
  slack.delete({ channel: 'C1TEAM', ts: slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'a slip' }) });
  await slack.settled();
  slack.mention({ user: 'U2BOB', channel: 'C1TEAM', text: 'what is up?' });
  const [row] = await bench.stored(slack, 1);
  assert.equal(said(row).length, 15);
  assert.equal(said(row)[0], 'Ann: line 6');
  assert.match(said(row).at(-1) ?? '', /stretch/);
});

test('neither a DM nor a thread of ours nor a room that wants all heard is read', async () => {
  const slack = await bench.workspace();
  const channel = await bench.listening(slack);
  const dm = slack.dm('U1ANN');
  slack.say({ user: 'U1ANN', channel: dm, text: 'one' });
  slack.mention({ user: 'U1ANN', channel: dm, text: 'two' });
  const ours = await channel.send(outgoing('C1TEAM', null));
  await bench.said('slack:T0PEA:C1TEAM', ours);
  slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'three', thread_ts: ours });
  await bench.stored(slack, 3);
  await bench.database.db.updateTable('room').set({ attend: 'all' }).execute();
  slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'four' });
  await bench.stored(slack, 4);
  assert.equal(reads(slack), 0);
});

for (const [name, fault] of [
  ['refuses', { kind: 'error', error: 'not_in_channel' }],
  ['fails', { kind: 'http-500' }],
  ['rations', { kind: 'ratelimited' }],
] as const)
  test(`if Slack ${name}, the mention is taken in without`, async () => {
    const slack = await bench.workspace();
    await bench.listening(slack);
    slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'before' });
    await slack.settled();
    slack.fail('conversations.history', fault);
    slack.mention({ user: 'U2BOB', channel: 'C1TEAM', text: 'what is up?' });
    const [row] = await bench.stored(slack, 1);
    assert.deepEqual(said(row), []);
    assert.doesNotMatch(await bench.everything(), /before/);
  });

test('a stranger’s mention stores nothing of what others said', async () => {
  const slack = await bench.workspace();
  slack.person('U3OUT', { name: 'Out', teamId: 'T0OTHER' });
  slack.channel('C2SHARED', { members: ['U1ANN', 'U3OUT'], shared: true });
  await bench.listening(slack);
  slack.say({ user: 'U1ANN', channel: 'C2SHARED', text: 'canary' });
  await slack.settled();
  slack.mention({ user: 'U3OUT', channel: 'C2SHARED', text: 'hi' });
  await bench.stored(slack, 0);
  assert.doesNotMatch(await bench.everything(), /canary/);
  assert.doesNotMatch(JSON.stringify(bench.logged), /canary/);
});
