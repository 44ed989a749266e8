// Whether a person sits at a screen that can be drawn on, and how wide it is.
import type { Readable, Writable } from 'node:stream';

export type TerminalInput = Readable & {
  readonly isTTY?: boolean;
  setRawMode?(mode: boolean): unknown;
};

export type TerminalOutput = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  hasColors?(): boolean;
};

const defaultColumns = 80;

/** @param term the kind of terminal, as TERM names it: a dumb one cannot move its cursor */
export const isScreen = (input: TerminalInput, output: TerminalOutput, term = process.env.TERM): boolean =>
  input.isTTY === true && output.isTTY === true && term !== 'dumb';

/** In columns. A terminal that does not know its size says 0. */
export const columnsOf = ({ columns }: TerminalOutput): number => columns || defaultColumns;
