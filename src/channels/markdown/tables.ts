// Tables as lists, for neither platform shows them everywhere: a row is an item with its cells under their headers. A
// table is a header row and a delimiter row of GitHub's Markdown, at any depth of list or quote. Pure.
import { indexFrom } from '../../text/fence.ts';
import { outsideCode, withoutBold } from './inline.ts';

interface Table {
  readonly quote: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** How many lines it takes. */
  readonly length: number;
}

/** Cells of a row that are on one line. */
const cellsInLine = 4;
const item = /^(?:[-*+]|\d{1,9}[.)])[ \t]/;
const delimiter = /^(?=.*\|)\|?(?:[ \t]*:?-+:?[ \t]*\|)*(?:[ \t]*:?-+:?[ \t]*)?$/;

/** Replaces every table among lines that are no code. */
export function linesWithoutTables(lines: readonly string[]): readonly string[] {
  const out: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const table = tableAt(lines, at);
    if (table === null) {
      out.push(lines[at] ?? '');
      continue;
    }
    out.push(...listOf(table));
    at += table.length - 1;
    const next = lines[at + 1];
    // A line that follows at once would belong to the last item.
    if (next !== undefined && contentOf(next) !== '' && !item.test(contentOf(next)))
      out.push(table.quote.trimEnd());
  }
  return out;
}

function tableAt(lines: readonly string[], at: number): Table | null {
  const [first = '', second = ''] = lines.slice(at, at + 2);
  if (!first.includes('|') || item.test(contentOf(first)) || !delimiter.test(contentOf(second).trim()))
    return null;
  const depth = depthOf(first);
  const columns = cellsOf(second).length;
  const header = cellsOf(first, columns);
  if (depthOf(second) !== depth || !contentOf(second).includes('-')) return null;
  if (header.length !== columns && Math.min(header.length, columns) < 2) return null;
  const isRow = (line: string) => contentOf(line).includes('|') && depthOf(line) === depth;
  const end = indexFrom(lines, at + 2, (line) => !isRow(line));
  const body = lines.slice(at + 2, end < 0 ? lines.length : end);
  return {
    quote: first.slice(0, first.length - contentOf(first).length),
    header,
    rows: body.map((line) => cellsOf(line, header.length)).filter((row) => row.some((cell) => cell !== '')),
    length: body.length + 2,
  };
}

const contentOf = (line: string): string => line.replace(/^(?:[ \t]|>)*/, '');

const depthOf = (line: string): number =>
  line.slice(0, line.length - contentOf(line).length).replace(/[^>]/g, '').length;

/** The cells of a row, none of them the begin of a fence. A bar in inline code is no border if that gives the cells their number. */
function cellsOf(line: string, columns?: number): readonly string[] {
  const row = contentOf(line)
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  const guarded = row.replace(/(`{1,12})[^`]+\1/g, (code) => code.replace(/(?<!\\)\|/g, '\\|'));
  const [careful = [], plain = []] = [guarded, row].map((text) =>
    text.split(/(?<!\\)\|/).map((cell) =>
      cell
        .trim()
        .replaceAll('\\|', '|')
        .replace(/[ \t]{0,9}<br[ \t]{0,9}\/?>[ \t]{0,9}/gi, ' / ')
        .replace(/^(?:`{3,}(?=[^`]*$)|~{3,})/, ''),
    ),
  );
  return plain.length === columns ? plain : careful;
}

/** Two columns are names and what they are; more are told with their headers, many of them on lines of their own. */
function listOf({ quote, header, rows }: Table): readonly string[] {
  const filled = header.filter((cell) => cell !== '');
  if (rows.length === 0) return [quote + filled.join(' · ')];
  if (header.length <= 2) {
    const head =
      filled.length === 0
        ? []
        : [`${quote}${filled.map(unbold).join(': ')}${filled.length === 1 ? ':' : ''}`];
    return [...head, ...rows.map((row) => `${quote}- ${pairOf(row)}`)];
  }
  return rows.flatMap((row) => {
    const cells = Array.from({ length: Math.max(header.length, row.length) }, (_, index) =>
      labelled(header[index] ?? '', row[index] ?? ''),
    ).filter((cell) => cell !== '');
    if (header.length <= cellsInLine) return [`${quote}- ${cells.join(' · ')}`];
    const [first = '', ...others] = cells;
    return [`${quote}- ${first}`, ...others.map((cell) => `${quote}  - ${cell}`)];
  });
}

function pairOf([name = '', ...values]: readonly string[]): string {
  const value = values.filter((cell) => cell !== '').join(' · ');
  if (name === '') return value;
  return value === '' ? name : `**${unbold(name)}**: ${value}`;
}

function labelled(header: string, cell: string): string {
  if (header === '') return cell;
  return `**${unbold(header)}**: ${cell || '–'}`;
}

/** Bold itself, a cell needs no stars. */
const unbold = (cell: string): string => outsideCode(cell, withoutBold).trim();
