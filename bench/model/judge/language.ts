// Whether a reply is in another language than it should be: by script, else by frequent words. A rule of the judge's own,
// apart from the product's; what is not clear is not wrong. Pure.
import { type Language, scripts, words } from './words.ts';

/** Shorter replies, a name or "OK", are of no language. In letters. */
const SHORTEST = 25;
/** So many frequent words of another language, and so many times those of the right one, make it wrong. */
const LEAST = 4;
const AHEAD = 2.5;

const frequent = new Map(
  Object.entries(words)
    .filter(([, { frequent: list }]) => list !== '')
    .map(([language, { frequent: list }]) => [language as Language, new Set(list.split(' '))]),
);

/** @returns in which language it seems to be instead; null if it is right or not clear */
export function wrongLanguage(text: string, wanted: Language): string | null {
  const own = withoutForeign(text).toLowerCase();
  const letters = own.match(/\p{L}/gu)?.length ?? 0;
  const script = scripts[wanted];
  const shareOf = (pattern: RegExp) => (own.match(pattern)?.length ?? 0) / letters;
  if (script) {
    if (letters < SHORTEST / 2) return null;
    if (wanted === 'zh' && /[\p{Script=Hiragana}\p{Script=Katakana}]{3}/u.test(own)) return 'ja';
    return shareOf(script) < (letters < 2 * SHORTEST ? 0.1 : 0.3) ? 'another script' : null;
  }
  if (letters < SHORTEST / 2) return null;
  if (shareOf(/\p{Script=Latin}/gu) < 0.5) return 'another script';
  if (letters < SHORTEST) return null;
  const said = own.match(/[\p{L}\p{M}]+/gu) ?? [];
  const score = (language: Language) => said.filter((word) => frequent.get(language)?.has(word)).length;
  const others = [...frequent.keys()].filter((language) => language !== wanted);
  const [best] = others
    .map((language) => ({ language, hits: score(language) }))
    .sort((a, b) => b.hits - a.hits);
  if (!best || best.hits < LEAST || best.hits < AHEAD * score(wanted)) return null;
  return best.language;
}

/** Code, quotations and addresses are in whatever language they are in. */
const withoutForeign = (text: string): string =>
  text
    .replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, ' ')
    .replace(/^\s*>.*$/gmu, ' ')
    .replace(/["“„«「『][^"”“»」』\n]{1,200}["”“»」』]/gu, ' ')
    .replace(/https?:\S+|[@#]\S+/g, ' ');
