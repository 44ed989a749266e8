// Backslashes that a model wrote single in JSON: `"C:\temp\new"` is read by the rules as a tab and a line break. What no one
// means to write, and a drive with a tab behind it, is what stood there. Pure.
import { isObject } from './value.ts';

const LETTERS: Readonly<Record<string, string>> = { '\t': 't', '\n': 'n', '\r': 'r', '\b': 'b', '\f': 'f' };

/** A drive and, with no backslash that was escaped, a tab, a carriage return or what `\b` and `\f` make, up to the next blank. */
const DRIVE = /(?<![\p{L}\p{N}])[A-Za-z]:(?=[\t\b\f]|\r(?!\n)|\n[^\s\\]*[\t\b\f\\])[^ "'<>|*?]*/gu;

/** The value with the backslashes of its texts as they were written, at any depth. */
export function withBackslashes(value: unknown): unknown {
  if (typeof value === 'string') return restored(value);
  if (Array.isArray(value)) return value.map(withBackslashes);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withBackslashes(one)]));
}

function restored(text: string): string {
  if (!/[\t\n\r\b\f]/.test(text)) return text;
  const paths = text.replace(DRIVE, (path) => escaped(path, /[\t\n\r\b\f]/g));
  return escaped(paths, /[\b\f]/g);
}

const escaped = (text: string, signs: RegExp): string =>
  text.replace(signs, (sign) => `\\${LETTERS[sign] ?? ''}`);
