// Backup and restore, the same for both engines: every row of every table as a line of JSON, gzipped. So a backup taken
// from PGlite can be restored into PostgreSQL, which is also how a bot moves from one to the other.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { sql } from 'kysely';
import { messageOf, PeacrabError } from '../errors.ts';
import type { Database, Tx } from './database.ts';

/** Every table of ours, in the order in which rows may be inserted: a table after those it refers to. */
export const backedUp = [
  'prompt',
  'person',
  'room',
  'conversation',
  'admission',
  'turn',
  'entry',
  'inbox',
  'schedule',
  'occurrence',
  'outbox',
  'effect',
  'approval',
  'permission',
  'note',
  'task',
  'request',
  'setting',
  'trouble',
] as const;

/** Tables whose key is not a number of a sequence. */
const keys: Readonly<Record<string, string>> = {
  person: 'id',
  admission: 'person_id',
  room: 'id',
  conversation: 'id',
  setting: 'key',
  prompt: 'hash',
};

const format = 1;
const page = 1000;

export interface Counts {
  readonly rows: number;
}

/** Writes all rows, as of one moment, to `file`; the file appears under its name only when it is whole. */
export async function backup(database: Database, file: string): Promise<Counts> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const partial = `${file}.partial`;
  let rows = 0;
  await database.transaction(async (tx) => {
    await sql`set transaction isolation level repeatable read`.execute(tx);
    async function* lines() {
      yield `${JSON.stringify({ peacrab: format, migrations: await migrationsOf(tx) })}\n`;
      for (const table of backedUp) {
        for await (const row of rowsOf(tx, table)) {
          rows += 1;
          yield `${JSON.stringify([table, row])}\n`;
        }
      }
    }
    await pipeline(Readable.from(lines()), createGzip(), createWriteStream(partial, { mode: 0o600 }));
  });
  await rename(partial, file);
  return { rows };
}

/**
 * Reads a backup into an empty database whose schema is up to date, all or nothing.
 *
 * @throws PeacrabError BACKUP if the database is not empty, or the file is no backup or of a newer version
 */
export async function restore(database: Database, file: string): Promise<Counts> {
  try {
    return await database.transaction((tx) => restoreInto(tx, file));
  } catch (error) {
    if (error instanceof PeacrabError) throw error;
    throw new PeacrabError(
      'BACKUP',
      `${file} could not be restored, and nothing was changed: ${messageOf(error)}.`,
      { cause: error },
    );
  }
}

async function restoreInto(tx: Tx, file: string): Promise<Counts> {
  for (const table of backedUp) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(tx);
    if (rows.length > 0)
      throw new PeacrabError(
        'BACKUP',
        `The database is not empty (${table} has rows). Restore into a new DATA_DIR or an empty DATABASE_URL.`,
      );
  }
  const lines = createInterface({
    input: createReadStream(file).pipe(createGunzip()),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  let header: { peacrab?: number; migrations?: readonly string[] } | null = null;
  let batch: { table: string; rows: Record<string, unknown>[] } = { table: '', rows: [] };
  let count = 0;
  for await (const line of lines) {
    if (!header) {
      header = JSON.parse(line) as { peacrab?: number };
      await checkHeader(tx, header);
      continue;
    }
    const [table, row] = JSON.parse(line) as [string, Record<string, unknown>];
    if (table !== batch.table || batch.rows.length >= 200) {
      await insert(tx, batch);
      batch = { table, rows: [] };
    }
    batch.rows.push(row);
    count += 1;
  }
  if (!header) throw new PeacrabError('BACKUP', `${file} is empty, so it is no backup.`);
  await insert(tx, batch);
  await moveSequences(tx);
  return { rows: count };
}

async function checkHeader(
  tx: Tx,
  header: { peacrab?: number; migrations?: readonly string[] },
): Promise<void> {
  const known = await migrationsOf(tx);
  const newer = (header.migrations ?? []).filter((name) => !known.includes(name));
  if (header.peacrab !== format || newer.length > 0)
    throw new PeacrabError(
      'BACKUP',
      'The file is no backup that this version can read; use the version that wrote it, or a newer one.',
    );
}

async function insert(
  tx: Tx,
  batch: { table: string; rows: readonly Record<string, unknown>[] },
): Promise<void> {
  const table = backedUp.find((name) => name === batch.table);
  if (!table || batch.rows.length === 0) return;
  const json = JSON.stringify(batch.rows);
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(tx);
  // A column that is newer than the backup gets its default; one that is no more is left out.
  const names = Object.keys(batch.rows[0] ?? {}).filter((name) => rows.some((row) => row.name === name));
  const columns = sql.join(names.map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${json}::jsonb)`.execute(tx);
}

async function* rowsOf(tx: Tx, table: (typeof backedUp)[number]): AsyncGenerator<unknown> {
  const key = keys[table] ?? 'id';
  let after: unknown = null;
  for (;;) {
    const where = after === null ? sql`` : sql`where ${sql.ref(key)} > ${after}`;
    const { rows } = await sql<{ key: unknown; row: unknown }>`
      select ${sql.ref(key)} as key, to_jsonb(t) as row from ${sql.table(table)} t ${where} order by ${sql.ref(key)} limit ${page}`.execute(
      tx,
    );
    for (const { row } of rows) yield row;
    if (rows.length < page) return;
    after = rows.at(-1)?.key;
  }
}

async function migrationsOf(tx: Tx): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(tx);
  return rows.map((row) => row.name);
}

/** New rows continue behind the restored ones. */
async function moveSequences(tx: Tx): Promise<void> {
  for (const table of backedUp) {
    if (keys[table]) continue;
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select coalesce(max(id), 0) + 1 from ${sql.table(table)}), false)`.execute(
      tx,
    );
  }
}
