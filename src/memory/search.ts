// Which notes answer some words, and which to lay beside a new message unasked. Pure scoring over one scope's notes:
// scopes are small, and no database dialect knows all the languages people write in.
import type { Note } from './notes.ts';
import { fold, likeness, type Term, termsOf, wordsOf } from './words.ts';

/** Below this share of the best score a note is not shown. */
const WORTH_SHOWING = 0.25;
const STRONG = 0.7;

interface Hit {
  readonly term: Term;
  /** By note, how well it answers the term: 0 to 1. */
  readonly likeness: readonly number[];
  /** Rare terms weigh more. */
  readonly weight: number;
  readonly found: number;
}

/**
 * The notes that share words with the query, best first, newer first among equals. Author names count as words, so that
 * "what did Bob say" finds Bob's notes in a room.
 */
export function searchNotes(notes: readonly Note[], query: string): readonly Note[] {
  const hits = hitsOf(
    termsOf(query),
    notes.map((note) => `${note.authorName} ${note.text}`),
  );
  const scores = notes.map((_, at) => sum(hits.map((hit) => (hit.likeness[at] ?? 0) * hit.weight)));
  const least = Math.max(0, ...scores) * WORTH_SHOWING;
  return best(notes, scores, (score) => score > 0 && score >= least);
}

/**
 * Up to `most` notes that share a distinctive word with a message, unasked: one that few of the notes have,
 * matched in full or nearly so. Mostly none.
 */
export function suggestNotes(notes: readonly Note[], message: string, most = 3): readonly Note[] {
  const few = Math.max(3, notes.length / 10);
  const hits = hitsOf(
    termsOf(message),
    notes.map((note) => note.text),
  ).filter((hit) => hit.found <= few);
  // One sign alone ("茶") is only half a word: it takes two.
  const strength = (hit: Hit, at: number): number => {
    const alike = hit.likeness[at] ?? 0;
    if (alike < STRONG) return 0;
    return hit.term.inside && hit.term.text.length === 1 ? 0.5 : alike;
  };
  const enough = notes.map((_, at) => sum(hits.map((hit) => strength(hit, at))) >= STRONG);
  const scores = notes.map((_, at) =>
    enough[at] ? sum(hits.map((hit) => strength(hit, at) * hit.weight)) : 0,
  );
  return best(notes, scores, (score) => score > 0).slice(0, most);
}

function hitsOf(terms: readonly Term[], texts: readonly string[]): readonly Hit[] {
  const folded = texts.map(fold);
  const vocabulary = vocabularyOf(folded);
  return terms.map((term) => {
    const alike = term.inside
      ? folded.map((text) => (text.includes(term.text) ? 1 : 0))
      : likenessByText(term.text, vocabulary, texts.length);
    const found = alike.filter((value) => value > 0).length;
    return { term, likeness: alike, weight: Math.log(1 + texts.length / Math.max(1, found)), found };
  });
}

/** Each word and the texts it is in, so that it is compared once however often it is used. */
function vocabularyOf(folded: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const vocabulary = new Map<string, number[]>();
  for (const [at, text] of folded.entries()) {
    for (const word of wordsOf(text)) {
      const texts = vocabulary.get(word);
      if (texts) texts.push(at);
      else vocabulary.set(word, [at]);
    }
  }
  return vocabulary;
}

function likenessByText(
  wanted: string,
  vocabulary: ReadonlyMap<string, readonly number[]>,
  texts: number,
): readonly number[] {
  const most = new Array<number>(texts).fill(0);
  for (const [word, places] of vocabulary) {
    const alike = likeness(wanted, word);
    if (alike > 0) for (const at of places) most[at] = Math.max(most[at] ?? 0, alike);
  }
  return most;
}

function best(
  notes: readonly Note[],
  scores: readonly number[],
  isWorth: (score: number) => boolean,
): readonly Note[] {
  return notes
    .map((note, at) => ({ note, score: scores[at] ?? 0 }))
    .filter(({ score }) => isWorth(score))
    .sort((a, b) => b.score - a.score || b.note.id - a.note.id)
    .map(({ note }) => note);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
