// Finds and reads one JSON-like value inside other text: first as real JSON, then leniently. It tells a value that was
// closed from one that was cut short, because a cut value must never be run. Pure, and bounded in time.
import { jsonrepair } from 'jsonrepair';

interface Read {
  readonly value: unknown;
  /** Index just behind the value. */
  readonly end: number;
}

/** Keys with brackets or quotes in them are no keys: the repair has joined what does not belong together. */
function isPlausible(value: unknown): boolean {
  return !isObject(value) || Object.keys(value).every((key) => !/[{}[\]":\n]/.test(key) && key.length <= 100);
}

/** Longest piece that is handed to the repair, in characters. */
const MOST_REPAIRED = 32_000;

/** Reads the object or list that starts at `start`. Undefined when it is not closed or makes no sense. */
export function readValue(text: string, start: number): Read | undefined {
  const strict = endOfValue(text, start, false);
  if (strict !== undefined) {
    const value = tryJson(text.slice(start, strict));
    if (value !== undefined) return { value, end: strict };
  }
  const lenient = endOfValue(text, start, true);
  for (const end of new Set([lenient, strict])) {
    if (end === undefined) continue;
    const value = repair(text.slice(start, end));
    if (value !== undefined && isPlausible(value)) return { value, end };
  }
  return undefined;
}

const [QUOTE, APOSTROPHE, BACKSLASH] = [0x22, 0x27, 0x5c];
/** Of each bracket that opens, in UTF-16 units, the one that closes. */
const CLOSER: ReadonlyMap<number, number> = new Map([
  [0x7b, 0x7d],
  [0x5b, 0x5d],
]);
const CLOSERS: ReadonlySet<number> = new Set(CLOSER.values());

/**
 * Where the bracketed value that starts at `start` ends, or undefined when it does not.
 *
 * @param lenient also knows 'single quotes', and unescaped quotes inside strings
 */
function endOfValue(text: string, start: number, lenient: boolean): number | undefined {
  const open: number[] = [];
  for (let at = start; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE || (lenient && unit === APOSTROPHE && opensString(text, at))) {
      const end = endOfString(text, at, unit, lenient);
      if (end === undefined) return undefined;
      at = end;
      continue;
    }
    if (unit < 0x5b) continue;
    const closer = CLOSER.get(unit);
    if (closer !== undefined) open.push(closer);
    else if (CLOSERS.has(unit)) {
      if (open.pop() !== unit) return undefined;
      if (open.length === 0) return at + 1;
    }
  }
  return undefined;
}

/** A single quote opens a string only where a key or a value may begin; elsewhere it is an apostrophe. */
function opensString(text: string, at: number): boolean {
  for (let back = at - 1; back >= 0; back--) {
    const char = text[back] ?? '';
    if (!/\s/.test(char)) return '{[:,('.includes(char);
  }
  return true;
}

/** Index of the closing quote. */
function endOfString(text: string, at: number, quote: number, lenient: boolean): number | undefined {
  for (let next = at + 1; next < text.length; next++) {
    const unit = text.charCodeAt(next);
    if (unit === BACKSLASH) next++;
    else if (unit === quote && (!lenient || closesString(text, next))) return next;
  }
  return undefined;
}

/** Leniently, a quote closes a string only when what follows may follow a string. */
function closesString(text: string, at: number): boolean {
  for (let next = at + 1; next < text.length; next++) {
    const char = text[next] ?? '';
    if (!/\s/.test(char)) return ',:}])'.includes(char) || (char === '\\' && text[next + 1] === 'n');
  }
  return true;
}

function tryJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** The value of almost-JSON, or undefined when even the repair gives up. */
function repair(text: string): unknown {
  const clean = dropStrayEscapes(text);
  const value = tryJson(clean);
  if (value !== undefined || clean.length > MOST_REPAIRED) return value;
  return tryRepair(requoted(clean)) ?? tryRepair(clean);
}

function tryRepair(text: string): unknown {
  try {
    return tryJson(jsonrepair(text));
  } catch {
    return undefined;
  }
}

/** Every string in proper quotes: 'single' ones, and those with unescaped quotes or line breaks inside. */
function requoted(text: string): string {
  let written = '';
  // A quote that nothing closes from here on, nothing closes from further on.
  const open = new Set<string>();
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    const opens = (char === '"' || char === "'") && !open.has(char) && opensString(text, at);
    const end = opens ? endOfString(text, at, char.charCodeAt(0), true) : undefined;
    if (opens && end === undefined) open.add(char);
    if (end === undefined) written += char;
    else {
      written += JSON.stringify(unescaped(text.slice(at + 1, end)));
      at = end;
    }
  }
  return written;
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
};

/** A backslash before a letter or digit that JSON does not escape so: as in a path or a regular expression. */
const NO_ESCAPE = /(?<!\\)\\(?:u(?![0-9a-fA-F]{4})|[^\W_bfnrtu])/;

/** A string whose backslashes are all meant as they stand, save before quotes: none is doubled but in front of a server's name. */
const isLiteral = (text: string): boolean =>
  NO_ESCAPE.test(text) && !/(?<!^|\s)\\\\/.test(text.replace(/\\["']/g, ''));

/** A string's content with its escapes resolved; what is no escape stays as it is. `C:\Users\new` has none. */
export function unescaped(text: string): string {
  if (isLiteral(text)) return text.replace(/\\(["'])/g, '$1');
  return text.replace(/\\(u[0-9a-fA-F]{4}|[\s\S])/g, (whole, code: string) =>
    code.length === 5 ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : (ESCAPES[code] ?? whole),
  );
}

/** Turns a literal \n, \t or \r between values into a space; inside strings it stays. */
function dropStrayEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/"(?:[^"\\]|\\[\s\S])*"|\\[ntr]/g, (part) => (part.startsWith('\\') ? ' ' : part));
}

/** True for `{...}`, as opposed to lists, texts and the rest. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
