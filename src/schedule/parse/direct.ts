// Machine forms: ISO 8601 instants, dates and durations, cron lines, Discord's time tokens. luxon reads the
// ISO forms, cron.ts the cron lines; anything else is left to the words.
import { DateTime, Duration } from 'luxon';
import { dayOf } from '../recurrence/civil.ts';
import { checkCron, looksLikeCron } from '../recurrence/cron.ts';
import { DAY, MINUTE, toInstant, zoneOf } from '../recurrence/zoned.ts';
import { contextAt } from './context.ts';
import { type Meaning, refuse, skippedTime } from './result.ts';

const ISO_TIME =
  /^([+-]?\d{4}-?(?:\d{2}-?\d{2}|W\d{2}-?\d?|\d{3}))[T ]\s*(\d{2}:?\d{2}(?::?\d{2}(?:[.,]\d+)?)?|\d{2})\s*(Z|UTC|[+-]\d{2}(?::?\d{2})?)?\s*\[?([A-Za-z]+\/[\w/+-]+)?\]?$/i;
const ISO_DATE = /^\d{4}-(?:\d{2}-\d{2}|W\d{2}-\d)$/;
const ISO_DURATION = /^[+-]?P(?=.)(?:\d+(?:[.,]\d+)?[YMWD])*(?:T(?:\d+(?:[.,]\d+)?[HMS])+)?$/i;

/** cron's names for common lines */
const MACROS: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
};

function onceAt(at: number, now: Date, zone: string, wallTime: boolean): Meaning {
  if (at <= now.getTime()) return refuse('past', 'when.past');
  return { ok: true, schedule: { kind: 'once', at: new Date(at).toISOString(), zone }, wallTime };
}

/** The meaning of a machine form, or null if the text is none. */
export function direct(phrase: string, now: Date, zone: string): Meaning | null {
  const text = phrase
    .trim()
    .replace(/^(?:cron|iso|at|on|by)\s*[:=]?\s+(?=[\d*P])/i, '')
    .replace(/^["'`(]+|["'`)]+$/g, '')
    .trim();
  if (looksLikeCron(text)) return cron(text, now, zone);
  const named = MACROS[text.toLowerCase()];
  if (named) return cron(named, now, zone);
  const stamp = /^<t:(\d{9,11})(?::[a-zA-Z])?>$/.exec(text);
  if (stamp) return onceAt(Number(stamp[1]) * 1000, now, zone, false);
  if (ISO_DURATION.test(text) && /\d/.test(text)) return duration(text, now, zone);
  return isoTime(text, now, zone);
}

function cron(expression: string, now: Date, zone: string): Meaning {
  switch (checkCron(expression, now)) {
    case 'invalid':
      return refuse('unparseable', 'when.cron');
    case 'never':
      return refuse('nonexistent', 'when.nonexistent');
    case 'too-frequent':
      return refuse('too-frequent', 'when.too-frequent');
    case 'ok':
      return { ok: true, schedule: { kind: 'cron', expression, zone }, wallTime: true };
  }
}

function duration(text: string, now: Date, zone: string): Meaning {
  const parsed = Duration.fromISO(text.toUpperCase());
  if (!parsed.isValid) return refuse('unparseable', 'when.duration');
  const { years, months, weeks, days, hours, minutes, seconds } = parsed;
  const calendar = DateTime.fromMillis(now.getTime(), { zone: zoneOf(zone) ?? 'utc' }).plus({
    years,
    months,
  });
  const steps = years !== 0 || months !== 0;
  const local = Date.UTC(calendar.year, calendar.month - 1, calendar.day) + wallTimeOfDay(now, zone);
  const base = steps ? toInstant(local, zone) : now.getTime();
  const exact = (weeks * 7 + days) * DAY + (hours * 60 + minutes) * MINUTE + seconds * 1000;
  return onceAt(base + exact, now, zone, steps);
}

function wallTimeOfDay(now: Date, zone: string): number {
  const context = contextAt(now, zone, false);
  return context.local - context.today * DAY;
}

function isoTime(text: string, now: Date, zone: string): Meaning | null {
  if (ISO_DATE.test(text)) return localTime(`${text}T09:00`, now, zone);
  const match = ISO_TIME.exec(text);
  if (!match) return null;
  const [, date = '', time = '', offset, named] = match;
  if (!offset && named && !zoneOf(named))
    return refuse('unparseable', (say) => say('zone.unknown', { words: named }));
  if (!offset) return localTime(`${date}T${time}`, now, named ?? zone, named !== undefined);
  const suffix = /^utc$/i.test(offset) ? 'Z' : offset.toUpperCase();
  const at = DateTime.fromISO(`${date}T${time}${suffix}`);
  return at.isValid ? onceAt(at.toMillis(), now, zone, false) : refuse('nonexistent', 'when.no-such-time');
}

/** ISO without an offset: wall time in the zone, by our own DST rule (luxon only reads the figures). */
function localTime(iso: string, now: Date, zone: string, named = false): Meaning {
  const at = DateTime.fromISO(iso, { zone: 'utc' });
  if (!at.isValid) return refuse('nonexistent', 'when.no-such-time');
  const local =
    dayOf(at.year, at.month, at.day) * DAY + (at.hour * 60 + at.minute) * MINUTE + at.second * 1000;
  const meaning = onceAt(toInstant(local, zone), now, zone, !named);
  const skipped = skippedTime(local, zone);
  return meaning.ok && skipped ? { ...meaning, remarks: [skipped] } : meaning;
}
