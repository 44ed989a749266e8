// What words stand for, whatever the language: "erinnere", "te aviso" and "I'll ping" are all `remind`. The lists are data
// (languages/words/<tag>.yaml, `concepts`); what is learnt of one language's examples so serves the others.

import { z } from 'zod';
import { tagsWith, wordsOf } from '../../language/words.ts';

/** By concept its entries, commas between them: `word`, `stem*`, `two words*`; in Chinese and Japanese any substring. */
const listsSchema = z.record(
  z.string(),
  z.string().transform((list) => list.split(', ')),
);
type ConceptLists = z.output<typeof listsSchema>;

type Entry = { readonly concept: string; readonly words: readonly string[] };

/** The lists of the language with this BCP 47 tag; written in Latin letters, Hindi has the same. */
export function conceptsOf(tag: string): Concepts {
  const known = tables.get(tag);
  if (known) return known;
  const own = tag.slice(0, 2);
  const lists = tagsWith('concepts').includes(own) ? wordsOf(own, 'concepts', listsSchema) : {};
  const concepts = new Concepts(lists, own === 'ja' || own === 'zh');
  tables.set(tag, concepts);
  return concepts;
}

const tables = new Map<string, Concepts>();

const NONE: ReadonlySet<string> = new Set();

/** A language's lists, ready to look words up in. */
class Concepts {
  readonly #dense: boolean;
  readonly #exact = new Map<string, Entry[]>();
  readonly #stems = new Map<string, Entry[]>();

  /** @param dense the words are written without blanks between them */
  constructor(lists: ConceptLists, dense: boolean) {
    this.#dense = dense;
    for (const [concept, entries] of Object.entries(lists))
      for (const entry of entries) this.#add(concept, entry);
  }

  #add(concept: string, entry: string): void {
    const words = this.#dense ? [...entry] : entry.split(' ');
    const [first = ''] = words;
    const [map, key] = first.endsWith('*') ? [this.#stems, first.slice(0, -1)] : [this.#exact, first];
    map.set(key, [...(map.get(key) ?? []), { concept, words }]);
  }

  /** The concepts that start at a word. */
  #at(words: readonly string[], index: number): ReadonlySet<string> {
    const word = words[index] ?? '';
    const entries = [...(this.#exact.get(word) ?? [])];
    if (!this.#dense)
      for (let n = 2; n <= word.length; n++) entries.push(...(this.#stems.get(word.slice(0, n)) ?? []));
    if (entries.length === 0) return NONE;
    const fits = entries.filter((entry) =>
      entry.words.every((part, i) => i === 0 || same(words[index + i], part)),
    );
    return new Set(fits.map(({ concept }) => concept));
  }

  /** The concepts of a text in order, none twice at one place; a time (`<day>`) is one of its own kind. */
  in(words: readonly string[]): readonly { readonly concept: string; readonly at: number }[] {
    const found: { concept: string; at: number }[] = [];
    words.forEach((word, at) => {
      if (word.startsWith('<')) found.push({ concept: word, at });
      else for (const concept of this.#at(words, at)) found.push({ concept, at });
    });
    return found;
  }
}

const same = (word: string | undefined, part: string) =>
  word !== undefined && (part.endsWith('*') ? word.startsWith(part.slice(0, -1)) : word === part);
