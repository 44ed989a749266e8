// The sender on both engines: in order per conversation, once, and what it does when the platform fails.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '../../src/database/database.ts';
import type { Holding } from '../../src/database/process-lock.ts';
import { claimOutgoing, enqueue } from '../../src/delivery/outbox.ts';
import { type OutgoingMessage, Postponed, SendError } from '../../src/delivery/outgoing.ts';
import { upsertPlace } from '../../src/delivery/places.ts';
import { Sender } from '../../src/delivery/sender.ts';
import { Wake } from '../../src/delivery/wake.ts';
import { silentLog } from '../../src/log.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { onEveryEngine } from '../fakes/databases.ts';

const timings = { leaseMs: 2000, pollMs: 20, backoffMs: 5, backoffMaxMs: 20 };

async function queue(
  database: Database,
  channel: FakeChannel,
  texts: readonly string[],
  kind: 'reply' | 'reminder' = 'reply',
  where = 'C1',
): Promise<void> {
  const { place, speaker } = channel.base('Ann', { channel: where });
  await database.transaction(async (tx) => {
    await upsertPlace(tx, place);
    await tx
      .insertInto('person')
      .values({
        id: speaker.id,
        platform: 'slack',
        name: 'Ann',
        zone: null,
        zone_source: null,
        locale: null,
        persona: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await enqueue(
      tx,
      texts.map((text) => ({
        key: text,
        platform: 'slack',
        room: place.room,
        conversation: place.conversation,
        kind,
        text,
        fallback: speaker.id,
      })),
    );
  });
}

async function withSender(
  { database, alive }: { readonly database: Database; readonly alive: () => Promise<Holding> },
  channel: FakeChannel,
  work: () => Promise<void>,
  pace = timings,
): Promise<void> {
  const sender = new Sender({
    database,
    lock: await alive(),
    channels: new Map([['slack', channel]]),
    wake: new Wake(),
    log: silentLog,
    timings: pace,
    delivered: async () => undefined,
  });
  sender.start();
  await work().finally(() => sender.stop());
}

const states = async (database: Database) =>
  (await database.db.selectFrom('outbox').select('state').orderBy('id').execute()).map((row) => row.state);
const texts = (channel: FakeChannel) => channel.sent.map((message) => message.text);

onEveryEngine('the sender', (open) => {
  it('keeps the order within a conversation, also over failures, and the same key is one message', async () => {
    const opened = await open();
    const { database } = opened;
    const channel = new FakeChannel();
    channel.faults = ['retry', 'lost', 'retry', 'doubt'];
    await queue(database, channel, ['one', 'two', 'three']);
    await queue(database, channel, ['two', 'four']);
    await withSender(opened, channel, () => channel.until((sent) => sent.length === 4));
    assert.deepEqual(texts(channel), ['one', 'two', 'three', 'four']);
    assert.deepEqual(await states(database), ['sent', 'sent', 'sent', 'sent']);
  });

  it('a message whose sender died is looked for first', async () => {
    const opened = await open();
    const { database } = opened;
    const channel = new FakeChannel();
    await queue(database, channel, ['arrived', 'never left']);
    await database.db
      .updateTable('outbox')
      .set({ state: 'sending', lease_until: new Date(0) })
      .execute();
    channel.sent.push({ key: 'arrived', text: 'arrived' } as OutgoingMessage);
    await withSender(opened, channel, () => channel.until((sent) => sent.length === 2));
    assert.deepEqual(texts(channel), ['arrived', 'never left']);
  });

  it('what a dead process was sending is looked for at once, however long its lease; what a living one sends is left to it', async () => {
    const opened = await open();
    const { database, alive } = opened;
    const channel = new FakeChannel();
    const [dead, living] = await Promise.all([alive(), alive()]);
    for (const [lock, text] of [
      [dead, 'its sender died'],
      [living, 'on its way'],
    ] as const) {
      await queue(database, channel, [text], 'reply', text === 'on its way' ? 'C2' : 'C1');
      const owner = lock.holder?.name ?? '';
      await claimOutgoing(database, { owner, platforms: ['slack'], except: [], ms: 600_000, limit: 1 });
    }
    await dead.release();
    await withSender(opened, channel, () => channel.until((sent) => sent.length > 0));
    assert.deepEqual(texts(channel), ['its sender died']);
    assert.deepEqual(await states(database), ['sent', 'sending']);
  });

  it('a message on its way is not sent a second time by the same process when its lock is lost', async () => {
    const opened = await open();
    const { database, alive } = opened;
    const [first, second] = await Promise.all([alive(), alive()]);
    let lock: Holding = first;
    const channel = new FakeChannel();
    const [onItsWay, arrives] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const send = channel.send.bind(channel);
    channel.send = async (message) => {
      if (message.text === 'slow') {
        onItsWay.resolve();
        await arrives.promise;
      }
      return send(message);
    };
    await queue(database, channel, ['slow']);
    const current = {
      get holder() {
        return lock.holder;
      },
    };
    const work = async () => {
      await onItsWay.promise;
      await first.release();
      lock = second;
      await queue(database, channel, ['later'], 'reply', 'C2');
      await channel.until((sent) => sent.length === 1);
      arrives.resolve();
      await channel.until((sent) => sent.length === 2);
    };
    await withSender({ ...opened, alive: async () => current }, channel, work);
    assert.deepEqual(texts(channel), ['later', 'slow']);
    assert.deepEqual(await states(database), ['sent', 'sent']);
  });

  it('what is claimed and not yet begun when the lock is lost is left to whoever takes it over', async () => {
    const opened = await open();
    const { database, alive } = opened;
    const lock = await alive();
    const channel = new FakeChannel();
    await queue(database, channel, ['once'], 'reminder');
    const late = new Sender({
      database,
      lock,
      channels: new Map([['slack', channel]]),
      wake: new Wake(),
      log: silentLog,
      timings,
      delivered: async () => undefined,
      worded: async (row) => {
        await lock.release();
        await withSender(opened, channel, () => channel.until((sent) => sent.length === 1));
        return row;
      },
    });
    late.start();
    await channel.until((sent) => sent.length === 1);
    await late.stop();
    assert.deepEqual(texts(channel), ['once']);
    assert.deepEqual(await states(database), ['sent']);
  });

  for (const [fault, failure] of [
    ['a failure', new SendError('retry', 'not now', 1)],
    ['a room that is gone', new SendError('gone', 'no such room')],
    ['a refusal', new SendError('refused', 'no such block')],
  ] as const)
    it(`${fault} that comes after another process has taken the message over changes nothing`, async () => {
      const opened = await open();
      const { database, alive } = opened;
      const [first, second] = await Promise.all([alive(), alive()]);
      const channel = new FakeChannel();
      await queue(database, channel, ['once'], 'reminder');
      const slow = new FakeChannel();
      slow.send = async () => {
        await first.release();
        await withSender({ database, alive: async () => second }, channel, () =>
          channel.until((sent) => sent.length === 1),
        );
        throw failure;
      };
      const told: string[] = [];
      const late = new Sender({
        database,
        lock: first,
        channels: new Map([['slack', slow]]),
        wake: new Wake(),
        log: silentLog,
        timings,
        delivered: async (_tx, _row, outcome) => void told.push(outcome),
      });
      late.start();
      await channel.until((sent) => sent.length === 1);
      await late.stop();
      await withSender({ database, alive }, channel, async () => {
        await queue(database, channel, ['next'], 'reminder');
        await channel.until((sent) => sent.length > 1);
      });
      assert.deepEqual(texts(channel), ['once', 'next']);
      assert.deepEqual(await states(database), ['sent', 'sent']);
      assert.deepEqual(told, []);
    });

  it('a channel that does not know yet who it is gets nothing: its first look would be wasted', async () => {
    const opened = await open();
    const { database } = opened;
    const channel = new FakeChannel();
    channel.ready = false;
    await queue(database, channel, ['arrived']);
    await database.db.updateTable('outbox').set({ state: 'sending' }).execute();
    channel.sent.push({ key: 'arrived', text: 'arrived' } as OutgoingMessage);
    const looks: boolean[] = [];
    const looked = Promise.withResolvers<void>();
    channel.find = async () => {
      looks.push(channel.ready);
      looked.resolve();
      if (!channel.ready) throw new SendError('doubt', 'who are we?');
      return 'out-1';
    };
    const asked = Promise.withResolvers<void>();
    let times = 0;
    channel.isReady = () => {
      times += 1;
      if (times === 3) asked.resolve();
      return channel.ready;
    };
    await withSender(opened, channel, async () => {
      await asked.promise;
      channel.ready = true;
      await looked.promise;
    });
    assert.deepEqual([looks, await states(database)], [[true], ['sent']]);
  });

  it('a wait that the platform names is kept as it is; others double', async () => {
    const opened = await open();
    const { database } = opened;
    for (const [named, wanted] of [
      [new Postponed('wait a little', 300), 300],
      [new SendError('retry', 'wait at least a little', 300), 60_000],
    ] as const) {
      const channel = new FakeChannel();
      const failed = Promise.withResolvers<void>();
      channel.send = async () => {
        failed.resolve();
        throw named;
      };
      await queue(database, channel, [named.message]);
      await withSender(opened, channel, () => failed.promise, {
        ...timings,
        backoffMs: 60_000,
        backoffMaxMs: 60_000,
      });
      const row = await database.db
        .selectFrom('outbox')
        .select((eb) => sql<number>`extract(epoch from ${eb.ref('next_try_at')} - now()) * 1000`.as('ms'))
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      // What has passed since is not known; what is left is never more.
      assert.ok(row.ms <= wanted && (wanted === 300 || row.ms > 300), `${row.ms} of ${wanted}`);
      await database.db.updateTable('outbox').set({ state: 'failed' }).execute();
    }
  });

  it('what stays in doubt is sent again for a reminder, marked, and not for a reply', async () => {
    for (const [kind, wanted, state] of [
      ['reminder', 2, 'sent'],
      ['reply', 1, 'failed'],
    ] as const) {
      const opened = await open();
      const { database } = opened;
      const channel = new FakeChannel();
      channel.faults = ['lost'];
      channel.find = async () => {
        throw new SendError('doubt', 'history may not be read', 1);
      };
      await queue(database, channel, ['hello'], kind);
      const ended = Promise.withResolvers<void>();
      const poll = setInterval(
        () => void states(database).then(([now]) => now === state && ended.resolve()),
        20,
      );
      await withSender(opened, channel, () => ended.promise);
      clearInterval(poll);
      assert.equal(channel.sent.length, wanted);
      if (kind === 'reminder') assert.match(texts(channel)[1] ?? '', /hello\n\(sent again/);
    }
  });

  it('a refused message is given up, its place is told, and the next one passes; a gone room falls back to the DM once', async () => {
    const opened = await open();
    const { database } = opened;
    const channel = new FakeChannel();
    channel.faults = ['refused'];
    await queue(database, channel, ['bad', 'good']);
    await withSender(opened, channel, () => channel.until((sent) => sent.length === 2));
    assert.deepEqual(await states(database), ['failed', 'sent', 'sent']);
    assert.match(channel.sent[1]?.text ?? '', /could not be sent here, so I have set it aside/);
    channel.gone.add('slack:T1:C2');
    await queue(database, channel, ['lost room'], 'reminder', 'C2');
    await withSender(opened, channel, () => channel.until((sent) => sent.length === 3));
    assert.equal(channel.sent[2]?.place.room, 'slack:T1:DAnn');
    assert.equal(channel.sent[2]?.place.kind, 'dm');
  });

  it('what was meant for a DM that is not ours falls back to the person’s own; if that is gone, it is given up', async () => {
    const opened = await open();
    const { database } = opened;
    const channel = new FakeChannel();
    channel.gone.add('slack:T1:D9');
    await queue(database, channel, ['tea'], 'reminder', 'D9');
    await database.db.updateTable('room').set({ kind: 'dm' }).execute();
    await withSender(opened, channel, () => channel.until((sent) => sent.length === 1));
    assert.equal(channel.sent[0]?.place.room, 'slack:T1:DAnn');
    channel.gone.add('slack:T1:DAnn');
    await queue(database, channel, ['coffee'], 'reminder', 'D9');
    await withSender(opened, channel, async () => undefined);
    assert.deepEqual(await states(database), ['sent', 'failed']);
  });

  it('two senders at once send each message once', async () => {
    const opened = await open();
    const { database } = opened;
    const channel = new FakeChannel();
    const many = Array.from({ length: 30 }, (_, n) => `n${n}`);
    await queue(database, channel, many);
    await withSender(opened, channel, () =>
      withSender(opened, channel, () => channel.until((sent) => sent.length >= 30)),
    );
    assert.deepEqual(texts(channel), many);
  });
});
