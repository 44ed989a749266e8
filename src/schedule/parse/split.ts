// A time and a task in one text: "tomorrow 9 stretch", "remind me to call Ann at 3pm on friday". The time is
// the longest run of words that reads as a whole, at an edge of the text if there is one; what is left is the task.
import { exceeds, withoutWideGaps } from '../../text/reading-limits.ts';
import { looksLikeCron } from '../recurrence/cron.ts';
import { direct } from './direct.ts';
import { parses } from './grammar/phrase.ts';
import { lexiconsFor, mixedFor } from './languages.ts';
import type { Lexicon } from './lexicon.ts';
import { judge } from './meaning/meaning.ts';
import { monthFirst, resolveWhen, type WhenOptions } from './resolve.ts';
import type { WhenResult } from './result.ts';
import { scanTokens } from './scan.ts';
import { CONNECTIVES, ENDINGS, OPENINGS } from './split-words.ts';
import { stumpsOf } from './stump.ts';
import { atBoundary, type Token, tokenise } from './token.ts';

type SplitWhen = {
  /** the words that say when, as written; two runs are joined by a blank */
  readonly when: string;
  /** the task, without "to", "that" and the like; empty if the text is all time */
  readonly what: string;
  readonly result: WhenResult;
};

/** How far from an edge a time may reach, and how long one amid other words may be, in tokens. */
const REACH = 24;
const INNER = 18;

/**
 * The time and the task of a free text, or null if no part of it reads as a time. A run that reads as a time
 * but is refused (past, ambiguous, ...) is given with its refusal rather than cut down until it fits.
 */
export function splitWhen(text: string, options: WhenOptions): SplitWhen | null {
  const whole = withoutWideGaps(text.trim());
  if (exceeds('timeAndTask', whole)) return null;
  const body = stripOpenings(whole);
  const asked = body.length < whole.length;
  const machine = machineSplit(body, options);
  if (machine) return machine;
  const tokens = tokenise(body);
  if (tokens.length === 0 || tokens.length > 400) return null;
  const best = choose(runsOf(tokens, options, stumpsOf(whole, tokens)), tokens.length, asked);
  return best && cut(body, tokens, best, options);
}

type Run = { readonly from: number; readonly to: number; readonly ok: boolean };

/** Runs at either edge, or, failing those, anywhere; languages as they are before mixed ones. */
function runsOf(tokens: readonly Token[], options: WhenOptions, isWord: IsWord): readonly Run[] {
  for (const lexicons of [lexiconsFor(options.locale), mixedFor(options.locale)]) {
    const finders = lexicons.map((lexicon) => finder(tokens, lexicon, options, isWord)).toArray();
    const edges = finders.flatMap((find) => edgeRuns(tokens, find));
    if (edges.length > 0) return edges;
    const inner = tokens.length <= 3 * REACH ? finders.flatMap((find) => innerRuns(tokens, find)) : [];
    if (inner.length > 0) return inner;
  }
  return [];
}

type Find = (from: number, to: number) => Run | null;

/** Whether a run that reads as a time is a word of the sentence. */
type IsWord = (from: number, to: number, lexicon: Lexicon) => boolean;

function finder(tokens: readonly Token[], lexicon: Lexicon, options: WhenOptions, isWord: IsWord): Find {
  const scan = scanTokens(tokens, lexicon, monthFirst(options.locale));
  return (from, to) => {
    if (to <= from || !atBoundary(tokens, from) || !atBoundary(tokens, to) || !telling(tokens, from, to))
      return null;
    const meaning = judge(parses(scan, from, to), options);
    if (!meaning || (!meaning.ok && meaning.why === 'unparseable') || isWord(from, to, lexicon)) return null;
    return { from, to, ok: meaning.ok };
  };
}

function edgeRuns(tokens: readonly Token[], find: Find): readonly Run[] {
  const n = tokens.length;
  const runs: Run[] = [];
  for (let to = Math.min(n, REACH); to > 0; to--) {
    const run = find(0, to);
    if (run) {
      runs.push(run);
      break;
    }
  }
  for (let from = Math.max(0, n - REACH); from < n; from++) {
    const run = find(from, n);
    if (!run) continue;
    // "read chapter 3 tomorrow": a bare number after the task is the task's
    const shorter = from > 0 && bareNumber(tokens, from) ? find(from + 1, n) : null;
    runs.push(shorter ?? run);
    break;
  }
  return runs;
}

function innerRuns(tokens: readonly Token[], find: Find): readonly Run[] {
  const n = tokens.length;
  for (let length = Math.min(n - 1, INNER); length > 0; length--) {
    for (let from = 1; from + length < n; from++) {
      const run = find(from, from + length);
      if (run) return [run];
    }
  }
  return [];
}

