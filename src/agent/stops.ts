// When to stop, when to ask again, and what to say then. Pure: from words and results to decisions.
import type { LoopStep, StopReason } from './outcome.ts';

const LOOKING =
  'check|look|search|find|read|fetch|get|see|pull|use|call|run|open|consult|retrieve|review|verify|query|scan|start by|begin by|go through|list';

const ANNOUNCES = new RegExp(
  [
    `\\b(?:let me|let's|i'll|i will|i'm going to|i am going to|i need to|i should|allow me to|going to|first,? i)\\s+(?:just |now |first |quickly |go |have a |take a |also |then )*(?:${LOOKING})\\b`,
    '\\b(?:one moment|hold on|hang on|just a (?:moment|second|sec|minute)|give me a (?:moment|second|sec|minute)|checking(?: now)?|searching|looking (?:it|that|this|into))\\b',
  ].join('|'),
  'i',
);

const DOING =
  'set|add|note|save|store|write|jot|keep|make a note|change|update|move|cancel|remove|delete|drop|switch|pause|snooze|schedule|create|put|take care|handle|do (?:that|this|it)|record';

const ANNOUNCES_CHANGE = new RegExp(
  [
    `\\b(?:let me|let's|i'll|i will|i'm going to|i am going to|allow me to|going to)\\s+(?:just |now |first |quickly |go ahead and |also |then )*(?:${DOING})\\b`,
    '\\b(?:setting|adding|noting|saving|changing|updating|moving|cancell?ing|switching|scheduling)\\b[^.!?]{0,60}\\b(?:now|for you|up)\\b',
  ].join('|'),
  'i',
);

/**
 * True when the words only announce a look at something, and no call came with them. Long answers and questions do
 * not count: there the words are the answer.
 */
export function announcesWithoutCall(text: string): boolean {
  return announces(text, ANNOUNCES);
}

/** The same for a change: "Let me set that up." It counts only while nothing has been changed. */
export function announcesChange(text: string): boolean {
  return announces(text, ANNOUNCES_CHANGE);
}

function announces(text: string, pattern: RegExp): boolean {
  const words = text.replace(/[’‘]/g, "'").trim();
  if (words === '' || words.length > 400) return false;
  const last = words.split(/(?<=[.!…:])\s+|\n+/).at(-1) ?? '';
  if (/[?]\s*$/.test(words) || /\b(?:let me know|if you)\b/i.test(last)) return false;
  return pattern.test(last);
}

const DONE =
  /\b(?:done|all set|all good|completed|successfully|i(?:'ve| have)(?: now| just| also)? (?:set|added|created|saved|noted|scheduled|cancell?ed|moved|snoozed|paused|changed|updated|switched|remembered|stored|deleted|removed|recorded|forgotten|taken care)|(?:has been|have been|is now|are now|was|were) (?:set|added|created|saved|noted|scheduled|cancell?ed|moved|snoozed|paused|changed|updated|switched|stored|deleted|removed|recorded)|(?:reminder|note|alarm|task)s? (?:is |are )?(?:set|saved|created|added|cancell?ed|moved|snoozed)|got it, i(?:'ll| will) remind|i(?:'ll| will) remind you|saved it|noted(?: it| that)?[.!]|consider it done)\b/i;
const DENIES =
  /\b(?:not|n't|couldn't|could not|cannot|can't|unable|failed|fails|failure|error|problem|didn't|wasn't|unfortunately|sorry|nothing was)\b/i;

/** True when the words say that something was done, and do not say that something was not. */
export function claimsDone(text: string): boolean {
  const words = text.replace(/[’‘]/g, "'");
  return DONE.test(words) && !DENIES.test(words);
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
    if (kind === 'no' || call.result.text.startsWith(SAME_AGAIN)) continue;
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

export const NUDGE =
  '[You said what you would do, but called no tool. Call the tool now, or answer without it.]';
export const NUDGE_BROKEN =
  '[Your message held a broken tool call, and nothing was done. Call the tool again in the right form, or answer in words.]';
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

const NOTES: Readonly<Record<StopReason, string>> = {
  rounds: 'I stopped here: this took more steps than I may take at once, and I did not finish.',
  repeated: 'I stopped here: I kept asking for the same thing and got no further.',
  failures: 'I stopped here: the steps I tried kept failing, and nothing was changed by them.',
  empty: 'I could not put an answer into words.',
  announced: 'I got no further than this: nothing was done.',
  'only-asked': 'I have asked for a yes first, with the buttons above. Nothing is done yet.',
  'false-done': 'That did not work: the step it needed failed, and nothing was changed by it.',
};

const PART_FAILED = 'But one step of this failed, and nothing was changed by it.';

/** What the person gets on a stop: the words there were, unless they announce or claim what did not happen, and why. */
export function honestText(reason: StopReason, said: string): string {
  if (reason === 'false-done' && said !== '') return `${said}\n\n${PART_FAILED}`;
  const announced = reason !== 'announced' && announcesWithoutCall(said);
  const keep = said !== '' && !claimsDone(said) && !announced;
  return keep ? `${said}\n\n${NOTES[reason]}` : NOTES[reason];
}
