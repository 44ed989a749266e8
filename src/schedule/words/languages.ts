// All languages, compiled once. Each phrase is tried under every table; the locale's language goes first and
// decides only what the words leave open.
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
import { compileLexicon, type Language, type Lexicon } from './lexicon.ts';
import { zoneWords } from './zones.ts';

const LANGUAGES: readonly Language[] = [english, german, french, spanish, portuguese, dutch, italian, japanese, chinese, russian, hindi, arabic];

const withZones = (language: Language): Language => ({ ...language, words: { ...language.words, ...zoneWords(language.code) } });
const full = LANGUAGES.map(withZones);

const PURE: ReadonlyMap<string, Lexicon> = new Map(full.map((language) => [language.code, compileLexicon(language)]));
const MIXED: ReadonlyMap<string, Lexicon> = new Map(
  full.filter((l) => l.code !== 'en').map((language) => [language.code, compileLexicon(language, full.filter((l) => l.code === 'en'))]),
);

function ordered(map: ReadonlyMap<string, Lexicon>, locale: string): readonly Lexicon[] {
  const own = locale.slice(0, 2).toLowerCase();
  return [...map.values()].sort((a, b) => Number(b.language.code === own) - Number(a.language.code === own));
}

/** One lexicon for each language, the locale's own first, then English, then the rest. */
export function lexiconsFor(locale: string): readonly Lexicon[] {
  return ordered(PURE, locale);
}

/** Each language with English words mixed in ("kal evening 6 baje"). */
export function mixedFor(locale: string): readonly Lexicon[] {
  return ordered(MIXED, locale);
}
