// Slash commands and clicks: the row first, then the acknowledgement within three seconds, then the private answer.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Channel, Intake } from '../../../src/delivery/channel.ts';
import { Postponed, SendError } from '../../../src/delivery/outgoing.ts';
import { outgoing, person, Stage, seed, threadAt } from './stage.ts';

let stage: Stage;

beforeEach(async () => {
  stage = await Stage.open();
});

afterEach(async (context) => {
  if ('error' in context && context.error) console.error(`seed ${seed}`);
  await stage.close();
});

const DEFERRED = 5;
const MESSAGE = 4;

async function started(intake?: Intake): Promise<Channel> {
  const channel = await stage.start(intake);
  await stage.discord.waitFor(() => stage.discord.commands().length > 0, 'the commands');
  return channel;
}

const payloadOf = (row: { payload: object } | undefined) =>
  row?.payload as {
    name: string;
    args: string;
    action: string;
    replyToken: string;
    private: boolean;
    clickedMessageId: string;
  };

const remind = () => ({
  user: stage.ann,
  channel: stage.room,
  command: 'remind',
  options: { when: 'tomorrow 9', text: 'stretch' },
});

describe('commands', () => {
  it('are not offered again in the same start once Discord has refused them', async () => {
    const { discord } = stage;
    discord.fail('PUT /applications/:app/commands', { kind: 'error', code: 50035, status: 400, times: 9 });
    await stage.start();
    await discord.waitFor(() => discord.calls('PUT /applications/:app/commands').length === 1, 'a refusal');
    for (const sessions of [2, 3]) {
      discord.forgetSessions();
      discord.dropSockets();
      await discord.waitFor(() => discord.gatewayLog('identify').length === sessions, 'another session');
      await stage.settled();
    }
    assert.equal(discord.calls('PUT /applications/:app/commands').length, 1);
  });

  it('are registered once, and again only if they differ', async () => {
    const first = await started();
    await stage.stop(first);
    await stage.stop(await started());
    assert.equal(stage.discord.calls('PUT /applications/:app/commands').length, 1);
    assert.deepEqual(
      stage.discord.commands().map((command) => command.name),
      [
        'remind',
        'reminders',
        'agenda',
        'task',
        'tasks',
        'persona',
        'home',
        'memory',
        'timezone',
        'approvals',
        'stop',
        'undo',
        'rewind',
        'room',
        'now',
        'context',
        'why',
        'reset',
        'skills',
        'export',
        'forget',
        'usage',
        'people',
        'help',
        'Remind me about this',
      ],
    );
  });

  it('are stored before they are acknowledged, in private', async () => {
    const real = stage.intake();
    const order: string[] = [];
    const channel = await started({
      ...real,
      async receive(incoming) {
        const outcome = await real.receive(incoming);
        order.push(`stored, acknowledged: ${asked.answer !== null}`);
        return outcome;
      },
    });
    const asked = stage.discord.slash(remind());
    assert.equal(await asked.answered(), DEFERRED);
    assert.deepEqual(order, ['stored, acknowledged: false']);
    const [row] = await stage.stored(1);
    assert.deepEqual(
      [payloadOf(row).name, payloadOf(row).args, payloadOf(row).private],
      ['remind', 'tomorrow 9 stretch', true],
    );
    assert.equal(row?.conversation_id, `discord:${stage.discord.guildId}:${stage.room}`);
    const someone = await stage.database.db.selectFrom('person').selectAll().executeTakeFirstOrThrow();
    assert.deepEqual([someone.name, someone.locale, someone.zone], ['Ann', 'de', null]);
    const answer = outgoing(threadAt(stage, stage.room, null), 'Done.', {
      replyToken: payloadOf(row).replyToken,
      privateTo: person(stage.ann),
      buttons: [{ label: 'Undo', action: 'undo:1' }],
    });
    const id = await channel.send(answer);
    const seen = await asked.reply();
    assert.deepEqual(
      [seen.id, seen.text, seen.ephemeralFor, seen.buttons[0]?.label],
      [id, 'Done.', stage.ann, 'Undo'],
    );
    assert.equal(await channel.find(answer), id);
    assert.equal(stage.discord.messages(stage.room, { as: stage.bob }).length, 0);
  });

  it('belong to the thread or the DM in which they are used', async () => {
    await started();
    const { discord, ann, room } = stage;
    const thread = discord.thread({ user: ann, channel: room, name: 'Talk' });
    discord.slash({ ...remind(), channel: thread });
    discord.slash({ ...remind(), channel: discord.dm(ann) });
    const rows = await stage.stored(2);
    assert.deepEqual(
      rows.map((row) => row.conversation_id).sort(),
      [`discord:${discord.guildId}:${room}:${thread}`, `discord:${discord.dm(ann)}`].sort(),
    );
  });

  it('are answered in the DM when the time for an answer is over', async () => {
    let now = Date.now();
    await stage.close();
    stage = await Stage.open({ clock: () => now });
    const channel = await started();
    const asked = stage.discord.slash(remind());
    await asked.answered();
    const [row] = await stage.stored(1);
    now += 16 * 60_000;
    const answer = outgoing(threadAt(stage, stage.room, null), 'Late.', {
      replyToken: payloadOf(row).replyToken,
      privateTo: person(stage.ann),
    });
    await channel.send(answer);
    assert.equal(stage.discord.messages(stage.discord.dm(stage.ann))[0]?.text, 'Late.');
    assert.notEqual(await channel.find(answer), null);
    assert.equal(
      stage.discord.messages(stage.room, { as: stage.bob }).length,
      0,
      'nothing private in public',
    );
  });

  it('are answered where they were used though the answer is ready before the acknowledgement has arrived', async () => {
    const channel = await started();
    const slow = stage.discord.fail('POST /interactions/**', { kind: 'hold' });
    const asked = stage.discord.slash(remind());
    const [row] = await stage.stored(1);
    const answer = outgoing(threadAt(stage, stage.room, null), 'Done.', {
      replyToken: payloadOf(row).replyToken,
      privateTo: person(stage.ann),
    });
    const sent = channel.send(answer);
    const found = channel.find(answer);
    assert.equal(asked.answer, null);
    slow.release();
    assert.equal(await sent, (await asked.reply()).id);
    await found;
    assert.equal(asked.message?.text, 'Done.');
    const looked = stage.discord.calls('GET /webhooks/**').map(({ status }) => status);
    assert.deepEqual(looked, [200, 200], 'each looks once, when there is something to see');
    assert.equal(stage.discord.messages(stage.discord.dm(stage.ann)).length, 0);
  });

  it('that another process takes in are answered here soon after it has acknowledged them', async () => {
    await started();
    const slow = stage.discord.fail('POST /interactions/**', { kind: 'hold' });
    const asked = stage.discord.slash(remind());
    const [row] = await stage.stored(1);
    const answer = outgoing(threadAt(stage, stage.room, null), 'Done.', {
      replyToken: payloadOf(row).replyToken,
      privateTo: person(stage.ann),
    });
    const other = stage.channel();
    await assert.rejects(
      other.send(answer),
      (error) => error instanceof Postponed && error.retryAfterMs < 1000,
    );
    await assert.rejects(
      other.find(answer),
      (error) => error instanceof SendError && error.failure === 'doubt',
    );
    slow.release();
    await asked.answered();
    await other.send(answer);
    assert.equal(asked.message?.text, 'Done.');
  });

  it('are answered in the DM if they were never acknowledged', async () => {
    await stage.close();
    stage = await Stage.open({ timings: { callbackMs: 0 } });
    const channel = await started();
    stage.discord.fail('POST /interactions/**', { kind: 'error', code: 10062 });
    stage.discord.slash(remind());
    const [row] = await stage.stored(1);
    const answer = outgoing(threadAt(stage, stage.room, null), 'Done.', {
      replyToken: payloadOf(row).replyToken,
      privateTo: person(stage.ann),
    });
    await channel.send(answer);
    assert.equal(stage.discord.messages(stage.discord.dm(stage.ann))[0]?.text, 'Done.');
  });

  it('are answered once though an answer was lost', async () => {
    const channel = await started();
    const asked = stage.discord.slash(remind());
    const [row] = await stage.stored(1);
    await asked.answered();
    stage.discord.fail('PATCH /webhooks/**', { kind: 'lost-answer' });
    const answer = outgoing(threadAt(stage, stage.room, null), 'Done.', {
      replyToken: payloadOf(row).replyToken,
      privateTo: person(stage.ann),
    });
    await assert.rejects(
      channel.send(answer),
      (error) => error instanceof SendError && error.failure === 'doubt',
    );
    assert.equal(await channel.find(answer), asked.message?.id);
    assert.equal(asked.messages.length, 1);
    const more = outgoing(threadAt(stage, stage.room, null), 'And more.', {
      replyToken: payloadOf(row).replyToken,
      privateTo: person(stage.ann),
    });
    await channel.send(more);
    assert.deepEqual(
      asked.messages.map((each) => [each.text, each.ephemeralFor]),
      [
        ['Done.', stage.ann],
        ['And more.', stage.ann],
      ],
    );
  });

  it('are asked to be repeated if they could not be stored', async () => {
    await started({ ...stage.intake(), receive: () => Promise.reject(new Error('the database is down')) });
    const asked = stage.discord.slash(remind());
    assert.equal(await asked.answered(), MESSAGE);
    const seen = await asked.reply();
    assert.match(seen.text, /versuch es gleich noch einmal/, 'Ann’s Discord is in German');
    assert.equal(seen.ephemeralFor, stage.ann);
  });

  it('are acknowledged in time though the database is slow', async () => {
    await stage.close();
    stage = await Stage.open({ timings: { ackWithinMs: 20 } });
    const real = stage.intake();
    const slow = Promise.withResolvers<void>();
    await started({
      ...real,
      async receive(incoming) {
        await slow.promise;
        return real.receive(incoming);
      },
    });
    const asked = stage.discord.slash(remind());
    assert.equal(await asked.answered(), DEFERRED);
    assert.equal((await stage.rows()).length, 0);
    slow.resolve();
    await stage.stored(1);
  });

  it('are refused to strangers, in words, each time', async () => {
    await stage.close();
    stage = await Stage.open({ allow: ['discord:1'] });
    await started();
    for (let time = 0; time < 2; time++) {
      const seen = await stage.discord.slash(remind()).reply();
      assert.match(seen.text, /auf meiner Liste/, 'Ann’s Discord is in German');
      assert.equal(seen.ephemeralFor, stage.ann);
    }
    assert.equal((await stage.rows()).length, 0);
  });
});

