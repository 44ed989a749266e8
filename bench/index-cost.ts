// node bench/index-cost.ts [--rows 5000] [--rounds 3]: what the indexes by turn (migration 0013b) cost a write on PostgreSQL: rows a second of
// each table with and without them, the best of the rounds, and bytes of its log a row, which no neighbour disturbs.
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { startPostgres } from '../scripts/postgres.ts';
import type { Database } from '../src/database/database.ts';
import { openTestDatabase } from '../test/fakes/databases.ts';

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '5000' }, rounds: { type: 'string', default: '3' } },
});
const rows = Number(values.rows);
const rounds = Number(values.rounds);

const indexes: Readonly<Record<string, readonly string[]>> = {
  outbox: ['outbox_turn'],
  entry: ['entry_turn'],
  turn: ['turn_conversation'],
  schedule: ['schedule_turn', 'schedule_parent'],
  note: ['note_turn'],
  task: ['task_turn'],
};

const inserts: Readonly<Record<string, string>> = {
  outbox: `(key, platform, room_id, conversation_id, person_id, turn_id, kind, payload, state)
    values ('k' || n, 'slack', 'R', 'C', 'P', n, 'reply', '{"text": "a reply of a few words"}', 'waiting')`,
  entry: `(conversation_id, turn_id, type, payload, person_id) values ('C', n, 'user', '{"messages": [], "head": "a few words"}', 'P')`,
  turn: `(conversation_id, person_id, state) values ('C' || n, 'P', 'committed')`,
  schedule: `(owner_id, addressee_id, room_id, conversation_id, text, words, spec_key, state, turn_id)
    values ('P', 'P', 'R', 'C', 'tea ' || n, 'at 9', 'once' || n, 'ended', n)`,
  note: `(scope, author_id, text, conversation_id, turn_id, local_date) values ('person:P', 'P', 'likes tea ' || n, 'C', n, current_date)`,
  task: `(conversation_id, person_id, turn_id, list, number, text, state, touched_at)
    values ('C', 'P', n, n, 1, 'a task', 'done', now())`,
};

interface Cost {
  readonly perSecond: number;
  readonly logBytes: number;
}

/** One statement a row, all in one transaction, on a connection without foreign keys: what remains is table and indexes. */
async function cost(database: Database, table: string): Promise<Cost> {
  await sql.raw(`truncate ${table} restart identity cascade`).execute(database.db);
  return database.transaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    const at = async () =>
      (await sql<{ at: string }>`select pg_current_wal_insert_lsn() as at`.execute(tx)).rows[0]?.at;
    const from = await at();
    const began = performance.now();
    await sql
      .raw(`do $$ begin for n in 1..${rows} loop insert into ${table} ${inserts[table]}; end loop; end $$`)
      .execute(tx);
    const seconds = (performance.now() - began) / 1000;
    const { rows: logged } = await sql<{ bytes: number }>`
      select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), ${from}::pg_lsn)::float8 as bytes`.execute(tx);
    return { perSecond: rows / seconds, logBytes: (logged[0]?.bytes ?? 0) / rows };
  });
}

const best = (costs: readonly Cost[]): Cost => ({
  perSecond: Math.max(...costs.map(({ perSecond }) => perSecond)),
  logBytes: Math.min(...costs.map(({ logBytes }) => logBytes)),
});

const server = await startPostgres();
process.env.TEST_DATABASE_URL = server.url;
const { database, close } = await openTestDatabase('postgres');
for (const [table, names] of Object.entries(indexes)) {
  const found = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where indexname = any(${[...names]})`.execute(database.db);
  const [bare, indexed]: [Cost[], Cost[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const name of names) await sql`drop index ${sql.ref(name)}`.execute(database.db);
    bare.push(await cost(database, table));
    for (const { indexdef } of found.rows) await sql.raw(indexdef).execute(database.db);
    indexed.push(await cost(database, table));
  }
  const [without, present] = [best(bare), best(indexed)];
  console.log(
    `${table}: ${without.perSecond.toFixed(0)} rows/s without, ${present.perSecond.toFixed(0)} with; ` +
      `log ${without.logBytes.toFixed(0)} bytes a row without, ${present.logBytes.toFixed(0)} with`,
  );
}
await close();
await server.stop();
