// The store on both engines: one dialect, the same values, unique keys, the guard, backup and restore.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { backedUp, backup, restore } from '../../src/database/backup.ts';
import type { Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openPglite } from '../../src/database/pglite.ts';
import { openPostgres } from '../../src/database/postgres.ts';
import { storeIncoming } from '../../src/delivery/inbox.ts';
import { silentLog } from '../../src/log.ts';
import { FakeChannel } from '../fakes/channel.ts';
import { onEveryEngine, openTestDatabase } from '../fakes/databases.ts';

const channel = new FakeChannel();
const message = (user: string, text: string, id: string) => ({
  type: 'message' as const,
  text,
  attachments: [],
  late: false,
  ...channel.base(user, { id }),
});

async function someRows(database: Database): Promise<void> {
  await storeIncoming(database, message('U1', 'hello', 'm1'));
  await database.db
    .insertInto('setting')
    .values({ key: 'k', value: JSON.stringify({ a: [1, 'zwei', null] }) })
    .execute();
  await database.db
    .insertInto('note')
    .values({
      scope: 'person:slack:T1:U1',
      author_id: 'slack:T1:U1' as never,
      text: 'likes tea',
      conversation_id: null,
      turn_id: null,
      local_date: '2026-11-21',
      retracted_at: null,
      mirrored_at: null,
      retraction_mirrored_at: null,
    })
    .execute();
}

onEveryEngine('the store', (open) => {
  it('gives the same JavaScript values for int8, date, interval and jsonb', async () => {
    const { database } = await open();
    const { rows } = await sql<{ big: unknown; day: unknown; span: unknown; json: unknown; at: unknown }>`
      select 9007199254740991::int8 as big, date '2026-11-21' as day, interval '1 day' as span, '{"a":1}'::jsonb as json,
        timestamptz '2026-11-21 10:00:00+01' as at`.execute(database.db);
    assert.deepEqual(rows[0], {
      big: 9007199254740991,
      day: '2026-11-21',
      span: '1 day',
      json: { a: 1 },
      at: new Date('2026-11-21T09:00:00Z'),
    });
  });

  it('refuses a query on the database from inside a transaction, and the transaction can go on', async () => {
    const { database } = await open();
    await database.transaction(async (tx) => {
      assert.throws(() => database.db, { code: 'DATABASE_NESTED' });
      await assert.rejects(
        database.transaction(async () => 1),
        { code: 'DATABASE_NESTED' },
      );
      await tx.selectFrom('person').selectAll().execute();
    });
    assert.deepEqual(await database.db.selectFrom('person').selectAll().execute(), []);
  });

  it('runs migrations once, also when several start at the same time', async () => {
    const { database } = await open();
    assert.deepEqual(await Promise.all([migrate(database), migrate(database)]), [[], []]);
  });

  it('stores the same event once', async () => {
    const { database } = await open();
    assert.equal(await storeIncoming(database, message('U1', 'hello', 'm1')), true);
    assert.equal(await storeIncoming(database, message('U1', 'hello', 'm1')), false);
    assert.equal((await database.db.selectFrom('inbox').select('id').execute()).length, 1);
  });

  it('a backup holds every table that there is', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_name not like 'kysely%'`.execute((await open()).database.db);
    assert.deepEqual(rows.map(({ name }) => name).sort(), [...backedUp].sort());
  });

  it('a backup restores into an empty database, and new rows continue behind it; a full one is refused', async () => {
    const { database } = await open();
    const { database: other } = await open();
    const folder = mkdtempSync(join(tmpdir(), 'peacrab-backup-'));
    const file = join(folder, 'b.jsonl.gz');
    await someRows(database);
    const { rows } = await backup(database, file);
    assert.equal((await restore(other, file)).rows, rows);
    assert.deepEqual(
      await other.db.selectFrom('note').selectAll().execute(),
      await database.db.selectFrom('note').selectAll().execute(),
    );
    assert.deepEqual(
      await other.db.selectFrom('inbox').selectAll().execute(),
      await database.db.selectFrom('inbox').selectAll().execute(),
    );
    assert.equal(await storeIncoming(other, message('U1', 'again', 'm2')), true);
    await assert.rejects(restore(other, file), { code: 'BACKUP', message: /not empty/ });
    rmSync(folder, { recursive: true });
  });
});

describe('an older backup', () => {
  it('restores though one of its columns is no more', async () => {
    const [from, to] = [await openTestDatabase('pglite'), await openTestDatabase('pglite')];
    const folder = mkdtempSync(join(tmpdir(), 'peacrab-backup-'));
    const file = join(folder, 'b');
    await someRows(from.database);
    const { rows } = await backup(from.database, file);
    const lines = gunzipSync(readFileSync(file)).toString();
    writeFileSync(file, gzipSync(lines.replaceAll('"topic":', '"gone_at":null,"topic":')));
    assert.equal((await restore(to.database, file)).rows, rows);
    assert.equal((await to.database.db.selectFrom('room').selectAll().execute()).length, 1);
    rmSync(folder, { recursive: true });
    await Promise.all([from.close(), to.close()]);
  });
});

describe('engines between each other', () => {
  it('a backup of PGlite restores into PostgreSQL', { skip: !process.env.TEST_DATABASE_URL }, async () => {
    const [from, to] = [await openTestDatabase('pglite'), await openTestDatabase('postgres')];
    const folder = mkdtempSync(join(tmpdir(), 'peacrab-backup-'));
    await someRows(from.database);
    await backup(from.database, join(folder, 'b'));
    await restore(to.database, join(folder, 'b'));
    assert.deepEqual(await to.database.db.selectFrom('setting').selectAll().execute(), [
      { key: 'k', value: { a: [1, 'zwei', null] } },
    ]);
    rmSync(folder, { recursive: true });
    await Promise.all([from.close(), to.close()]);
  });
});

describe('the PGlite folder', () => {
  const holder = `
    import { openPglite } from ${JSON.stringify(join(import.meta.dirname, '../../src/database/pglite.ts'))};
    await openPglite(process.argv[1]);
    console.log('open');
    setInterval(() => {}, 1000);`;

  it('is refused to a second process with what to do, also right after kill -9 of the first it opens', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'peacrab-lock-'));
    const first = spawn(process.execPath, ['--input-type=module', '-e', holder, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(first.stdout, 'data');
    await assert.rejects(openPglite(folder), {
      code: 'DATABASE_IN_USE',
      message: /Stop it first|another DATA_DIR/,
    });
    const exited = once(first, 'exit');
    first.kill('SIGKILL');
    await exited;
    const database = await openPglite(folder);
    await database.close();
    rmSync(folder, { recursive: true });
  });
});

describe('a PostgreSQL server that is not there', () => {
  it('is named without its password, with what to do', async () => {
    await assert.rejects(
      openPostgres('postgres://ann:secret@127.0.0.1:1/peacrab', silentLog),
      (error: Error) => {
        assert.match(error.message, /127\.0\.0\.1:1\/peacrab.*does not answer/);
        assert.doesNotMatch(error.message, /secret/);
        return true;
      },
    );
  });
});
