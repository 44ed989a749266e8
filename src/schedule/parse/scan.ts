// The phrase under one language: at each token, every reading that starts there. Rules (rule.ts) walk it.
import { entriesOf, type Lexicon } from './lexicon.ts';
import type { Reading } from './reading.ts';
import type { Token } from './token.ts';

export type Span<T> = { readonly value: T; readonly end: number };

export type Scan = {
  readonly tokens: readonly Token[];
  readonly lexicon: Lexicon;
  /** month before day in numeric dates */
  readonly monthFirst: boolean;
  /** all readings starting at a token, longest first */
  readonly readings: (at: number) => readonly Span<Reading>[];
  /** what a rule may ask for at a token: its text, whether it is a number, and the kinds of its readings */
  readonly marks: (at: number) => readonly string[];
  /** results of rules, by rule and place */
  readonly memo: Map<unknown, Map<number, unknown>>;
  /** How many partial matches the rules have made, and may make: no text can take longer than that. */
  readonly work: { steps: number; readonly limit: number };
};

/**
 * The scan of a text. `limit`: how many partial matches may be made before rules of several parts match no more; 4,000 characters of
 * ordinary talk take some 30,000 at most, a phrase of ten words 3,500.
 */
export function scanTokens(
  tokens: readonly Token[],
  lexicon: Lexicon,
  monthFirst: boolean,
  limit = Number.POSITIVE_INFINITY,
): Scan {
  const cache: (readonly Span<Reading>[])[] = [];
  const readings = (at: number) => {
    const known = cache[at];
    if (known) return known;
    const found = entries(tokens, lexicon, at);
    found.push(...numerals(tokens, lexicon, at));
    if (found.length > 1) found.sort((a, b) => b.end - a.end);
    cache[at] = found;
    return found;
  };
  const marked: (readonly string[])[] = [];
  const marks = (at: number) => {
    const known = marked[at] ?? marksOf(tokens[at], readings(at));
    marked[at] = known;
    return known;
  };
  const work = { steps: 0, limit };
  return { tokens, lexicon, monthFirst, readings, marks, memo: new Map(), work };
}

function marksOf(token: Token | undefined, readings: readonly Span<Reading>[]): readonly string[] {
  const marks: string[] = readings.map(({ value }) => (value.k === 'role' ? `role ${value.r}` : value.k));
  if (token) marks.push(`text ${token.text}`);
  if (token?.kind === 'number') marks.push('digits');
  return marks;
}

/** The table's entries that match here; a hyphen between two words of an entry is no obstacle. */
function entries(tokens: readonly Token[], lexicon: Lexicon, at: number): Span<Reading>[] {
  const found: Span<Reading>[] = [];
  for (const entry of entriesOf(lexicon, tokens[at]?.text ?? '')) {
    let i = at + 1;
    let ok = true;
    for (let w = 1; w < entry.tokens.length && ok; w++) {
      if (tokens[i]?.text !== entry.tokens[w] && tokens[i]?.text === '-') i++;
      ok = tokens[i]?.text === entry.tokens[w];
      i++;
    }
    if (ok) found.push({ value: entry.reading, end: i });
  }
  return found;
}

const HAN_DIGITS = '〇一二三四五六七八九';

/** No number of a time has more. */
const MOST_DIGITS = 9;

/** Numbers: digits, ordinals written onto digits, decimals, and runs of Chinese numerals. */
function numerals(tokens: readonly Token[], lexicon: Lexicon, at: number): Span<Reading>[] {
  const token = tokens[at];
  if (!token) return [];
  const code = lexicon.language.code;
  if (token.kind === 'cjk') return code === 'ja' || code === 'zh' ? hanNumber(tokens, at) : [];
  if (token.kind !== 'number' || token.text.length > MOST_DIGITS) return [];
  const v = Number(token.text);
  const found: Span<Reading>[] = [{ value: { k: 'num', v, digits: token.text }, end: at + 1 }];
  const [second, third] = [tokens[at + 1], tokens[at + 2]];
  if (second?.text === '½' && second.glued) found.push({ value: { k: 'num', v: v + 0.5 }, end: at + 2 });
  if (second?.glued && second.kind === 'word' && lexicon.suffixes.has(second.text)) {
    found.push({ value: { k: 'ord', v, digits: true }, end: at + 2 });
  }
  if (second?.text === '°' && second.glued) found.push({ value: { k: 'ord', v, digits: true }, end: at + 2 });
  if (second?.text === '-' && third?.glued && third.kind === 'word' && lexicon.suffixes.has(third.text)) {
    found.push({ value: { k: 'ord', v, digits: true }, end: at + 3 });
  }
  if (
    lexicon.language.ordinalDot &&
    second?.text === '.' &&
    second.glued &&
    !(third?.kind === 'number' && third.glued)
  ) {
    found.push({ value: { k: 'ord', v, digits: true }, end: at + 2 });
  }
  if (
    (second?.text === '.' || second?.text === ',') &&
    second.glued &&
    third?.kind === 'number' &&
    third.glued
  ) {
    if (third.text.length <= 2)
      found.push({ value: { k: 'num', v: Number(`${v}.${third.text}`) }, end: at + 3 });
  }
  return found;
}

const HAN_NUMERALS: ReadonlySet<string> = new Set('〇零一二三四五六七八九十百两兩廿');

/** A run of numerals; of a longer one than any number of a time the first ones, because this is asked at each of them. */
function hanNumber(tokens: readonly Token[], at: number): Span<Reading>[] {
  let end = at;
  while (
    end < at + MOST_DIGITS &&
    HAN_NUMERALS.has(tokens[end]?.text ?? '') &&
    (end === at || tokens[end]?.glued)
  )
    end++;
  if (end === at) return [];
  let total = 0;
  let digit = 0;
  for (let i = at; i < end; i++) {
    const char = tokens[i]?.text ?? '';
    if (char === '十') {
      total += (digit || 1) * 10;
      digit = 0;
    } else if (char === '百') {
      total += (digit || 1) * 100;
      digit = 0;
    } else if (char === '廿') total += 20;
    else digit = digit * 10 + (char === '两' || char === '兩' ? 2 : Math.max(0, HAN_DIGITS.indexOf(char)));
  }
  return [{ value: { k: 'num', v: total + digit }, end }];
}
