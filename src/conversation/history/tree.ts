// The session tree in the database: load the path to the leaf, append behind it. Entries are never rewritten.
import { sql } from 'kysely';
import type { Entry, NewEntry, Summary } from '../../context/entry.ts';
import type { Queries, Tx } from '../../database/database.ts';
import type { ConversationKey, EntryId, TurnId } from '../../database/ids.ts';
import type { Row } from '../../database/tables.ts';

/** The visible part of a conversation: the path of entries from `firstKept` to the leaf, oldest first. */
export async function loadPath(
  queries: Queries,
  conversation: Pick<Row<'conversation'>, 'id' | 'leaf_id' | 'first_kept_entry_id'>,
): Promise<Entry[]> {
  if (conversation.leaf_id === null) return [];
  let query = queries.selectFrom('entry').selectAll().where('conversation_id', '=', conversation.id);
  if (conversation.first_kept_entry_id !== null)
    query = query.where('id', '>=', conversation.first_kept_entry_id);
  const rows = await query.orderBy('id').execute();
  return pathTo(conversation.leaf_id, rows.map(entryOf));
}

/**
 * Where the visible part begins for a leaf: at what the last compaction on its way kept. Null: nothing on its way was left
 * out.
 */
export async function firstKeptAt(queries: Queries, leaf: EntryId | null): Promise<EntryId | null> {
  if (leaf === null) return null;
  const { rows } = await sql<{ payload: Summary }>`
    with recursive way as (
      select id, parent_id, type, payload from entry where id = ${leaf}
      union all
      select entry.id, entry.parent_id, entry.type, entry.payload from entry join way on entry.id = way.parent_id
    )
    select payload from way where type = 'summary' order by id desc limit 1`.execute(queries);
  return rows[0]?.payload.firstKept ?? null;
}

/**
 * What a turn has appended behind a leaf, oldest first: its user entry (a task's line before it) and all that followed. A
 * turn that was tried again has entries behind another leaf too.
 */
export async function loadTurn(
  queries: Queries,
  conversation: ConversationKey,
  turn: TurnId,
  leaf: EntryId | null,
): Promise<Entry[]> {
  const rows = await queries
    .selectFrom('entry')
    .selectAll()
    .where('conversation_id', '=', conversation)
    .where('turn_id', '=', turn)
    .orderBy('id')
    .execute();
  const entries: Entry[] = [];
  for (const entry of rows.map(entryOf)) {
    if (entry.parentId === (entries.at(-1)?.id ?? leaf)) entries.push(entry);
  }
  return entries;
}

/** Walks from the leaf to the root through what is given, and returns it oldest first. Pure. */
function pathTo(leaf: EntryId, entries: readonly Entry[]): Entry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const path: Entry[] = [];
  for (
    let entry = byId.get(leaf);
    entry;
    entry = entry.parentId === null ? undefined : byId.get(entry.parentId)
  ) {
    path.push(entry);
  }
  return path.reverse();
}

/**
 * Appends entries behind the leaf, one after the other. The caller holds the lease and sets the new leaf.
 *
 * @returns the ids, in order
 */
export async function appendEntries(
  tx: Tx,
  conversation: ConversationKey,
  leaf: EntryId | null,
  turn: TurnId | null,
  entries: readonly NewEntry[],
): Promise<EntryId[]> {
  if (entries.length === 0) return [];
  const rows = entries.map(({ type, payload, tainted, person }, index) => ({
    position: index,
    type,
    payload,
    tainted,
    person_id: person,
  }));
  const { rows: made } = await sql<{ id: EntryId }>`
    with numbered as (
      select nextval(pg_get_serial_sequence('entry', 'id')) as id, given.*
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as given (position int, type text, payload jsonb, tainted boolean, person_id text)
    )
    insert into entry (id, conversation_id, parent_id, turn_id, type, payload, tainted, person_id)
    select id, ${conversation}, coalesce(lag(id) over (order by position), ${leaf}::bigint), ${turn}::bigint, type, payload, tainted, person_id
    from numbered order by position
    returning id`.execute(tx);
  return made.map((row) => row.id);
}

function entryOf(row: Row<'entry'>): Entry {
  return {
    id: row.id,
    parentId: row.parent_id,
    conversation: row.conversation_id,
    turn: row.turn_id,
    type: row.type,
    payload: row.payload,
    tainted: row.tainted,
    person: row.person_id,
    at: row.created_at,
  } as Entry;
}

/** Whether a turn is on the conversation's current path: its message was not edited since, and no rewind went back before it. */
export async function isOnPath(tx: Tx, conversation: ConversationKey, turn: TurnId): Promise<boolean> {
  const row = await tx
    .selectFrom('conversation')
    .selectAll()
    .where('id', '=', conversation)
    .executeTakeFirstOrThrow();
  const path = await loadPath(tx, { ...row, first_kept_entry_id: null });
  return path.some((entry) => entry.turn === turn);
}
