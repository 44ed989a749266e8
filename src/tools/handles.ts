// Handles in a query, and what they mean in a conversation: `t12.3` a tool's result that was elided, `m…` a long
// message of which the context shows the beginning, `f….2` a file that came with one, `e57` the turns before an entry. Only entries of the one conversation
// are ever read, those of the running turn included, which are not stored yet.

import { sql } from 'kysely';
import { type EntryBody, isSilent, type NewEntry, type SpokenMessage } from '../context/entry.ts';
import { holdOthers, isOfOthers } from '../context/render/provenance.ts';
import { transcript } from '../context/render/transcript.ts';
import { speakerName } from '../context/text.ts';
import type { Queries } from '../database/database.ts';
import type { ConversationKey, PersonId } from '../database/ids.ts';
import { within } from '../text/reading-limits.ts';

export interface AskedHandle {
  readonly kind: 'note' | 'result' | 'message' | 'file' | 'earlier';
  /** `n12`, `t12.3`, `m1700000000.000100`, `f1700000000.000100.1`, `e57`: lower case first letter, the rest as asked. */
  readonly handle: string;
  /** Counts from 1; 0 means the last one. */
  readonly page: number;
}

/** What a handle means. */
interface HandleText {
  /** "result of fetch_page", "message of Ann", "file notes.txt of Ann" */
  readonly what: string;
  readonly text: string;
  readonly tainted: boolean;
}

