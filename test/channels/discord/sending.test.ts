// What the bot says, by REST alone: where it lands, what is pinged, and that every fault is told apart.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Channel } from '../../../src/delivery/channel.ts';
import { type OutgoingMessage, SendError, type SendFailure } from '../../../src/delivery/outgoing.ts';
import type { Fault } from '../../fakes/discord/index.ts';
import { dmAt, outgoing, person, Stage, type StageOptions, seed, threadAt } from './stage.ts';

const POST = 'POST /channels/:channel/messages';

let stage: Stage;
let channel: Channel;

async function open(options: StageOptions = {}): Promise<void> {
  stage = await Stage.open(options);
  channel = stage.channel();
}

beforeEach(() => open({ database: false }));

afterEach(async (context) => {
  if ('error' in context && context.error) console.error(`seed ${seed}`);
  await channel.stop();
  await stage.close();
});

const failsAs = (failure: SendFailure) => (error: unknown) => {
  assert.ok(error instanceof SendError, String(error));
  assert.equal(error.failure, failure, error.message);
  return true;
};

describe('where it lands', () => {
  it('makes the thread with the first words, once, and stays in it', async () => {
    const { discord, ann, room } = stage;
    const asked = discord.mention({
      user: ann,
      channel: room,
      text: 'How much is the fish in the market today, please?',
    });
    const place = threadAt(stage, room, asked);
    await channel.send(outgoing(place, 'Ten.'));
    await channel.send(outgoing(place, 'Or eleven.'));
    assert.deepEqual(
      discord.threads(room).map(({ id, name }) => [id, name]),
      [[asked, 'How much is the fish in the market today, please?']],
    );
    assert.deepEqual(
      discord.messages(asked).map(({ text }) => text),
      ['Ten.', 'Or eleven.'],
    );
    assert.equal(discord.calls(`POST /channels/:c/messages/:m/threads`).length, 1);
    assert.equal(discord.gatewayLog().length, 0, 'without a gateway');
  });

  it('uses the thread that somebody made meanwhile', async () => {
    const { discord, ann, room } = stage;
    const asked = discord.mention({ user: ann, channel: room, text: 'hello' });
    discord.thread({ user: ann, from: asked, name: 'Ours' });
    await channel.send(outgoing(threadAt(stage, room, asked), 'Hello'));
    assert.deepEqual(
      discord.messages(asked).map(({ text }) => text),
      ['Hello'],
    );
  });

  it('writes in a forum post and in a thread without a first message', async () => {
    const { discord, ann, room } = stage;
    const forum = discord.channel(discord.newId(), { type: 'forum' });
    const post = discord.thread({ user: ann, channel: forum, name: 'Idea', text: 'listen' });
    const plain = discord.thread({ user: ann, channel: room, name: 'Talk' });
    await channel.send(outgoing(threadAt(stage, forum, post), 'in the post'));
    await channel.send(outgoing(threadAt(stage, room, plain), 'in the thread'));
    assert.equal(discord.messages(post).at(-1)?.text, 'in the post');
    assert.equal(discord.messages(plain).at(-1)?.text, 'in the thread');
  });

  it('replies in the channel where it may not make threads, without pinging', async () => {
    const { discord, ann, room } = stage;
    const asked = discord.mention({ user: ann, channel: room, text: 'hello' });
    discord.fail('POST /channels/:c/messages/:m/threads', {
      kind: 'error',
      code: 50013,
      times: Number.POSITIVE_INFINITY,
    });
    const message = outgoing(threadAt(stage, room, asked), 'Hello');
    const id = await channel.send(message);
    const seen = discord.message(id);
    assert.deepEqual([seen.channelId, seen.replyTo, seen.pings.users], [room, asked, []]);
    assert.equal(await channel.find(message), id);
    await channel.send(outgoing(threadAt(stage, room, asked), 'And more'));
    assert.equal(
      discord.calls('POST /channels/:c/messages/:m/threads').length,
      1,
      'it is not asked again at once',
    );
  });

  it('opens a DM with a person', async () => {
    const { discord, ann } = stage;
    const place = await channel.direct(person(ann));
    assert.deepEqual(place, dmAt(stage, ann));
    await channel.send(outgoing(place, 'psst'));
    assert.equal(discord.messages(discord.dm(ann))[0]?.text, 'psst');
    await assert.rejects(channel.direct(person('123456789012345678')), failsAs('gone'));
  });

  it('says what is for one person only in their DM', async () => {
    const { discord, ann, room } = stage;
    await channel.send(outgoing(threadAt(stage, room, null), 'a secret', { privateTo: person(ann) }));
    assert.equal(discord.messages(room).length, 0);
    assert.equal(discord.messages(discord.dm(ann))[0]?.text, 'a secret');
  });

  it('replaces an earlier message', async () => {
    const { discord, ann } = stage;
    const place = dmAt(stage, ann);
    const first = await channel.send(outgoing(place, 'thinking'));
    const edit = outgoing(place, 'thought', { replaces: first });
    assert.equal(await channel.find(edit), null);
    assert.equal(await channel.send(edit), first);
    assert.equal(await channel.find(edit), first);
    assert.deepEqual(
      discord.messages(discord.dm(ann)).map(({ text }) => text),
      ['thought'],
    );
  });

  it('pings one person at most, whatever the text says, and unfurls no link', async () => {
    const { discord, ann, bob, room } = stage;
    const role = discord.role(discord.newId(), 'sales');
    const text = `@everyone @here <@${bob}> <@&${role}> https://example.com`;
    await channel.send(outgoing(threadAt(stage, room, null), text, { mention: person(ann) }));
    await channel.send(outgoing(threadAt(stage, room, null), text));
    const pings = discord.messages(room).map((each) => each.pings);
    assert.deepEqual(pings, [
      { users: [ann], roles: [], everyone: false },
      { users: [], roles: [], everyone: false },
    ]);
    for (const call of discord.calls(POST)) assert.equal(call.body.flags, 4);
  });

  it('bears buttons', async () => {
    const { discord, ann } = stage;
    const buttons = [
      { label: 'Undo', action: 'undo:12', style: 'danger' as const },
      { label: 'Berlin 09:00', action: 'zone:Europe/Berlin', style: 'primary' as const },
      { label: '10 min', action: 'snooze:3:in 10 minutes' },
    ];
    const id = await channel.send(outgoing(dmAt(stage, ann), 'Sure?', { buttons }));
    const seen = discord.message(id).buttons.map(({ label, customId, style }) => [label, customId, style]);
    assert.deepEqual(seen, [
      ['Undo', 'undo:12', 4],
      ['Berlin 09:00', 'zone:Europe/Berlin', 1],
      ['10 min', 'snooze:3:in 10 minutes', 2],
    ]);
  });

  it('shows each reader the instants of a receipt in their own time, and finds the message again', async () => {
    const { discord, room } = stage;
    const times = [new Date('2026-11-21T08:00:00Z')];
    const message = outgoing(threadAt(stage, room, null), 'Set.', { times });
    const id = await channel.send(message);
    assert.equal(discord.message(id).text, 'Set.\n-# In your time zone: <t:1795248000:f>');
    assert.equal(await channel.find(message), id);
  });

  it('cuts what is too long', () => {
    const pieces = channel.split(`${'word '.repeat(700)}`);
    assert.ok(pieces.length > 1 && pieces.every((piece) => piece.length <= 1900));
  });
});

