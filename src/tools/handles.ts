// Handles in a query, and what they stand for in a conversation: `t12.3` a tool's result that was elided, `m…` a long
// message of which the context shows the beginning, `e57` the turns before an entry. Only entries of the one conversation
// are ever read.
import { sql } from 'kysely';
import type { EntryBody } from '../context/entry.ts';
import { transcript } from '../context/transcript.ts';
import type { Queries } from '../database/database.ts';
import type { ConversationKey, PersonId } from '../database/ids.ts';

export interface AskedHandle {
  readonly kind: 'note' | 'result' | 'message' | 'earlier';
  /** `n12`, `t12.3`, `m1700000000.000100`, `e57`: lower case first letter, the rest as asked. */
  readonly handle: string;
  /** Counts from 1; 0 means the last one. */
  readonly page: number;
}

/** What a handle stands for. */
export interface HandleText {
  /** "result of fetch_page", "message of Ann" */
  readonly what: string;
  readonly text: string;
  readonly tainted: boolean;
}

/** The handles a query names, in order, each once: "t12.3", "part 2 of t12.3", "t12.3:2", "n3 and n4". */
export function handlesIn(query: string): readonly AskedHandle[] {
  const said = /\b(?:part|page)\s+(\d{1,4})\b/iu.exec(query)?.[1];
  const asked = new Map<string, AskedHandle>();
  // A message's id is the platform's: anything with a digit, so it must stand alone.
  const alone = /^\W*(?:(?:part|page)\s+\d+\s+of\s+)?m([\w.-]*\d[\w.-]*?)(?::(\d{1,4}))?[^\w]*$/iu.exec(
    query,
  );
  if (alone?.[1]) add('message', `m${alone[1]}`, alone[2]);
  for (const [, kind, digits, page] of query.matchAll(
    /(?<![\p{L}\p{N}.])([nte])(\d+(?:\.\d+)?)(?::(\d{1,4}))?(?![\p{L}\p{N}])/giu,
  )) {
    const letter = kind?.toLowerCase() ?? '';
    if (digits === undefined || (letter === 't') !== digits.includes('.')) continue;
    add(KINDS[letter] ?? 'note', `${letter}${digits}`, page);
  }
  return [...asked.values()];

  function add(kind: AskedHandle['kind'], handle: string, page: string | undefined): void {
    if (asked.has(handle)) return;
    // Of what came before, the end is asked for most.
    asked.set(handle, { kind, handle, page: Number(page ?? said ?? (kind === 'earlier' ? 0 : 1)) });
  }
}

const KINDS: Readonly<Record<string, AskedHandle['kind']>> = { t: 'result', n: 'note', e: 'earlier' };

/** What a result's or message's handle stands for in this conversation; null if nothing does. */
export async function readHandle(
  queries: Queries,
  conversation: ConversationKey,
  asked: AskedHandle,
  reader: PersonId,
): Promise<HandleText | null> {
  if (asked.kind === 'message') return readMessage(queries, conversation, asked.handle.slice(1), reader);
  if (asked.kind === 'earlier') return readEarlier(queries, conversation, Number(asked.handle.slice(1)));
  return readResult(queries, conversation, asked.handle);
}

/** The turns before an entry, on the way that leads to where the conversation stands now. */
async function readEarlier(
  queries: Queries,
  conversation: ConversationKey,
  before: number,
): Promise<HandleText | null> {
  const { rows } = await sql<EntryBody & { readonly tainted: boolean }>`
    with recursive way as (
      select entry.* from entry join conversation on conversation.leaf_id = entry.id where conversation.id = ${conversation}
      union all
      select entry.* from entry join way on entry.id = way.parent_id
    )
    select type, payload, tainted from way where id < ${before} order by id`.execute(queries);
  if (rows.length === 0) return null;
  const text = transcript(rows);
  return { what: 'earlier turns of this conversation', text, tainted: rows.some((row) => row.tainted) };
}

async function readResult(
  queries: Queries,
  conversation: ConversationKey,
  handle: string,
): Promise<HandleText | null> {
  const row = await entries(queries, conversation, 'tool_result')
    .where(sql<boolean>`payload ->> 'handle' = ${handle}`)
    .executeTakeFirst();
  if (!row) return null;
  const result = row.payload as Payload<'tool_result'>;
  return { what: `result of ${result.name}`, text: result.full ?? result.text, tainted: row.tainted };
}

async function readMessage(
  queries: Queries,
  conversation: ConversationKey,
  messageId: string,
  reader: PersonId,
): Promise<HandleText | null> {
  const row = await entries(queries, conversation, 'user')
    .where(sql<boolean>`payload -> 'messages' @> ${JSON.stringify([{ messageId }])}::jsonb`)
    .executeTakeFirst();
  const message = (row?.payload as Payload<'user'> | undefined)?.messages.find(
    (one) => one.messageId === messageId,
  );
  if (!row || !message) return null;
  return {
    what: `message of ${message.name}`,
    text: message.text,
    tainted: row.tainted || message.person !== reader,
  };
}

type Payload<T extends EntryBody['type']> = Extract<EntryBody, { type: T }>['payload'];

function entries(queries: Queries, conversation: ConversationKey, type: EntryBody['type']) {
  return queries
    .selectFrom('entry')
    .select(['payload', 'tainted'])
    .where('conversation_id', '=', conversation)
    .where('type', '=', type)
    .orderBy('id', 'desc')
    .limit(1);
}
