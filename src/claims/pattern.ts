// Patterns of the language packs are strings, so that they can be data: a blank stands for white space (` ?` if it may be
// missing), `\b` is the edge of a word in any script, and {name} is replaced by the pack's word list of that name.

import { simplify } from '../text/simplified-han.ts';

/** Letters, marks and digits in few ranges: the Unicode classes proper make each pattern slow to build. */
const LETTERS = String.raw`a-z\u00b5-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3`;
const WORD = `[${LETTERS}0-9_]`;
const EDGE = `(?:(?<!${WORD})(?=${WORD})|(?<=${WORD})(?!${WORD}))`;

type Parts = Readonly<Record<string, string>>;

/** A pattern with its word lists put in; throws on an unknown name, so a slip in the data is found at start. */
export function expand(source: string, parts: Parts): string {
  return source.replace(/(?<!\\p)\{([a-z_]+)\}/gi, (_, name: string) => {
    const part = parts[name];
    if (part === undefined)
      throw new Error(`The pattern ${source} names {${name}}, which its pack does not have.`);
    return `(?:${expand(part, parts)})`;
  });
}

/** Compiles one pattern. Flags: `u`, and `g` if asked for. */
export function compile(source: string, parts: Parts = {}, global = false): RegExp {
  const text = simplify(expand(source, parts))
    .replaceAll(String.raw`[\p{L}\p{M}\p{N}]`, WORD)
    .replace(/\[([^\]\\]*)\\p\{L\}([^\]]*)\]/g, (_, a: string, b: string) => `[${a}${LETTERS}${b}]`)
    .replaceAll(String.raw`\p{L}`, `[${LETTERS}]`)
    .replaceAll(String.raw`\b`, EDGE)
    .replace(/ ([?*])?/g, (_, loose?: string) => (loose ? String.raw`\s*` : String.raw`\s+`));
  return new RegExp(text, global ? 'gu' : 'u');
}

/** One pattern out of several, or one that never matches. */
export function anyOf(sources: readonly string[], parts: Parts = {}, global = false): RegExp {
  return sources.length === 0 ? /(?!)/u : compile(sources.map((s) => `(?:${s})`).join('|'), parts, global);
}
