// The arguments of one call, from whatever was sent: empty, encoded twice, fenced, in single quotes, with a tail of
// special tokens, sent twice. Cut short or not an object is never guessed at.
import { canonical } from '../../text/canonical.ts';
import { withBackslashes } from './paths.ts';
import { isObject, readValue } from './value.ts';

export type ParsedArguments =
  | { readonly ok: true; readonly args: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly why: 'cut' | 'several' | 'not-object' | 'unreadable' };

const DEEPEST = 4;
const LONGEST = 200_000;
/** Markup of another dialect in a key: what is key and what is value cannot be told. */
const MARKUP = /<\/?\w|<[|｜]|[|｜]>|\w>$/;

/**
 * Reads arguments. Never throws.
 *
 * @param raw the joined text, or the value itself
 * @param pieces the pieces it was joined from; when each holds the one before, the last is the whole
 */
export function parseArguments(raw: unknown, pieces: readonly string[] = []): ParsedArguments {
  const whole = lastOfGrowing(pieces);
  if (whole !== undefined) {
    const parsed = parseAny(whole, 0);
    if (parsed.ok) return parsed;
  }
  return parseAny(raw, 0);
}

function lastOfGrowing(pieces: readonly string[]): string | undefined {
  const sent = pieces.filter((piece) => piece !== '');
  const grows = sent.every((piece, at) => at === 0 || piece.startsWith(sent[at - 1] ?? ''));
  return sent.length > 1 && grows ? sent.at(-1) : undefined;
}

function parseAny(raw: unknown, depth: number): ParsedArguments {
  if (raw === undefined || raw === null) return { ok: true, args: {} };
  if (isObject(raw))
    return Object.keys(raw).some((key) => MARKUP.test(key))
      ? { ok: false, why: 'unreadable' }
      : { ok: true, args: withBackslashes(raw) as Record<string, unknown> };
  if (Array.isArray(raw)) return parseList(raw, depth);
  if (typeof raw !== 'string' || depth > DEEPEST) return { ok: false, why: 'not-object' };
  if (raw.length > LONGEST) return { ok: false, why: 'unreadable' };
  return parseText(raw, depth);
}

/** A list with the one object in it. */
function parseList(list: readonly unknown[], depth: number): ParsedArguments {
  if (list.length === 0) return { ok: true, args: {} };
  return list.length === 1 ? parseAny(list[0], depth + 1) : { ok: false, why: 'several' };
}

function parseText(raw: string, depth: number): ParsedArguments {
  const bare = withoutFence(raw);
  const text = bare.includes('"') ? bare : bare.replaceAll('&quot;', '"');
  if (text === '' || /^(null|none|undefined|""|''|\(\))$/i.test(text)) return { ok: true, args: {} };
  try {
    return parseAny(JSON.parse(text) as unknown, depth + 1);
  } catch {
    return parseLoose(text, depth);
  }
}

function parseLoose(text: string, depth: number): ParsedArguments {
  const start = text.search(/[{[]/);
  if (start < 0) return { ok: false, why: 'not-object' };
  const encoded = start > 0 && /^["'][{[]/.test(text) ? decodeOnce(text) : undefined;
  if (encoded !== undefined) return parseAny(encoded, depth + 1);
  if (!isPreface(text.slice(0, start))) return { ok: false, why: 'unreadable' };
  const read = readValue(text, start);
  if (read === undefined) return { ok: false, why: isOpen(text, start) ? 'cut' : 'unreadable' };
  const first = parseAny(read.value, depth + 1);
  return first.ok ? withRest(first, text.slice(read.end)) : first;
}

/** Text that was quoted once too often, with its inner quotes escaped or not. */
function decodeOnce(text: string): string | undefined {
  const quote = text[0] ?? '';
  const last = text.lastIndexOf(quote);
  if (last <= 0) return undefined;
  const inner = text.slice(1, last);
  return inner.replace(/\\(["'\\])/g, '$1');
}

/** What may come before the arguments without meaning anything. */
function isPreface(text: string): boolean {
  return (
    /^[\s`]*(json|arguments|parameters|args|input)?\s*[:=(]?\s*$/i.test(text.replace(/\s+/g, ' ')) ||
    /[>|｜]$/.test(text.trimEnd())
  );
}

/** True when more is opened than closed: the text breaks off. */
function isOpen(text: string, start: number): boolean {
  let depth = 0;
  for (const char of text.slice(start)) depth += '{['.includes(char) ? 1 : '}]'.includes(char) ? -1 : 0;
  return depth > 0;
}

/** What follows the first object: noise, the same again, or something else, which is never merged. */
function withRest(first: ParsedArguments & { ok: true }, rest: string): ParsedArguments {
  const noise = rest.replace(/^[\s}\])"'`;,.]+/, '');
  if (noise === '' || /^(<[|｜/]|\[\/|```|<\w)/.test(noise)) return first;
  if (!noise.startsWith('{')) return noise.includes('{') ? { ok: false, why: 'several' } : first;
  const again = readValue(noise, 0);
  if (again === undefined) return { ok: false, why: 'several' };
  if (!isObject(again.value)) return { ok: false, why: 'several' };
  const next = withRest({ ok: true, args: again.value }, noise.slice(again.end));
  if (!next.ok) return next;
  if (isEmpty(first.args) || canonical(first.args) === canonical(next.args)) return next;
  return isEmpty(next.args) ? first : { ok: false, why: 'several' };
}

const isEmpty = (args: object): boolean => Object.keys(args).length === 0;
function withoutFence(raw: string): string {
  const text = raw.replace(/^\uFEFF/, '').trim();
  const isFenced = text.length >= 6 && text.startsWith('```') && text.endsWith('```');
  return isFenced
    ? text
        .slice(3, -3)
        .replace(/^[\w-]*/, '')
        .trim()
    : text;
}
