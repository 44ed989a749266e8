// Brings files and rows together: writes again what the files lack, then takes up what a person wrote into them by hand.
// A hand-written line becomes a row first and gets its id after, so that a crash in between loses nothing: the next run
// finds the same text again.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Database, Tx } from '../database/database.ts';
import type { NoteId, PersonId } from '../database/ids.ts';
import { isMissing, readText, replaceText } from './files.ts';
import { readLines, withIds } from './lines.ts';
import { holdFiles, mirror, mirrorPending } from './mirror.ts';
import { retractNote, writeNote } from './notes.ts';
import { folderOf, type Scope } from './scope.ts';

export interface Synced {
  readonly takenUp: number;
  readonly retracted: number;
  /** Lines written again because the files lacked them. */
  readonly rebuilt: number;
  /** Sentences about what was left alone or failed. */
  readonly problems: readonly string[];
}

/**
 * @param admins persons of whom the first that is known is the author of what is found in a room's folder; with none, a
 *   person called "operator" is
 */
export async function syncMemory(
  database: Database,
  memoryDir: string,
  clock: Clock,
  admins: readonly string[] = [],
): Promise<Synced> {
  // First, so that a line a crash cut short is completed, and not taken for a person's.
  const before = await mirror(database, memoryDir, clock, 'all');
  const scopes = await foldersOf(database);
  const problems = [...before.failed];
  let takenUp = 0;
  let retracted = 0;
  for (const folder of await entriesOf(memoryDir, 'folders')) {
    const scope = scopes.get(folder);
    const files = (await entriesOf(join(memoryDir, folder), 'files')).filter((name) => name.endsWith('.md'));
    if (!scope) {
      if (files.length > 0) problems.push(`The folder ${folder} belongs to nobody known and was left alone.`);
      continue;
    }
    for (const file of files) {
      const date = dateOf(file);
      if (!date) {
        problems.push(`${folder}/${file} is not named YYYY-MM-DD.md and was left alone.`);
        continue;
      }
      const found = await takeUp(database, clock, {
        scope,
        date,
        path: join(memoryDir, folder, file),
        admins,
      });
      takenUp += found.takenUp;
      retracted += found.retracted;
    }
  }
  // Of a retraction written into another day's file, the note's own file has no line yet.
  const after = await mirrorPending(database, memoryDir, clock);
  problems.push(...after.failed.filter((sentence) => !problems.includes(sentence)));
  return { takenUp, retracted, rebuilt: before.lines + after.lines, problems };
}

/** What was done, in one line. */
export function syncedLine(synced: Synced): string {
  const done = [
    count(synced.takenUp, 'line added by hand was taken up', 'lines added by hand were taken up'),
    count(synced.retracted, 'note was retracted', 'notes were retracted'),
    count(synced.rebuilt, 'missing line was written', 'missing lines were written'),
  ].filter((part) => part !== null);
  const sentence = done.length === 0 ? 'Files and notes agree; nothing was changed.' : `${done.join(', ')}.`;
  return [sentence, ...synced.problems].join(' ');
}

interface FoundFile {
  readonly scope: Scope;
  readonly date: string;
  readonly path: string;
  readonly admins: readonly string[];
}

async function takeUp(
  database: Database,
  clock: Clock,
  file: FoundFile,
): Promise<{ readonly takenUp: number; readonly retracted: number }> {
  const rows = await database.transaction(async (tx) => {
    await holdFiles(tx);
    return takeUpRows(tx, clock.now(), file, await readText(file.path));
  });
  if (rows.ids.size === 0) return { takenUp: 0, retracted: rows.retracted };
  // The only time a file is rewritten: ids are put onto the lines that a person added.
  await database.transaction(async (tx) => {
    await holdFiles(tx);
    const content = await readText(file.path);
    await replaceText(file.path, withIds(content, rows.ids));
  });
  return { takenUp: rows.ids.size, retracted: rows.retracted };
}

async function takeUpRows(
  tx: Tx,
  now: Date,
  file: FoundFile,
  content: string,
): Promise<{ readonly ids: ReadonlyMap<string, number>; readonly retracted: number }> {
  const ids = new Map<string, number>();
  let retracted = 0;
  for (const line of readLines(content)) {
    if (line.kind === 'hand' && !ids.has(line.text))
      ids.set(line.text, await takeUpLine(tx, now, file, line.text));
    if (line.kind === 'retraction') {
      const open = await tx
        .selectFrom('note')
        .select('id')
        .where('id', '=', line.id as NoteId)
        .where('scope', '=', file.scope)
        .where('retracted_at', 'is', null)
        .executeTakeFirst();
      if (!open) continue;
      await retractNote(tx, file.scope, open.id, now);
      retracted += 1;
    }
  }
  return { ids, retracted };
}

async function takeUpLine(tx: Tx, now: Date, file: FoundFile, text: string): Promise<NoteId> {
  const author = await authorOf(tx, file.scope, file.admins);
  const { note, isNew } = await writeNote(
    tx,
    { scope: file.scope, author, text, tainted: false, conversation: null, turn: null, date: file.date },
    now,
  );
  // Its line is there already: a mirror that runs in between must not add another.
  if (isNew) await tx.updateTable('note').set({ mirrored_at: now }).where('id', '=', note.id).execute();
  return note.id;
}

const operator = { id: 'terminal:operator' as PersonId, platform: 'terminal', name: 'operator' };

async function authorOf(
  tx: Tx,
  scope: Scope,
  admins: readonly string[],
): Promise<{ readonly id: PersonId; readonly zone: string | null }> {
  const candidates = scope.startsWith('person:') ? [scope.slice('person:'.length)] : admins;
  for (const id of candidates) {
    const person = await tx
      .selectFrom('person')
      .select(['id', 'zone'])
      .where('id', '=', id as PersonId)
      .executeTakeFirst();
    if (person) return person;
  }
  await tx
    .insertInto('person')
    .values(operator)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return { id: operator.id, zone: null };
}

/** The scopes that may have a folder, by the folder's name. */
async function foldersOf(database: Database): Promise<ReadonlyMap<string, Scope>> {
  const people = await database.db.selectFrom('person').select('id').execute();
  const rooms = await database.db.selectFrom('room').select('id').where('kind', '=', 'channel').execute();
  const scopes: Scope[] = [
    ...people.map(({ id }): Scope => `person:${id}`),
    ...rooms.map(({ id }): Scope => `room:${id}`),
  ];
  return new Map(scopes.map((scope) => [folderOf(scope), scope]));
}

async function entriesOf(folder: string, kind: 'folders' | 'files'): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => (kind === 'folders' ? entry.isDirectory() : entry.isFile()))
      .map((entry) => entry.name)
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** The day of `2026-11-17.md`; null for a name that is no such day. */
function dateOf(file: string): string | null {
  const date = /^(\d{4}-\d{2}-\d{2})\.md$/u.exec(file)?.[1];
  if (!date) return null;
  const instant = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(instant.getTime()) || !instant.toISOString().startsWith(date) ? null : date;
}

function count(number: number, one: string, many: string): string | null {
  return number === 0 ? null : `${number} ${number === 1 ? one : many}`;
}
