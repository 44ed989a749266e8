// All languages, each compiled once, when the first phrase is tried in it. A phrase is tried under one table after the
// other until one reads it; the locale's language goes first and decides only what the words leave open.
import { lazy } from '../../common/lazy.ts';
import { arabic } from './language/ar.ts';
import { german } from './language/de.ts';
import { english } from './language/en.ts';
import { spanish } from './language/es.ts';
import { french } from './language/fr.ts';
import { hindi } from './language/hi.ts';
import { italian } from './language/it.ts';
import { japanese } from './language/ja.ts';
import { dutch } from './language/nl.ts';
import { portuguese } from './language/pt.ts';
import { russian } from './language/ru.ts';
import { chinese } from './language/zh.ts';
import {
  compileLexicon,
  compileRows,
  type Entries,
  type Language,
  type Lexicon,
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

/** Beside English. */
const LANGUAGES: readonly Language[] = [
  german,
  french,
  spanish,
  portuguese,
  dutch,
  italian,
  japanese,
  chinese,
  russian,
  hindi,
  arabic,
];

interface Lexicons {
  /** The one of a language; of Hindi in Latin letters with English words mixed in. English for one that we lack. */
  lexiconOf(code: string): Lexicon;
  /** One for each language, the locale's own first, then English, then the rest. */
  lexiconsFor(locale: string): Generator<Lexicon, void, void>;
  /** Each language with English words mixed in ("kal evening 6 baje"). */
  mixedFor(locale: string): Generator<Lexicon, void, void>;
}

/** All languages, each compiled when it is first reached: all at once would take a third of a second of the first turn. */
export function compiledWhenReached(compile: (language: Language) => Lexicon): Lexicons {
  const listed = (language: Language) => ({ code: language.code, lexicon: lazy(() => compile(language)) });
  const first = listed(english);
  const others = LANGUAGES.map(listed);
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

export const { lexiconOf, lexiconsFor, mixedFor } = compiledWhenReached((language) =>
  compileLexicon(language, [zonesOf(language.code)]),
);

/** Kinds of words that are of one language where a text is short. */
const TELLING = /^(?:wds?|month|day|part) /;

/** A language's names of days, months and parts of the day, as written. */
export function dayWordsOf(code: string): readonly string[] {
  const language = [english, ...LANGUAGES].find((one) => one.code === code.slice(0, 2)) ?? english;
  const latin = code === 'hi-Latn';
  return Object.entries(language.words)
    .filter(([key]) => TELLING.test(key))
    .flatMap(([, words]) => words.split('|'))
    .filter((word) => word.length > 3 && (!latin || /^[a-z ]+$/.test(word)));
}
