// Leases on both engines: one holder at a time, an epoch that makes a late holder's commit fail.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { commitWork } from '../../src/conversation/turn/commit.ts';
import type { Database } from '../../src/database/database.ts';
import type { Holding } from '../../src/database/process-lock.ts';
import { storeIncoming } from '../../src/delivery/inbox.ts';
import { releaseLease, renewLease, takeLeases, underLease } from '../../src/delivery/lease.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { onEveryEngine } from '../fakes/databases.ts';

const channel = new FakeChannel();
const say = (database: Database, user: string, id: string) =>
  storeIncoming(database, {
    type: 'message',
    text: 'hi',
    attachments: [],
    late: false,
    ...channel.base(user, { id }),
  });

const takeLease = async (database: Database, { holder }: Holding, ms: number) =>
  holder && ((await takeLeases(database, holder.name, ms, 1))[0] ?? null);

/** What a lease's end by time looks like, without waiting for it. */
const expire = (database: Database) =>
  sql`update conversation set lease_until = now() - interval '1 second'`.execute(database.db);

onEveryEngine('leases', (open, engine) => {
  it('go to one holder, oldest conversation first, and come free when released', async () => {
    const { database, alive } = await open();
    const [a, b, c] = await Promise.all([alive(), alive(), alive()]);
    await say(database, 'Ann', 'm1');
    await say(database, 'Ben', 'm2');
    const [first, second] = [await takeLease(database, a, 60_000), await takeLease(database, b, 60_000)];
    assert.deepEqual([first?.conversation, second?.conversation], ['slack:T1:DAnn', 'slack:T1:DBen']);
    assert.equal(await takeLease(database, c, 60_000), null);
    assert.ok(first);
    assert.equal(await releaseLease(database.db, first, 'idle'), false, 'something still waits');
    assert.equal(await releaseLease(database.db, first, 'anyway'), true);
    assert.equal((await takeLease(database, c, 60_000))?.epoch, 2);
  });

  it('of an older epoch neither renew, nor guard, nor commit, and what they wrote does not stand', async () => {
    const { database, alive } = await open();
    const [a, b] = await Promise.all([alive(), alive()]);
    await say(database, 'Ann', 'm1');
    const late = await takeLease(database, a, 60_000);
    await expire(database);
    const current = await takeLease(database, b, 60_000);
    assert.ok(late && current);
    assert.equal(await renewLease(database.db, late, 1000), false);
    assert.equal(await renewLease(database.db, current, 1000), true);
    await assert.rejects(
      database.transaction((tx) => underLease(tx, late)),
      { code: 'LEASE_LOST' },
    );
    const work = {
      turn: null,
      entries: [{ type: 'notice' as const, payload: { text: 'x' }, tainted: false, person: null }],
      outgoing: [
        {
          key: 'k',
          platform: 'slack',
          room: 'slack:T1:DAnn' as never,
          conversation: late.conversation,
          kind: 'reply' as const,
          text: 'x',
        },
      ],
      done: [],
    };
    await assert.rejects(
      database.transaction((tx) => commitWork(tx, late, null, work)),
      { code: 'LEASE_LOST' },
    );
    for (const table of ['entry', 'outbox'] as const)
      assert.deepEqual(await database.db.selectFrom(table).select('id').execute(), []);
    await database.transaction((tx) => commitWork(tx, current, null, work));
    assert.equal((await database.db.selectFrom('entry').select('id').execute()).length, 1);
  });

  it('of a process that died are free at once, and what it still commits fails; those of the living last', async () => {
    const { database, alive } = await open();
    const [doomed, living, heir] = await Promise.all([alive(), alive(), alive()]);
    await say(database, 'Ann', 'm1');
    await say(database, 'Ben', 'm2');
    const late = await takeLease(database, doomed, 600_000);
    assert.ok(late && (await takeLease(database, living, 600_000)));
    assert.equal(await takeLease(database, heir, 600_000), null);
    await doomed.release();
    const taken = await takeLease(database, heir, 600_000);
    assert.equal(taken?.conversation, late.conversation);
    assert.equal(await takeLease(database, heir, 600_000), null, 'the other is alive');
    assert.equal(await renewLease(database.db, late, 1000), false);
    await assert.rejects(
      database.transaction((tx) => underLease(tx, late)),
      { code: 'LEASE_LOST' },
    );
  });

  it('of the living end by time all the same: a process may hang', async () => {
    const { database, alive } = await open();
    const [hung, heir] = await Promise.all([alive(), alive()]);
    await say(database, 'Ann', 'm1');
    await takeLease(database, hung, 60_000);
    await expire(database);
    assert.equal((await takeLease(database, heir, 60_000))?.epoch, 2);
  });

  // PGlite has one connection: there a transaction is alone.
  it('guard a transaction against another holder, and let rows for the conversation come in meanwhile', {
    skip: engine === 'pglite',
  }, async () => {
    const { database, alive } = await open();
    const [a, b] = await Promise.all([alive(), alive()]);
    await say(database, 'Ann', 'm1');
    const lease = await takeLease(database, a, 60_000);
    assert.ok(lease);
    await expire(database);
    const [guarded, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = database.transaction(async (tx) => {
      await underLease(tx, lease);
      guarded.resolve();
      await done.promise;
    });
    await guarded.promise;
    try {
      await database.transaction(async (tx) => {
        // The sweep does the same with schedules locked, which the holder may wait for: were this to wait, both would.
        await sql`set local lock_timeout = '5s'`.execute(tx);
        await sql`insert into inbox (platform, room_id, message_id, conversation_id, person_id, kind, payload)
          select platform, room_id, 'm2', conversation_id, person_id, kind, payload from inbox`.execute(tx);
      });
      await assert.rejects(
        sql`select id from conversation where id = ${lease.conversation} for no key update nowait`.execute(
          database.db,
        ),
        { code: '55P03' },
      );
      assert.equal(await takeLease(database, b, 60_000), null);
    } finally {
      done.resolve();
      await holding;
    }
  });

  it('taken by ten at once, each conversation has one holder', async () => {
    const { database, alive } = await open();
    const [again] = await Promise.all([alive()]);
    for (let n = 0; n < 5; n++) await say(database, `P${n}`, `m${n}`);
    const workers = await Promise.all(Array.from({ length: 10 }, () => alive()));
    const taken = await Promise.all(workers.map((each) => takeLease(database, each, 60_000)));
    const held = taken.filter((lease) => lease !== null).map((lease) => lease.conversation);
    assert.equal(new Set(held).size, held.length);
    // Somebody may have been skipped over while rows were locked; who looks again finds the rest.
    while (await takeLease(database, again, 60_000).then((lease) => lease && held.push(lease.conversation)));
    assert.equal(new Set(held).size, 5);
  });
});
