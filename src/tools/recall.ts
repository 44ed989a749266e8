// `recall`: reads notes by words, by day or by handle, and what the context no longer shows by handle. It reads the
// conversation's own scope and the conversation's own entries; nothing in the query can widen that.
import { DateTime } from 'luxon';
import { z } from 'zod';
import { isOutside, type Note, noteById, noteIdOf, notesFor } from '../memory/notes.ts';
import { type PastDays, pastDay } from '../memory/past-day.ts';
import { scopeOf } from '../memory/scope.ts';
import { searchNotes } from '../memory/search.ts';
import { termsOf } from '../memory/words.ts';
import { type AskedHandle, handlesIn, readHandle } from './handles.ts';
import { pageLength, pageOf } from './pages.ts';
import { defineTool, type ToolResult } from './tool.ts';
import type { ToolContext } from './tool-context.ts';

const MOST_NOTES = 10;
const SHOWN = 300;

export const recall = defineTool({
  name: 'recall',
  description:
    'Look up remembered notes, or read again what is no longer shown. query: words ("green tea"), a past day ' +
    '("last Tuesday"), or a handle ("n12", "t12.3", "t12.3:2" for its part 2). Use it before saying that you do not know ' +
    'something you may have been told. Example: {"query": "Ann tea"}',
  parameters: z.object({
    query: z.string().trim().min(1).describe('Words, a past day, or a handle.'),
  }),
  safe: true,
  doing: (say) => say('doing.recall'),
  ages: { upTo: 80, short: 'keep', long: 'summarise', older: 'offload' },
  timeoutMs: 10_000,
  async run({ query }, use: ToolContext): Promise<ToolResult> {
    const handles = handlesIn(query);
    // "N26" in a longer query may be a bank: a note's handle that means nothing is then a word like the others.
    const isAlone = !termsOf(query).some(({ text }) => /^(?!(?:part|page|note)$)\p{L}{3,}$/u.test(text));
    const results: ToolResult[] = [];
    for (const asked of handles.slice(0, MOST_NOTES)) {
      if (asked.kind === 'earlier' && !isAlone) continue;
      const result = await byHandle(asked, use);
      if (result && (result.ok || isAlone || asked.kind !== 'note')) results.push(result);
      if (result?.ok && asked.kind !== 'note') return result;
    }
    const [only] = results;
    if (results.length === 1 && only) return only;
    if (results.length > 1) return joined(results);
    return (await byDay(query, use)) ?? byWords(query, use);
  },
});

/** @returns null for what only looks like a message's or a file's handle ("m3 screws" has other readings) */
async function byHandle(asked: AskedHandle, use: ToolContext): Promise<ToolResult | null> {
  if (asked.kind === 'note') return noteByHandle(asked, use);
  const found = await readHandle(use.queries, use.conversation, asked, use.principal.id, use.running?.());
  if (found) {
    const page = pageOf(asked.handle, found.what, found.text, asked.page, use.resultTokens);
    return { ...page, tainted: found.tainted, handles: [asked.handle] };
  }
  if (asked.kind === 'message' || asked.kind === 'file') return null;
  return { ok: false, text: `Nothing found: this conversation has no result ${asked.handle}.` };
}

async function noteByHandle(asked: AskedHandle, use: ToolContext): Promise<ToolResult> {
  const id = noteIdOf(asked.handle);
  const note = id === null ? null : await noteById(use.queries, scopeOf(use.room, use.principal), id);
  if (!note) return { ok: false, text: `Nothing found: there is no note ${asked.handle} here.` };
  if (note.retracted) return { ok: false, text: `${note.handle} was forgotten.` };
  const page = pageOf(note.handle, origin(note), note.text, asked.page, use.resultTokens);
  return { ...page, tainted: isOutside(note, use.principal.id), handles: [note.handle] };
}

function joined(results: readonly ToolResult[]): ToolResult {
  const text = results.map((result) => result.text).join('\n');
  return {
    ok: results.some((result) => result.ok),
    text:
      text.length > pageLength ? `${text.slice(0, pageLength)}…\n[cut: ask for one handle at a time]` : text,
    tainted: results.some((result) => result.tainted),
    handles: results.flatMap((result) => result.handles ?? []),
  };
}

