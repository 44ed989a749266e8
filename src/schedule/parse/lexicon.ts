// A language's table, compiled: from the folded words of an entry to what it can mean. The tables are data,
// languages/words/*.yaml; once compiled, their text is not kept.
import { z } from 'zod';
import type { Part, Reading, Role, Unit } from './reading.ts';
import { tokenise } from './token.ts';

/** The part `time` of a language's words: its schema, from which the type comes. */
export const languageSchema = z.strictObject({
  /** "halb sieben" is 6:30 */
  halfNext: z.boolean().optional(),
  /** H:MM is a 24-hour form (everywhere but in English) */
  literalClock: z.boolean(),
  /** "ocho y diez" is 8:10 */
  andMinutes: z.boolean().optional(),
  /** "3." is an ordinal */
  ordinalDot: z.boolean().optional(),
  /** words before a plain number that make it a day of the month ("le 5"), not a clock time */
  domWords: z.array(z.string()).readonly().optional(),
  /** ordinal endings written onto digits */
  ordinalSuffix: z.string(),
  /** "in 20" is in 20 minutes */
  minutesAlone: z.boolean().optional(),
  /** in running text: phrases that are no times though their words are ("good morning"); `|` between them */
  idle: z.string().optional(),
  /** in running text: what is counted, so that the number before it is no hour ("at 5 people") */
  counted: z.string().optional(),
  numbers: z.strictObject({
    /** words for 0, 1, 2, ...: as many as are irregular; `|` between alternatives */
    small: z.array(z.string()).readonly(),
    /** words for 20, 30, ... */
    tens: z.array(z.string()).readonly().optional(),
    /** how 21 is made of twenty and one: `{t}` and `{u}` are the two */
    compound: z.string().optional(),
    glued: z.boolean().optional(),
    /** units as they are inside a compound, where they differ (German "ein") */
    inside: z.array(z.string()).readonly().optional(),
  }),
  /** a key says the meaning ("wd 1", "unit minute 15", "at"), its value lists the words */
  words: z.record(z.string(), z.string()),
});

type TimeWords = z.output<typeof languageSchema>;
type NumberWords = TimeWords['numbers'];

/** A language's words of time; `code` is ISO 639-1. */
export type LanguageWords = TimeWords & { readonly code: string };

/** What the grammar asks of a language after its words are compiled. */
export type Language = Omit<LanguageWords, 'words' | 'numbers' | 'idle' | 'counted'>;

export type Entry = { readonly tokens: readonly string[]; readonly reading: Reading };

/** Entries by their first token. */
export type Entries = ReadonlyMap<string, readonly Entry[]>;

export type Lexicon = {
  readonly language: Language;
  /** looked up one after the other; zones and mixed-in English are shared, not copied */
  readonly tables: readonly Entries[];
  readonly suffixes: ReadonlySet<string>;
  /** phrases that are no times in running text, by their first token */
  readonly idle: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly counted: ReadonlySet<string>;
};

/** The lexicon of a language: its own words and numbers, then further tables. */
export function compileLexicon(all: LanguageWords, further: readonly Entries[]): Lexicon {
  const { words, numbers, idle: idleWords, counted, ...language } = all;
  const entries = compileRows(words, language.code);
  for (const [word, v] of numberWords(numbers)) add(entries, word, { k: 'num', v });
  const suffixes = new Set(language.ordinalSuffix.split('|').filter(Boolean));
  const idle = (idleWords ?? '')
    .split('|')
    .map(tokensOf)
    .filter((words) => words.length > 0);
  return {
    language,
    tables: [entries, ...further],
    suffixes,
    idle: Map.groupBy(idle, ([first = '']) => first),
    counted: new Set((counted ?? '').split('|').flatMap((word) => tokensOf(word))),
  };
}

/** Rows of words, compiled. */
export function compileRows(rows: Readonly<Record<string, string>>, code: string): Map<string, Entry[]> {
  const entries = new Map<string, Entry[]>();
  for (const [key, words] of Object.entries(rows)) {
    const reading = parseKey(key);
    for (const word of words.split('|')) {
      for (const spelling of spellings(word, code)) add(entries, spelling, reading);
    }
  }
  return entries;
}

/** A lexicon with another language's own words mixed in. */
export function mixLexicons(own: Lexicon, other: Lexicon): Lexicon {
  const [words = new Map(), ...further] = own.tables;
  const [mixedIn = new Map()] = other.tables;
  return {
    language: own.language,
    tables: [withoutOr(words, mixedIn), ...further, mixedIn],
    suffixes: new Set([...own.suffixes, ...other.suffixes]),
    idle: new Map([...other.idle, ...own.idle]),
    counted: new Set([...own.counted, ...other.counted]),
  };
}

