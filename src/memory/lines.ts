// The lines of a mirror file, as pure text: how a note and a retraction look, what a file's lines are, what is missing.
// Files only ever grow at their end; a line is known by the id in the comment that ends it.
import { DateTime } from 'luxon';

/** What a line needs to know of its note. */
export interface MirroredNote {
  readonly id: number;
  readonly text: string;
  readonly authorName: string;
  /** IANA zone of the author; null: UTC, and the line says so. */
  readonly zone: string | null;
  readonly at: Date;
  readonly retractedAt: Date | null;
}

export type FileLine =
  | { readonly kind: 'note'; readonly id: number }
  | { readonly kind: 'retraction'; readonly id: number }
  /** Added by a person: a list item without an id. */
  | { readonly kind: 'hand'; readonly text: string }
  | { readonly kind: 'other' };

/** One line of a file that ought to be there. */
export interface WantedLine {
  readonly kind: 'note' | 'retraction';
  readonly id: number;
  readonly line: string;
}

/** `- 14:05 Ann: likes tea <!-- n12 -->`. A note forgotten before it was mirrored leaves its text out. */
export function noteLine(note: MirroredNote): string {
  const text = note.retractedAt ? '(forgotten)' : oneLine(note.text);
  return `- ${clockTime(note.at, note.zone, 'HH:mm')} ${oneLine(note.authorName)}: ${text} <!-- n${note.id} -->`;
}

/** `- retracted n12 (2026-11-18 09:30)` */
export function retractionLine(note: MirroredNote): string {
  const when = note.retractedAt ? ` (${clockTime(note.retractedAt, note.zone, 'yyyy-MM-dd HH:mm')})` : '';
  return `- retracted n${note.id}${when}`;
}

export function headerLine(name: string, date: string): string {
  return `# ${oneLine(name)}, ${date}`;
}

/** Everything on one line, and nothing in it that Markdown would take for a comment. */
export function oneLine(text: string): string {
  return text.replaceAll('<!--', '&lt;!--').replace(/\s+/gu, ' ').trim();
}

/** What each line of a file is. */
export function readLines(content: string): readonly FileLine[] {
  return content.split(/\r?\n/u).map(readLine);
}

function readLine(line: string): FileLine {
  const retracted = /^\s*[-*] retracted n(\d{1,15})\b/iu.exec(line)?.[1];
  if (retracted) return { kind: 'retraction', id: Number(retracted) };
  const id = /<!-- n(\d{1,15}) -->\s*$/u.exec(line)?.[1];
  if (id) return { kind: 'note', id: Number(id) };
  const text = /^\s*[-*] +(\S.*)$/u.exec(line)?.[1];
  return text ? { kind: 'hand', text: text.trim() } : { kind: 'other' };
}

/**
 * The text to append so that the file has all wanted lines; empty if it has. A header or line that a crash cut off at
 * the end of the file is completed first.
 */
export function missingText(content: string, header: string, wanted: readonly WantedLine[]): string {
  const there = new Set(readLines(content).map((line) => ('id' in line ? `${line.kind} ${line.id}` : '')));
  const missing = wanted.filter((line) => !there.has(`${line.kind} ${line.id}`));
  if (missing.length === 0) return '';
  const begun = content.slice(content.lastIndexOf('\n') + 1);
  const cut = begun === '' ? undefined : missing.find(({ line }) => line.startsWith(begun));
  const rest = missing.filter((line) => line !== cut).map(({ line }) => `${line}\n`);
  if (header.startsWith(content)) return `${header.slice(content.length)}\n\n${rest.join('')}`;
  if (cut) return `${cut.line.slice(begun.length)}\n${rest.join('')}`;
  return (begun === '' ? '' : '\n') + rest.join('');
}

/** Puts ids on the lines a person added, by their text; all other bytes stay. */
export function withIds(content: string, ids: ReadonlyMap<string, number>): string {
  return content
    .split('\n')
    .map((line) => {
      const read = readLine(line.replace(/\r$/u, ''));
      const id = read.kind === 'hand' ? ids.get(read.text) : undefined;
      return id === undefined
        ? line
        : line.replace(/\s*$/u, (end) => ` <!-- n${id} -->${end.includes('\r') ? '\r' : ''}`);
    })
    .join('\n');
}

/** Blanks the lines of erased notes; all other bytes stay. */
export function withoutNotes(content: string, ids: ReadonlySet<number>): string {
  return content
    .split('\n')
    .map((line) => {
      const read = readLine(line.replace(/\r$/u, ''));
      return read.kind === 'note' && ids.has(read.id) ? `- (erased) <!-- n${read.id} -->` : line;
    })
    .join('\n');
}

function clockTime(instant: Date, zone: string | null, format: string): string {
  const time = DateTime.fromJSDate(instant, { zone: zone ?? 'utc' }).toFormat(format);
  return zone ? time : `${time} UTC`;
}
