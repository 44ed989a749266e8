// Who may claim a message while a claim of another process is under way: PostgreSQL looks again at a row that has changed
// since the statement began, but at its list of living processes it may look only once.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../../src/database/database.ts';
import { claimOutgoing, enqueue } from '../../src/delivery/outbox.ts';
import { upsertPlace } from '../../src/delivery/places.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { onEveryEngine } from '../fakes/databases.ts';

/** One message in a conversation of its own. */
async function queue(database: Database, key: string): Promise<void> {
  const { place } = new FakeChannel().base(key);
  await database.transaction(async (tx) => {
    await upsertPlace(tx, place);
    const where = { platform: 'slack', room: place.room, conversation: place.conversation };
    await enqueue(tx, [{ key, kind: 'reminder', text: key, ...where }]);
  });
}

const claim = async (database: Database, owner: string, limit: number) => {
  const asked = { owner, platforms: ['slack'], except: [], ms: 600_000, limit };
  return (await claimOutgoing(database, asked)).map(({ key }) => key);
};

/** Makes claims by `owner` wait at each of these messages until its gate is opened. */
async function gatesFor(database: Database, url: string, owner: string, keys: readonly string[]) {
  const keeper = new pg.Client({ connectionString: url });
  await keeper.connect();
  for (const key of keys) await keeper.query('select pg_advisory_lock(hashtext($1))', [key]);
  await sql`create function wait_at_gate() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock_shared(hashtext(new.key)); return new; end'`.execute(database.db);
  await sql`create trigger gate before update on outbox for each row
    when (new.lease_owner = ${sql.lit(owner)}) execute function wait_at_gate()`.execute(database.db);
  return {
    /** Resolves when the claim has come to this message and waits. */
    reached: async (key: string) => {
      for (;;) {
        const { rows } = await keeper.query(
          'select 1 from pg_locks where not granted and objid::int8 = (hashtext($1)::int8 & 4294967295)',
          [key],
        );
        if (rows.length > 0) return;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    open: (key: string) => keeper.query('select pg_advisory_unlock(hashtext($1))', [key]),
    close: () => keeper.end(),
  };
}

onEveryEngine('claims of messages', (open, engine) => {
  if (engine === 'postgres')
    it('by a process that started while another claim ran are left to it', async (t) => {
      const { database, url, alive } = await open();
      assert.ok(url);
      for (const key of ['first', 'second', 'third']) await queue(database, key);
      const slow = (await alive()).holder?.name ?? '';
      const gates = await gatesFor(database, url, slow, ['first', 'second']);
      t.after(() => gates.close());
      const claimed = claim(database, slow, 3);
      await gates.reached('first');
      // Another takes the second and dies: now the slow claim looks up who lives.
      const dying = await alive();
      assert.deepEqual(await claim(database, dying.holder?.name ?? '', 1), ['second']);
      await dying.release();
      await gates.open('first');
      await gates.reached('second');
      const started = await alive();
      assert.deepEqual(await claim(database, started.holder?.name ?? '', 1), ['third']);
      await gates.open('second');
      assert.deepEqual(await claimed, ['first', 'second']);
    });
});