describe('when it fails', () => {
  const faults: [string, string, Fault, SendFailure][] = [
    ['429', POST, { kind: '429', retryAfter: 0.5 }, 'retry'],
    ['429 for everything', POST, { kind: '429', retryAfter: 0.5, global: true }, 'retry'],
    ['5xx before', POST, { kind: '5xx', status: 503 }, 'doubt'],
    ['5xx after', POST, { kind: '5xx', processed: true }, 'doubt'],
    ['an answer lost by a reset', POST, { kind: 'lost-answer', how: 'reset' }, 'doubt'],
    ['an answer lost by a close', POST, { kind: 'lost-answer', how: 'close' }, 'doubt'],
    ['an answer that never comes', POST, { kind: 'lost-answer', how: 'hang' }, 'doubt'],
    ['a wrong token', POST, { kind: 'error', code: 0, status: 401 }, 'retry'],
    ['a channel that is gone', POST, { kind: 'error', code: 10003 }, 'gone'],
    ['a channel that is closed to us', POST, { kind: 'error', code: 50001 }, 'gone'],
    ['a body that is wrong', POST, { kind: 'error', code: 50035 }, 'refused'],
  ];
  for (const [name, route, fault, failure] of faults)
    it(`tells ${name} as ${failure}, and tries once`, async () => {
      await channel.stop();
      await stage.close();
      await open({ database: false, timings: { timeoutMs: 300 } });
      stage.discord.fail(route, fault);
      const message = outgoing(threadAt(stage, stage.room, null), 'hello');
      await assert.rejects(channel.send(message), failsAs(failure));
      assert.equal(stage.discord.calls(POST).length, 1);
    });

  it('waits as long as a 429 says', async () => {
    stage.discord.fail(POST, { kind: '429', retryAfter: 7 });
    await assert.rejects(channel.send(outgoing(threadAt(stage, stage.room, null), 'x')), (error) => {
      assert.ok(
        error instanceof SendError && error.retryAfterMs >= 7000 && error.retryAfterMs < 8000,
        String(error),
      );
      return true;
    });
  });

  it('lets what was refused for its rate rest for all messages of that channel, and for no other', async () => {
    const { discord, ann, bob } = stage;
    discord.fail(POST, { kind: '429', retryAfter: 7 });
    await assert.rejects(channel.send(outgoing(dmAt(stage, ann), 'one')), failsAs('retry'));
    await assert.rejects(channel.send(outgoing(dmAt(stage, ann), 'two')), failsAs('retry'));
    await channel.send(outgoing(dmAt(stage, bob), 'three'));
    assert.equal(discord.calls(POST).length, 2);
  });

  it('tells a platform that refuses connections as retry', async () => {
    stage.discord.refuseConnections(true);
    const message = outgoing(threadAt(stage, stage.room, null), 'x');
    await assert.rejects(channel.send(message), (error) => error instanceof SendError);
    stage.discord.refuseConnections(false);
    assert.equal(await channel.find(message), null);
  });

  it('may try again when the thread’s making is unsure: nothing was said', async () => {
    const { discord, ann, room } = stage;
    const asked = discord.mention({ user: ann, channel: room, text: 'hello' });
    discord.fail('POST /channels/:c/messages/:m/threads', { kind: 'lost-answer' });
    const message = outgoing(threadAt(stage, room, asked), 'Hello');
    await assert.rejects(channel.send(message), failsAs('retry'));
    await channel.send(message);
    assert.deepEqual(
      discord.messages(asked).map(({ text }) => text),
      ['Hello'],
    );
  });

  it('ends within its time, however many calls it takes, and says nothing afterwards', async () => {
    await channel.stop();
    await stage.close();
    await open({ database: false, timings: { sendMs: 300 } });
    const { discord, ann, room } = stage;
    const asked = discord.mention({ user: ann, channel: room, text: 'hello' });
    discord.fail('GET /channels/:c/messages/:m', { kind: 'drop-before', how: 'hang' });
    await assert.rejects(channel.send(outgoing(threadAt(stage, room, asked), 'Hello')), failsAs('retry'));
    assert.deepEqual(discord.calls('POST /channels/**'), []);
  });

  it('goes on after a token was refused for a moment', async () => {
    stage.discord.fail(POST, { kind: 'error', code: 0, status: 401 });
    const message = outgoing(threadAt(stage, stage.room, null), 'x');
    await assert.rejects(channel.send(message), failsAs('retry'));
    await channel.send(message);
  });

  it('knows who and what is gone', async () => {
    const { discord, ann, room } = stage;
    const asked = discord.mention({ user: ann, channel: room, text: 'hello' });
    await channel.send(outgoing(threadAt(stage, room, asked), 'Hello'));
    discord.archive({ thread: asked, locked: true });
    await assert.rejects(channel.send(outgoing(threadAt(stage, room, asked), 'x')), failsAs('gone'));
    discord.deleteChannel(asked);
    await assert.rejects(channel.send(outgoing(threadAt(stage, room, asked), 'x')), failsAs('gone'));
    discord.deleteChannel(room);
    await assert.rejects(channel.send(outgoing(threadAt(stage, room, null), 'x')), failsAs('gone'));
    await channel.direct(person(ann));
    discord.blockDm(ann);
    await assert.rejects(channel.send(outgoing(dmAt(stage, ann), 'x')), failsAs('gone'));
    discord.kickBot();
    await assert.rejects(channel.send(outgoing(threadAt(stage, room, asked), 'x')), failsAs('gone'));
  });

  it('wakes an archived thread', async () => {
    const { discord, ann, room } = stage;
    const asked = discord.mention({ user: ann, channel: room, text: 'hello' });
    await channel.send(outgoing(threadAt(stage, room, asked), 'Hello'));
    discord.archive({ thread: asked });
    await channel.send(outgoing(threadAt(stage, room, asked), 'again'));
    assert.equal(discord.threads(room)[0]?.archived, false);
  });
});

