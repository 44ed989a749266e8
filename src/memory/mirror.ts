// The append-only files beside the note rows: `<memory folder>/<scope>/YYYY-MM-DD.md`. Driven by the rows: what is not
// marked as mirrored is written, then marked. Killed in between, it is looked up by its id next time and not doubled.
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Clock, systemClock } from '../clock.ts';
import type { Database, Queries, Tx } from '../database/database.ts';
import type { NoteId } from '../database/ids.ts';
import { messageOf } from '../errors.ts';
import { appendText, readText, replaceText } from './files.ts';
import {
  headerLine,
  type MirroredNote,
  missingText,
  noteLine,
  retractionLine,
  type WantedLine,
  withoutNotes,
} from './lines.ts';
import { folderOf, type Scope } from './scope.ts';

export interface Mirrored {
  /** Lines that were appended. */
  readonly lines: number;
  readonly files: number;
  /** One sentence for each file that could not be written; its rows stay pending. Holds no note text. */
  readonly failed: readonly string[];
}

const nothing: Mirrored = { lines: 0, files: 0, failed: [] };

/**
 * Writes the lines of all notes and retractions that have none yet. Call it after a commit that touched notes, and from
 * the housekeeping. May run in several processes and at any time; a file that cannot be written is reported, not thrown.
 */
export async function mirrorPending(
  database: Database,
  memoryDir: string,
  clock: Clock = systemClock,
): Promise<Mirrored> {
  await blankErased(database, memoryDir, clock);
  const pending = await selectMirrored(database.db, 'pending').limit(1).executeTakeFirst();
  return pending ? mirror(database, memoryDir, clock, 'pending') : nothing;
}

/** Blanks the lines of notes that were erased: the one case in which a written line is changed. */
async function blankErased(database: Database, memoryDir: string, clock: Clock): Promise<void> {
  const open = database.db
    .selectFrom('note')
    .select('id')
    .where('erased_at', 'is not', null)
    .where('erasure_mirrored_at', 'is', null);
  if (!(await open.limit(1).executeTakeFirst())) return;
  await database.transaction(async (tx) => {
    await holdFiles(tx);
    const rows = await tx
      .selectFrom('note')
      .select(['id', 'scope', 'local_date'])
      .where('erased_at', 'is not', null)
      .where('erasure_mirrored_at', 'is', null)
      .execute();
    for (const [path, notes] of Map.groupBy(rows, (row) => fileOf(memoryDir, row))) {
      const text = await readText(path);
      const without = withoutNotes(text, new Set(notes.map(({ id }) => id)));
      if (without !== text) await replaceText(path, without);
    }
    await tx
      .updateTable('note')
      .set({ erasure_mirrored_at: clock.now() })
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
  });
}

/** One writer of memory files at a time, over all processes on this database; held until the transaction ends. */
export async function holdFiles(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('memory files', 0))`.execute(tx);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectMirrored>['execute']>>[number];

/** @param which 'all': also notes marked as written, because a file may have lost them */
export async function mirror(
  database: Database,
  memoryDir: string,
  clock: Clock,
  which: 'pending' | 'all',
): Promise<Mirrored> {
  return database.transaction(async (tx) => {
    await holdFiles(tx);
    const rows = await selectMirrored(tx, which).orderBy('note.id').execute();
    const files = Map.groupBy(rows, (row) => fileOf(memoryDir, row));
    const written: Row[] = [];
    const failed: string[] = [];
    let lines = 0;
    let changed = 0;
    for (const [path, notes] of files) {
      try {
        const added = await bringUp(path, notes);
        lines += added;
        changed += added > 0 ? 1 : 0;
        written.push(...notes);
      } catch (error) {
        failed.push(`The memory file ${path} could not be written: ${messageOf(error)}.`);
      }
    }
    await mark(tx, written, clock.now());
    return { lines, files: changed, failed };
  });
}

/** Where a note's line is. */
function fileOf(memoryDir: string, row: { readonly scope: string; readonly local_date: string }): string {
  return join(memoryDir, folderOf(row.scope as Scope), `${row.local_date}.md`);
}

/** @returns how many lines were missing and are there now */
async function bringUp(path: string, rows: readonly Row[]): Promise<number> {
  const [first] = rows;
  if (!first) return 0;
  const missing = missingText(
    await readText(path),
    headerLine(first.room_name ?? first.name, first.local_date),
    rows.flatMap(linesOf),
  );
  if (missing !== '') await appendText(path, missing);
  return (missing.match(/<!-- n\d+ -->$|^- retracted n\d+/gmu) ?? []).length;
}

function linesOf(row: Row): readonly WantedLine[] {
  const note: MirroredNote = {
    id: row.id,
    text: row.text,
    authorName: row.name,
    zone: row.zone,
    at: row.created_at,
    retractedAt: row.retracted_at,
  };
  const line: WantedLine = { kind: 'note', id: row.id, line: noteLine(note) };
  if (!row.retracted_at) return [line];
  return [line, { kind: 'retraction', id: row.id, line: retractionLine(note) }];
}

async function mark(tx: Tx, rows: readonly Row[], now: Date): Promise<void> {
  const fresh = rows.filter((row) => !row.mirrored_at).map((row) => row.id);
  const retracted = rows
    .filter((row) => row.retracted_at && !row.retraction_mirrored_at)
    .map((row) => row.id);
  await markIds(tx, 'mirrored_at', fresh, now);
  await markIds(tx, 'retraction_mirrored_at', retracted, now);
}

async function markIds(
  tx: Tx,
  column: 'mirrored_at' | 'retraction_mirrored_at',
  ids: readonly NoteId[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('note')
    .set({ [column]: now })
    .where('id', 'in', ids)
    .execute();
}

function selectMirrored(queries: Queries, which: 'pending' | 'all') {
  const query = queries
    .selectFrom('note')
    .innerJoin('person', 'person.id', 'note.author_id')
    // By the room's own key, so that not all rooms are read: of a person's scope this names none.
    .leftJoin('room', (join) => join.on(sql<boolean>`room.id = substr(note.scope, length('room:') + 1)`))
    .select(['note.id', 'note.scope', 'note.text', 'note.local_date', 'note.created_at', 'note.retracted_at'])
    .select(['note.mirrored_at', 'note.retraction_mirrored_at', 'person.name', 'person.zone'])
    .select('room.name as room_name');
  if (which === 'all') return query;
  return query.where((is) =>
    is.or([
      is('note.mirrored_at', 'is', null),
      is.and([is('note.retracted_at', 'is not', null), is('note.retraction_mirrored_at', 'is', null)]),
    ]),
  );
}
