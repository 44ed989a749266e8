// The one reader of time in running text: every mention of a time, with its place and what it says. A phrase as a whole is
// read by resolve.ts, with the same tables and the same grammar.
import type { Fact, FactOf } from '../fact.ts';
import { lexiconOf } from '../languages.ts';
import type { Lexicon } from '../lexicon.ts';
import { monthFirst } from '../resolve.ts';
import { type Scan, scanTokens } from '../scan.ts';
import { type Token, tokenise } from '../token.ts';
import { type Hit, hitAt } from './hits.ts';
import type { Day, Mention } from './mention.ts';
import { repeatOf } from './repeats.ts';

/** A platform's own token of an instant. */
const INSTANT = /<t:(\d{9,11})(?::[a-z])?>|<!date\^(\d{9,11})[^>]*>/giu;

/** Languages whose numeric dates have the month first, where the person's locale does not say. */
const MONTH_FIRST: readonly string[] = ['en', 'ja', 'zh'];

const hasMonthFirst = (language: string, locale: string | undefined): boolean =>
  locale?.startsWith(language) ? monthFirst(locale) : MONTH_FIRST.includes(language);

/**
 * The times that a text mentions, in order of place, read in that one of the languages (ISO 639-1, or `hi-Latn`) that
 * reads most of them; the likeliest language first. `locale` decides the order of day and month in "12/3" where it is of that
 * language; `effort` is used up. Pure otherwise, and total; the time it takes grows with the text.
 */
export function findTimes(
  text: string,
  languages: readonly string[],
  locale?: string,
  effort: Effort = { left: Number.POSITIVE_INFINITY },
): readonly Mention[] {
  const instants = [...text.matchAll(INSTANT)].map(
    (match): Mention => ({
      kind: 'instant',
      ms: Number(match[1] ?? match[2]) * 1000,
      at: match.index,
      end: match.index + match[0].length,
    }),
  );
  if (instants.length > 0) return instants;
  const tokens = tokenise(text);
  let best: readonly Mention[] = [];
  for (const language of languages) {
    const found = mentionsIn(tokens, lexiconOf(language), hasMonthFirst(language, locale), effort);
    if (weight(found) > weight(best) + (best.length > 0 ? MARGIN : 0)) best = found;
  }
  return best;
}

/** Seven times what the longest ordinary replies take, and some 10 ms; what is behind it in a text made to be slow is not read. */
const MOST_STEPS = 40_000;

/** How many partial matches may still be made, over all texts that share it. */
export type Effort = { left: number };

/** A likelier language reads a text if a later one reads no more than a few letters more. */
const MARGIN = 0.3;

/** How much of a text is read as time; several mentions of one place count once. */
function weight(mentions: readonly Mention[]): number {
  const places = new Map(mentions.map((m) => [m.end, m]));
  return [...places.values()].reduce(
    (sum, m) => sum + (m.kind === 'part' ? 0.1 : 1) + (m.end - m.at) / 100,
    0,
  );
}

function mentionsIn(
  tokens: readonly Token[],
  lexicon: Lexicon,
  firstMonth: boolean,
  effort: Effort,
): readonly Mention[] {
  const scan = scanTokens(tokens, lexicon, firstMonth, Math.min(MOST_STEPS, effort.left));
  const { work } = scan;
  const hits: Hit[] = [];
  for (let at = 0; at < tokens.length && work.steps <= work.limit; ) {
    const hit = hitAt(scan, at);
    if (hit) hits.push(hit);
    at = hit?.to ?? at + 1;
  }
  effort.left -= work.steps;
  const runs = runsOf(scan, hits);
  return runs.flatMap((run) => mentionsOf(scan, run)).sort((a, b) => a.at - b.at || a.end - b.end);
}

/** Hits with nothing but small words between them. */
function runsOf(scan: Scan, hits: readonly Hit[]): readonly (readonly Hit[])[] {
  const runs: Hit[][] = [];
  for (const hit of hits) {
    const last = runs.at(-1)?.at(-1);
    if (
      last &&
      last.strength !== 'nothing' &&
      hit.strength !== 'nothing' &&
      adjacent(scan, last.to, hit.from)
    )
      runs.at(-1)?.push(hit);
    else runs.push([hit]);
  }
  return runs;
}

const SMALL = ['glue', 'and', 'or', 'on', 'the', 'at', 'pin', 'of', 'by', 'approx'];

function adjacent(scan: Scan, from: number, to: number): boolean {
  if (to - from > 3) return false;
  for (let at = from; at < to; at++) {
    const token = scan.tokens[at];
    const small =
      /^[,()|/-]$/u.test(token?.text ?? '') ||
      scan.readings(at).some(({ value }) => value.k === 'role' && SMALL.includes(value.r));
    if (!small) return false;
  }
  return true;
}

function mentionsOf(scan: Scan, run: readonly Hit[]): readonly Mention[] {
  const repeat = repeatOf(scan, run);
  const rest = run.filter((hit) => repeat?.kept || !repeat?.hits.includes(hit));
  const held = dated(rest).filter((hit) => holds(scan, hit, run));
  const place = (hits: readonly Hit[]) => ({
    at: scan.tokens[hits[0]?.from ?? 0]?.start ?? 0,
    end: scan.tokens[(hits.at(-1)?.to ?? 1) - 1]?.end ?? 0,
  });
  const mentions = held.flatMap((hit) =>
    hit.facts.some((fact) => fact.f === 'period')
      ? [dayOf(hit.facts, place([hit]))]
      : hit.facts.flatMap((fact) => mentionOf(scan, hit, fact, place([hit]))),
  );
  if (repeat) mentions.push({ kind: 'repeat', facts: repeat.facts, ...place(repeat.hits) });
  return mentions;
}

