// What is being done for the person, and for how long: one line above the prompt, drawn anew a few times a second. Pure.
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
export function statusLine({ what, since }: Doing, now: number, columns: number, paint: Paint): string {
  const ms = Math.max(0, now - since);
  const frame = frames[Math.floor(ms / frameMs) % frames.length] ?? '';
  const words = `${what} … ${duration(Math.floor(ms / 1000))}`.slice(0, Math.max(0, columns - 4));
  const hint = '  (Ctrl-C stops)';
  const fits = words.length + hint.length + 4 <= columns;
  return `${paint('cyan', frame)} ${words}${fits ? paint('dim', hint) : ''}`;
}

/** "3 s", "1 min 5 s" */
const duration = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
