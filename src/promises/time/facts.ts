// Every mention of a time in a text, in one language: clock times, days, stretches, repetitions, zones. Only
// mentions; what they mean together is decided in when.ts.

import type { TimeWords, Unit } from '../language/pack.ts';
import { anyOf, compile } from '../pattern.ts';
import { type ZoneNames, zoneNames } from './zone-names.ts';

type Span = { readonly at: number; readonly end: number };

export type Clock = Span & {
  readonly kind: 'clock';
  readonly hour: number;
  readonly minute: number;
  /** morning or evening is left open */
  readonly spoken: boolean;
  readonly half: 'am' | 'pm' | null;
  /** stands for something else than the promised time ("instead of 7") */
  readonly aside: boolean;
};
export type Day = Span & {
  readonly kind: 'day';
  readonly phrase: string;
  readonly also: readonly string[];
  readonly past: boolean;
  readonly weekday: boolean;
};
export type Elapsed = Span & { readonly kind: 'elapsed'; readonly phrase: string; readonly days: boolean };
export type Before = Span & { readonly kind: 'before'; readonly minutes: number };
export type Repeat = Span & { readonly kind: 'repeat'; readonly phrase: string };
export type PartName = 'morning' | 'noon' | 'afternoon' | 'evening' | 'night' | 'midnight';
export type Part = Span & { readonly kind: 'part'; readonly part: PartName };
export type Instant = Span & { readonly kind: 'instant'; readonly ms: number };
export type ZoneFact = Span & { readonly kind: 'zone'; readonly zone: string };
export type Fact = Clock | Day | Elapsed | Before | Repeat | Part | Instant | ZoneFact;

type Rule = {
  readonly is: RegExp;
  readonly read: (groups: Readonly<Record<string, string>>, span: Span, before: string) => Fact | null;
  readonly free?: boolean;
};

/** A language's time words, ready for use. */
export type TimeRules = {
  readonly rules: readonly Rule[];
  readonly and: RegExp;
  readonly again: RegExp;
  readonly monthFirst: boolean;
};

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const MINUTES: Readonly<Record<Unit, number>> = {
  minute: 1,
  hour: 60,
  day: 1440,
  week: 10_080,
  month: 43_200,
};

const pad = (n: number) => String(n).padStart(2, '0');
const whole = (pattern: string) => compile(`^(?:${pattern})$`);

/** Compiles a language's time words; done once for each language. */
export function timeRules(code: string, words: TimeWords): TimeRules {
  const read = readers(words);
  const names = zoneNames(code);
  const numbers = Object.keys(words.numbers).sort((a, b) => b.length - a.length);
  const wd = words.weekdays.join('|');
  const edge = /\p{Script=Latin}|\p{Script=Cyrillic}/u.test(wd) ? String.raw`\b` : '';
  const parts = {
    n: String.raw`(?<n>\d{1,4}(?:[.,]5)?${numbers.length > 0 ? `|${numbers.join('|')}` : ''})`,
    num: String.raw`\d{1,2}${numbers.length > 0 ? `|${numbers.join('|')}` : ''}`,
    unit: `(?<u>${Object.values(words.units).join('|')})`,
    stretch: `(?<s>${Object.keys(words.stretches).join('|') || '(?!)'})`,
    wd,
    wds: String.raw`(?:${wd})(?:(?: ?(?:,|、|/|&|${words.and}) ?)+(?:${wd}))*`,
    mo: words.months.join('|') || '(?!)',
    place: `(?<place>${[...names.places.keys()].sort((a, b) => b.length - a.length).join('|')})`,
  };
  const rule = (sources: readonly string[], reader: Rule['read'], free = false): Rule[] =>
    sources.map((source) => ({ is: compile(source, parts, true), read: reader, free }));
  const aside = compile(String.raw`(?:^|[^\p{L}])(?:${words.aside}) ?$`, parts);
  const rules = [
    ...rule(
      [String.raw`<t:(?<unix>\d{9,11})(?::[a-z])?>`, String.raw`<!date\^(?<unix>\d{9,11})[^>]*>`],
      read.instant,
    ),
    ...words.repeats.flatMap(([source, phrase]) => rule([source], read.repeat(phrase))),
    ...rule(words.dates, read.date),
    ...rule(words.before, read.before),
    ...rule(words.elapsed, read.elapsed),
    ...words.clocks.flatMap((clock) =>
      rule([clock.is], read.clock(clock.spoken === true, clock.offset ?? 0, aside)),
    ),
    ...rule(words.zones, read.zone(names)),
    ...rule(words.nextWeekday, read.weekday(true)),
    ...rule([`${edge}(?<wd>${wd})${edge}`], read.weekday(false)),
    ...Object.entries(words.days).flatMap(([days, source]) =>
      rule([`${edge}(?:${source})${edge}`], read.day(Number(days))),
    ),
    ...Object.entries(words.parts).flatMap(([part, source]) =>
      rule(
        [`${edge}(?:${source})${edge}`],
        (_, span) => ({ kind: 'part', part: part as PartName, ...span }),
        true,
      ),
    ),
  ];
  return {
    rules,
    and: compile(String.raw`^(?:[\s,、;&+/()|*•-]|${words.and})*$`),
    again: compile(words.again),
    monthFirst: words.monthFirst,
  };
}

