// Outbox rows, schedules and incoming events that can never be sent, fired or stored: set aside, told, counted, and tried
// again by an operator. What stands behind them goes on.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { dropTrouble, listTrouble, retryTrouble, showTrouble } from '../../src/cli/trouble/list.ts';
import type { TroubleId } from '../../src/database/ids.ts';
import { countTrouble } from '../../src/delivery/trouble.ts';
import { sweep } from '../../src/schedule/sweep/sweep.ts';
import { type Bot, startBot } from '../e2e/harness.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { engines } from '../fakes/databases.ts';

for (const engine of engines()) {
  describe(`what is set aside (${engine})`, () => {
    const channel = new FakeChannel();
    let bot: Bot;
    const ready = (async () => {
      bot = await startBot({ engine, channels: [channel] });
      bot.model.rules(() => 'fine');
    })();
    after(async () => {
      await ready;
      await bot.stop();
    });
    const textsOf = (who: string) =>
      channel.sent.filter(({ place }) => place.room === `slack:T1:D${who}`).map(({ text }) => text);
    const said = (who: string, count: number) => channel.until(() => textsOf(who).length >= count);
    const openIds = async () =>
      (
        await bot.database.db
          .selectFrom('trouble')
          .select('id')
          .where('ended_at', 'is', null)
          .orderBy('id')
          .execute()
      ).map(({ id }) => id);

    it('an outbox row that cannot be read is given up at once, and what waits behind it is sent', async () => {
      await ready;
      await channel.say('Ann', 'hello');
      await said('Ann', 1);
      await sql`insert into outbox (key, platform, room_id, conversation_id, kind, payload)
        select 'odd', platform, room_id, conversation_id, 'reply', '{"text": "x", "times": 5}'::jsonb from outbox
        where room_id = 'slack:T1:DAnn' limit 1`.execute(bot.database.db);
      await channel.say('Ann', 'again');
      await said('Ann', 3);
      assert.deepEqual(textsOf('Ann').toSorted(), [
        'Sorry, an answer of mine could not be sent here, so I have set it aside.',
        'fine',
        'fine',
      ]);
      assert.deepEqual(await countTrouble(bot.database.db), { outgoing: 1 });
    });

    it('a message that the platform refuses is set aside, listed without its words, and goes out when tried again', async () => {
      await ready;
      for (const id of await openIds()) await dropTrouble(bot.database, id);
      channel.faults.push('refused');
      bot.model.script(['a canary answer']);
      await channel.say('Bea', 'hello');
      await said('Bea', 1);
      assert.match(textsOf('Bea')[0] ?? '', /could not be sent here/);
      const [id] = await openIds();
      const list = await listTrouble(bot.database);
      assert.match(
        list,
        /a message of ours that could not be sent \(\d+\) {2}in slack:T1:DBea {2}because of refused/,
      );
      assert.doesNotMatch(list, /canary/);
      assert.match(await showTrouble(bot.database, id as TroubleId), /canary answer/);
      await retryTrouble(bot.database, id as TroubleId);
      await said('Bea', 2);
      assert.equal(textsOf('Bea')[1], 'a canary answer');
      assert.equal(await listTrouble(bot.database), 'Nothing is set aside.');
      await assert.rejects(retryTrouble(bot.database, id as TroubleId), /over already: retried/);
    });

    it('a schedule that cannot be fired is paused and told; all others of its batch are fired; it can be tried again', async () => {
      await ready;
      await channel.say('Cat', '/remind in 2 hours good tea', { zone: 'Europe/Berlin' });
      await channel.say('Dan', '/remind in 2 hours bad tea', { zone: 'Europe/Berlin' });
      await Promise.all([said('Cat', 1), said('Dan', 1)]);
      const { db } = bot.database;
      await sql
        .raw(`create or replace function refuse_bad() returns trigger language plpgsql as $$
        begin if new.payload::text like '%bad tea%' then raise exception 'refused' using errcode = '22023'; end if;
        return new; end $$`)
        .execute(db);
      await sql
        .raw(
          `create or replace trigger refuse_bad before insert on inbox for each row execute function refuse_bad()`,
        )
        .execute(db);
      const due = await db
        .selectFrom('schedule')
        .select(['id', 'next_at'])
        .where('text', '=', 'bad tea')
        .executeTakeFirstOrThrow();
      await sweep(bot.database, new Date((due.next_at?.getTime() ?? 0) + 1000));
      await Promise.all([said('Cat', 2), said('Dan', 2)]);
      assert.match(textsOf('Cat')[1] ?? '', /^⏰ good tea/);
      assert.match(textsOf('Dan')[1] ?? '', /^⚠️ The reminder r\d+ was due, .* It is paused/);
      assert.deepEqual(await countTrouble(db), { schedule: 1 });
      await sql.raw('drop trigger refuse_bad on inbox').execute(db);
      const [id] = await openIds();
      await retryTrouble(bot.database, id as TroubleId);
      await sweep(bot.database, new Date((due.next_at?.getTime() ?? 0) + 2000));
      await said('Dan', 3);
      assert.match(textsOf('Dan')[2] ?? '', /^⏰ bad tea/);
    });

    it('a stored time that cannot be read any more is on the list too', async () => {
      await ready;
      const { db } = bot.database;
      await channel.say('Eve', '/remind in 2 hours tea', { zone: 'Europe/Berlin' });
      await said('Eve', 1);
      await sql`update schedule set spec = '{"kind": "cron", "cron": "moon", "zone": "Mars/Base"}'::jsonb, next_at = now() where owner_id = 'slack:T1:Eve'`.execute(
        db,
      );
      await sweep(bot.database, new Date());
      await said('Eve', 2);
      assert.match(textsOf('Eve')[1] ?? '', /cannot read its time any more\. It is paused/);
      const [id] = await openIds();
      assert.deepEqual(await countTrouble(db), { schedule: 1 });
      await dropTrouble(bot.database, id as TroubleId);
    });

    it('an event that cannot be stored is acknowledged, told and on the list: the channel gets past it', async () => {
      await ready;
      const { db } = bot.database;
      await sql
        .raw(`create or replace function refuse_in() returns trigger language plpgsql as $$
        begin if new.payload::text like '%monstrous%' then raise exception 'refused' using errcode = '54000'; end if;
        return new; end $$`)
        .execute(db);
      await sql
        .raw(
          `create or replace trigger refuse_in before insert on inbox for each row execute function refuse_in()`,
        )
        .execute(db);
      assert.equal(await channel.say('Fay', 'a monstrous message'), 'seen');
      await said('Fay', 1);
      assert.match(textsOf('Fay')[0] ?? '', /^Sorry, I could not take this in/);
      const [id] = await openIds();
      assert.doesNotMatch(await listTrouble(bot.database), /monstrous/);
      await assert.rejects(retryTrouble(bot.database, id as TroubleId), /cannot be tried again/);
      await dropTrouble(bot.database, id as TroubleId);
      await channel.say('Fay', 'a small one');
      await said('Fay', 2);
      assert.equal(textsOf('Fay')[1], 'fine');
    });

    it('a turn that broke is answered when an operator tries it again', async () => {
      await ready;
      const { db } = bot.database;
      await sql
        .raw(`create or replace function refuse_turn() returns trigger language plpgsql as $$
        begin if new.payload::text like '%fragile%' then raise exception 'refused' using errcode = '22023'; end if;
        return new; end $$`)
        .execute(db);
      await sql
        .raw(
          `create or replace trigger refuse_turn before insert on entry for each row execute function refuse_turn()`,
        )
        .execute(db);
      await channel.say('Gus', 'a fragile question');
      await said('Gus', 1);
      assert.match(textsOf('Gus')[0] ?? '', /^Sorry, .* Nothing was changed\./);
      await sql.raw('drop trigger refuse_turn on entry').execute(db);
      const [id] = await openIds();
      await retryTrouble(bot.database, id as TroubleId);
      await said('Gus', 2);
      assert.equal(textsOf('Gus')[1], 'fine');
      assert.deepEqual(await countTrouble(db), {});
    });
  });
}
