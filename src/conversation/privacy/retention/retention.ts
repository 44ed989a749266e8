// RETENTION_DAYS: texts that are older are blanked, in entries, inbox, outbox, head blocks and the errors of what was set
// aside, files' texts with them. What is to hold is in rows of its own and stays: notes, reminders, tasks, receipts, numbers.
// So does the path that a conversation goes on from, as long as it goes on. In batches, each a short transaction that an
// index leads to.
import { sql } from 'kysely';
import type { EntryBody } from '../../../context/entry.ts';
import type { Database, Queries, Tx } from '../../../database/database.ts';
import type { ConversationKey, EntryId, TurnId } from '../../../database/ids.ts';
import { wantRewrite } from '../../../database/rewrite.ts';
import { AGED, agedEntry } from './aged.ts';

const dayMs = 24 * 3_600_000;
/** Rows of one transaction, and transactions of one kind in one go: the next go is a minute later. */
const batch = 500;
const batchesAtMost = 10;

/**
 * Blanks what is older than it is to be kept.
 *
 * @param days null: everything is kept for ever
 * @returns how many rows were blanked
 */
export async function blankAged(
  database: Database,
  days: number | null,
  now: Date,
  most = batch,
): Promise<number> {
  if (days === null) return 0;
  const before = new Date(now.getTime() - days * dayMs);
  let all = 0;
  for (const some of [entries, inbox, outbox, heads, errors]) {
    for (let count = 1; count <= batchesAtMost; count += 1) {
      const blanked = await some(database, before, most);
      all += blanked;
      if (blanked < most) break;
    }
  }
  if (all > 0) await wantRewrite(database.db, 'daily');
  return all;
}

/** Whether texts of a turn are no longer kept, so that its requests cannot be shown as they were. */
export async function isAged(queries: Queries, turn: TurnId): Promise<boolean> {
  const aged = await queries
    .selectFrom('entry')
    .select('entry.id')
    .innerJoin('turn', 'turn.conversation_id', 'entry.conversation_id')
    .whereRef('entry.turn_id', '=', 'turn.id')
    .where('turn.id', '=', turn)
    .where('entry.aged', '=', true)
    .limit(1)
    .executeTakeFirst();
  return aged !== undefined;
}

/** Whether the messages that a turn was for are no longer kept. */
export async function isWordsAged(queries: Queries, turn: TurnId): Promise<boolean> {
  const aged = await queries
    .selectFrom('inbox')
    .select('id')
    .where('turn_id', '=', turn)
    .where('aged', '=', true)
    .limit(1)
    .executeTakeFirst();
  return aged !== undefined;
}

/** Behind each holder's transactions, as if under its lease: an erasure at the same time must not be written over. */
async function entries(database: Database, before: Date, most: number): Promise<number> {
  const { rows } = await agedEntries(database.db, before, null, most);
  let blanked = 0;
  for (const [conversation, some] of Map.groupBy(rows, (row) => row.conversation_id))
    blanked += await database.transaction(async (tx) => {
      await tx
        .selectFrom('conversation')
        .select('id')
        .where('id', '=', conversation)
        .forNoKeyUpdate()
        .executeTakeFirst();
      const { rows: still } = await agedEntries(tx, before, conversation, some.length);
      await writeEntries(tx, still);
      return still.length;
    });
  return blanked;
}

interface AgedRow {
  readonly id: EntryId;
  readonly conversation_id: ConversationKey;
  readonly type: string;
  readonly payload: object;
}

/** But for the path of a conversation that had an entry since: what its next request is made of. */
const agedEntries = (queries: Queries, before: Date, conversation: ConversationKey | null, most: number) =>
  sql<AgedRow>`
    select entry.id, entry.conversation_id, entry.type, entry.payload
    from entry join conversation on conversation.id = entry.conversation_id
    where not entry.aged and entry.created_at < ${before}
      and (${conversation}::text is null or entry.conversation_id = ${conversation})
      and (entry.id < conversation.first_kept_entry_id or ${before} > (
        select last.created_at from entry last where last.conversation_id = conversation.id order by last.id desc limit 1))
    order by entry.created_at, entry.id limit ${most}`.execute(queries);

async function writeEntries(tx: Tx, rows: readonly AgedRow[]): Promise<void> {
  const after = rows.map((row) => ({ id: row.id, payload: agedEntry(row as AgedRow & EntryBody).payload }));
  await sql`
    update entry set payload = after.payload, aged = true
    from jsonb_to_recordset(${JSON.stringify(after)}::jsonb) as after (id bigint, payload jsonb)
    where entry.id = after.id`.execute(tx);
}

/** What was taken in and is done; when it was said stays. */
async function inbox({ db }: Database, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update inbox set aged = true, payload = jsonb_build_object('text', ${AGED}::text, 'attachments', '[]'::jsonb,
      'sentAt', coalesce(payload ->> 'sentAt', ''), 'late', false)
    where id in (select id from inbox where state = 'done' and not aged and received_at < ${before}
      order by received_at limit ${most})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** What was sent; for whom alone it was stays, and so does a list of tasks that are still open. */
async function outbox({ db }: Database, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update outbox set aged = true, payload = jsonb_strip_nulls(jsonb_build_object('text', ${AGED}::text,
      'buttons', '[]'::jsonb, 'privateTo', payload -> 'privateTo', 'latest', payload -> 'latest'))
    where id in (
      select id from outbox where state in ('sent', 'failed') and not aged and created_at < ${before}
        and not (payload ? 'tasks' and exists (
          select 1 from task where task.conversation_id = outbox.conversation_id and task.ended_at is null))
      order by created_at limit ${most})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** The head blocks that turns began with. */
async function heads({ db }: Database, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update turn set head = null where id in (
      select id from turn where head is not null and ended_at < ${before} order by ended_at limit ${most})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** Errors of what was set aside, which may quote what was refused; why it was stays. */
async function errors({ db }: Database, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update trouble set detail = null where id in (
      select id from trouble where detail is not null and created_at < ${before} order by id limit ${most})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
