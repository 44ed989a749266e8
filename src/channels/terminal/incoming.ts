// What a typed line is: a number that presses a button of the last message that had some, a command, or a message. Pure.
import type { Button } from '../../delivery/outgoing.ts';

export type TypedLine =
  | { readonly type: 'click'; readonly button: Button }
  | { readonly type: 'command'; readonly name: string; readonly args: string }
  | { readonly type: 'message'; readonly text: string };

/** Splits a text into a command and its arguments, or null if it is a message. */
export type CommandReader = (text: string) => { readonly name: string; readonly args: string } | null;

/** @returns null for an empty line */
export function readLine(
  line: string,
  buttons: readonly Button[],
  commandOf: CommandReader,
): TypedLine | null {
  const text = line.trim();
  if (text === '') return null;
  const number = /^\/(\d)$/.exec(text)?.[1];
  const button = number ? buttons[Number(number) - 1] : undefined;
  if (button) return { type: 'click', button };
  const command = commandOf(text);
  return command ? { type: 'command', ...command } : { type: 'message', text };
}

/** Whether pressing it erases what the person said, so that the arrows must not bring it back either. */
export const isErasure = ({ action }: Button): boolean =>
  action.startsWith('forget-me:') && action !== 'forget-me:keep';