/** Whether a hit counts, given those beside it. */
function holds(scan: Scan, hit: Hit, run: readonly Hit[]): boolean {
  if (hit.strength !== 'loose') return hit.strength === 'sure';
  const index = run.indexOf(hit);
  const [before, after] = [run[index - 1], run[index + 1]];
  const [fact] = hit.facts;
  if (fact?.f === 'clock') {
    // "tomorrow 9", "9 in the morning"; not "3 today"
    const led =
      before?.strength === 'sure' &&
      before.facts.some((f) => isDayLike(f) || f.f === 'clock' || f.f === 'part');
    const gap = before ? scan.tokens.slice(before.to, hit.from).length : 0;
    const listed = gap === 0 || before?.facts.some((f) => f.f === 'clock') === true;
    return (led && listed) || (after?.from === hit.to && after.facts.some((f) => f.f === 'part'));
  }
  if (fact?.f === 'zone') return before?.to === hit.from && before.facts.some((f) => f.f === 'clock');
  if (fact?.f === 'period') return false;
  return [before, after].some((other) => other?.strength === 'sure');
}

const isDayLike = (fact: Fact) => ['day', 'date', 'weekday', 'weekdays', 'every'].includes(fact.f);

/** "friday, march 14", "monday next week": two hits that name one day. */
function dated(hits: readonly Hit[]): readonly Hit[] {
  const merged: Hit[] = [];
  for (const hit of hits) {
    const last = merged.at(-1);
    const both = last ? [...last.facts, ...hit.facts] : [];
    const kinds = both
      .map((f) => f.f)
      .toSorted()
      .join();
    const week = both.every((f) => f.f !== 'period' || f.u === 'week');
    const facts =
      kinds === 'date,weekday'
        ? both.filter((f) => f.f === 'date')
        : kinds === 'period,weekday' && week
          ? both
          : null;
    if (last && facts) merged.splice(-1, 1, { ...last, to: hit.to, facts, strength: 'sure' });
    else merged.push(hit);
  }
  return merged;
}

type Where = { readonly at: number; readonly end: number };

function mentionOf(scan: Scan, hit: Hit, fact: Fact, place: Where): readonly Mention[] {
  switch (fact.f) {
    case 'clock':
    case 'window':
      return clocksOf(scan, hit, fact, place);
    case 'elapsed': {
      const { amount } = fact;
      return [{ kind: 'elapsed', facts: [fact], days: amount.days > 0 || amount.months > 0, ...place }];
    }
    case 'offset': {
      const { seconds, days, months } = fact.amount;
      return [{ kind: 'before', minutes: seconds / 60 + days * 1440 + months * 43_200, ...place }];
    }
    case 'weekdays':
      return fact.days.map((d): Mention => dayOf([{ f: 'weekday', d, which: 'coming', plus: 0 }], place));
    case 'day':
    case 'date':
    case 'weekday':
      return [dayOf([fact], place)];
    case 'part':
      return fact.parts.map(
        (part): Mention =>
          part === 'endofday' ? dayOf([{ f: 'day', n: 0 }], place) : { kind: 'part', part, ...place },
      );
    case 'zone':
      return [{ kind: 'zone', zone: fact.zone, ...place }];
    default:
      return [];
  }
}

function dayOf(facts: readonly Fact[], place: Where): Day {
  const fact = facts.find((f) => f.f !== 'period');
  const past = (fact?.f === 'day' && fact.n < 0) || (fact?.f === 'weekday' && fact.which === 'last');
  const weekday = fact?.f === 'weekday' && fact.plus === 0 ? fact.d : null;
  return {
    kind: 'day',
    facts,
    past,
    weekday,
    next: fact?.f === 'weekday' && fact.which === 'next',
    ...place,
  };
}

/** Of a stretch the start counts; of a list each. The end of the day is a day, not an hour. */
function clocksOf(
  scan: Scan,
  hit: Hit,
  fact: FactOf<'clock'> | FactOf<'window'>,
  { at, end }: Where,
): readonly Mention[] {
  const endOfDay = range(hit).some((i) =>
    scan
      .readings(i)
      .some(({ value, end: to }) => value.k === 'part' && value.p === 'endofday' && to <= hit.to),
  );
  if (endOfDay) return [dayOf([{ f: 'day', n: 0 }], { at, end })];
  const isCore = (i: number) => scan.tokens[i]?.kind === 'number' && scan.tokens[i - 1]?.text !== ':';
  const cores = range(hit).filter(isCore);
  const coreOf = (i: number) => scan.tokens[cores[i] ?? hit.from]?.start ?? at;
  // "from 8 to 9" may be a move or a stretch: the word before each tells which of them is meant
  if (fact.f === 'window')
    return [
      { kind: 'clock', clock: fact.from, core: coreOf(0), aside: false, at, end },
      {
        kind: 'clock',
        clock: fact.to,
        core: coreOf(1),
        aside: false,
        at: at + 1,
        end,
      },
    ];
  const clocks = fact.join === 'range' ? fact.items.slice(0, 1) : fact.items;
  return clocks.map((clock, i) => ({ kind: 'clock', clock, core: coreOf(0), aside: false, at: at + i, end }));
}

const range = (hit: Hit) => Array.from({ length: hit.to - hit.from }, (_, i) => hit.from + i);
