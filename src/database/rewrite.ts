// What was blanked or erased is still in the embedded database's files: old versions of rows, and the write-ahead log. Here the
// files are written anew without them. On a PostgreSQL server that is its autovacuum's and its operator's business.
import { sql } from 'kysely';
import type { Database, Queries } from './database.ts';

const key = 'rewrite';
/** Beside an erasure, which waits for nothing, at most so often: the database is blocked meanwhile. */
const everyMs = 24 * 3_600_000;

interface Wish {
  /** Wanted since the last time. */
  readonly wanted: 'now' | 'daily' | null;
  /** ISO instant of the last time. */
  readonly at: string | null;
}

/** Asks for it: 'now' after an erasure, 'daily' after what was blanked by its age. Kept over a restart. */
export async function wantRewrite(queries: Queries, wanted: 'now' | 'daily'): Promise<void> {
  const before = await wishOf(queries);
  await write(queries, { at: before.at, wanted: before.wanted === 'now' ? 'now' : wanted });
}

/**
 * Writes the files anew if that is wanted and no erasure is under way; only on PGlite. Queries wait for it table by table.
 *
 * @returns whether it was done
 */
export async function rewriteIfWanted(database: Database, now: Date): Promise<boolean> {
  if (database.engine !== 'pglite') return false;
  const { db } = database;
  const { wanted, at } = await wishOf(db);
  if (wanted === null) return false;
  if (wanted === 'daily' && at !== null && now.getTime() - Date.parse(at) < everyMs) return false;
  const erasing = await db
    .selectFrom('inbox')
    .select('id')
    .where('state', '<>', 'done')
    .where('kind', '=', 'erase')
    .limit(1)
    .executeTakeFirst();
  if (erasing) return false;
  await rewrite(database);
  await write(db, { wanted: null, at: now.toISOString() });
  return true;
}

/** Tables and indexes without old versions; then the log up to here is let go of, and not kept for later use. */
async function rewrite({ db }: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(db);
  // One by one: what waits meanwhile has its turn between them.
  for (const { name } of rows) await sql`vacuum full ${sql.table(name)}`.execute(db);
  await sql`set wal_recycle = off`.execute(db);
  // A file of the log goes when a checkpoint lies behind it: the first ends the old one, the second lets it go.
  for (const _ of [1, 2]) {
    await sql`select pg_switch_wal()`.execute(db);
    await sql`checkpoint`.execute(db);
  }
}

async function wishOf(queries: Queries): Promise<Wish> {
  const row = await queries.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst();
  return (row?.value as Wish | undefined) ?? { wanted: null, at: null };
}

async function write(queries: Queries, wish: Wish): Promise<void> {
  const value = JSON.stringify(wish);
  await queries
    .insertInto('setting')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
