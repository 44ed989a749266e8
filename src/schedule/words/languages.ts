// All languages, compiled once. Each phrase is tried under every table; the locale's language goes first and
// decides only what the words leave open.
import { once } from '../../once.ts';
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
} from './lexicon.ts';
import { hasOwnZones, zoneWords } from './zones.ts';

const LANGUAGES: readonly Language[] = [
  english,
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

const zones = once(() => compileRows(zoneWords('en'), 'en'));
/** Zone names are the same everywhere, but where they clash with a language's words. */
const zonesOf = (code: string): Entries => (hasOwnZones(code) ? compileRows(zoneWords(code), code) : zones());

const pure = once<ReadonlyMap<string, Lexicon>>(
  () =>
    new Map(LANGUAGES.map((language) => [language.code, compileLexicon(language, [zonesOf(language.code)])])),
);
const mixed = once<ReadonlyMap<string, Lexicon>>(() => {
  const all = pure();
  const other = all.get('en');
  const others = [...all].filter(([code]) => code !== 'en');
  return new Map(other ? others.map(([code, own]) => [code, mixLexicons(own, other)]) : []);
});

function ordered(map: ReadonlyMap<string, Lexicon>, locale: string): readonly Lexicon[] {
  const own = locale.slice(0, 2).toLowerCase();
  return [...map.values()].sort((a, b) => Number(b.language.code === own) - Number(a.language.code === own));
}

/** One lexicon for each language, the locale's own first, then English, then the rest. */
export function lexiconsFor(locale: string): readonly Lexicon[] {
  return ordered(pure(), locale);
}

/** Each language with English words mixed in ("kal evening 6 baje"). */
export function mixedFor(locale: string): readonly Lexicon[] {
  return ordered(mixed(), locale);
}
