// What the bot takes in: the real discord.js client at the fake's gateway, the real intake on a database.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { alwaysOurs, type Turns } from '../../../src/database/advisory.ts';
import type { Intake } from '../../../src/delivery/channel.ts';
import type { MessagePayload } from '../../../src/delivery/payload.ts';
import { dmAt, outgoing, Stage, seed, threadAt } from './stage.ts';

let stage: Stage;

beforeEach(async () => {
  stage = await Stage.open();
});

afterEach(async (context) => {
  if ('error' in context && context.error) console.error(`seed ${seed}`);
  await stage.close();
});

const textOf = (row: { payload: object }) => (row.payload as { text?: string }).text;
const isLate = (row: { payload: object }) => (row.payload as { late?: boolean }).late;

describe('what is for us', () => {
  it('takes a direct message in', async () => {
    await stage.start();
    const { discord, ann } = stage;
    const id = discord.say({ user: ann, channel: discord.dm(ann), text: 'hello' });
    const [row] = await stage.stored(1);
    assert.ok(row);
    assert.equal(row.conversation_id, `discord:${discord.dm(ann)}`);
    assert.equal(row.room_id, `discord:${discord.dm(ann)}`);
    assert.equal(row.message_id, id);
    assert.equal(row.person_id, `discord:${ann}`);
    assert.deepEqual(
      { ...(row.payload as object), sentAt: '' },
      { text: 'hello', attachments: [], sentAt: '', late: false, reason: 'dm' },
    );
  });

  it('takes a mention in, in the thread that is to be made from it', async () => {
    await stage.start();
    const { discord, ann, room } = stage;
    const id = discord.mention({ user: ann, channel: room, text: `what about <#${room}>, <@${stage.bob}>?` });
    const [row] = await stage.stored(1);
    assert.ok(row);
    assert.equal(row.conversation_id, `discord:${discord.guildId}:${room}:${id}`);
    assert.equal(textOf(row), 'what about #general, @Bob?');
    const stored = await stage.database.db.selectFrom('room').selectAll().executeTakeFirstOrThrow();
    assert.deepEqual([stored.name, stored.topic, stored.kind], ['general', 'all and sundry', 'channel']);
  });

  it('stays in the thread without further mention, with everybody', async () => {
    const channel = await stage.start();
    const { discord, ann, bob, room } = stage;
    const asked = discord.mention({ user: ann, channel: room, text: 'hello' });
    const [row] = await stage.stored(1);
    assert.ok(row);
    await channel.send(outgoing(await stage.placeOf(row), 'Hello Ann'));
    discord.say({ user: ann, channel: asked, text: 'and now?' });
    discord.say({ user: bob, channel: asked, text: 'me too' });
    const rows = await stage.stored(3);
    assert.deepEqual(rows.map(textOf), ['hello', 'and now?', 'me too']);
    assert.equal(new Set(rows.map((each) => each.conversation_id)).size, 1);
  });

  it('takes a mention in somebody’s thread and in a forum post, and stays there', async () => {
    await stage.start();
    const { discord, ann, room } = stage;
    const forum = discord.channel(discord.newId(), { type: 'forum', name: 'ideas' });
    const plain = discord.thread({ user: ann, channel: room, name: 'Ours' });
    const post = discord.thread({
      user: ann,
      channel: forum,
      name: 'An idea',
      text: `<@${discord.botUserId}> what do you think?`,
    });
    discord.say({ user: ann, channel: plain, text: 'not for the bot' });
    discord.mention({ user: ann, channel: plain, text: 'for the bot' });
    discord.say({ user: ann, channel: plain, text: 'this too' });
    const rows = await stage.stored(3);
    assert.deepEqual(
      rows.map((row) => [row.conversation_id, textOf(row)]),
      [
        [`discord:${discord.guildId}:${forum}:${post}`, 'what do you think?'],
        [`discord:${discord.guildId}:${room}:${plain}`, 'for the bot'],
        [`discord:${discord.guildId}:${room}:${plain}`, 'this too'],
      ],
    );
  });

  it('takes a reply to one of its messages into that message’s conversation', async () => {
    const channel = await stage.start();
    const { discord, ann, bob, room } = stage;
    const message = outgoing(threadAt(stage, room, null), 'a reminder in the channel');
    await stage.intake().receive({
      type: 'command',
      name: 'remind',
      args: '',
      private: true,
      place: message.place,
      messageId: '1',
      sentAt: new Date(),
      speaker: { id: `discord:${ann}` as never, name: 'Ann', member: true },
    });
    const id = await channel.send(message);
    await stage.recordSent(message, id);
    const others = discord.say({ user: bob, channel: room, text: 'chatter' });
    discord.say({ user: ann, channel: room, text: 'nice', replyTo: others });
    discord.say({ user: ann, channel: room, text: 'snooze that', replyTo: id, ping: false });
    const rows = await stage.stored(2);
    assert.equal(rows[1]?.conversation_id, `discord:${discord.guildId}:${room}`);
    assert.equal(rows[1] && textOf(rows[1]), 'snooze that');
  });

  it('takes in what is attached, also without a text', async () => {
    await stage.start();
    const { discord, ann, room } = stage;
    discord.mention({
      user: ann,
      channel: room,
      files: [{ name: 'photo.png', content: 'x', type: 'image/png' }],
    });
    await stage.stored(1);
    discord.say({
      user: ann,
      channel: discord.dm(ann),
      files: [{ name: 'a.pdf', content: 'x', type: 'application/pdf' }],
    });
    const rows = await stage.stored(2);
    assert.deepEqual(
      rows.map(({ payload }) => {
        const { attachments, files = [] } = payload as MessagePayload;
        return [...files.map(({ name, kind }) => [name, kind]), ...attachments];
      }),
      [[['photo.png', 'image']], ['a.pdf (file)']],
    );
    assert.equal(rows[0] && textOf(rows[0]), '');
  });

  it('reads nothing of what is forwarded, and what is replied to as others’ words only', async () => {
    await stage.start();
    const { discord, ann, bob, room } = stage;
    const foreign = discord.say({ user: bob, channel: room, text: 'FOREIGN words' });
    discord.say({ user: ann, channel: discord.dm(ann), text: '', forward: foreign });
    discord.mention({ user: ann, channel: room, text: 'what is this?', replyTo: foreign });
    const rows = await stage.stored(2);
    assert.doesNotMatch(JSON.stringify(rows[0]), /FOREIGN/);
    const { discussion, ...own } = (rows[1]?.payload ?? {}) as { readonly discussion?: readonly unknown[] };
    assert.doesNotMatch(JSON.stringify(own), /FOREIGN/);
    assert.equal(discussion?.length, 1);
    assert.match(JSON.stringify(rows[0]), /"attachments":\["a message \(forwarded\)"\]/);
  });

  it('tells apart who belongs to a server of ours', async () => {
    await stage.close();
    stage = await Stage.open();
    await stage.start();
    const { discord } = stage;
    const stranger = discord.person(discord.newId(), { name: 'Stranger', inGuild: false });
    discord.say({ user: stranger, channel: discord.dm(stranger), text: 'canary-stranger' });
    discord.say({ user: stage.ann, channel: discord.dm(stage.ann), text: 'hello' });
    const rows = await stage.stored(1);
    assert.equal(rows[0]?.person_id, `discord:${stage.ann}`);
    assert.ok(!(await stage.everything()).includes('canary-stranger'));
  });

  it('knows a member of the last of sixty servers in a DM, and asks each server once', async () => {
    await stage.close();
    stage = await Stage.open({ settings: { otherServers: 60 } });
    await stage.start();
    const { discord, ann } = stage;
    discord.say({ user: ann, channel: discord.dm(ann), text: 'hello' });
    discord.say({ user: ann, channel: discord.dm(ann), text: 'still me' });
    await stage.stored(2);
    assert.equal(discord.calls('GET /guilds/*/members/*').length, 61);
  });

  it('holds nobody up while it looks a stranger up, whom it tells that it does', async () => {
    await stage.close();
    stage = await Stage.open({ settings: { otherServers: 30 }, timings: { timeoutMs: 60_000 } });
    await stage.start();
    const { discord, ann, room } = stage;
    const stranger = discord.person(discord.newId(), { name: 'Stranger', inGuild: false });
    const look = `GET /guilds/*/members/${stranger}`;
    const held = discord.fail(look, { kind: 'hold', times: Number.POSITIVE_INFINITY });
    const dm = discord.dm(stranger);
    discord.say({ user: stranger, channel: dm, text: 'canary-stranger' });
    await held.hit;
    discord.mention({ user: ann, channel: room, text: 'hello' });
    assert.deepEqual((await stage.stored(1)).map(textOf), ['hello']);
    await discord.waitForReply(dm, 'looking up which of my servers');
    held.release();
    const ours = () => discord.messages(dm).filter((message) => message.ours);
    await discord.waitFor(() => ours().length === 0, 'the line to be taken away');
  });

  it('admits by role, in channels and in DMs', async () => {
    await stage.close();
    stage = await Stage.open({ allow: ['discord-role:111111111111111111'] });
    const { discord, room } = stage;
    discord.person(stage.ann, { roles: ['111111111111111111'] });
    await stage.start();
    const elsewhere = discord.channel(discord.newId());
    discord.mention({ user: stage.bob, channel: elsewhere, text: 'canary-bob' });
    discord.mention({ user: stage.ann, channel: room, text: 'in the channel' });
    discord.say({ user: stage.ann, channel: discord.dm(stage.ann), text: 'in the DM' });
    const rows = await stage.stored(2);
    assert.deepEqual(rows.map(textOf).sort(), ['in the DM', 'in the channel']);
    assert.ok(!(await stage.everything()).includes('canary-bob'));
  });
});