/** Notes of the day the query names; those that share its other words, if any do. Null if it names none, or nothing is there. */
async function byDay(query: string, use: ToolContext): Promise<ToolResult | null> {
  const days = pastDay(query, use.askedAt, use.principal.zone, use.principal.locale);
  if (!days) return null;
  const notes = await notesFor(use.queries, scopeOf(use.room, use.principal), { days });
  const hasWords = termsOf(days.rest).length > 0;
  const matching = hasWords ? searchNotes(notes, days.rest) : [];
  if (matching.length > 0) return shown(matching, `of ${daysName(days)} about "${days.rest}"`, use);
  if (!hasWords && notes.length === 0)
    return { ok: true, text: `Nothing found: there are no notes of ${daysName(days)}.` };
  if (!hasWords) return shown([...notes].reverse(), `of ${daysName(days)}`, use);
  return otherwise(query, days, notes, use);
}

/** The day has no note with these words: notes of other days that have them, else all of the day's. */
async function otherwise(
  query: string,
  days: PastDays,
  ofDay: readonly Note[],
  use: ToolContext,
): Promise<ToolResult | null> {
  const all = await notesFor(use.queries, scopeOf(use.room, use.principal));
  const elsewhere = searchNotes(all, days.rest);
  if (elsewhere.length > 0)
    return shown(elsewhere, `about "${days.rest}", none of them of ${daysName(days)}`, use);
  if (ofDay.length > 0)
    return shown([...ofDay].reverse(), `of ${daysName(days)} (none shares the words "${days.rest}")`, use);
  return {
    ok: true,
    text: `Nothing found: no notes of ${daysName(days)}, and none on other days about "${clip(query, 80)}".`,
  };
}

async function byWords(query: string, use: ToolContext): Promise<ToolResult> {
  const notes = await notesFor(use.queries, scopeOf(use.room, use.principal));
  const found = searchNotes(notes, query);
  if (found.length > 0) return shown(found, `about "${clip(query, 80)}"`, use);
  const whose = use.room.kind === 'dm' ? `${use.principal.name}'s own notes` : "this room's notes";
  const size = notes.length === 0 ? 'there are none yet' : `${notes.length} looked through`;
  return {
    ok: true,
    text: `Nothing found for "${clip(query, 80)}" in ${whose} (${size}). Try another word, or a day.`,
  };
}

function shown(notes: readonly Note[], which: string, use: ToolContext): ToolResult {
  const first = notes.slice(0, MOST_NOTES);
  const lines = first.map((note) => `- ${note.handle}, ${origin(note)}: ${lineOf(note)}`);
  const left = notes.length - first.length;
  const more = left > 0 ? [`[${left} more; add a word to narrow it down]`] : [];
  return {
    ok: true,
    text: [`${notes.length} note${notes.length === 1 ? '' : 's'} ${which}:`, ...lines, ...more].join('\n'),
    tainted: first.some((note) => isOutside(note, use.principal.id)),
    handles: first.map((note) => note.handle),
  };
}

function lineOf(note: Note): string {
  const line = note.text.replace(/\s+/gu, ' ');
  return line.length <= SHOWN ? line : `${clip(line, SHOWN)} [whole: recall "${note.handle}"]`;
}

/** "Tue 17 Nov 2026, Ann", and whether the note's text came from elsewhere. */
function origin(note: Note): string {
  return `${dayName(note.date)}, ${note.authorName.replace(/\s+/gu, ' ')}${note.tainted ? ' (from an outside text)' : ''}`;
}

function daysName({ from, to }: PastDays): string {
  return from === to ? dayName(from) : `${dayName(from)} to ${dayName(to)}`;
}

function dayName(date: string): string {
  return DateTime.fromISO(date, { zone: 'utc' }).setLocale('en').toFormat('ccc d LLL yyyy');
}

function clip(text: string, length: number): string {
  const signs = [...text];
  return signs.length <= length ? text : `${signs.slice(0, length - 1).join('')}…`;
}
