// Which answers to others repeat what a person had noted or set: word for word, or in other words where they had been shown it.
// Pure.
import { fold, likeness, termsOf, wordsOf } from '../../../memory/words.ts';

/** The least likeness of two forms of one word. */
const SAME_WORD = 0.55;
const TERMS_AT_MOST = 200;
/** Of an answer to which the row had been shown, and of any other: then only rows of several words count. */
const SHARE_SHOWN = 0.5;
const SHARE_OTHERWISE = 0.8;
const TERMS_OTHERWISE = 3;

/** @param wasShown whether the rows were in sight when the text was written */
export type Repeats = (text: string, wasShown: boolean) => boolean;

/** Tells whether a text repeats one of these rows. */
export function repeating(rows: readonly string[]): Repeats {
  const wanted = rows.map((row) => termsOf(row, TERMS_AT_MOST)).filter((terms) => terms.length > 0);
  const all = new Map(wanted.flat().map((term) => [term.text, term]));
  const known = new Map<string, readonly string[]>();
  const meant = (word: string): readonly string[] => {
    const before = known.get(word);
    if (before) return before;
    const found = [...all.values()].filter(({ text }) => likeness(text, word) >= SAME_WORD);
    const terms = found.map(({ text }) => text);
    known.set(word, terms);
    return terms;
  };
  return (text, wasShown) => {
    if (wanted.length === 0 || text === '') return false;
    const folded = fold(text);
    const said = new Set(wordsOf(folded).flatMap(meant));
    return wanted.some((terms) => {
      if (!wasShown && terms.length < TERMS_OTHERWISE) return false;
      const hits = terms.filter((term) => (term.inside ? folded.includes(term.text) : said.has(term.text)));
      return hits.length / terms.length >= (wasShown ? SHARE_SHOWN : SHARE_OTHERWISE);
    });
  };
}