function bareNumber(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.kind === 'number' && tokens[at + 1]?.glued === false;
}

/** A bare number is no time in the middle of other words: "buy 2". */
function telling(tokens: readonly Token[], from: number, to: number): boolean {
  return tokens
    .slice(from, to)
    .some((t) => t.kind === 'word' || t.kind === 'cjk' || t.text === ':' || t.text === '/');
}

/** The run that says when; `head` and `tail` are there if both edges read as times and may be one. */
type Choice = { readonly run: Run; readonly head?: Run; readonly tail?: Run };

/** An edge before the middle, then the longer; of both edges the first if a reminder was asked for, else the longer. */
function choose(runs: readonly Run[], length: number, asked: boolean): Choice | null {
  const edge = (run: Run) => run.from === 0 || run.to === length;
  const longest = (list: readonly Run[]) =>
    [...list].sort((a, b) => b.to - b.from - (a.to - a.from) || Number(b.ok) - Number(a.ok))[0];
  const head = longest(runs.filter((run) => run.from === 0));
  const tail = longest(runs.filter((run) => run.to === length));
  if (head && tail && head.to <= tail.from) {
    const run = asked || head.to - head.from >= tail.to - tail.from ? head : tail;
    return { run, head, tail };
  }
  const run = longest(runs.filter(edge)) ?? longest(runs);
  return run ? { run } : null;
}

function cut(text: string, tokens: readonly Token[], choice: Choice, options: WhenOptions): SplitWhen {
  const { run, head, tail } = choice;
  if (head && tail) {
    const both = `${slice(text, tokens, head)} ${slice(text, tokens, tail)}`;
    const result = resolveWhen(both, options);
    if (result.ok)
      return {
        when: both,
        what: clean(text.slice(tokens[head.to]?.start ?? 0, tokens[tail.from - 1]?.end ?? 0)),
        result,
      };
  }
  const when = slice(text, tokens, run);
  const before = text.slice(0, tokens[run.from]?.start ?? 0);
  const after = text.slice(tokens[run.to - 1]?.end ?? text.length);
  const what = clean(`${clean(before)} ${clean(after)}`);
  return { when, what, result: resolveWhen(when, options) };
}

function slice(text: string, tokens: readonly Token[], run: Run): string {
  return text.slice(tokens[run.from]?.start ?? 0, tokens[run.to - 1]?.end ?? 0);
}

/** Cron lines and ISO instants at either end of the text. */
function machineSplit(text: string, options: WhenOptions): SplitWhen | null {
  const words = text.split(/\s+/);
  for (const count of [5, 2, 1]) {
    if (words.length < count) continue;
    const [head, tail] = [words.slice(0, count).join(' '), words.slice(-count).join(' ')];
    for (const [when, rest] of [
      [head, words.slice(count)],
      [tail, words.slice(0, -count)],
    ] as const) {
      if (
        count === 5
          ? !(looksLikeCron(when) && when.includes('*'))
          : direct(when, options.now, options.zone) === null
      )
        continue;
      return { when, what: clean(rest.join(' ')), result: resolveWhen(when, options) };
    }
  }
  return null;
}

const pattern = (text: string): string =>
  text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, "[\\s'’-]+");
const alternatives = (list: readonly string[]): string =>
  [...list]
    .sort((a, b) => b.length - a.length)
    .map(pattern)
    .join('|');
const END = '(?![\\p{L}\\p{M}\\p{Nd}])';
const HAN_END =
  '(?:(?<=[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}])|(?![\\p{L}\\p{M}\\p{Nd}]))';
const OPENING = new RegExp(`^[\\s,.:;!-]*(?:${alternatives(OPENINGS)})${HAN_END}[\\s,.:;!?-]*`, 'iu');
const CONNECTIVE = new RegExp(`^(?:(?:${alternatives(CONNECTIVES)})${END}|d['’])[\\s,:]*`, 'iu');
const ENDING = new RegExp(`[\\s,.!]*(?:${alternatives(ENDINGS)})[\\s.!。]*$`, 'iu');

function stripOpenings(text: string): string {
  let rest = text;
  for (let i = 0; i < 5; i++) {
    const shorter = rest.replace(OPENING, '');
    if (shorter === rest || shorter === '') break;
    rest = shorter;
  }
  return rest;
}

/** The task without the small words and signs around it. */
export function clean(text: string): string {
  let rest = text.trim().replace(/^[\s,;:.–—-]+|[\s,;:–—-]+$/gu, '');
  rest = stripOpenings(rest).replace(CONNECTIVE, '').replace(ENDING, '').trim();
  return rest.replace(/^[\s,;:]+|[\s,;:]+$/g, '');
}
