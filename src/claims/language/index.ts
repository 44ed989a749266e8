// All languages, each compiled when the first text may be in it, and which of them a text is written in.
import { lazy } from '../../common/lazy.ts';
import { dayWordsOf } from '../../schedule/parse/index.ts';
import { compile } from '../pattern.ts';
import { arabic } from './ar.ts';
import { german } from './de.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';
import { french } from './fr.ts';
import { hindi } from './hi.ts';
import { hinglish } from './hinglish.ts';
import { italian } from './it.ts';
import { japanese } from './ja.ts';
import { compiled, type Language, scriptOf } from './language.ts';
import { dutch } from './nl.ts';
import type { Pack } from './pack.ts';
import { portuguese } from './pt.ts';
import { russian } from './ru.ts';
import { chinese } from './zh.ts';

/** What tells a language, and the language itself, compiled once it is needed. */
type Listed = {
  readonly code: string;
  readonly script: Language['script'];
  readonly common: ReadonlySet<string>;
  /** names of days, and the words of assent: they tell languages apart where a text is short */
  readonly telling: () => RegExp;
  readonly language: () => Language;
};

function listed(pack: Pack): Listed {
  return {
    code: pack.code,
    script: scriptOf(pack.code),
    common: new Set(pack.common.split(' ')),
    telling: lazy(() => tellingOf(pack)),
    language: lazy(() => compiled(pack)),
  };
}

function tellingOf(pack: Pack): RegExp {
  return compile(
    `\\b(?:${[...dayWordsOf(pack.code).map(escaped), ...pack.okay, ...pack.done].join('|')})\\b`,
    pack.parts,
    true,
  );
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const ENGLISH = listed(english);
const LANGUAGES: readonly Listed[] = [
  ENGLISH,
  ...[
    spanish,
    french,
    german,
    portuguese,
    dutch,
    italian,
    hinglish,
    japanese,
    chinese,
    hindi,
    arabic,
    russian,
  ].map(listed),
];

const SCRIPT_TESTS: readonly (readonly [Language['script'], RegExp])[] = [
  ['kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['cyrillic', /\p{Script=Cyrillic}/gu],
  ['arabic', /\p{Script=Arabic}/gu],
  ['devanagari', /\p{Script=Devanagari}/gu],
  ['han', /\p{Script=Han}/gu],
];

/** The languages a text may be in, the likeliest first. English is always among them: people mix it in. */
export function languagesOf(text: string, hint = ''): readonly Language[] {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  for (const [script, test] of SCRIPT_TESTS) {
    const count = text.match(test)?.length ?? 0;
    const share = script === 'kana' ? 0.05 : 0.15;
    const language = LANGUAGES.find((l) => l.script === script);
    if (language && letters > 0 && count / letters > share)
      return [language, ENGLISH].map((l) => l.language());
  }
  const words = text.match(/[\p{L}\p{M}']+/gu) ?? [];
  const score = (language: Listed) =>
    words.filter((w) => language.common.has(w)).length +
    1.2 * [...text.matchAll(language.telling())].length +
    (LETTERS[language.code]?.test(text) ? 1.5 : 0) +
    (language.code === hint ? 0.5 : 0);
  const scored = LANGUAGES.filter((l) => l.script === 'latin')
    .map((language) => ({ language, score: score(language) }))
    .sort((a, b) => b.score - a.score);
  const best = scored[0]?.score ?? 0;
  const list = scored.filter((s, i) => s.score > 0 && i < 4 && s.score >= best * 0.5).map((s) => s.language);
  if (list.length === 0) list.push(LANGUAGES.find((l) => l.code === hint) ?? ENGLISH);
  if (!list.includes(ENGLISH)) list.push(ENGLISH);
  return list.map((l) => l.language());
}

/** Letters that few languages have. */
const LETTERS: Readonly<Record<string, RegExp>> = {
  es: /[ñ¿¡]/u,
  de: /[äöüß]/u,
  pt: /[ãõ]/u,
  fr: /[èêëçœùû]|[cdjlmnst]'/u,
  it: /[ìò]|\b(?:dell|all|nell|un|l)'/u,
};
