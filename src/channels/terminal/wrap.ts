// Lines that fit: wrapped at words by their width on the screen, where an emoji takes two columns, and indented. Pure.
import wrapAnsi from 'wrap-ansi';

const narrowest = 10;
/** A longer line is left to the terminal to break. */
const longestLine = 4000;

/** Wrapped at words; a word wider than a line is broken. */
export function wrapped(text: string, columns: number): string {
  const width = Math.max(narrowest, columns);
  // No character is wider than two columns.
  const isLeft = (line: string) => line.length * 2 <= width || line.length > longestLine;
  return text
    .split('\n')
    .map((line) => (isLeft(line) ? line : wrapAnsi(line, width, { hard: true })))
    .join('\n');
}

/** The first line after `first`, the others after `rest`. */
export const indented = (text: string, first: string, rest: string): string =>
  text
    .split('\n')
    .map((line, at) => (at === 0 ? first + line : line === '' ? rest.trimEnd() : rest + line))
    .join('\n');
