// What becomes of messages that are deleted or bear a reaction on Slack, and how a reply of ours is taken away.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { conversation, outgoing, person, SlackBench } from './bench.ts';

const bench = new SlackBench();

before(() => bench.open());
afterEach(() => bench.end());
after(() => bench.close());

const states = async () =>
  (await bench.database.db.selectFrom('inbox').select(['message_id', 'state']).orderBy('id').execute()).map(
    (row) => [row.message_id, row.state],
  );

describe('deleted', () => {
  test('a message that waits is withdrawn, and so is one that others have replied to', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    const dm = slack.dm('U1ANN');
    const one = slack.say({ user: 'U1ANN', channel: dm, text: 'a slip' });
    const two = slack.say({ user: 'U1ANN', channel: dm, text: 'keep this' });
    const root = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'a slip too' });
    const reply = slack.say({ user: 'U2BOB', channel: 'C1TEAM', text: 'what?', thread_ts: root });
    await bench.stored(slack, 4);
    slack.delete({ channel: dm, ts: one });
    slack.delete({ channel: 'C1TEAM', ts: root });
    await bench.stored(slack, 4);
    assert.deepEqual((await states()).sort(), [
      [one, 'done'],
      [two, 'waiting'],
      [root, 'done'],
      [reply, 'waiting'],
    ]);
  });

  test('one that a turn works on is told to it; one that was answered stays', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    const dm = slack.dm('U1ANN');
    const one = slack.say({ user: 'U1ANN', channel: dm, text: 'one' });
    await bench.stored(slack, 1);
    await bench.database.db.updateTable('inbox').set({ state: 'taken' }).execute();
    slack.delete({ channel: dm, ts: one });
    const [, row] = await bench.stored(slack, 2);
    assert.deepEqual([row?.kind, row?.payload.deleted, row?.person], ['delete', one, person('U1ANN')]);
    await bench.database.db.updateTable('inbox').set({ state: 'done' }).execute();
    const two = slack.say({ user: 'U1ANN', channel: dm, text: 'two' });
    await bench.stored(slack, 3);
    await bench.database.db.updateTable('inbox').set({ state: 'done' }).execute();
    slack.delete({ channel: dm, ts: two });
    await bench.stored(slack, 3);
  });
});

describe('reactions', () => {
  test('🛑 on one’s own message that is not answered yet is a stop, once', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    const ts = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'hi' });
    await bench.stored(slack, 1);
    slack.react({ user: 'U2BOB', channel: 'C1TEAM', ts, name: 'octagonal_sign' });
    await bench.stored(slack, 1);
    slack.faults.duplicateEvents(1);
    slack.react({ user: 'U1ANN', channel: 'C1TEAM', ts, name: 'octagonal_sign' });
    const [, row] = await bench.stored(slack, 2);
    assert.deepEqual(
      [row?.kind, row?.payload.name, row?.payload.reactedTo, row?.conversation],
      ['command', 'stop', ts, conversation('C1TEAM', ts)],
    );
  });

  test('🔍 and ❌ on a reply of ours are commands in its conversation', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    const root = slack.mention({ user: 'U1ANN', channel: 'C1TEAM', text: 'hi' });
    await bench.stored(slack, 1);
    const ts = await channel.send(outgoing('C1TEAM', root));
    await bench.said(conversation('C1TEAM', root), ts);
    const { id } = await bench.database.db
      .insertInto('turn')
      .values({
        conversation_id: conversation('C1TEAM', root),
        person_id: person('U1ANN'),
        state: 'committed',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await bench.database.db.updateTable('outbox').set({ turn_id: id }).execute();
    slack.react({ user: 'U2BOB', channel: 'C1TEAM', ts, name: 'mag' });
    slack.react({ user: 'U2BOB', channel: 'C1TEAM', ts, name: 'x' });
    slack.react({ user: 'U1ANN', channel: 'C1TEAM', ts, name: 'x' });
    const rows = (await bench.stored(slack, 3)).slice(1);
    assert.deepEqual(
      rows.map((row) => [row.payload.name, row.payload.args, row.person, row.conversation]),
      [
        ['why', ts, person('U2BOB'), conversation('C1TEAM', root)],
        ['delete-reply', ts, person('U1ANN'), conversation('C1TEAM', root)],
      ],
    );
  });

  test('reactions on what is nothing to us, and other emoji, leave no trace; nobody is looked up', async () => {
    const slack = await bench.workspace();
    await bench.started(slack);
    const ts = slack.say({ user: 'U1ANN', channel: 'C1TEAM', text: 'chatter' });
    for (const name of ['octagonal_sign', 'mag', 'x', 'tada', 'eyes'])
      slack.react({ user: 'U2BOB', channel: 'C1TEAM', ts, name });
    await bench.stored(slack, 0);
    assert.deepEqual(slack.calls('users.info'), []);
    assert.doesNotMatch(await bench.everything(), /U2BOB|U1ANN/);
  });
});

describe('taking a reply away', () => {
  test('it is gone; once more, or after a person has deleted it, is as good', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    const ts = await channel.send(outgoing('C1TEAM', null, { text: 'too much' }));
    const away = outgoing('C1TEAM', null, { text: '', deletes: ts });
    assert.notEqual(await channel.send(away), ts);
    assert.deepEqual(slack.ours(), []);
    assert.equal(await channel.find(away), null);
    await channel.send(away);
    assert.equal(slack.calls('chat.postMessage').length, 1);
  });

  test('a room that is gone is told as such', async () => {
    const slack = await bench.workspace();
    const channel = await bench.started(slack);
    await assert.rejects(channel.send(outgoing('C9NONE', null, { text: '', deletes: '1.2' })), {
      failure: 'gone',
    });
  });
});
