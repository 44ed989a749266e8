// Older databases are brought up to date on both engines, to the schema that a new one has; and migrations run in the same
// order whatever the operator's locale.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { Database } from '../../src/database/database.ts';
import { migrate, migratorOf } from '../../src/database/migrate.ts';
import { openPglite } from '../../src/database/pglite.ts';
import { openPostgres } from '../../src/database/postgres.ts';
import { silentLog } from '../../src/log.ts';
import { createDatabase, dropDatabase, onEveryEngine } from '../fakes/databases.ts';

const root = join(import.meta.dirname, '../..');
const all = readdirSync(join(root, 'migrations'))
  .map((file) => file.replace(/\.ts$/, ''))
  .sort();

/** Every column, index and constraint. */
async function schemaOf({ db }: Database): Promise<unknown> {
  const { rows: columns } = await sql`
    select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
    where table_schema = 'public' order by table_name, column_name`.execute(db);
  const { rows: indexes } = await sql`
    select tablename, indexname, indexdef from pg_indexes where schemaname = 'public' order by indexname`.execute(
    db,
  );
  const { rows: constraints } = await sql`
    select conrelid::regclass::text as of, conname, pg_get_constraintdef(oid) as means from pg_constraint
    where connamespace = 'public'::regnamespace order by 1, 2`.execute(db);
  return { columns, indexes, constraints };
}

onEveryEngine('an older database', (open, engine) => {
  for (const last of ['0009-attention', '0012-retention']) {
    it(`at ${last} is brought to the schema of a new one, with what is in it`, async (t) => {
      const url = engine === 'postgres' ? await createDatabase('empty') : null;
      const old = url ? await openPostgres(url, silentLog) : await openPglite(null);
      t.after(async () => {
        await old.close();
        if (url) await dropDatabase(url);
      });
      const { error } = await migratorOf(old).migrateTo(last);
      assert.equal(error, undefined);
      await sql`insert into setting (key, value) values ('kept', '"as it was"')`.execute(old.db);
      assert.deepEqual(
        await migrate(old),
        all.filter((name) => name > last),
      );
      assert.deepEqual(await schemaOf(old), await schemaOf((await open()).database));
      const { rows } = await sql`select value from setting where key = 'kept'`.execute(old.db);
      assert.deepEqual(rows, [{ value: 'as it was' }]);
    });
  }
});

it("knows its migrations again whatever the operator's locale, also if several were run within one millisecond", async () => {
  const script = `
    import { sql } from 'kysely';
    import { migrate } from './src/database/migrate.ts';
    import { openPglite } from './src/database/pglite.ts';
    const database = await openPglite(null);
    const ran = await migrate(database);
    await sql\`update kysely_migration set timestamp = (select min(timestamp) from kysely_migration)\`.execute(database.db);
    const { locale } = Intl.DateTimeFormat().resolvedOptions();
    console.log(JSON.stringify({ locale, ran, again: await migrate(database) }));
    await database.close();`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script],
    { cwd: root, env: { ...process.env, LC_ALL: 'th_TH.UTF-8' } },
  );
  assert.deepEqual(JSON.parse(stdout), { locale: 'th-TH', ran: all, again: [] });
});
