// Whether a turn came out right, by rule: what stands in the rows, and what people saw. Its patterns and words are the
// conversations' and its own, not the product's. Pure.
import type { Expect } from '../script.ts';
import type { Standing } from '../standing.ts';
import { wrongLanguage } from './language.ts';
import { matches, wrongRows } from './rows.ts';
import { type Language, words } from './words.ts';

/** What came of a turn. */
export interface Outcome {
  readonly expect: Expect;
  /** What people are to be answered in. */
  readonly language: Language;
  /** What stood when the person had not spoken yet, and what stands now. */
  readonly before: Standing;
  readonly after: Standing;
  /** The messages of the reply, with the harness's receipts. */
  readonly shown: readonly string[];
  /** Buttons under it that ask for a choice. */
  readonly choices: boolean;
  /** What was delivered by itself since the turn before. */
  readonly fired: readonly string[];
  /** The replies of the two turns before, the latest last. */
  readonly earlier: readonly string[];
}

/** The harness's own lines, in any language. */
export interface OwnLines {
  /** Nothing came of the turn. */
  readonly givenUp: RegExp;
  /** What the reply claimed is not so. */
  readonly takenBack: RegExp;
}

export type Miss = 'false' | 'language' | 'leak' | 'stuck' | 'needless';

export interface Verdict {
  readonly right: boolean;
  readonly misses: readonly Miss[];
  /** In a few words each, what is wrong. */
  readonly why: readonly string[];
}

const RAW =
  /<\/?(?:think|tool|function|parameter)|<\|?\/?\w+\|>|<\|\w+|tool_c(?:all|ode)|\[TOOL_CALLS\]|\[ARGS\]|<\|"\|>|"(?:arguments|parameters)"\s*:|\bto=functions|\b(?:set_reminder|change_reminder|list_reminders|switch_persona|update_tasks|use_skill)\b|\b(?:recall|remember)\((?:query|text|")|Action Input:|so that is done\.|^Easy\.$/m;
const NOTICES =
  /<\/?now>|<from |<\/from>|^\[(?:Task r\d|Kept for you|Taken back|Persona changed|No reply:|No result:|Reminder r\d|You said what|Your (?:reply|message) (?:says|is|held)|It is not clear whether)|^You speak as: |^Coming up: r\d|^Speaking with .* in (?:a direct|the channel)|^## (?:People and aims|Decided|Facts|Open|Done)$/m;
/** The harness's own lines: what they say is read from the rows. */
const RECEIPT = /^(?:⏰|📝|🎭|🌐|🔐|✅|🚫|⌛|↩️|🗒️|📋).*$/gmu;
/** A question to the person, not one in a quotation. */
const ASKS = /[?？؟](?=[\s)»"”*_]|\p{Extended_Pictographic}|$)/u;

/** Judges a turn by what it expects. */
export function judge(outcome: Outcome, lines: OwnLines): Verdict {
  const { expect, shown: messages, language } = outcome;
  const shown = messages.join('\n');
  const said = shown.replace(RECEIPT, '').trim();
  const wrong = wrongRows(expect, outcome.before, outcome.after);
  const missing = expect.shown.filter(
    (pattern) => !messages.some((text) => matches(pattern, text)) && !matches(pattern, shown),
  );
  const misses = missesOf(outcome, { shown, said, wrong: wrong.length > 0 }, lines);
  const why = [
    ...wrong,
    ...missing.map((pattern) => `not shown: ${pattern}`),
    ...expect.never.filter((pattern) => matches(pattern, shown)).map((pattern) => `shown: ${pattern}`),
    ...expect.fired
      .filter((pattern) => !outcome.fired.some((text) => matches(pattern, text)))
      .map((pattern) => `did not come: ${pattern}`),
    ...(expect.asks === true && !ASKS.test(said) && !outcome.choices ? ['it should ask'] : []),
    ...(expect.silent && shown !== '' ? ['it should be silent'] : []),
    ...misses.map((miss) => told(miss, said, expect.language ?? language)),
  ];
  return { right: why.length === 0, misses, why };
}

function missesOf(
  outcome: Outcome,
  { shown, said, wrong }: { readonly shown: string; readonly said: string; readonly wrong: boolean },
  { givenUp, takenBack }: OwnLines,
): readonly Miss[] {
  const { expect, earlier, language, choices } = outcome;
  const isDenied = !wrong && takenBack.test(said) && hasChanged(outcome);
  const lost = shown === '' && !expect.silent;
  const again = earlier.length === 2 && said.length > 20 && earlier.every((one) => same(one, said));
  return [
    ...((wrong && claims(expect, said, language)) || isDenied ? (['false'] as const) : []),
    ...(wrongLanguage(said, expect.language ?? language) === null ? [] : (['language'] as const)),
    ...(RAW.test(shown) || NOTICES.test(shown) ? (['leak'] as const) : []),
    ...(lost || again || givenUp.test(said) ? (['stuck'] as const) : []),
    ...(expect.asks === false && (ASKS.test(said) || choices) ? (['needless'] as const) : []),
  ];
}

/** The words claim what does not stand, and nothing in them takes that back. */
function claims({ claim }: Expect, said: string, language: Language): boolean {
  const isClaimed = (claim !== undefined && matches(claim, said)) || words[language].done.test(said);
  return isClaimed && !words[language].denies.test(said) && !words.en.denies.test(said);
}

/** Something was done in the turn: to say that it was not is as false as the reverse. */
function hasChanged({ before, after }: Outcome): boolean {
  const rows = ({ reminders, notes, persona }: Standing) => JSON.stringify([reminders, notes, persona]);
  return rows(before) !== rows(after);
}

const same = (one: string, other: string): boolean => bare(one) === bare(other);
const bare = (text: string): string =>
  text
    .replace(RECEIPT, '')
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim()
    .toLowerCase();

function told(miss: Miss, said: string, language: Language): string {
  switch (miss) {
    case 'false':
      return 'it says what is not so';
    case 'language':
      return `it is in ${wrongLanguage(said, language)}, not in ${language}`;
    case 'leak':
      return 'what is not for people is shown';
    case 'stuck':
      return said === '' ? 'no reply' : 'it got no further';
    case 'needless':
      return 'it asks needlessly';
  }
}
