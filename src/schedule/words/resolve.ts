// Words to a schedule: the phrase as a whole, in whatever language it is, or a refusal that says why.
import { next } from '../next.ts';
import { zoneOf } from '../zoned.ts';
import { direct } from './direct.ts';
import { parses } from './grammar/phrase.ts';
import { lexiconsFor, mixedFor } from './languages.ts';
import type { Lexicon } from './lexicon.ts';
import { meaningOf } from './meaning/meaning.ts';
import { type Meaning, refuse, type WhenResult, type Why } from './result.ts';
import { scanTokens } from './scan.ts';
import { type Token, tokenise } from './token.ts';

export type WhenOptions = {
  readonly now: Date;
  /** the person's IANA zone */
  readonly zone: string;
  /** BCP 47; decides the order of numeric dates and what a phrase without words is */
  readonly locale: string;
};

const EXAMPLES = 'Say it like "tomorrow at 9", "in 20 minutes" or "every weekday 8:30".';

/** How telling a refusal is: of several, the most telling is given. */
const TELLING: Readonly<Record<Why, number>> = { past: 4, nonexistent: 5, 'too-frequent': 6, ambiguous: 3, unparseable: 1 };

/** Whether a locale writes the month before the day. */
export function monthFirst(locale: string): boolean {
  try {
    const parts = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric', year: 'numeric' }).formatToParts(0);
    return parts.findIndex((p) => p.type === 'month') < parts.findIndex((p) => p.type === 'day');
  } catch {
    return false;
  }
}

/**
 * The schedule that a phrase means, for a person in a zone at a moment. Every word must be used; two readings
 * that both hold are refused with the readings. Never throws for any text; an unknown zone counts as UTC.
 */
export function resolveWhen(phrase: string, options: WhenOptions): WhenResult {
  const zone = zoneOf(options.zone) ? options.zone : 'UTC';
  const machine = direct(phrase, options.now, zone);
  if (machine) return finish(machine, options.now);
  const tokens = tokenise(phrase);
  if (tokens.length === 0 || tokens.length > 40) return finish(refuse('unparseable', `I found no time in that. ${EXAMPLES}`), options.now);
  return finish(bestMeaning(tokens, { ...options, zone }), options.now);
}

function bestMeaning(tokens: readonly Token[], options: WhenOptions): Meaning {
  const refusals: (Meaning & { ok: false })[] = [];
  for (const lexicon of [...lexiconsFor(options.locale), ...mixedFor(options.locale)]) {
    const meaning = meaningIn(tokens, lexicon, options);
    if (meaning?.ok) return meaning;
    if (meaning) refusals.push(meaning);
  }
  const best = refusals.sort((a, b) => TELLING[b.why] - TELLING[a.why])[0];
  return best ?? refuse('unparseable', `I did not understand that as a time. ${EXAMPLES}`);
}

/** The first parse in one language that means something; else its most telling refusal; null if there is no parse. */
export function meaningIn(tokens: readonly Token[], lexicon: Lexicon, options: WhenOptions): Meaning | null {
  const scan = scanTokens(tokens, lexicon, monthFirst(options.locale));
  let refusal: (Meaning & { ok: false }) | null = null;
  for (const facts of parses(scan, 0, tokens.length)) {
    const meaning = meaningOf(facts, options.now, options.zone);
    if (meaning.ok) return meaning;
    if (!refusal || TELLING[meaning.why] > TELLING[refusal.why]) refusal = meaning;
  }
  return refusal;
}

function finish(meaning: Meaning, now: Date): WhenResult {
  if (!meaning.ok) return meaning;
  const first = next(meaning.schedule, now);
  if (!first) return refuse('nonexistent', 'That never comes round. Please check the date.');
  return { ok: true, schedule: meaning.schedule, first, wallTime: meaning.wallTime };
}
