// All languages, each compiled once, when the first phrase is tried in it. A phrase is tried under one table after the
// other until one reads it; the locale's language goes first and decides only what the words leave open.

import { tagsWith, wordsOf } from '../../language/words.ts';
import { lazy } from '../../process/lazy.ts';
import {
  compileLexicon,
  compileRows,
  type Entries,
  type LanguageWords,
  type Lexicon,
  languageSchema,
  mixLexicons,
  withoutWords,
} from './lexicon.ts';
import { clashesOf, hasOwnZones, zoneWords } from './zones.ts';

const zones = lazy(() => compileRows(zoneWords('en'), 'en'));
/** Zone names are the same everywhere, but where they clash with a language's words: so they are compiled once. */
function zonesOf(code: string): Entries {
  if (hasOwnZones(code)) return compileRows(zoneWords(code), code);
  const clashes = clashesOf(code);
  return clashes.length === 0 ? zones() : withoutWords(zones(), clashes);
}

interface Lexicons {
  /** The one of a language; of Hindi in Latin letters with English words mixed in. English for one that we lack. */
  lexiconOf(code: string): Lexicon;
  /** One for each language, the locale's own first, then English, then the rest. */
  lexiconsFor(locale: string): Generator<Lexicon, void, void>;
  /** Each language with English words mixed in ("kal evening 6 baje"). */
  mixedFor(locale: string): Generator<Lexicon, void, void>;
}

/** All languages, each compiled when it is first reached: all at once would take a third of a second of the first turn. */
export function compiledWhenReached(compile: (language: LanguageWords) => Lexicon): Lexicons {
  const listed = (code: string) => ({
    code,
    lexicon: lazy(() => compile({ code, ...wordsOf(code, 'time', languageSchema) })),
  });
  const first = listed('en');
  const others = tagsWith('time')
    .filter((code) => code !== 'en')
    .map(listed);
  const all = [first, ...others];
  const mixed = others.map(({ code, lexicon }) => ({
    code,
    lexicon: lazy(() => mixLexicons(lexicon(), first.lexicon())),
  }));
  return {
    lexiconOf(code) {
      const of =
        code === 'hi-Latn' ? mixed.find((one) => one.code === 'hi') : all.find((one) => one.code === code);
      return (of ?? first).lexicon();
    },
    *lexiconsFor(locale) {
      for (const { lexicon } of ordered(all, locale)) yield lexicon();
    },
    *mixedFor(locale) {
      for (const { lexicon } of ordered(mixed, locale)) yield lexicon();
    },
  };
}

function ordered<T extends { readonly code: string }>(all: readonly T[], locale: string): readonly T[] {
  const own = locale.slice(0, 2).toLowerCase();
  return all.toSorted((a, b) => Number(b.code === own) - Number(a.code === own));
}

const all = lazy(() => compiledWhenReached((language) => compileLexicon(language, [zonesOf(language.code)])));
export const lexiconOf: Lexicons['lexiconOf'] = (code) => all().lexiconOf(code);
export const lexiconsFor: Lexicons['lexiconsFor'] = (locale) => all().lexiconsFor(locale);
export const mixedFor: Lexicons['mixedFor'] = (locale) => all().mixedFor(locale);