/** The handles a query names, in order, each once: "t12.3", "part 2 of t12.3", "t12.3:2", "n3 and n4". */
export function handlesIn(words: string): readonly AskedHandle[] {
  const query = within('handlesInQuery', words);
  const said = /\b(?:part|page)\s+(\d{1,4})\b/iu.exec(query)?.[1];
  const asked = new Map<string, AskedHandle>();
  // A message's id is the platform's: anything with a digit, so it must be alone.
  const alone =
    /^\W*(?:(?:(?:part|page)\s+\d+\s+of|file|message)\s+)*([mf])([\w.-]*\d[\w.-]*?)(?::(\d{1,4}))?[^\w]*$/iu.exec(
      query,
    );
  const [, letter, id, page] = alone ?? [];
  if (letter && id) {
    if (/^m$/i.test(letter)) add('message', `m${id}`, page);
    else if (/\.\d{1,2}$/.test(id)) add('file', `f${id}`, page);
  }
  for (const [, kind, digits, page] of query.matchAll(
    /(?<![\p{L}\p{N}.])([nte])(\d{1,15}(?:\.\d{1,6})?)(?::(\d{1,4}))?(?![\p{L}\p{N}])/giu,
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

/**
 * What a result's or message's handle means in this conversation; null if nothing.
 *
 * @param running the entries of the running turn so far
 */
export async function readHandle(
  queries: Queries,
  conversation: ConversationKey,
  asked: AskedHandle,
  reader: PersonId,
  running: readonly Read[] = [],
): Promise<HandleText | null> {
  const messageId = asked.handle.slice(1);
  if (asked.kind === 'message')
    return messageIn(running, messageId, reader) ?? readMessage(queries, conversation, messageId, reader);
  if (asked.kind === 'file') return fileIn(running, messageId) ?? readFile(queries, conversation, messageId);
  if (asked.kind === 'earlier')
    return readEarlier(queries, conversation, Number(asked.handle.slice(1)), reader);
  return resultIn(running, asked.handle) ?? readResult(queries, conversation, asked.handle);
}

type Read = Pick<NewEntry, 'type' | 'payload' | 'tainted'>;

function resultIn(entries: readonly Read[], handle: string): HandleText | null {
  for (const { type, payload, tainted } of entries) {
    if (type !== 'tool_result') continue;
    const result = payload as Payload<'tool_result'>;
    if (result.handle === handle)
      return { what: `result of ${result.name}`, text: result.full ?? result.text, tainted };
  }
  return null;
}

/** A message, and what was said right after it: of many at once the handle of the first that is left out reads all. */
function messageIn(entries: readonly Read[], messageId: string, reader: PersonId): HandleText | null {
  for (const { type, payload, tainted } of entries) {
    if (type !== 'user') continue;
    const { messages } = payload as Payload<'user'>;
    const at = messages.findIndex((message) => message.messageId === messageId);
    const first = messages[at];
    if (first === undefined) continue;
    const after = messages.slice(at + 1);
    const more = after.length === 0 ? '' : ` and ${after.length} after it`;
    const lines = [first.text, ...after.map(lineOf)];
    return {
      what: `message of ${first.name}${more}`,
      text: lines.join('\n'),
      tainted: tainted || holdOthers([first, ...after], reader),
    };
  }
  return null;
}

/** A file's own text: another person may have written it, so it is never the reader's words. @param id `<message>.<from 1>` */
function fileIn(entries: readonly Read[], id: string): HandleText | null {
  const [messageId, at] = fileOf(id);
  for (const { type, payload } of entries) {
    if (type !== 'user') continue;
    const message = (payload as Payload<'user'>).messages.find((one) => one.messageId === messageId);
    const file = message?.files?.[at];
    if (message && file?.seen?.as === 'text')
      return { what: `file ${file.name} of ${message.name}`, text: file.seen.text, tainted: true };
  }
  return null;
}

const fileOf = (id: string) =>
  [id.slice(0, id.lastIndexOf('.')), Number(id.slice(id.lastIndexOf('.') + 1)) - 1] as const;

const lineOf = ({ name, text }: SpokenMessage) => `${speakerName(name)}: ${text}`;

/** The turns before an entry, on the path to the conversation's leaf. */
async function readEarlier(
  queries: Queries,
  conversation: ConversationKey,
  before: number,
  reader: PersonId,
): Promise<HandleText | null> {
  const { rows } = await sql<EntryBody & { readonly tainted: boolean; readonly person: PersonId | null }>`
    with recursive way as (
      select entry.* from entry join conversation on conversation.leaf_id = entry.id where conversation.id = ${conversation}
      union all
      select entry.* from entry join way on entry.id = way.parent_id
    )
    select type, payload, tainted, person_id as person from way where id < ${before} order by id`.execute(
    queries,
  );
  if (rows.length === 0) return null;
  const text = transcript(rows);
  const tainted = rows.some((row) => !isSilent(row) && (row.tainted || isOfOthers(row, reader, true)));
  return { what: 'earlier turns of this conversation', text, tainted };
}

async function readResult(
  queries: Queries,
  conversation: ConversationKey,
  handle: string,
): Promise<HandleText | null> {
  const row = await entries(queries, conversation, 'tool_result')
    .where(sql<boolean>`payload ->> 'handle' = ${handle}`)
    .executeTakeFirst();
  return resultIn(row ? [row as Read] : [], handle);
}

async function readMessage(
  queries: Queries,
  conversation: ConversationKey,
  messageId: string,
  reader: PersonId,
): Promise<HandleText | null> {
  const row = await entryOf(queries, conversation, messageId);
  return messageIn(row ? [row as Read] : [], messageId, reader);
}

const entryOf = (queries: Queries, conversation: ConversationKey, messageId: string) =>
  entries(queries, conversation, 'user')
    .where(sql<boolean>`payload -> 'messages' @> ${JSON.stringify([{ messageId }])}::jsonb`)
    .executeTakeFirst();

async function readFile(
  queries: Queries,
  conversation: ConversationKey,
  id: string,
): Promise<HandleText | null> {
  const [messageId] = fileOf(id);
  const row = await entryOf(queries, conversation, messageId);
  return fileIn(row ? [row as Read] : [], id);
}

type Payload<T extends EntryBody['type']> = Extract<EntryBody, { type: T }>['payload'];

function entries(queries: Queries, conversation: ConversationKey, type: EntryBody['type']) {
  return queries
    .selectFrom('entry')
    .select(['type', 'payload', 'tainted'])
    .where('conversation_id', '=', conversation)
    .where('type', '=', type)
    .orderBy('id', 'desc')
    .limit(1);
}
