// A table as lines: in columns where the terminal is wide enough, else each row as a short list under its first cell. Pure.
import stringWidth from 'string-width';
import type { Paint } from './paint.ts';
import { indented, wrapped } from './wrap.ts';

/** @param rows cells with their formatting; the first row holds the headings */
export function tableLines(
  rows: readonly (readonly string[])[],
  columns: number,
  paint: Paint,
): readonly string[] {
  const [headings = [], ...body] = rows;
  const widths = headings.map((_, at) => Math.max(...rows.map((row) => stringWidth(row[at] ?? ''))));
  const total = widths.reduce((sum, width) => sum + width + 2, -2);
  if (total > columns) return body.flatMap((row) => listed(headings, row, columns, paint));
  const line = (row: readonly string[]) =>
    headings
      .map((_, at) => padded(row[at] ?? '', widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  const rule = paint('dim', widths.map((width) => '─'.repeat(width)).join('  '));
  return [paint('bold', line(headings)), rule, ...body.map(line)];
}

const padded = (cell: string, width: number) => cell + ' '.repeat(Math.max(0, width - stringWidth(cell)));

function listed(
  headings: readonly string[],
  row: readonly string[],
  columns: number,
  paint: Paint,
): readonly string[] {
  const [first = '', ...others] = row;
  const lines = others.map((cell, at) =>
    indented(wrapped(`${headings[at + 1] ?? ''}: ${cell}`, columns - 3), ' • ', '   '),
  );
  return [wrapped(paint('bold', first), columns), ...lines];
}
