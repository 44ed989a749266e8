// Slips of the keyboard: a word that no table knows is taken for the one word of time it nearly is. Only
// content words are mended, and only if one candidate is nearer than all others.
import { editDistance } from '../../text/edit-distance.ts';
import type { Lexicon } from './lexicon.ts';
import type { Reading } from './reading.ts';
import type { Token } from './token.ts';

const CONTENT: readonly Reading['k'][] = [
  'wd',
  'wdset',
  'month',
  'day',
  'part',
  'unit',
  'adverb',
  'holiday',
  'ord',
];

/** The tokens with mended words, or null if nothing could be mended. */
export function mend(tokens: readonly Token[], lexicon: Lexicon): readonly Token[] | null {
  const known = knownWords(lexicon);
  let mended = false;
  const all = tokens.map((token) => {
    if (token.kind !== 'word' || token.text.length < 5 || known.all.has(token.text)) return token;
    const word = nearest(token.text, known.content);
    if (!word) return token;
    mended = true;
    return { ...token, text: word };
  });
  return mended ? all : null;
}

function knownWords(lexicon: Lexicon): {
  readonly all: ReadonlySet<string>;
  readonly content: ReadonlyMap<string, string>;
} {
  const all = new Set<string>();
  const content = new Map<string, string>();
  for (const [first, entries] of lexicon.tables.flatMap((table) => [...table])) {
    for (const { tokens, reading } of entries) {
      for (const word of tokens) all.add(word);
      if (tokens.length === 1 && first.length >= 5 && CONTENT.includes(reading.k) && !content.has(first))
        content.set(first, JSON.stringify(reading));
    }
  }
  return { all, content };
}

/** The nearest word of time, if all that are as near mean the same. */
function nearest(word: string, content: ReadonlyMap<string, string>): string | null {
  const most = word.length >= 7 ? 2 : 1;
  let best: { readonly word: string; readonly meaning: string; readonly distance: number } | null = null;
  let tie = false;
  for (const [candidate, meaning] of content) {
    if (candidate[0] !== word[0] || Math.abs(candidate.length - word.length) > most) continue;
    const distance = editDistance(word, candidate);
    if (distance > most || (best && distance > best.distance)) continue;
    tie = best !== null && distance === best.distance ? tie || meaning !== best.meaning : false;
    best = { word: candidate, meaning, distance };
  }
  return best && !tie ? best.word : null;
}
