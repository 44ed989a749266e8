// Every mention of a time in a text, in one language: clock times, days, stretches, repetitions, zones. Only
// mentions; what they mean together is decided in when.ts.
import type { TimeWords } from '../language/pack.ts';
import { compile } from '../pattern.ts';
import { accentless } from '../text.ts';
import type { Fact, PartName, Span } from './fact.ts';
import {
  type Reader,
  readBefore,
  readClock,
  readDate,
  readDay,
  readElapsed,
  readInstant,
  readRepeat,
  readWeekday,
  readZone,
} from './readers.ts';
import { vocabularyOf } from './vocabulary.ts';
import { type ZoneNames, zoneNames } from './zone-names.ts';

/** `free`: may overlap with other mentions; `accentless`: matched on the text without accents. */
type Rule = {
  readonly is: RegExp;
  readonly read: Reader;
  readonly free?: boolean;
  readonly accentless?: boolean;
};

/** A language's time words, ready for use. */
export type TimeRules = {
  readonly rules: readonly Rule[];
  readonly and: RegExp;
  readonly again: RegExp;
};

/** "mon-thu", "lunes a jueves": a stretch of the week repeats, also without "every". */
const RANGE = String.raw`\b(?<range>{wd}\.? ?(?:to|through|thru|bis|a|à|au|al|t\/m|tot en met|tot|по|[-–]) ?{wd})\b`;

/** Compiles a language's time words; done once for each language. */
export function timeRules(code: string, words: TimeWords): TimeRules {
  const vocabulary = vocabularyOf(words);
  const names = zoneNames(code);
  const parts = partsOf(words, names);
  const edge = /\p{Script=Latin}|\p{Script=Cyrillic}/u.test(parts.wd) ? String.raw`\b` : '';
  const rule = (sources: readonly string[], reader: Reader, more: Partial<Rule> = {}): Rule[] =>
    sources.map((source) => ({ is: compile(source, parts, true), read: reader, ...more }));
  const aside = compile(String.raw`(?:^|[^\p{L}])(?:${words.aside}) ?$`, parts);
  const rules = [
    ...rule(
      [String.raw`<t:(?<unix>\d{9,11})(?::[a-z])?>`, String.raw`<!date\^(?<unix>\d{9,11})[^>]*>`],
      readInstant,
    ),
    ...words.repeats.flatMap(([source, phrase]) => rule([source], readRepeat(vocabulary, phrase))),
    ...rule(edge === '' ? [] : [RANGE], readRepeat(vocabulary, 'every {range}')),
    ...rule(words.dates, readDate(vocabulary)),
    ...rule(words.before, readBefore(vocabulary)),
    ...rule(words.elapsed, readElapsed(vocabulary)),
    ...words.clocks.flatMap((clock) =>
      rule([clock.is], readClock(vocabulary, clock.spoken === true, clock.offset ?? 0, aside)),
    ),
    ...rule(words.zones.map(accentless), readZone(names), { accentless: true }),
    ...rule(words.nextWeekday, readWeekday(vocabulary, true)),
    ...rule([`${edge}(?<wd>${parts.wd})${edge}`], readWeekday(vocabulary, false)),
    ...Object.entries(words.days).flatMap(([days, source]) =>
      rule([`${edge}(?:${source})${edge}`], readDay(Number(days))),
    ),
    ...Object.entries(words.parts).flatMap(([part, source]) =>
      rule(
        [`${edge}(?:${source})${edge}`],
        (_, span) => ({ kind: 'part', part: part as PartName, ...span }),
        { free: true },
      ),
    ),
  ];
  return {
    rules,
    and: compile(String.raw`^(?:[\s,、;&+/()|*•-]|${words.and})*$`),
    again: compile(words.again),
  };
}

/** The word lists that the patterns of times name. */
function partsOf(words: TimeWords, names: ZoneNames) {
  const numbers = Object.keys(words.numbers).sort((a, b) => b.length - a.length);
  const wd = words.weekdays.join('|');
  return {
    n: String.raw`(?<n>\d{1,4}(?:[.,]5)?${numbers.length > 0 ? `|${numbers.join('|')}` : ''})`,
    num: String.raw`\d{1,2}${numbers.length > 0 ? `|${numbers.join('|')}` : ''}`,
    unit: `(?<u>${Object.values(words.units).join('|')})`,
    stretch: `(?<s>${Object.keys(words.stretches).join('|') || '(?!)'})`,
    wd,
    wds: `(?:${wd})(?:(?: ?(?:,|、|/|&|${words.and}) ?)+(?:${wd}))*`,
    mo: words.months.join('|') || '(?!)',
    place: `(?<place>${[...names.places.keys()].sort((a, b) => b.length - a.length).join('|')})`,
  };
}

/** The mentions in a text (spelled as text.ts spells it), in order of place; overlapping ones: the first rule's. */
export function factsIn(text: string, time: TimeRules): readonly Fact[] {
  const bare = accentless(text);
  const found: Fact[] = [];
  const taken: Span[] = [];
  for (const rule of time.rules) {
    const read = rule.accentless ? bare : text;
    // most match nothing, and a search is several times cheaper than the iterator of matchAll
    if (read.search(rule.is) < 0) continue;
    for (const match of read.matchAll(rule.is)) {
      const span = { at: match.index, end: match.index + match[0].length };
      if (span.end === span.at) continue;
      if (!rule.free && taken.some((t) => t.at < span.end && span.at < t.end)) continue;
      const fact = rule.read(defined(match.groups), span, text.slice(Math.max(0, span.at - 30), span.at));
      if (!fact) continue;
      found.push(fact);
      if (!rule.free) taken.push(span);
    }
  }
  return found.sort((a, b) => a.at - b.at);
}

function defined(groups: Record<string, string | undefined> | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(groups ?? {}).filter((e): e is [string, string] => e[1] !== undefined),
  );
}
