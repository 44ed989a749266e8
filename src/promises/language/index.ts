// All languages, compiled once, and which of them a text is written in.
import type { ClaimKind } from '../claim.ts';
import { anyOf, compile } from '../pattern.ts';
import { type TimeRules, timeRules } from '../time/facts.ts';
import { arabic } from './ar.ts';
import { german } from './de.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';
import { french } from './fr.ts';
import { hindi } from './hi.ts';
import { hinglish } from './hinglish.ts';
import { italian } from './it.ts';
import { japanese } from './ja.ts';
import { dutch } from './nl.ts';
import type { ClaimRule, Pack } from './pack.ts';
import { portuguese } from './pt.ts';
import { russian } from './ru.ts';
import { chinese } from './zh.ts';

export type CompiledRule = {
  readonly kind: ClaimKind;
  readonly is: RegExp;
  readonly needs: ClaimRule['needs'];
};

export type Language = {
  readonly code: string;
  readonly script: 'latin' | 'cyrillic' | 'arabic' | 'devanagari' | 'han' | 'kana';
  /** verbs do not say who acts */
  readonly bare: boolean;
  /** the "not" may stand after the verb */
  readonly notAfter: boolean;
  readonly common: ReadonlySet<string>;
  /** names of days, and the words of assent: they tell languages apart where a text is short */
  readonly telling: RegExp;
  readonly claims: readonly CompiledRule[];
  readonly not: Readonly<Record<keyof Pack['not'], RegExp>>;
  readonly silence: RegExp;
  readonly but: RegExp;
  readonly event: RegExp;
  readonly retract: RegExp;
  /** a confirmation at the start of a sentence */
  readonly done: RegExp;
  readonly okay: RegExp;
  readonly wants: ReadonlyMap<ClaimKind, RegExp>;
  readonly asks: Readonly<Record<keyof Pack['asks'], RegExp>>;
  readonly all: RegExp;
  readonly normalPersona: RegExp;
  readonly time: TimeRules;
};

const SCRIPTS: Readonly<Record<string, Language['script']>> = {
  ru: 'cyrillic',
  ar: 'arabic',
  hi: 'devanagari',
  zh: 'han',
  ja: 'kana',
};

function compiled(pack: Pack): Language {
  const { parts } = pack;
  const not = Object.fromEntries(
    Object.entries(pack.not).map(([name, list]) => [name, anyOf(list, parts)]),
  ) as Language['not'];
  const asks = Object.fromEntries(
    Object.entries(pack.asks).map(([name, list]) => [name, anyOf(list, parts)]),
  ) as Language['asks'];
  const okay = pack.okay.join('|');
  const lead = `^(?:(?:${okay})[\\s,.!:;、，。！~〜—–-]*){0,3}`;
  const tail =
    SCRIPTS[pack.code] === 'han' || SCRIPTS[pack.code] === 'kana'
      ? ''
      : String.raw`(?=$|[^\p{L}\p{M}\p{N}'])`;
  return {
    code: pack.code,
    script: SCRIPTS[pack.code] ?? 'latin',
    bare: pack.bare === true,
    notAfter: pack.notAfter === true,
    telling: tellingOf(pack),
    common: new Set(pack.common.split(' ')),
    claims: pack.claims.map((rule) => ({
      kind: rule.kind,
      is: compile(rule.is, parts, true),
      needs: rule.needs,
    })),
    not,
    silence: anyOf(pack.silence, parts),
    but: compile(pack.but, parts),
    event: compile(pack.event, parts),
    retract: anyOf(pack.retract, parts),
    done: compile(`${lead}(?:${pack.done.join('|')})${tail}`, parts),
    okay: compile(`^(?:${okay})${tail}`, parts),
    wants: new Map(Object.entries(pack.wants).map(([kind, list]) => [kind as ClaimKind, anyOf(list, parts)])),
    asks,
    all: compile(pack.all, parts),
    normalPersona: compile(pack.persona.normal, parts),
    time: timeRules(pack.code, pack.time),
  };
}

function tellingOf(pack: Pack): RegExp {
  const { weekdays, days, months, parts } = pack.time;
  const words = [
    ...weekdays,
    ...Object.values(days),
    ...months,
    ...Object.values(parts),
    ...pack.okay,
    ...pack.done,
  ];
  return compile(`\\b(?:${words.join('|')})\\b`, { ...pack.parts, mo: '(?!)' }, true);
}

const LANGUAGES: readonly Language[] = [
  english,
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
].map(compiled);
const byCode = (code: string) => LANGUAGES.find((language) => language.code === code);
const ENGLISH = LANGUAGES[0] as Language;

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
      return language === ENGLISH ? [ENGLISH] : [language, ENGLISH];
  }
  const words = text.match(/[\p{L}\p{M}']+/gu) ?? [];
  const score = (language: Language) =>
    words.filter((w) => language.common.has(w)).length +
    1.2 * [...text.matchAll(language.telling)].length +
    (LETTERS[language.code]?.test(text) ? 1.5 : 0) +
    (language.code === hint ? 0.5 : 0);
  const scored = LANGUAGES.filter((l) => l.script === 'latin')
    .map((language) => ({ language, score: score(language) }))
    .sort((a, b) => b.score - a.score);
  const best = scored[0]?.score ?? 0;
  const list = scored.filter((s, i) => s.score > 0 && i < 4 && s.score >= best * 0.5).map((s) => s.language);
  if (list.length === 0) list.push(byCode(hint) ?? ENGLISH);
  if (!list.includes(ENGLISH)) list.push(ENGLISH);
  return list;
}

/** Letters that few languages have. */
const LETTERS: Readonly<Record<string, RegExp>> = {
  es: /[ñ¿¡]/u,
  de: /[äöüß]/u,
  pt: /[ãõ]/u,
  fr: /[èêëçœùû]|[cdjlmnst]'/u,
  it: /[ìò]|\b(?:dell|all|nell|un|l)'/u,
};
