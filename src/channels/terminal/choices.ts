// The list that Tab shows when there is more than one way to go on: a line each while they are few, else in columns. Pure.
import stringWidth from 'string-width';
import type { Suggestion } from '../../delivery/channel.ts';
import type { Paint } from './paint.ts';
import { printable } from './printable.ts';

const fewAtMost = 12;

export function choicesText(choices: readonly Suggestion[], columns: number, paint: Paint): string {
  const widest = Math.max(...choices.map(({ value }) => stringWidth(value)));
  if (choices.length > fewAtMost || choices.every(({ label }) => label === ''))
    return inColumns(
      choices.map(({ value }) => value),
      widest + 2,
      columns,
    );
  return choices
    .map(({ value, label }) => {
      const room = columns - widest - 4;
      const note = cut(printable(label).replace(/\s+/gu, ' '), room);
      return `  ${paint('cyan', value)}${' '.repeat(widest - stringWidth(value) + 2)}${paint('dim', note)}`;
    })
    .join('\n');
}

function inColumns(words: readonly string[], width: number, columns: number): string {
  const perLine = Math.max(1, Math.floor((columns - 2) / width));
  const lines = Array.from({ length: Math.ceil(words.length / perLine) }, (_, row) =>
    words.slice(row * perLine, (row + 1) * perLine),
  );
  return lines
    .map((line) => `  ${line.map((word) => word + ' '.repeat(width - stringWidth(word))).join('')}`.trimEnd())
    .join('\n');
}

/** To so many columns. */
function cut(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  let out = '';
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, columns * 4))) {
    if (stringWidth(out + segment) > columns - 1) break;
    out += segment;
  }
  return columns > 0 ? `${out}…` : '';
}
