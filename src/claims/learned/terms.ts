// A sentence as terms: its words by their stems, its times as one word each, and the concepts that its words stand for.
import type { Mention } from '../../schedule/parse/index.ts';
import type { Language } from '../language/language.ts';
import { factsOf } from '../request.ts';
import { conceptsOf } from './concepts.ts';

const WORD = /<[a-z]+>|[\p{L}\p{M}]+(?:'[\p{L}]+)?|\p{N}+|[?!]/gu;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Terms of a sentence: stems of words, one or two of them in a row; of scripts without blanks one to three letters. */
export function termsOf(text: string, languages: readonly Language[], locale?: string): readonly string[] {
  const stems = conceptTerms(text, languages, locale).words.map(stem);
  const isDense = DENSE.test(text);
  const terms: string[] = [];
  const marked = ['^', ...stems, '$'];
  marked.forEach((stem, i) => {
    if (i > 0 && i < marked.length - 1) terms.push(stem);
    if (i + 1 < marked.length) terms.push(`${stem} ${marked[i + 1]}`);
    if (isDense && i + 2 < marked.length) terms.push(`${stem} ${marked[i + 1]} ${marked[i + 2]}`);
  });
  return terms;
}

/** The words of a text, its times as one word each; of scripts without blanks the letters. */
export function words(text: string, facts: readonly Mention[]): readonly string[] {
  let rest = text;
  for (const fact of [...facts].sort((a, b) => b.at - a.at)) {
    if (fact.kind === 'zone' || fact.end > rest.length) continue;
    rest = `${rest.slice(0, fact.at)} <${fact.kind}> ${rest.slice(fact.end)}`;
  }
  return (rest.match(WORD) ?? []).flatMap((word) => {
    if (/^\p{N}/u.test(word)) return ['<n>'];
    return DENSE.test(word) ? [...word] : [word];
  });
}

/** The first letters of a word: enough to know it by in all its forms. */
export const stem = (word: string) =>
  word.length <= 6 || word.startsWith('<') ? word : [...word].slice(0, 6).join('');

/** How far apart two concepts may be to go together, in words; letters of scripts without blanks count a third. */
const NEAR = 7;

export type ConceptTerms = {
  readonly terms: readonly string[];
  readonly concepts: ReadonlySet<string>;
  /** the same in order, with the words where they stand */
  readonly found: readonly { readonly concept: string; readonly at: number }[];
  readonly words: readonly string[];
};

/** The concepts of a text, and those that stand near each other in their order. */
export function conceptTerms(text: string, languages: readonly Language[], locale?: string): ConceptTerms {
  const known = read.get(languages) ?? new Map<string, ConceptTerms>();
  read.set(languages, known);
  const terms = known.get(text) ?? readConcepts(text, languages, locale);
  known.set(text, terms);
  return terms;
}

/** A sentence is looked at by itself, before the next one and above its list, while one reply is read. */
const read = new WeakMap<readonly Language[], Map<string, ConceptTerms>>();

function readConcepts(text: string, languages: readonly Language[], locale?: string): ConceptTerms {
  const list = words(text, factsOf(text, languages, locale));
  const [main, second] = languages;
  let found = conceptsOf(main?.code ?? 'en').in(list);
  if (second && found.every(({ concept }) => concept.startsWith('<')))
    found = conceptsOf(second.code).in(list);
  const dense = DENSE.test(text);
  const near = dense ? NEAR * 2.5 : NEAR;
  const names = new Set<string>();
  found.forEach((a, i) => {
    names.add(`~${a.concept}`);
    for (const b of found.slice(i + 1)) {
      if (b.at - a.at > near) break;
      if (b.concept !== a.concept || b.at !== a.at) names.add(`~${a.concept} ${b.concept}`);
    }
  });
  const [first] = found;
  if (first) names.add(`~^ ${first.concept}`);
  return { terms: [...names], concepts: new Set(found.map(({ concept }) => concept)), found, words: list };
}
