// What is being done for the person, and for how long: one line above the prompt, drawn anew a few times a second. Pure.
import stringWidth from 'string-width';
import { amountIn } from '../../language/dates.ts';
import type { Say } from '../../language/say.ts';
import type { Paint } from './paint.ts';

export interface Doing {
  /** "thinking", "looking at your reminders" */
  readonly what: string;
  /** When the turn began, in milliseconds of any clock that only goes forward. */
  readonly since: number;
}

const frames = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';
const frameMs = 100;

/** "⠹ thinking … 3 s  (Ctrl-C stops)"; what does not fit is cut. @param now by the clock of `since` */
export function statusLine(
  { what, since }: Doing,
  now: number,
  columns: number,
  paint: Paint,
  say: Say,
): string {
  const ms = Math.max(0, now - since);
  const frame = frames[Math.floor(ms / frameMs) % frames.length] ?? '';
  const words = `${what} … ${duration(Math.floor(ms / 1000), say)}`.slice(0, Math.max(0, columns - 4));
  const hint = `  ${say('terminal.stops')}`;
  const fits = stringWidth(words + hint) + 4 <= columns;
  return `${paint('cyan', frame)} ${words}${fits ? paint('dim', hint) : ''}`;
}

/** "3 s", "1 min 5 s" */
function duration(seconds: number, say: Say): string {
  const rest = amountIn(say, seconds % 60, 'second');
  return seconds < 60 ? rest : `${amountIn(say, Math.floor(seconds / 60), 'minute')} ${rest}`;
}
