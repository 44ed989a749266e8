// A message as the terminal prints it: as plain lines for a pipe, or drawn for a person's screen. Pure.
import stringWidth from 'string-width';
import type { Button, OutgoingMessage } from '../../delivery/outgoing.ts';
import type { Say } from '../../language/say.ts';
import { type Canvas, renderMarkdown } from './markdown.ts';
import { printable } from './printable.ts';
import { indented } from './wrap.ts';

/**
 * Plain lines, as programs read them.
 *
 * @param file where the message's file was written, if it has one
 */
export function plainMessage(message: OutgoingMessage, file: string | null, say: Say): string {
  const name = nameOf(message);
  const buttons = message.buttons.map((button, index) => `/${index + 1} ${button.label}`).join('   ');
  return printable(
    [
      ...(name === null ? [] : [`[${name}]`]),
      textOf(message, say),
      ...(file === null ? [] : [`  ${file}`]),
      ...(buttons === '' ? [] : [`  ${buttons}`]),
    ].join('\n'),
  );
}

/** Drawn on a canvas. */
export function drawnMessage(
  message: OutgoingMessage,
  file: string | null,
  canvas: Canvas,
  say: Say,
): string {
  const { paint } = canvas;
  const name = nameOf(message);
  const icon = message.persona?.icon ? `${printable(message.persona.icon)} ` : '';
  return [
    ...(name === null ? [] : [paint(['bold', 'magenta'], `${icon}${printable(name)}`)]),
    renderMarkdown(printable(textOf(message, say)), canvas),
    ...(file === null ? [] : [`${paint('bold', say('terminal.saved'))} ${printable(file)}`]),
    ...(message.buttons.length === 0 ? [] : [drawnButtons(message.buttons, canvas, say)]),
  ].join('\n');
}

/** "Type  [/1] Undo   [/2] Change": what to type is in brackets; a button is never broken over two lines. */
function drawnButtons(buttons: readonly Button[], { columns, paint }: Canvas, say: Say): string {
  const lead = `${say('terminal.type')}  `;
  const indent = stringWidth(lead);
  const lines: string[] = [];
  let width = columns;
  buttons.forEach((button, index) => {
    const key = `[/${index + 1}]`;
    const label = printable(button.label);
    const length = stringWidth(key) + 1 + stringWidth(label);
    const drawn = `${paint(['bold', 'cyan'], key)} ${label}`;
    if (width + 3 + length > columns - indent) {
      lines.push(drawn);
      width = length;
    } else {
      lines.push(`${lines.pop() ?? ''}   ${drawn}`);
      width += 3 + length;
    }
  });
  return indented(lines.join('\n'), paint('dim', lead), ' '.repeat(indent));
}

const nameOf = ({ persona }: OutgoingMessage): string | null =>
  persona && !persona.continues ? persona.title : null;

/** A printed list cannot be edited: of one that has changed its first line is printed, until it is done. */
function textOf({ text, tasks, replaces }: OutgoingMessage, say: Say): string {
  if (!tasks) return text;
  const now = tasks.items.find(({ state }) => state === 'doing');
  const isOver = tasks.items.every(({ state }) => state === 'done');
  if (replaces === null || isOver) return text.replaceAll('**', '');
  return now ? say('tasks.now', { title: tasks.title, task: `${now.number} ${now.text}` }) : tasks.title;
}