describe('completions', () => {
  const typing = (typed: string) =>
    stage.discord.autocomplete({
      user: stage.ann,
      channel: stage.room,
      command: 'persona',
      options: { name: typed },
      focused: 'name',
    });

  it('are suggested by the core, and nothing is stored', async () => {
    await started();
    assert.equal((await typing('cf').choices())[0]?.value, 'cfo');
    assert.equal((await stage.rows()).length, 0);
  });

  it('know which sub-command is typed, by whom and where', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown[]>();
    const suggest: Intake['suggest'] = async (speaker, place, typed) => {
      resolve([speaker.id, place.room, typed]);
      return [{ label: 'r3: tea', value: 'r3' }];
    };
    await started({ ...stage.intake(), suggest });
    const { discord, ann, room } = stage;
    const asked = discord.autocomplete({
      user: ann,
      channel: room,
      command: 'reminders',
      subcommand: 'move',
      options: { reminder: 'te' },
      focused: 'reminder',
    });
    assert.deepEqual(await asked.choices(), [{ name: 'r3: tea', value: 'r3' }]);
    assert.deepEqual(await promise, [
      `discord:${ann}`,
      `discord:${discord.guildId}:${room}`,
      { command: 'reminders move', option: 'reminder', typed: 'te' },
    ]);
  });

  it('that take too long, or fail, are none', async () => {
    const never = Promise.withResolvers<never>();
    let suggest: Intake['suggest'] = () => never.promise;
    await started({ ...stage.intake(), suggest: (...asked) => suggest(...asked) });
    assert.deepEqual(await typing('cf').choices(), []);
    suggest = () => Promise.reject(new Error('the database is away'));
    assert.deepEqual(await typing('cf').choices(), []);
  });

  it('are none for strangers', async () => {
    await stage.close();
    stage = await Stage.open({ allow: ['discord:1'] });
    await started();
    assert.deepEqual(await typing('').choices(), []);
  });
});

