// The lock of a process on both engines: who lives is seen by everybody, and a broken connection is a death.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../../src/database/database.ts';
import { openPostgres } from '../../src/database/postgres.ts';
import { isAlive, ProcessLock } from '../../src/database/process-lock.ts';
import { silentLog } from '../../src/log.ts';
import { createDatabase, dropDatabase, engines, onEveryEngine } from '../fakes/databases.ts';

async function lives({ db }: Database, name: string | undefined): Promise<boolean> {
  const { rows } = await sql<{
    alive: boolean;
  }>`select ${isAlive(sql`${name ?? ''}::text`)} as alive`.execute(db);
  return rows[0]?.alive ?? false;
}

onEveryEngine('the lock of a process', (open) => {
  it('is seen by others while it is held', async () => {
    const { database, alive } = await open();
    const [one, two] = await Promise.all([alive(), alive()]);
    const [first, second] = [one.holder, two.holder];
    assert.ok(first && second && first.name !== second.name);
    assert.equal(await lives(database, first.name), true);
    assert.equal(await lives(database, 'nobody'), false);
    await one.release();
    assert.deepEqual([await lives(database, first.name), await lives(database, second.name)], [false, true]);
    assert.deepEqual([one.holder, first.lost.aborted, second.lost.aborted], [null, true, false]);
  });
});

if (engines().includes('postgres'))
  describe('the lock of a process on PostgreSQL', () => {
    it('is lost with its connection, also while the process lives, and taken again under another name', async () => {
      const url = await createDatabase();
      const database = await openPostgres(url, silentLog);
      const lock = await ProcessLock.take(database, url, silentLog);
      try {
        const before = lock.holder;
        assert.ok(before);
        const lost = once(before.lost, 'abort');
        await endLocks(url);
        await lost;
        assert.equal(await lives(database, before.name), false);
        const after = await until(() => lock.holder);
        assert.notEqual(after.name, before.name);
        assert.equal(await lives(database, after.name), true);
      } finally {
        await lock.release();
        await database.close();
        await dropDatabase(url);
      }
    });
  });

/** Ends the connections that hold locks, as a failing network would. */
async function endLocks(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    // Of this database alone: other tests run on the same server.
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())`,
  );
  await client.end();
}

async function until<T>(look: () => T | null): Promise<T> {
  for (;;) {
    const found = look();
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
