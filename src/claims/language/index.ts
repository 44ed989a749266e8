// All languages, each compiled when the first text may be in it, and which of them a text is written in.

import { tagsWith, wordsOf } from '../../language/words.ts';
import { lazy } from '../../process/lazy.ts';
import { compile } from '../pattern.ts';
import { compiled, type Language } from './language.ts';
import { packSchema, recognisedSchema } from './pack.ts';

/** What tells a language, and the language itself, compiled once it is needed. */
type Listed = {
  readonly code: string;
  readonly script: Language['script'];
  readonly common: ReadonlySet<string>;
  /** names of days, and the words of assent: they tell languages apart where a text is short */
  readonly telling: () => RegExp;
  readonly letters: RegExp | null;
  readonly language: () => Language;
};

function listed(code: string): Listed {
  const { script = 'latin', common, telling, letters } = wordsOf(code, 'recognise', recognisedSchema);
  return {
    code,
    script,
    common: new Set(common.split(' ')),
    telling: lazy(() => compile(`\\b(?:${telling})\\b`, {}, true)),
    letters: letters === undefined ? null : new RegExp(letters, 'u'),
    language: lazy(() => compiled(code, script, wordsOf(code, 'claims', packSchema))),
  };
}

/** In the order in which they are tried; English first. */
const all = lazy((): readonly Listed[] => tagsWith('claims').map(listed));

/** Texts without such letters are not searched for each script. */
const NOT_LATIN =
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Han}]/u;

const SCRIPT_TESTS: readonly (readonly [Language['script'], RegExp])[] = [
  ['kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['cyrillic', /\p{Script=Cyrillic}/gu],
  ['arabic', /\p{Script=Arabic}/gu],
  ['devanagari', /\p{Script=Devanagari}/gu],
  ['han', /\p{Script=Han}/gu],
];

/** The languages a text may be in, the likeliest first. English is always among them: people mix it in. */
export function languagesOf(text: string, hint = ''): readonly Language[] {
  const languages = all();
  const english = languages[0] as Listed;
  const tests = NOT_LATIN.test(text) ? SCRIPT_TESTS : [];
  const letters = tests.length > 0 ? (text.match(/\p{L}/gu)?.length ?? 0) : 0;
  for (const [script, test] of tests) {
    const count = text.match(test)?.length ?? 0;
    const share = script === 'kana' ? 0.05 : 0.15;
    const language = languages.find((l) => l.script === script);
    if (language && letters > 0 && count / letters > share)
      return [language, english].map((l) => l.language());
  }
  const words = text.match(/[\p{L}\p{M}']+/gu) ?? [];
  const score = (language: Listed) =>
    words.filter((w) => language.common.has(w)).length +
    1.2 * [...text.matchAll(language.telling())].length +
    (language.letters?.test(text) ? 1.5 : 0) +
    (language.code === hint ? 0.5 : 0);
  const scored = languages
    .filter((l) => l.script === 'latin')
    .map((language) => ({ language, score: score(language) }))
    .sort((a, b) => b.score - a.score);
  const best = scored[0]?.score ?? 0;
  const list = scored.filter((s, i) => s.score > 0 && i < 4 && s.score >= best * 0.5).map((s) => s.language);
  if (list.length === 0) list.push(languages.find((l) => l.code === hint) ?? english);
  if (!list.includes(english)) list.push(english);
  return list.map((l) => l.language());
}