/** The same entries but for some words; what is not left out is shared. */
export function withoutWords(entries: Entries, words: readonly string[]): Entries {
  const left = new Map(entries);
  for (const word of words)
    left.set(
      word,
      (left.get(word) ?? []).filter(({ tokens }) => tokens.length > 1),
    );
  return left;
}

/** Dutch "of" is "or", but not in a phrase that is half English. */
function withoutOr(words: Entries, mixedIn: Entries): Entries {
  const isOr = ({ reading }: Entry) => reading.k === 'role' && reading.r === 'or';
  const clashes = [...words].filter(([first, list]) => mixedIn.has(first) && list.some(isOr));
  if (clashes.length === 0) return words;
  return new Map([
    ...words,
    ...clashes.map(([first, list]) => [first, list.filter((entry) => !isOr(entry))] as const),
  ]);
}

const NONE: readonly never[] = [];

/** All entries that begin with this token. */
export function entriesOf(lexicon: Lexicon, first: string): readonly Entry[] {
  let found: readonly Entry[] = NONE;
  for (const table of lexicon.tables) {
    const own = table.get(first);
    if (own) found = found.length === 0 ? own : [...found, ...own];
  }
  return found;
}

/** German without umlauts on the keyboard: "naechsten" */
function spellings(word: string, code: string): readonly string[] {
  if (code !== 'de' || !/[äöü]/.test(word)) return [word];
  return [word, word.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue')];
}

/** The folded tokens of a word or phrase; an end after it keeps a sign there. */
function tokensOf(words: string): readonly string[] {
  return tokenise(`${words} x`)
    .map((t) => t.text)
    .slice(0, -1);
}

function add(entries: Map<string, Entry[]>, word: string, reading: Reading): void {
  const words = tokensOf(word);
  const [first] = words;
  if (first === undefined) return;
  const list = entries.get(first);
  if (list) list.push({ tokens: words, reading });
  else entries.set(first, [{ tokens: words, reading }]);
}

function numberWords(numbers: NumberWords): [string, number][] {
  const found: [string, number][] = [];
  const alternatives = (text: string | undefined) => (text ? text.split('|') : []);
  numbers.small.forEach((words, v) => {
    for (const word of alternatives(words)) found.push([word, v]);
  });
  const { tens, compound } = numbers;
  tens?.forEach((words, i) => {
    for (const t of alternatives(words)) {
      found.push([t, (i + 2) * 10]);
      if (!compound) continue;
      for (let unit = 1; unit <= 9; unit++) {
        for (const u of alternatives(numbers.inside?.[unit] ?? numbers.small[unit])) {
          found.push([compound.replace('{t}', t).replace('{u}', u), (i + 2) * 10 + unit]);
        }
      }
    }
  });
  return found;
}

/** "wd 1" and the like to a reading; a single word is a role. */
function parseKey(key: string): Reading {
  const [kind = '', a = '', b = ''] = key.split(' ');
  const days = () => Array.from(a, Number);
  switch (kind) {
    case 'num':
      return { k: 'num', v: Number(a) };
    case 'article':
      return { k: 'num', v: 1, article: true };
    case 'ord':
      return { k: 'ord', v: Number(a) };
    case 'unit':
      return { k: 'unit', u: a as Unit, n: Number(b || 1) };
    case 'adverb':
      return { k: 'adverb', u: a as Unit, n: Number(b || 1) };
    case 'dur':
      return { k: 'dur', n: Number(a), u: b as Unit };
    case 'wd':
    case 'wds':
      return { k: 'wd', d: Number(a), plural: kind === 'wds' };
    case 'wdchar':
      return { k: 'wdchar', d: Number(a) };
    case 'wdset':
    case 'wdsets':
      return { k: 'wdset', days: days(), plural: kind === 'wdsets' };
    case 'month':
      return { k: 'month', m: Number(a) };
    case 'day':
      return b ? { k: 'day', n: Number(a), part: b as Part } : { k: 'day', n: Number(a) };
    case 'part':
    case 'parts':
      return { k: 'part', p: a as Part, plural: kind === 'parts' };
    case 'period':
      return { k: 'period', u: a as Unit, n: Number(b || 0) };
    case 'endof':
    case 'startof':
      return { k: 'edge', e: kind === 'endof' ? 'end' : 'start', u: a as Unit, n: Number(b || 0) };
    case 'lastday':
      return { k: 'lastday' };
    case 'holiday':
    case 'holidayeve':
      return { k: 'holiday', m: Number(a), d: Number(b), eve: kind === 'holidayeve' };
    case 'zone':
    case 'place':
      return { k: 'zone', zone: a, place: kind === 'place' };
    default:
      return { k: 'role', r: kind as Role };
  }
}
