// Words to a schedule: the phrase as a whole, in whatever language it is, or a refusal that says why.
import { exceeds, withoutWideGaps } from '../../text/reading-limits.ts';
import { next } from '../recurrence/next.ts';
import { zoneOf } from '../recurrence/zoned.ts';
import { chronoFacts } from './chrono.ts';
import { direct } from './direct.ts';
import { parses } from './grammar/phrase.ts';
import { lexiconOf, lexiconsFor, mixedFor } from './languages.ts';
import type { Lexicon } from './lexicon.ts';
import { judge } from './meaning/meaning.ts';
import { type Meaning, refuse, type WhenResult } from './result.ts';
import { role } from './rule.ts';
import { scanTokens } from './scan.ts';
import { isNever, isOwnOnly } from './stump.ts';
import { type Token, tokenise } from './token.ts';
import { mend } from './typos.ts';

export type WhenOptions = {
  readonly now: Date;
  /** the person's IANA zone */
  readonly zone: string;
  /** BCP 47; decides the order of numeric dates and what a phrase without words is */
  readonly locale: string;
  /** when the reminder stands that is moved: its clock time is "the same time", and "to" may lead the new one */
  readonly movedFrom?: Date;
};

/** Whether a locale writes the month before the day; asked of the runtime once for each locale. */
export function monthFirst(locale: string): boolean {
  const known = monthsFirst.get(locale);
  if (known !== undefined) return known;
  if (monthsFirst.size >= MOST_LOCALES) monthsFirst.clear();
  const isFirst = hasMonthFirst(locale);
  monthsFirst.set(locale, isFirst);
  return isFirst;
}

const monthsFirst = new Map<string, boolean>();
const MOST_LOCALES = 200;

function hasMonthFirst(locale: string): boolean {
  try {
    const parts = new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'numeric',
      year: 'numeric',
    }).formatToParts(0);
    return parts.findIndex((p) => p.type === 'month') < parts.findIndex((p) => p.type === 'day');
  } catch {
    return false;
  }
}

/**
 * The schedule that a phrase means, for a person in a zone at a moment. Every word must be used; two readings
 * that both hold are refused with the readings. Never throws for any text; an unknown zone counts as UTC.
 */
export function resolveWhen(words: string, options: WhenOptions): WhenResult {
  const zone = zoneOf(options.zone) ? options.zone : 'UTC';
  const phrase = withoutWideGaps(words.trim());
  if (exceeds('timePhrase', phrase)) return finish(refuse('unparseable', 'when.unparseable'), options.now);
  const machine = direct(phrase, options.now, zone);
  if (machine) return finish(machine, options.now);
  const tokens = tokenise(phrase);
  if (tokens.length === 0 || tokens.length > 40)
    return finish(refuse('unparseable', 'when.unparseable'), options.now);
  const whole = { ...options, zone };
  const meaning = bestMeaning(tokens, whole) ?? mendedMeaning(tokens, whole);
  if (meaning) return finish(meaning, options.now);
  const isOwn = isNever(tokens) || isOwnOnly(tokens, options.locale);
  const facts = isOwn ? null : chronoFacts(phrase, options.now, zone, options.locale);
  const foreign = facts ? judge([facts], whole) : null;
  return finish(foreign ?? refuse('unparseable', 'when.unparseable'), options.now);
}

/** Null if the words are no phrase of time in any language. */
function bestMeaning(tokens: readonly Token[], options: WhenOptions): Meaning | null {
  if (isNever(tokens)) return null;
  if (isOwnOnly(tokens, options.locale))
    return meaningIn(tokens, lexiconOf(options.locale.slice(0, 2).toLowerCase()), options);
  let vague: Meaning | null = null;
  for (const lexicons of [lexiconsFor(options.locale), mixedFor(options.locale)]) {
    for (const lexicon of lexicons) {
      const meaning = meaningIn(tokens, lexicon, options);
      if (meaning?.ok || (meaning && meaning.why !== 'unparseable')) return meaning;
      vague ??= meaning;
    }
    // all words are of one language, and yet it names no time
    if (vague) return vague;
  }
  return null;
}

/** The phrase with slips of the keyboard mended, in the locale's language and in English. */
function mendedMeaning(tokens: readonly Token[], options: WhenOptions): Meaning | null {
  for (const lexicon of lexiconsFor(options.locale).take(2)) {
    const mended = mend(tokens, lexicon);
    const meaning = mended ? meaningIn(mended, lexicon, options) : null;
    if (meaning) return meaning;
  }
  return null;
}

const goal = role('goal');

/** What a phrase means in one language; null if its words cannot be read in it. */
function meaningIn(tokens: readonly Token[], lexicon: Lexicon, options: WhenOptions): Meaning | null {
  const scan = scanTokens(tokens, lexicon, monthFirst(options.locale));
  const starts = options.movedFrom ? [0, ...goal(scan, 0).map(({ end }) => end)] : [0];
  return judge(
    starts.flatMap((from) => parses(scan, from, tokens.length)),
    options,
  );
}

function finish(meaning: Meaning, now: Date): WhenResult {
  if (!meaning.ok) return meaning;
  const first = next(meaning.schedule, now);
  if (!first) return refuse('nonexistent', 'when.nonexistent');
  const { schedule, wallTime, remarks = [] } = meaning;
  return { ok: true, schedule, first, wallTime, ...(remarks.length > 0 ? { remarks } : {}) };
}
