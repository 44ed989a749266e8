// What Discord shows of us in each reader's own language: a text with its translations, by Discord's names of languages. It
// has no Arabic. Pure.
import type { Tag } from '../../../language/languages.ts';
import { english, type PlainKey, sayIn } from '../../../language/say.ts';

export type Localizations = Readonly<Record<string, string>>;

const locales = {
  de: 'de',
  'es-ES': 'es',
  'es-419': 'es',
  fr: 'fr',
  hi: 'hi',
  it: 'it',
  ja: 'ja',
  nl: 'nl',
  'pt-BR': 'pt',
  ru: 'ru',
  'zh-CN': 'zh',
  'zh-TW': 'zh',
} as const satisfies Readonly<Record<string, Tag>>;

/** In English, beginning with a capital letter. */
export const textOf = (key: PlainKey): string => capital(english(key));

/** The same in every language but English. */
export const translationsOf = (key: PlainKey): Localizations =>
  Object.fromEntries(Object.entries(locales).map(([locale, tag]) => [locale, capital(sayIn(tag)(key))]));

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