describe('what is not', () => {
  it('leaves chatter alone: it is in no table', async () => {
    await stage.start();
    const { discord, ann, bob, room } = stage;
    const first = discord.say({ user: ann, channel: room, text: 'canary-one' });
    discord.say({ user: bob, channel: room, text: 'canary-two', replyTo: first });
    discord.say({ user: bob, channel: room, text: `canary-three <@${ann}> @everyone` });
    const thread = discord.thread({ user: ann, from: first, name: 'canary-four' });
    discord.say({ user: bob, channel: thread, text: 'canary-five' });
    discord.webhook({ channel: room, name: 'CI', text: `canary-six <@${discord.botUserId}>` });
    const bot = discord.person(discord.newId(), { name: 'OtherBot', bot: true });
    discord.say({ user: bot, channel: room, text: `canary-seven <@${discord.botUserId}>` });
    discord.say({ user: bot, channel: discord.dm(bot), text: 'canary-eight' });
    await stage.settled();
    const all = await stage.everything();
    assert.ok(!/canary/.test(all), all);
  });

  it('does not answer itself', async () => {
    const channel = await stage.start();
    await channel.send(outgoing(dmAt(stage, stage.ann), `canary <@${stage.discord.botUserId}>`));
    await stage.settled();
    assert.equal((await stage.rows()).length, 0);
  });
});

