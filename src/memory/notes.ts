// The note rows: one remembered fact each. Rows are never rewritten; forgetting one sets `retracted_at`, and everything
// that reads here leaves it out from then on. Every query names its scope: there is none that reads across scopes.
import { type SelectQueryBuilder, sql } from 'kysely';
import { DateTime } from 'luxon';
import type { Queries } from '../database/database.ts';
import type { ConversationKey, NoteId, PersonId, TurnId } from '../database/ids.ts';
import type { Tables } from '../database/tables.ts';
import type { Scope } from './scope.ts';

export interface Note {
  readonly id: NoteId;
  /** `n12`: how people and the model call it. */
  readonly handle: string;
  readonly author: PersonId;
  readonly authorName: string;
  readonly text: string;
  /** Made from text that came from outside its author. */
  readonly tainted: boolean;
  readonly conversation: ConversationKey | null;
  /** The author's own date when it was written, YYYY-MM-DD. */
  readonly date: string;
  readonly at: Date;
  readonly retracted: boolean;
}

export interface NewNote {
  readonly scope: Scope;
  readonly author: { readonly id: PersonId; readonly zone: string | null };
  readonly text: string;
  readonly tainted: boolean;
  readonly conversation: ConversationKey | null;
  readonly turn: TurnId | null;
  /** YYYY-MM-DD, if it is not the author's date of now. */
  readonly date?: string;
}

/**
 * Stores a note. The same text in the same scope, case, spaces and a last full stop aside and not forgotten, is the same
 * note: it is returned with `isNew: false`, and said again without taint it is no longer tainted.
 *
 * @param queries a transaction, so that two turns at once cannot write the same note twice
 */
export async function writeNote(
  queries: Queries,
  note: NewNote,
  now: Date,
): Promise<{ readonly note: Note; readonly isNew: boolean }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${note.scope}, 0))`.execute(queries);
  const wanted = sameness(note.text);
  const same = (await notesFor(queries, note.scope)).find((old) => sameness(old.text) === wanted);
  if (same) {
    const tainted = same.tainted && note.tainted;
    if (tainted !== same.tainted)
      await queries.updateTable('note').set({ tainted }).where('id', '=', same.id).execute();
    return { note: { ...same, tainted }, isNew: false };
  }
  const { id } = await queries
    .insertInto('note')
    .values({
      scope: note.scope,
      author_id: note.author.id,
      text: note.text.trim(),
      tainted: note.tainted,
      conversation_id: note.conversation,
      turn_id: note.turn,
      local_date: note.date ?? localDate(now, note.author.zone),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const written = await noteById(queries, note.scope, id);
  if (!written) throw new Error(`note n${id} was written but cannot be read`);
  return { note: written, isNew: true };
}

/**
 * Forgets a note of this scope; its line in the file is followed by a retraction. Done twice, it stays as it was.
 *
 * @returns the note, or null if the scope has none with this id
 */
export async function retractNote(
  queries: Queries,
  scope: Scope,
  id: NoteId,
  now: Date,
): Promise<Note | null> {
  await queries
    .updateTable('note')
    .set({ retracted_at: now })
    .where('id', '=', id)
    .where('scope', '=', scope)
    .where('retracted_at', 'is', null)
    .execute();
  return noteById(queries, scope, id);
}

/** A note of this scope, also a forgotten one (see `retracted`); null if the scope has none with this id. */
export async function noteById(queries: Queries, scope: Scope, id: NoteId): Promise<Note | null> {
  if (!Number.isSafeInteger(id)) return null;
  const row = await selectNotes(queries, scope).where('note.id', '=', id).executeTakeFirst();
  return row ? toNote(row) : null;
}

export interface NotesWanted {
  /** First and last day, YYYY-MM-DD, both included. */
  readonly days?: { readonly from: string; readonly to: string };
  /** Leave out tainted notes that were written in another conversation than this. */
  readonly trustedIn?: ConversationKey;
  readonly limit?: number;
  /** With those that are forgotten. */
  readonly forgotten?: boolean;
}

/** The notes of a scope, newest first; those that are forgotten only where they are wanted. */
export async function notesFor(
  queries: Queries,
  scope: Scope,
  wanted: NotesWanted = {},
): Promise<readonly Note[]> {
  const { days, trustedIn, limit, forgotten = false } = wanted;
  let query = selectNotes(queries, scope).orderBy('note.id', 'desc');
  if (!forgotten) query = query.where('note.retracted_at', 'is', null);
  if (days) query = query.where('note.local_date', '>=', days.from).where('note.local_date', '<=', days.to);
  if (trustedIn !== undefined)
    query = query.where((is) =>
      is.or([is('note.tainted', '=', false), is('note.conversation_id', '=', trustedIn)]),
    );
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map(toNote);
}

/** Whether a note's words come from outside this reader: marked so, or another person's. */
export const isOutside = (note: Note, reader: PersonId): boolean => note.tainted || note.author !== reader;

export const noteHandle = (id: NoteId): string => `n${id}`;

/** `n12` as an id, or null if it is no such handle. */
export function noteIdOf(handle: string): NoteId | null {
  const digits = /^n(\d{1,15})$/i.exec(handle.trim())?.[1];
  return digits ? (Number(digits) as NoteId) : null;
}

/** The date on the author's calendar, YYYY-MM-DD; the UTC date while their zone is unknown. */
export function localDate(instant: Date, zone: string | null): string {
  return DateTime.fromJSDate(instant, { zone: zone ?? 'utc' }).toFormat('yyyy-MM-dd');
}

const sameness = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim().replace(/\.$/u, '');

const columns = [
  'note.id',
  'note.author_id',
  'person.name',
  'note.text',
  'note.tainted',
  'note.conversation_id',
  'note.local_date',
  'note.created_at',
  'note.retracted_at',
] as const;

function selectNotes(queries: Queries, scope: Scope) {
  return queries
    .selectFrom('note')
    .innerJoin('person', 'person.id', 'note.author_id')
    .select(columns)
    .where('note.scope', '=', scope);
}

type NoteRow =
  ReturnType<typeof selectNotes> extends SelectQueryBuilder<Tables, 'note' | 'person', infer R> ? R : never;

function toNote(row: NoteRow): Note {
  return {
    id: row.id,
    handle: noteHandle(row.id),
    author: row.author_id,
    authorName: row.name,
    text: row.text,
    tainted: row.tainted,
    conversation: row.conversation_id,
    date: row.local_date,
    at: row.created_at,
    retracted: row.retracted_at !== null,
  };
}
