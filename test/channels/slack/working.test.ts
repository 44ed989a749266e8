// What people see while we work: a status in threads, 👀 elsewhere, gone when we have answered.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { placeAt } from '../../../src/channels/slack/keys.ts';
import { ALL_SCOPES } from '../../fakes/slack/index.ts';
import { outgoing, SlackBench } from './bench.ts';

const bench = new SlackBench();

before(() => bench.open());
afterEach(() => bench.end());
after(() => bench.close());

const eyes = [{ name: 'eyes', users: ['U0PEACRAB'] }];

describe('signs of work', () => {
  test('a mention is acknowledged by a status in its thread before any turn, a DM by 👀', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    const ts = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'hi' });
    await slack.waitFor(
      () => slack.statuses.some((status) => status.threadTs === ts && status.current),
      'a status',
    );
    const dm = slack.dm('U1ANN');
    const said = slack.say({ user: 'U1ANN', channel: dm, text: 'hi' });
    await slack.waitFor(() => slack.reactions(dm, said).length === 1, 'eyes');
    assert.deepEqual(slack.reactions(dm, said), eyes);
    assert.deepEqual(slack.reactions('C1TEAM', ts), []);
  });

  test('chatter and duplicates get no sign', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'chatter' });
    slack.faults.duplicateEvents(1);
    const dm = slack.dm('U1ANN');
    const said = slack.say({ user: 'U1ANN', channel: dm, text: 'hi' });
    await slack.waitFor(() => slack.reactions(dm, said).length === 1, 'eyes');
    await slack.settled();
    assert.equal(slack.calls('reactions.add').length, 1);
    assert.equal(slack.calls('assistant.threads.setStatus').length, 0);
  });

  test('a turn’s phrases are shown in the thread, and end with it', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    const root = slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'hi' });
    const place = placeAt('T0PEA', 'C1TEAM', root);
    await channel.working(place, root, 'thinking');
    await channel.working(place, root, 'setting a reminder');
    assert.deepEqual(
      slack.statuses.map((status) => [status.status, status.current]),
      [
        ['is thinking…', false],
        ['is setting a reminder…', true],
      ],
    );
    await channel.working(place, root, null);
    assert.ok(slack.statuses.every((status) => !status.current));
    assert.equal(slack.calls('reactions.add').length, 0);
  });

  test('in a DM the 👀 of every message of the turn goes when the turn ends, that of a later one stays', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    const dm = slack.dm('U1ANN');
    const place = placeAt('T0PEA', dm, null);
    const [one, two] = ['one', 'two'].map((text) => slack.say({ user: 'U1ANN', channel: dm, text })) as [
      string,
      string,
    ];
    await slack.waitFor(() => slack.reactions(dm, two).length === 1, 'eyes on two');
    await channel.working(place, two, 'thinking');
    const three = slack.say({ user: 'U1ANN', channel: dm, text: 'three' });
    await slack.waitFor(() => slack.reactions(dm, three).length === 1, 'eyes on three');
    await channel.working(place, two, null);
    assert.deepEqual(
      [one, two, three].map((ts) => slack.reactions(dm, ts)),
      [[], [], eyes],
    );
  });

  test('an answer that needed no turn takes the sign away', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    const dm = slack.dm('U1ANN');
    const said = slack.say({ user: 'U1ANN', channel: dm, text: '!persona cfo' });
    await slack.waitFor(() => slack.reactions(dm, said).length === 1, 'eyes');
    await channel.send(outgoing(dm, null, { text: 'You talk to the CFO now.' }));
    await slack.waitFor(() => slack.reactions(dm, said).length === 0, 'no eyes');
    const root = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: '!help' });
    await slack.waitFor(() => slack.statuses.some((status) => status.current), 'a status');
    await channel.send(outgoing('C1TEAM', root));
    await channel.stop();
    assert.ok(slack.statuses.every((status) => !status.current));
  });

  test('where Slack allows no status there are 👀, where it allows neither there is nothing; said once', async () => {
    const scopes = ALL_SCOPES.filter((scope) => scope !== 'reactions:write');
    const slack = await bench.workspace({ scopes });
    const channel = await bench.started(slack);
    slack.fail('assistant.threads.setStatus', {
      kind: 'error',
      error: 'missing_scope',
      times: Number.POSITIVE_INFINITY,
    });
    for (const text of ['one', 'two', 'three']) {
      const root = slack.say({ user: 'U1ANN', channel: 'C1TEAM', text });
      const place = placeAt('T0PEA', 'C1TEAM', root);
      await channel.working(place, root, 'thinking');
      await channel.working(place, root, null);
    }
    assert.equal(slack.calls('assistant.threads.setStatus').length, 1);
    assert.equal(slack.calls('reactions.add').length, 1);
    const warnings = bench.logged.filter(
      (line) => line.level === 'warn' && line.message.includes('sign of work'),
    );
    assert.equal(warnings.length, 2);
  });

  test('never throws, whatever Slack does', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack, bench.intake(), { quickMs: 50 });
    const place = placeAt('T0PEA', slack.dm('U1ANN'), null);
    for (const kind of ['hang', 'http-500', 'drop-before', 'ratelimited'] as const) {
      slack.fail('reactions.add', { kind });
      await channel.working(place, '1700000000.000100', 'thinking');
    }
    await channel.working(place, '1700000000.000100', 'thinking');
    await channel.working(place, '', 'thinking');
    await channel.working(place, '', null);
  });
});

test('✅ marks a message as done; a message that is gone, or one that was never there, is no trouble', async () => {
  const slack = await bench.workspace();
  const channel = await bench.started(slack);
  const ts = slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'hi' });
  const place = placeAt('T0PEA', 'C1TEAM', ts);
  await channel.done?.(place, ts);
  await channel.done?.(place, ts);
  assert.deepEqual(slack.reactions('C1TEAM', ts), [{ name: 'white_check_mark', users: ['U0PEACRAB'] }]);
  slack.delete({ channel: 'C1TEAM', ts });
  await channel.done?.(place, ts);
  await channel.done?.(place, 'command-1');
});

test('a message in the middle of a turn takes the status away, so it is shown again; an edit does not', async () => {
  const slack = await bench.workspace();
  const channel = await bench.started(slack);
  const root = slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'hi' });
  const place = placeAt('T0PEA', 'C1TEAM', root);
  const tasks = { title: 'Tasks: 0 of 1 done', items: [{ number: 1, text: 'eat', state: 'doing' }] } as const;
  await channel.working(place, root, 'updating the task list');
  const replaces = await channel.send(outgoing('C1TEAM', root, { tasks }));
  await slack.waitFor(
    () =>
      slack.statuses.filter(({ status, current }) => current && status === 'is updating the task list…')
        .length === 1,
    'the status again',
  );
  assert.equal(slack.statuses.length, 2);
  await channel.send(outgoing('C1TEAM', root, { tasks, replaces }));
  await channel.working(place, root, null);
  await channel.send(outgoing('C1TEAM', root, { tasks }));
  await channel.stop();
  assert.deepEqual(
    slack.statuses.map(({ status }) => status),
    ['is updating the task list…', 'is updating the task list…', ''],
  );
});