describe('nothing missed, nothing doubled', () => {
  it('stores an event that comes twice once', async () => {
    await stage.start();
    const { discord, ann, room } = stage;
    discord.duplicateEvents(1);
    discord.mention({ user: ann, channel: room, text: 'once' });
    await stage.stored(1);
    await stage.settled(room);
    assert.deepEqual((await stage.rows()).map(textOf), ['once']);
  });

  it('takes in what was said while the connection was gone, by resuming', async () => {
    await stage.start();
    const { discord, ann } = stage;
    discord.dropSockets();
    await discord.waitFor(() => discord.sockets === 0, 'the socket to go');
    discord.say({ user: ann, channel: discord.dm(ann), text: 'while you were out' });
    assert.deepEqual((await stage.stored(1)).map(textOf), ['while you were out']);
  });

  it('takes in what was said while the session was lost, by paging, marked late', async () => {
    const channel = await stage.start();
    const { discord, ann, bob, room } = stage;
    discord.say({ user: ann, channel: discord.dm(ann), text: 'before' });
    const asked = discord.mention({ user: ann, channel: room, text: 'a thread' });
    const before = await stage.stored(2);
    await channel.send(outgoing(await stage.placeOf(before[1] ?? ({} as never)), 'here it is'));
    discord.refuseConnections(true);
    discord.forgetSessions();
    discord.dropSockets();
    await discord.waitFor(() => discord.sockets === 0, 'the socket to go');
    discord.mention({ user: bob, channel: room, text: 'one' });
    discord.say({ user: bob, channel: room, text: 'canary' });
    discord.say({ user: ann, channel: discord.dm(ann), text: 'two' });
    discord.say({ user: ann, channel: asked, text: 'three' });
    discord.refuseConnections(false);
    const rows = await stage.stored(5);
    assert.deepEqual(rows.slice(2).map(textOf).sort(), ['one', 'three', 'two']);
    discord.say({ user: ann, channel: discord.dm(ann), text: 'now' });
    assert.deepEqual((await stage.stored(6)).map(isLate), [false, false, true, true, true, false]);
    assert.ok(!(await stage.everything()).includes('canary'));
  });

  it('takes in what was said while it was down, also a first message from somebody unknown', async () => {
    const { discord, ann, bob, room } = stage;
    const first = await stage.start();
    discord.say({ user: ann, channel: discord.dm(ann), text: 'before' });
    await stage.stored(1);
    await stage.stop(first);
    discord.say({ user: ann, channel: discord.dm(ann), text: 'one' });
    discord.mention({ user: bob, channel: room, text: 'two' });
    discord.say({ user: bob, channel: discord.dm(bob), text: 'from a DM that nobody knows' });
    await stage.start();
    assert.deepEqual((await stage.stored(4)).map(textOf).sort(), [
      'before',
      'from a DM that nobody knows',
      'one',
      'two',
    ]);
    await discord.waitFor(() => discord.sockets === 1, 'one socket to be left');
  });

  it('pages what was said when the old session is no longer there', async () => {
    const { discord, ann, room } = stage;
    const first = await stage.start();
    discord.say({ user: ann, channel: discord.dm(ann), text: 'before' });
    await stage.stored(1);
    await stage.stop(first);
    discord.forgetSessions();
    for (let n = 0; n < 250; n++) discord.say({ user: ann, channel: room, text: `canary ${n}` });
    for (let n = 0; n < 15; n++) discord.say({ user: ann, channel: room, text: `just before ${n}` });
    discord.say({ user: ann, channel: discord.dm(ann), text: 'one' });
    discord.mention({ user: ann, channel: room, text: 'two' });
    await stage.start();
    const rows = await stage.stored(3);
    assert.deepEqual(rows.map(textOf).sort(), ['before', 'one', 'two']);
    assert.ok(!(await stage.everything()).includes('canary'));
  });

  it('takes in what was missed in the order it was said, in whatever order Discord lists it', async () => {
    const { discord, ann, bob, room } = stage;
    discord.settings.shuffledHistory = true;
    const first = await stage.start();
    discord.say({ user: ann, channel: discord.dm(ann), text: 'before' });
    await stage.stored(1);
    await stage.stop(first);
    discord.forgetSessions();
    const words = Array.from({ length: 130 }, (_, n) => `message ${n}`);
    for (const text of words) discord.say({ user: ann, channel: discord.dm(ann), text });
    await stage.start();
    assert.deepEqual((await stage.stored(131)).slice(1).map(textOf), words);
    for (const text of ['one', 'two', 'three', 'four']) discord.say({ user: ann, channel: room, text });
    discord.mention({ user: bob, channel: room, text: 'what is this about?' });
    const asked = (await stage.stored(132)).at(-1)?.payload as MessagePayload | undefined;
    assert.deepEqual(
      asked?.discussion?.map(({ text }) => text),
      ['one', 'two', 'three', 'four'],
    );
  });

  it('reads again what somebody said who could not be looked up; a channel that is closed holds nothing up', async () => {
    const { discord, ann, bob, room } = stage;
    const first = await stage.start();
    discord.say({ user: ann, channel: discord.dm(ann), text: 'before' });
    await stage.stored(1);
    await stage.stop(first);
    discord.forgetSessions();
    discord.mention({ user: bob, channel: room, text: 'one' });
    discord.fail('GET /guilds/*/members/*', { kind: 'error', status: 404, code: 0 });
    discord.fail(`GET /channels/${discord.dm(ann)}/messages`, { kind: 'error', code: 50001 });
    await stage.start();
    assert.deepEqual((await stage.stored(2)).map(textOf), ['before', 'one']);
  });

  it('leaves unread what was said in a thread before it took part there', async () => {
    const { discord, ann, bob, room } = stage;
    const first = await stage.start();
    const thread = discord.thread({ user: bob, channel: room, name: 'Ours' });
    discord.say({ user: bob, channel: thread, text: 'canary' });
    discord.mention({ user: ann, channel: thread, text: 'for the bot' });
    await stage.stored(1);
    await stage.stop(first);
    discord.forgetSessions();
    discord.say({ user: ann, channel: thread, text: 'this too' });
    await stage.start();
    await stage.stored(2);
    await stage.settled(thread);
    assert.deepEqual((await stage.rows()).map(textOf), ['for the bot', 'this too']);
  });

  it('answers nothing that was said before it was ever started', async () => {
    let now = Date.now() - 3_600_000;
    await stage.close();
    stage = await Stage.open({ clock: () => now });
    stage.discord.mention({ user: stage.ann, channel: stage.room, text: 'canary' });
    now = Date.now();
    await stage.start();
    await stage.settled(stage.room);
    assert.equal((await stage.rows()).length, 0);
  });

  it('is killed between receipt and row: its successor is told again, once', async () => {
    const { discord, ann, bob, room } = stage;
    const receiving = Promise.withResolvers<void>();
    const never = Promise.withResolvers<'stored'>();
    const killed = Promise.withResolvers<void>();
    const turns = onceOnly(killed.promise);
    const hung = brokenIntake(stage.intake(), () => {
      receiving.resolve();
      return never.promise;
    });
    await stage.start(hung, turns);
    discord.say({ user: ann, channel: discord.dm(ann), text: 'one' });
    discord.mention({ user: bob, channel: room, text: 'two' });
    await receiving.promise;
    killed.resolve();
    await discord.waitFor(() => discord.sockets === 0, 'the socket to go');
    await stage.start();
    assert.deepEqual((await stage.stored(2)).map(textOf).sort(), ['one', 'two']);
    await stage.settled();
    assert.equal((await stage.rows()).length, 2);
    never.reject(new Error('killed'));
  });

  it('stores what the database refused for a while, without a restart', async () => {
    const { discord, ann, room } = stage;
    let down = true;
    await stage.start(
      brokenIntake(stage.intake(), async (receive) => {
        if (down) throw new Error('the database is down');
        return receive();
      }),
    );
    discord.say({ user: ann, channel: discord.dm(ann), text: 'one' });
    discord.mention({ user: ann, channel: room, text: 'two' });
    await discord.waitFor(() => discord.calls(/GET .*messages/).length > 4, 'some paging in vain');
    down = false;
    assert.deepEqual((await stage.stored(2)).map(textOf).sort(), ['one', 'two']);
  });

  it('keeps order in a room though what was missed and what comes meet', async () => {
    const { discord, ann } = stage;
    const first = await stage.start();
    discord.say({ user: ann, channel: discord.dm(ann), text: '0' });
    await stage.stored(1);
    await stage.stop(first);
    discord.forgetSessions();
    discord.say({ user: ann, channel: discord.dm(ann), text: '1' });
    discord.say({ user: ann, channel: discord.dm(ann), text: '2' });
    const held = discord.fail('GET /channels/:id/messages', { kind: 'hold' });
    const starting = stage.start();
    await held.hit;
    discord.say({ user: ann, channel: discord.dm(ann), text: '3' });
    held.release();
    await starting;
    assert.deepEqual((await stage.stored(4)).map(textOf), ['0', '1', '2', '3']);
  });

  it('keeps order in a room also while what was missed cannot be read; other rooms do not wait for it', async () => {
    const { discord, ann, bob } = stage;
    const first = await stage.start();
    discord.say({ user: ann, channel: discord.dm(ann), text: '0' });
    discord.say({ user: bob, channel: discord.dm(bob), text: 'elsewhere' });
    await stage.stored(2);
    await stage.stop(first);
    discord.forgetSessions();
    discord.say({ user: ann, channel: discord.dm(ann), text: '1' });
    const times = Number.POSITIVE_INFINITY;
    const broken = discord.fail(`GET /channels/${discord.dm(ann)}/messages`, { kind: '5xx', times });
    await stage.start();
    await broken.hit;
    discord.say({ user: ann, channel: discord.dm(ann), text: '2' });
    discord.say({ user: bob, channel: discord.dm(bob), text: 'elsewhere' });
    await stage.stored(3);
    await discord.waitFor(() => broken.fired >= 3, 'some paging in vain');
    assert.deepEqual((await stage.rows()).map(textOf).sort(), ['0', 'elsewhere', 'elsewhere']);
    broken.remove();
    assert.deepEqual(
      (await stage.stored(5)).map(textOf).filter((text) => text !== 'elsewhere'),
      ['0', '1', '2'],
    );
  });
});

/** A turn that is given once, until it is lost. */
function onceOnly(lost: Promise<void>): Turns {
  let given = false;
  const tryTake = async () => {
    if (given) return null;
    given = true;
    return { lost, release: async () => undefined };
  };
  return { ...alwaysOurs(), tryTake };
}

/** An intake whose receive does something else first. */
function brokenIntake(
  intake: Intake,
  receive: (go: () => ReturnType<Intake['receive']>) => ReturnType<Intake['receive']>,
): Intake {
  return { ...intake, receive: (incoming) => receive(() => intake.receive(incoming)) };
}