function readers(words: TimeWords) {
  const weekdays = words.weekdays.map(whole);
  const months = words.months.map(whole);
  const units = Object.entries(words.units).map(([unit, source]) => [unit as Unit, whole(source)] as const);
  const stretches = Object.entries(words.stretches).map(
    ([source, minutes]) => [whole(source), minutes] as const,
  );
  const weekdayIn = anyOf([words.weekdays.join('|')], {}, true);
  const numberOf = (text: string): number => {
    const digits = Number(text.replace(',', '.'));
    if (!Number.isNaN(digits)) return digits;
    return words.numbers[text.replace(/\s+/gu, ' ')] ?? Number.NaN;
  };
  const minutesOf = (g: Readonly<Record<string, string>>): { minutes: number; unit: Unit } | null => {
    if (g['s']) {
      const minutes = stretches.find(([is]) => is.test(g['s'] ?? ''))?.[1];
      return minutes === undefined ? null : { minutes, unit: 'minute' };
    }
    const unit =
      g['u'] === undefined ? 'minute' : (units.find(([, is]) => is.test(g['u'] ?? ''))?.[0] ?? 'minute');
    const n = numberOf(g['n'] ?? '');
    return Number.isNaN(n) || n <= 0 ? null : { minutes: Math.round(n * MINUTES[unit]), unit };
  };
  const weekdayNames = (text: string) =>
    [...text.matchAll(weekdayIn)].flatMap((m) =>
      weekdays.flatMap((is, i) => (is.test(m[0]) ? [WEEKDAYS[i] ?? ''] : [])),
    );
  return {
    instant: (g: Readonly<Record<string, string>>, span: Span): Fact => ({
      kind: 'instant',
      ms: Number(g['unix']) * 1000,
      ...span,
    }),
    repeat:
      (phrase: string) =>
      (g: Readonly<Record<string, string>>, span: Span): Fact | null => {
        let text = phrase;
        if (text.includes('{wds}')) {
          const names = [...new Set(weekdayNames(g['wds'] ?? ''))];
          if (names.length === 0) return null;
          text = text.replace('{wds}', names.join(' and '));
        }
        if (g['d']) text = text.replace('{d}', ordinal(Number(g['d'])));
        if (g['n']) text = text.replace('{n}', String(numberOf(g['n'])));
        if (g['u'])
          text = text.replace('{unit}', units.find(([, is]) => is.test(g['u'] ?? ''))?.[0] ?? 'hour');
        text = text.replace(/^every 1 /, 'every ');
        return /[{}]|NaN/.test(text) ? null : { kind: 'repeat', phrase: text, ...span };
      },
    date: (g: Readonly<Record<string, string>>, span: Span): Fact | null => {
      const d = numberOf(g['d'] ?? '');
      const m = g['mn']
        ? Number(g['mn'])
        : g['mo']
          ? months.findIndex((is) => is.test(g['mo'] ?? '')) + 1
          : 0;
      if (!(d >= 1 && d <= 31) || (g['mn'] && !(m >= 1 && m <= 12))) return null;
      const phrase =
        m === 0 ? `the ${ordinal(d)}` : g['y'] ? `${g['y']}-${pad(m)}-${pad(d)}` : `${d} ${MONTHS[m - 1]}`;
      return { kind: 'day', phrase, also: [], past: false, weekday: false, ...span };
    },
    before: (g: Readonly<Record<string, string>>, span: Span): Fact | null => {
      const found = minutesOf(g);
      return found ? { kind: 'before', minutes: found.minutes, ...span } : null;
    },
    elapsed: (g: Readonly<Record<string, string>>, span: Span): Fact | null => {
      const found = minutesOf(g);
      if (!found) return null;
      const n = found.minutes / MINUTES[found.unit];
      return {
        kind: 'elapsed',
        phrase: Number.isInteger(n)
          ? `in ${n} ${found.unit}${n === 1 ? '' : 's'}`
          : `in ${found.minutes} minutes`,
        days: MINUTES[found.unit] >= 1440,
        ...span,
      };
    },
    clock:
      (spoken: boolean, offset: number, aside: RegExp) =>
      (g: Readonly<Record<string, string>>, span: Span, before: string): Fact | null => {
        let hour = numberOf(g['h'] ?? '');
        let minute = g['half'] ? 30 : g['quarter'] ? 15 : g['three'] ? 45 : g['m'] ? numberOf(g['m']) : 0;
        if (Number.isNaN(hour) || Number.isNaN(minute) || hour > 24 || minute > 59) return null;
        const total = hour * 60 + minute + offset;
        hour = Math.floor((((total % 1440) + 1440) % 1440) / 60);
        minute = ((total % 60) + 60) % 60;
        if (g['to']) return null;
        const half = g['ap']
          ? /^p|pm/u.test(g['ap'])
            ? 'pm'
            : 'am'
          : g['am']
            ? 'am'
            : g['pm']
              ? 'pm'
              : null;
        return { kind: 'clock', hour, minute, spoken, half, aside: aside.test(before), ...span };
      },
    zone:
      (names: ZoneNames) =>
      (g: Readonly<Record<string, string>>, span: Span): Fact | null => {
        const zone = names.places.get(g['place'] ?? '') ?? names.short.get(g['abbr'] ?? '');
        return zone ? { kind: 'zone', zone, ...span } : null;
      },
    weekday:
      (next: boolean) =>
      (g: Readonly<Record<string, string>>, span: Span): Fact | null => {
        const name = weekdayNames(g['wd'] ?? '')[0];
        if (!name) return null;
        return {
          kind: 'day',
          phrase: next ? `next ${name}` : name,
          also: next ? [name] : [],
          past: false,
          weekday: true,
          ...span,
        };
      },
    day:
      (days: number) =>
      (_: Readonly<Record<string, string>>, span: Span): Fact => {
        const phrase =
          days === 0
            ? 'today'
            : days === 1
              ? 'tomorrow'
              : days === 2
                ? 'day after tomorrow'
                : `in ${days} days`;
        return { kind: 'day', phrase, also: [], past: days < 0, weekday: false, ...span };
      },
  };
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

function ordinal(n: number): string {
  const tail = n % 100 >= 11 && n % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return `${n}${tail}`;
}

/** The mentions in a text (spelled as text.ts spells it), in order of place; overlapping ones: the first rule's. */
export function factsIn(text: string, time: TimeRules): readonly Fact[] {
  const found: Fact[] = [];
  const taken: Span[] = [];
  for (const rule of time.rules) {
    for (const match of text.matchAll(rule.is)) {
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