describe('looking before sending again', () => {
  /** Sends with a lost answer; then what the outbox does: look, and send again if it is not there. */
  async function twice(message: OutgoingMessage, fault: Fault): Promise<string> {
    stage.discord.fail(POST, fault);
    await assert.rejects(channel.send(message), failsAs('doubt'));
    return (await channel.find(message)) ?? (await channel.send(message));
  }

  for (const fault of [
    { kind: 'lost-answer' },
    { kind: '5xx', processed: true },
    { kind: '5xx', processed: false },
    { kind: 'drop-before', how: 'close' },
  ] as const)
    it(`says it once after ${JSON.stringify(fault)}`, async () => {
      const { discord, ann, room } = stage;
      const asked = discord.mention({ user: ann, channel: room, text: 'hello' });
      const message = outgoing(threadAt(stage, room, asked), 'once', { mention: person(ann) });
      const id = await twice(message, fault);
      assert.deepEqual(
        discord.messages(asked).map((each) => each.id),
        [id],
      );
    });

  it('says it once though the nonce is long forgotten', async () => {
    let now = Date.now();
    await channel.stop();
    await stage.close();
    await open({ database: false, clock: () => now });
    const { discord, room } = stage;
    const message = outgoing(threadAt(stage, room, null), 'once', { createdAt: new Date(now) });
    discord.fail(POST, { kind: 'lost-answer' });
    await assert.rejects(channel.send(message), failsAs('doubt'));
    now += 3_600_000;
    for (let n = 0; n < 230; n++) discord.say({ user: stage.ann, channel: room, text: `chatter ${n}` });
    assert.equal(await channel.find(message), discord.messages(room)[0]?.id);
  });

  it('does not depend on the look alone: within minutes Discord knows the nonce', async () => {
    const { discord, room } = stage;
    const message = outgoing(threadAt(stage, room, null), 'once');
    const first = await channel.send(message);
    assert.equal(await channel.send(message), first);
    assert.equal(discord.messages(room).length, 1);
  });

  it('does not take another row’s message of the same words for its own', async () => {
    await channel.stop();
    await stage.close();
    await open();
    const { discord, ann } = stage;
    const started = await stage.start();
    const place = dmAt(stage, ann);
    discord.say({ user: ann, channel: discord.dm(ann), text: 'hello' });
    await stage.stored(1);
    const first = outgoing(place, 'ok');
    await stage.recordSent(first, await started.send(first));
    const second = outgoing(place, 'ok');
    assert.equal(await started.find(second), null);
    const id = await started.send(second);
    assert.equal(await started.find(second), id);
  });

  it('takes nobody else’s words for its own', async () => {
    const { discord, ann, room } = stage;
    discord.say({ user: ann, channel: room, text: 'ok' });
    assert.equal(await channel.find(outgoing(threadAt(stage, room, null), 'ok')), null);
  });

  it('finds nothing where the thread was never made', async () => {
    const { discord, ann, room } = stage;
    const asked = discord.mention({ user: ann, channel: room, text: 'hello' });
    assert.equal(await channel.find(outgoing(threadAt(stage, room, asked), 'Hello')), null);
  });

  it('stays in doubt if it cannot look', async () => {
    stage.discord.fail('GET /channels/:c/messages', { kind: '5xx' });
    await assert.rejects(channel.find(outgoing(threadAt(stage, stage.room, null), 'x')), failsAs('doubt'));
    stage.discord.fail('GET /channels/:c/messages', { kind: 'error', code: 50001 });
    await assert.rejects(channel.find(outgoing(threadAt(stage, stage.room, null), 'x')), failsAs('doubt'));
  });
});

