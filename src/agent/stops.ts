// When to stop, when to ask again, and what to say then. Pure: from words and results to decisions.

import { NOTICE } from '../context/notices.ts';
import { english, type Say } from '../language/say.ts';
import type { LoopStep, StopReason } from './outcome.ts';
import { type StopWords, stopWords } from './stop-words.ts';

type Patterns = Readonly<Record<keyof StopWords, RegExp>>;

/** The edge of a word in any script: `\b` knows Latin letters only. Named signs compile faster than classes of letters. */
const signs = '[\\s.,;:!?…"\'’«»„“”()\\[\\]{}*_~`—–/،؛؟।-]';
const edge = `(?:(?<=^|${signs})|(?=$|${signs}))`;

const compiled = (pattern: string) => new RegExp(pattern.replaceAll('\\b', edge), 'iu');

/** A longer reply is an answer, and what it claims to have done is said by then. In characters. */
const claimWithin = 4000;

/** A reply's language need not be known: what is said in one means nothing in another. */
const languages: readonly Patterns[] = stopWords.map((words) => ({
  looks: compiled(words.looks),
  changes: compiled(words.changes),
  done: compiled(words.done),
  denies: compiled(words.denies),
  offers: compiled(words.offers),
}));

/**
 * True when the words only announce a look at something, and no call came with them. Long answers and questions do
 * not count: there the words are the answer.
 */
export function announcesWithoutCall(text: string): boolean {
  return announces(text, 'looks');
}

/** The same for a change: "Let me set that up." It counts only while nothing has been changed. */
export function announcesChange(text: string): boolean {
  return announces(text, 'changes');
}

function announces(text: string, what: 'looks' | 'changes'): boolean {
  const words = text.replace(/[’‘]/g, "'").trim();
  if (words === '' || words.length > 400) return false;
  const last = words.split(/(?<=[.!…:])\s+|(?<=[。！।])|\n+/u).findLast((sentence) => sentence.trim()) ?? '';
  if (/[?？؟]\s*$/u.test(words)) return false;
  return languages.some((language) => language[what].test(last) && !language.offers.test(last));
}

/** True when the words say that something was done, and do not say that something was not. */
export function claimsDone(text: string): boolean {
  const words = text.slice(0, claimWithin).replace(/[’‘]/g, "'");
  return languages.some(({ done, denies }) => done.test(words) && !denies.test(words));
}

/**
 * Names of the calls meant to change something that failed and did not succeed afterwards. A call of an unknown tool
 * counts until any change succeeds.
 */
export function standingFailures(
  steps: readonly LoopStep[],
  changes: (name: string) => 'yes' | 'no' | 'unknown',
): readonly string[] {
  const failed = new Set<string>();
  for (const call of steps.flatMap((step) => step.calls)) {
    const kind = changes(call.name);
    // A call that was not run because it only repeats an earlier one has not failed.
    if (kind === 'no' || call.repeated) continue;
    if (call.result.asked !== undefined) continue;
    if (!call.result.ok) failed.add(call.name);
    else {
      failed.delete(call.name);
      for (const name of failed) if (changes(name) === 'unknown') failed.delete(name);
    }
  }
  return [...failed];
}

/** The numbers of the questions that calls have put to a person: what they ask for is not done. */
export const questionsIn = (steps: readonly LoopStep[]): readonly number[] => [
  ...new Set(steps.flatMap(({ calls }) => calls.flatMap(({ result }) => result.asked ?? []))),
];

export const NUDGE = `[${NOTICE.onlyAnnounced}called no tool. Call the tool now, or answer without it.]`;
export const NUDGE_BROKEN = `[${NOTICE.brokenCall}a broken tool call, and nothing was done. Call the tool again in the right form, or answer in words.]`;
export const NUDGE_UNCLEAR = `[${NOTICE.unclearCall} calls a tool or only shows a call, so nothing was done. To call it, write the call alone. To show it, answer again and say that it is an example.]`;
export const LAST_ROUND = '(This was the last step in this turn. Answer now, in words, with what you have.)';
export const SAME_AGAIN =
  'This is the same call again. Its result has not changed: use it, or answer in words.';

/** The nudge after words that claim what a failed call has not done. */
export function nudgeAfterFailure(names: readonly string[]): string {
  return `[${names.join(', ')} did not work: nothing was changed by it. Call it again in the right form, or say plainly what was not done.]`;
}

/** The nudge after words that claim what was only asked for. */
export const nudgeAfterQuestion = (asked: readonly number[]): string =>
  `[${asked.map((id) => `#${id}`).join(', ')} was only asked for: nothing is done yet. Say that it waits for a yes.]`;

/** What the person gets on a stop: the words there were, unless they announce or claim what did not happen, and why. */
export function honestText(reason: StopReason, said: string, say: Say = english): string {
  if (reason === 'false-done' && said !== '') return `${said}\n\n${say('stop.part-failed')}`;
  const announced = reason !== 'announced' && announcesWithoutCall(said);
  const keep = said !== '' && !claimsDone(said) && !announced;
  const note = say(`stop.${reason}`);
  return keep ? `${said}\n\n${note}` : note;
}