describe('clicks', () => {
  it('are stored, in the conversation of the message they are on', async () => {
    const channel = await started();
    const { discord, ann, bob, room } = stage;
    const asked = discord.mention({ user: ann, channel: room, text: 'remind me' });
    const [first] = await stage.stored(1);
    assert.ok(first);
    const message = outgoing(await stage.placeOf(first), 'Which zone?', {
      buttons: [{ label: 'Berlin', action: 'zone:Europe/Berlin' }],
    });
    const id = await channel.send(message);
    await stage.recordSent(message, id);
    const click = discord.click({ user: bob, message: id, customId: 'zone:Europe/Berlin' });
    assert.equal(await click.answered(), DEFERRED);
    const row = (await stage.stored(2))[1];
    assert.equal(row?.conversation_id, `discord:${discord.guildId}:${room}:${asked}`);
    assert.deepEqual(
      [payloadOf(row).action, payloadOf(row).clickedMessageId, row?.person_id],
      ['zone:Europe/Berlin', id, `discord:${bob}`],
    );
    await channel.send(
      outgoing(message.place, 'Berlin it is.', {
        replyToken: payloadOf(row).replyToken,
        privateTo: person(bob),
      }),
    );
    const seen = await click.reply();
    assert.deepEqual([seen.text, seen.ephemeralFor], ['Berlin it is.', bob]);
    assert.equal(discord.message(id).text, 'Which zone?', 'the message itself stays');
  });

  it('on a private answer belong to its conversation too', async () => {
    const channel = await started();
    const { discord, ann, room } = stage;
    const asked = discord.slash(remind());
    await asked.answered();
    const [row] = await stage.stored(1);
    const answer = outgoing(threadAt(stage, room, null), 'Done.', {
      replyToken: payloadOf(row).replyToken,
      privateTo: person(ann),
      buttons: [{ label: 'Undo', action: 'undo:1' }],
    });
    const id = await channel.send(answer);
    await stage.recordSent(answer, id);
    await discord.click({ user: ann, message: id, customId: 'undo:1' }).answered();
    const clicked = (await stage.stored(2))[1];
    assert.equal(clicked?.conversation_id, `discord:${discord.guildId}:${room}`);
  });

  it('that come twice are stored once', async () => {
    await started();
    stage.discord.duplicateEvents(1, 'INTERACTION_CREATE');
    await stage.discord.slash(remind()).answered();
    await stage.settled();
    assert.equal((await stage.rows()).length, 1);
  });
});
