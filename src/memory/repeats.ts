// Whether a fact says again what a note says already, in other words: "Ann prefers green tea." beside "I like green tea btw".
// For notes that nobody asked for: a fact that is new in one word that matters, a day or a number is no repeat. Pure.
import { fold, likeness, type Term, termsOf } from './words.ts';

/** Words of liking, wanting and telling, which say nothing of what is liked or told. Beginnings, folded. */
const SAYING =
  /^(?:like|prefer|love|enjoy|favou?rite|want|wish|drink|mention|tell|told|state|note|user|person|mag|moch|bevorzug|lieb|gern|will|trink|erwahn|sagt|gust|prefi|encant|quier|dice|aime|prefere|veut|gosta|quer|piac|preferi|vuol|houdt|liever|graag|wil|люб|нрав|предпоч|хоч)/u;
const DENIES =
  /(?<!\p{L})(?:no|not|never|none|without|nicht|nie|kein\p{L}*|ohne|sin|nunca|pas|jamais|sans|nao|sem|non|mai|senza|niet|nooit|geen|не|никогда|без|\p{L}+n't)(?!\p{L})|不|没|ない|ません|لا|नहीं/iu;

/** The note that says the fact already; undefined if none does. @param author whose facts they are, by name */
export function saidAlready<N extends { readonly text: string }>(
  fact: string,
  notes: readonly N[],
  author: string,
): N | undefined {
  const names = termsOf(author).map(({ text }) => text);
  const wanted = termsOf(fact).filter(({ text }) => !names.includes(text) && !SAYING.test(text));
  if (wanted.length === 0) return undefined;
  return notes.find(
    (note) => DENIES.test(fold(note.text)) === DENIES.test(fold(fact)) && holds(note.text, wanted),
  );
}

function holds(text: string, wanted: readonly Term[]): boolean {
  const folded = fold(text);
  const found = termsOf(text, 400);
  return wanted.every((term) =>
    term.inside ? folded.includes(term.text) : found.some((one) => isSame(term.text, one.text)),
  );
}

/** A number is the same or another; a word may have another ending. */
const isSame = (wanted: string, found: string): boolean =>
  /\p{N}/u.test(wanted) ? wanted === found : likeness(wanted, found) >= 0.55;
