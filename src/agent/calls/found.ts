// What the recognisers of calls in text share: the calls they find, where they are, and what is known of the tools.
import type { ParsedArguments } from './arguments.ts';
import { unwrapped } from './cdata.ts';

export interface FoundCall {
  /** As written; resolved later. */
  readonly name: string;
  readonly args: ParsedArguments;
}

/** A stretch of text that is call text. Without calls it is a broken piece that names no tool. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly calls: readonly FoundCall[];
  /** True when it stands in its family's own delimiters. */
  readonly marked?: boolean;
  /** True when it tells of a call that was made. */
  readonly told?: true;
}

/** What the recognisers know of the request. */
export interface Offered {
  readonly names: readonly string[];
  readonly parameters: ReadonlyMap<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>;
}

/** The match of `pattern` exactly at `at`. */
export function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  const sticky = new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, '')}y`);
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0];
}

/** Consecutive calls, and where they end. */
export interface Bodies {
  readonly calls: readonly FoundCall[];
  readonly end: number;
}

type Types = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A tag's text as the parameter's type wants it: text stays text, the rest is read as JSON where it is JSON. */
export function typed(rawKey: string, raw: string, types: Types): [string, unknown] {
  const key = rawKey.trim();
  const value = unwrapped(raw)
    .replace(/^\r?\n/, '')
    .replace(/\r?\n[ \t]*$/, '');
  if (types[key]?.type === 'string') return [key, value];
  try {
    return [key, JSON.parse(value.trim()) as unknown];
  } catch {
    return [key, /^(True|False)$/.test(value.trim()) ? value.trim() === 'True' : value];
  }
}
