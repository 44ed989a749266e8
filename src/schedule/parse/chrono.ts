// chrono-node, for what our tables do not read: Swedish, Finnish, Ukrainian, Indonesian, Vietnamese, and forms of
// English that we never thought of. chrono reads a part and drops the rest without a word, so only a result that
// spans the whole text counts, and its certain components are read by our own rules.
import * as chrono from 'chrono-node';
import { toLocal } from '../recurrence/zoned.ts';
import type { Fact } from './fact.ts';

type Parser = {
  parse(text: string, ref: chrono.ParsingReference, option: chrono.ParsingOption): chrono.ParsedResult[];
};

const PARSERS: Readonly<Record<string, Parser>> = {
  en: chrono.en,
  sv: chrono.sv,
  fi: chrono.fi,
  uk: chrono.uk,
  id: chrono.id,
  vi: chrono.vi,
};

/** The facts of a text as chrono reads it, or null unless it reads all of it as one plain time. */
export function chronoFacts(text: string, now: Date, zone: string, locale: string): readonly Fact[] | null {
  const own = locale.slice(0, 2).toLowerCase();
  // other languages' short words ("to", "on") are weekdays in Swedish: only for those who speak it
  const codes = Object.keys(PARSERS).filter((code) => code === own || code === 'en');
  const instant = now.getTime();
  const reference = { instant: now, timezone: Math.round((toLocal(instant, zone) - instant) / 60_000) };
  const trimmed = text.trim().replace(/[.!?]+$/, '');
  for (const code of codes) {
    const [result, more] = PARSERS[code]?.parse(trimmed, reference, { forwardDate: true }) ?? [];
    if (!result || more || result.end || result.index !== 0 || result.text.length !== trimmed.length)
      continue;
    const facts = factsOf(result, now);
    if (facts) return facts;
  }
  return null;
}

function factsOf(result: chrono.ParsedResult, now: Date): readonly Fact[] | null {
  const { start } = result;
  if (start.isCertain('timezoneOffset')) return null;
  const tags = start.tags();
  if (tags.has('result/relativeDateAndTime')) {
    const seconds = Math.round((start.date().getTime() - now.getTime()) / 1000);
    return [{ f: 'elapsed', amount: { seconds: Math.abs(seconds), days: 0, months: 0 }, past: seconds <= 0 }];
  }
  if (tags.has('result/relativeDate')) return null;
  const facts: Fact[] = [];
  const [y, m, d] = [start.get('year'), start.get('month'), start.get('day')];
  if (start.isCertain('day') && y !== null && m !== null && d !== null) {
    facts.push(start.isCertain('year') ? { f: 'date', y, m, d } : { f: 'date', m, d });
  } else if (start.isCertain('weekday')) {
    facts.push({ f: 'weekday', d: start.get('weekday') || 7, which: 'coming', plus: 0 });
  }
  const hour = start.get('hour');
  if (start.isCertain('hour') && hour !== null) {
    facts.push({
      f: 'clock',
      join: 'one',
      items: [{ h: hour, m: start.get('minute') ?? 0, mode: 'literal', strict: true }],
    });
  }
  return facts.length > 0 ? facts : null;
}
