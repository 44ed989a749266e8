// From a match to a fact: one reader for each kind of mention. A reader gives null for what only looks like one.
import type { Fact, Span } from './fact.ts';
import { type Groups, MINUTES, type Vocabulary } from './vocabulary.ts';
import type { ZoneNames } from './zone-names.ts';

export type Reader = (groups: Groups, span: Span, before: string) => Fact | null;

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);

const pad = (n: number) => String(n).padStart(2, '0');

function ordinal(n: number): string {
  const tail = n % 100 >= 11 && n % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return `${n}${tail}`;
}

/** A platform's own token of an instant. */
export const readInstant: Reader = (g, span) => ({ kind: 'instant', ms: Number(g.unix) * 1000, ...span });

/** A repetition: the plain English of its rule with {wds}, {range}, {d}, {n}, {unit} put in. */
export function readRepeat(vocabulary: Vocabulary, phrase: string): Reader {
  return (g, span) => {
    let text = phrase;
    if (text.includes('{range}')) {
      const names = vocabulary.weekdayNames(g.range ?? '');
      if (names.length !== 2) return null;
      text = text.replace('{range}', names.join(' to '));
    }
    if (text.includes('{wds}')) {
      const names = [...new Set(vocabulary.weekdayNames(g.wds ?? ''))];
      if (names.length === 0) return null;
      text = text.replace('{wds}', names.join(' and '));
    }
    if (g.d) text = text.replace('{d}', ordinal(vocabulary.numberOf(g.d)));
    if (g.n) text = text.replace('{n}', String(vocabulary.numberOf(g.n)));
    if (g.u) text = text.replace('{unit}', vocabulary.unitOf(g.u) ?? 'hour');
    text = text.replace(/^every 1 /, 'every ');
    return /[{}]|NaN/.test(text) ? null : { kind: 'repeat', phrase: text, ...span };
  };
}

/** A date, with or without month and year. */
export function readDate(vocabulary: Vocabulary): Reader {
  return (g, span) => {
    const d = vocabulary.numberOf(g.d ?? '');
    const m = g.mn ? Number(g.mn) : g.mo ? vocabulary.monthOf(g.mo) : 0;
    if (!(d >= 1 && d <= 31) || (g.mn && !(m >= 1 && m <= 12))) return null;
    const phrase =
      m === 0 ? `the ${ordinal(d)}` : g.y ? `${g.y}-${pad(m)}-${pad(d)}` : `${d} ${MONTHS[m - 1]}`;
    return { kind: 'day', phrase, also: [], past: false, weekday: false, ...span };
  };
}

/** So long before something. */
export function readBefore(vocabulary: Vocabulary): Reader {
  return (g, span) => {
    const found = vocabulary.stretchOf(g);
    return found && { kind: 'before', minutes: found.minutes, ...span };
  };
}

/** So long from now. */
export function readElapsed(vocabulary: Vocabulary): Reader {
  return (g, span) => {
    const found = vocabulary.stretchOf(g);
    if (!found) return null;
    const { minutes, unit } = found;
    const n = minutes / MINUTES[unit];
    const phrase = Number.isInteger(n) ? `in ${n} ${unit}${n === 1 ? '' : 's'}` : `in ${minutes} minutes`;
    return { kind: 'elapsed', phrase, days: MINUTES[unit] >= 1440, ...span };
  };
}

/** A clock time; `offset` in minutes is what the words add ("half past"). */
export function readClock(vocabulary: Vocabulary, spoken: boolean, offset: number, aside: RegExp): Reader {
  return (g, span, before) => {
    const hours = vocabulary.numberOf(g.h ?? '');
    const minutes = g.half ? 30 : g.quarter ? 15 : g.three ? 45 : g.m ? vocabulary.numberOf(g.m) : 0;
    if (Number.isNaN(hours) || Number.isNaN(minutes) || hours > 24 || minutes > 59) return null;
    const total = (((hours * 60 + minutes + offset) % 1440) + 1440) % 1440;
    const half = g.ap ? (g.ap.startsWith('p') ? 'pm' : 'am') : null;
    return {
      kind: 'clock',
      hour: Math.floor(total / 60),
      minute: total % 60,
      spoken,
      half,
      aside: aside.test(before),
      ...span,
    };
  };
}

/** A zone by its place or its abbreviation. */
export function readZone(names: ZoneNames): Reader {
  return (g, span) => {
    const zone = names.places.get(g.place ?? '') ?? names.short.get(g.abbr ?? '');
    return zone ? { kind: 'zone', zone, ...span } : null;
  };
}

/** A weekday; of next week, the coming one is the other reading. */
export function readWeekday(vocabulary: Vocabulary, next: boolean): Reader {
  return (g, span) => {
    const name = vocabulary.weekdayNames(g.wd ?? '')[0];
    if (!name) return null;
    const phrase = next ? `next ${name}` : name;
    return { kind: 'day', phrase, also: next ? [name] : [], past: false, weekday: true, ...span };
  };
}

/** A day counted from today. */
export function readDay(days: number): Reader {
  const phrase = ['today', 'tomorrow', 'day after tomorrow'][days] ?? `in ${days} days`;
  return (_, span) => ({ kind: 'day', phrase, also: [], past: days < 0, weekday: false, ...span });
}