describe('while it works', () => {
  const eyes = (id: string) => stage.discord.reactions(id).some((reaction) => reaction.emoji === '👀');

  it('shows 👀 and typing for a mention whose thread does not stand, until it is over', async () => {
    const { discord, ann, room } = stage;
    const asked = discord.mention({ user: ann, channel: room, text: 'hello' });
    const place = threadAt(stage, room, asked);
    await channel.working(place, asked, 'thinking');
    assert.ok(eyes(asked));
    assert.equal(discord.typing(room).length, 1);
    await channel.working(place, asked, 'looking it up');
    assert.equal(discord.calls('PUT /channels/**').length, 1, 'once is enough');
    await channel.working(place, asked, null);
    assert.ok(!eyes(asked));
  });

  it('types in the thread and in the DM', async () => {
    const { discord, ann, room } = stage;
    const asked = discord.mention({ user: ann, channel: room, text: 'hello' });
    await channel.send(outgoing(threadAt(stage, room, asked), 'Hello'));
    const again = discord.say({ user: ann, channel: asked, text: 'and?' });
    await channel.working(threadAt(stage, room, asked), again, 'thinking');
    assert.equal(discord.typing(asked).length, 1);
    assert.equal(discord.typing(room).length, 0);
    const direct = discord.say({ user: ann, channel: discord.dm(ann), text: 'hello' });
    await channel.working(dmAt(stage, ann), direct, 'thinking');
    assert.equal(discord.typing(discord.dm(ann)).length, 1);
    await channel.working(threadAt(stage, room, asked), again, null);
    await channel.working(dmAt(stage, ann), direct, null);
  });

  it('marks with ✅ what was done: in the room, in its thread, in a DM, at the front of a forum’s post', async () => {
    const { discord, ann, room } = stage;
    const asked = discord.mention({ user: ann, channel: room, text: 'hello' });
    await channel.send(outgoing(threadAt(stage, room, asked), 'Hello'));
    const again = discord.say({ user: ann, channel: asked, text: 'and?' });
    const direct = discord.say({ user: ann, channel: discord.dm(ann), text: 'hello' });
    const forum = discord.channel(discord.newId(), { type: 'forum' });
    const post = discord.thread({ user: ann, channel: forum, name: 'An idea', text: 'hello' });
    await channel.done?.(threadAt(stage, room, asked), asked);
    await channel.done?.(threadAt(stage, room, asked), again);
    await channel.done?.(dmAt(stage, ann), direct);
    await channel.done?.(threadAt(stage, forum, post), post);
    for (const id of [asked, again, direct, post])
      assert.deepEqual(
        discord.reactions(id).map(({ emoji }) => emoji),
        ['✅'],
      );
    discord.delete({ message: again });
    await channel.done?.(threadAt(stage, room, asked), again);
  });

  it('never throws', async () => {
    const { discord, ann, room } = stage;
    const asked = discord.mention({ user: ann, channel: room, text: 'hello' });
    const place = threadAt(stage, room, asked);
    discord.fail('* /channels/**', { kind: '5xx', times: Number.POSITIVE_INFINITY });
    await channel.working(place, asked, 'thinking');
    await channel.working(place, asked, null);
    await channel.working(place, 'no message', 'thinking');
    await channel.working(place, 'no message', null);
  });

  it('ends cleanly when over before it has begun', async () => {
    const { discord, ann, room } = stage;
    const asked = discord.mention({ user: ann, channel: room, text: 'hello' });
    const place = threadAt(stage, room, asked);
    const begun = channel.working(place, asked, 'thinking');
    await channel.working(place, asked, null);
    await begun;
    assert.ok(!eyes(asked));
  });
});
