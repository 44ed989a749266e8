// How words are compared, in any language: case, accents and word endings are forgiven; scripts without spaces are cut by
// the dictionary that comes with the runtime. Full text search of the database was measured first: its `simple`
// configuration found none of nine such pairs (tea/teas, cafe/café, 绿茶 in 我喜欢喝绿茶 ...), and knows no CJK.
import { lazy } from '../process/lazy.ts';
import { isStopword } from './stopwords.ts';

/** Scripts that put no spaces between words. */
const dense =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const hangul = /\p{Script=Hangul}/u;
const word = /[\p{L}\p{N}\p{M}]+/gu;
const ligatures: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};

/** Lower case without accents and vowel points; the marks that Indic and Japanese letters need stay. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ßøłđæœı]/gu, (letter) => ligatures[letter] ?? letter);
}

export interface Term {
  /** Folded. */
  readonly text: string;
  /** True: of a script without spaces, so it is looked for inside the text, not among its words. */
  readonly inside: boolean;
}

/** The words worth looking for, each once, in order, at most `most`. Common words are left out. */
export function termsOf(text: string, most = 64): readonly Term[] {
  const terms = new Map<string, Term>();
  for (const part of wordsOf(fold(text))) {
    const pieces = dense.test(part) ? cut(part) : [part];
    for (const piece of pieces) {
      if (terms.size >= most) return [...terms.values()];
      if (!terms.has(piece) && isWorthwhile(piece))
        terms.set(piece, { text: piece, inside: dense.test(piece) });
    }
  }
  return [...terms.values()];
}

/** The words of a folded text. */
export function wordsOf(folded: string): readonly string[] {
  return folded.match(word) ?? [];
}

/** Loads its dictionary when it is first asked for. */
const segmenter = lazy(() => new Intl.Segmenter(undefined, { granularity: 'word' }));

/** One after the other, because most callers want no more than the first. */
function* cut(text: string): Generator<string> {
  for (const { segment, isWordLike } of segmenter().segment(text)) if (isWordLike) yield segment;
}

function isWorthwhile(piece: string): boolean {
  if (isStopword(piece)) return false;
  if (/^\p{Script=Hiragana}{1,2}$/u.test(piece)) return false; // particles and endings
  return piece.length > 1 || dense.test(piece) || hangul.test(piece) || /\p{N}/u.test(piece);
}

/**
 * How much a word of a text answers a word looked for: 1 the same, about 0.55 to 0.95 another form of it ("invoice",
 * "invoices"; "커피", "커피를"), 0.5 a part of a compound ("arzt" in "zahnarzt"), 0 not at all. Both folded.
 */
export function likeness(wanted: string, found: string): number {
  if (wanted === found) return 1;
  const [short, long] = wanted.length <= found.length ? [wanted, found] : [found, wanted];
  let shared = 0;
  while (shared < short.length && short[shared] === long[shared]) shared += 1;
  const share = shared / long.length;
  if (shared >= 4 && share >= 0.55) return share;
  if (shared >= 2 && share >= 0.5 && hangul.test(short)) return share;
  if (shared === 3 && short.length === 3 && /^(?:e?s|e?n|e?r|[aeiouy])$/u.test(long.slice(3))) return share;
  return short.length >= 4 && long.includes(short) ? 0.5 : 0;
}
