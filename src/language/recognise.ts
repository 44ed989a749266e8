// The language that somebody writes in, where their words make it clear: by script, else by frequent words and rare letters.
// A word or two of another language, a name or "ok" make nothing clear. Pure.
import { lazy } from '../process/lazy.ts';
import { fileOf, type Tag, tags } from './languages.ts';

interface Recogniser {
  readonly tag: Tag;
  readonly script: RegExp | null;
  readonly share: number;
  readonly words: ReadonlySet<string>;
  readonly letters: RegExp | null;
}

const recognisers = lazy((): readonly Recogniser[] =>
  tags.map((tag) => {
    const { script, share, words, letters } = fileOf(tag).head().recognise;
    return {
      tag,
      script: script === undefined ? null : new RegExp(`[${script}]`, 'gu'),
      share,
      words: new Set(words.split(/\s+/).filter(Boolean)),
      letters: letters === undefined ? null : new RegExp(letters, 'iu'),
    };
  }),
);

/** Characters that are looked at. */
const LONGEST = 2000;
/** So many words of a language, and so many times the next one's, are clear. */
const LEAST = 2;
const AHEAD = 1.5;

/** @returns null if it is not clear */
export function recognise(text: string): Tag | null {
  const written = ownWords(text).slice(0, LONGEST);
  const own = written.toLowerCase();
  const letters = own.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 3) return null;
  const byScript = recognisers().find(
    ({ script, share }) => script && (own.match(script)?.length ?? 0) / letters > share,
  );
  if (byScript) return byScript.tag;
  const words = own.match(WORD) ?? [];
  const noNames = withoutNames(written).toLowerCase().match(WORD) ?? [];
  const scored = recognisers()
    .map((one) => ({ tag: one.tag, score: scoreOf(one, own, one.tag === 'de' ? words : noNames) }))
    .toSorted((a, b) => b.score - a.score);
  const [best, second] = scored;
  if (!best || best.score < LEAST || best.score < AHEAD * (second?.score ?? 0)) return null;
  return best.tag;
}

const WORD = /[\p{L}\p{M}]+(?:['’]\p{L}+)?/gu;

/** Without words that only have their first letter large in mid-sentence: Ben and Will are names there, save where nouns are written so. */
const withoutNames = (text: string): string =>
  text.replace(/(?<=[\p{L}\p{N},;:] )\p{Lu}\p{Ll}+(?![\p{L}'’])/gu, ' ');

const scoreOf = ({ words, letters, script }: Recogniser, text: string, said: readonly string[]): number =>
  script
    ? 0
    : said.filter((word) => words.has(word.replace('’', "'"))).length + (letters?.test(text) ? 1.5 : 0);

/** Without code, quotes, addresses and mentions: what was pasted is no language of theirs. */
const ownWords = (text: string): string =>
  text
    .replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, ' ')
    .replace(/^\s*>.*$/gmu, ' ')
    .replace(/https?:\S+|[@#]\S+/g, ' ');
