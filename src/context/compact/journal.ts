// The journal: a log of the conversation, written ahead in the background, so that a compaction need not wait for a model.
// The pass extends the conversation's last request byte for byte by the reply and one user message, while the server's
// cache is warm, and brings durable facts along as notes.
import { messageTokens } from '../budget/budget.ts';
import { type CompileInput, compile, latestSummary } from '../compile.ts';
import type { Entry } from '../entry.ts';
import type { ChatMessage } from '../message.ts';
import { type CompactionPlan, covers, currentLog, latestJournal, wordsOf } from './compact.ts';
import { logRequest } from './log-form.ts';
import { logLimits } from './log-limits.ts';

interface PassInput {
  /** The conversation's path with the turn that has just been committed. */
  readonly path: readonly Entry[];
  readonly firstKept: CompileInput['firstKept'];
  /** The last request's messages, and its estimated tokens with the factor. */
  readonly messages: readonly ChatMessage[];
  readonly tokens: number;
  /** The reply to it. */
  readonly reply: string;
  /** `prompts/journal.md`. */
  readonly prompt: string;
  /** Open tasks, a line each. */
  readonly tasks: readonly string[];
  readonly limits: CompileInput['limits'];
  readonly factor: number;
}

/** From which share of the window a log is written, and after how much more it is brought up to date. */
const HALF = 0.5;
const FURTHER = 0.12;

/**
 * The background pass after a reply; null while it would not pay: less than half of the window used, little new since the
 * last log, or no room for the answer.
 */
export function passAfter(input: PassInput): readonly ChatMessage[] | null {
  const { window, maxOutput } = input.limits;
  if (input.tokens < HALF * window) return null;
  const journal = latestJournal(input.path);
  // Where the model was last asked in vain.
  const refused = input.path.findLast(
    ({ type, payload }) => type === 'custom' && payload.kind === LOG_REFUSED,
  );
  const through = Math.max(journal?.through ?? 0, refused?.id ?? 0);
  const since = input.path.filter((entry) => entry.id > through);
  if (through > 0 && input.factor * covers(since) < FURTHER * window) return null;
  const limits = logLimits(input.limits);
  const previous = currentLog({ journal, before: latestSummary(input.path, input.firstKept) });
  const ask = logRequest(input.prompt, { previous, tasks: input.tasks, limits });
  const more: readonly ChatMessage[] = [
    { role: 'assistant', content: input.reply },
    { role: 'user', content: ask },
  ];
  const tokens = input.tokens + input.factor * more.reduce((sum, message) => sum + messageTokens(message), 0);
  return tokens + maxOutput > window ? null : [...input.messages, ...more];
}

/** What a `custom` entry of this kind says: the model was asked for a log and gave none that is usable. */
export const LOG_REFUSED = 'log-refused';

/** The request of a summary when no log was written ahead: the turns that go, and the same question. */
export function summaryRequest(
  input: CompileInput,
  plan: CompactionPlan,
  prompt: string,
  tasks: readonly string[],
): readonly ChatMessage[] {
  const limits = logLimits(input.limits);
  const ask = logRequest(prompt, { previous: currentLog(plan), tasks, limits });
  const summary = input.path.filter((entry) => entry.type === 'summary');
  const path = [...plan.going, ...summary].toSorted((a, b) => a.id - b.id);
  return compile({ ...input, path, newest: { messages: [], head: ask }, turn: [] }).messages;
}

const MOST_UNKNOWN = 0.4;
/** Whose "I" it is cannot be told later. */
const FIRST_PERSON =
  /^(?:i|i'm|i've|my|we|we're|our|ich|mein\p{L}*|wir|unser\p{L}*|yo|mi|mis|nuestr\p{L}*|je|j'|mon|ma|mes|nous|notre|nos|eu|meu|minha|io|mio|mia|ik|mijn)(?![\p{L}])/iu;

/**
 * Whether a fact is based on what was said: each of its numbers and most of its words occur in people's words, in ours, or in
 * a result, and it says of whom it speaks. A small model also writes down what was never said.
 */
export function grounded(fact: string, entries: readonly Entry[]): boolean {
  const said = new Set(entries.flatMap((entry) => termsOf(wordsOf(entry))));
  const terms = termsOf(fact);
  if (FIRST_PERSON.test(fact)) return false;
  if (terms.some((term) => /\d/.test(term) && !said.has(term))) return false;
  const unknown = terms.filter((term) => !said.has(term)).length;
  return terms.length > 0 && unknown <= MOST_UNKNOWN * terms.length;
}

/** The beginnings of words of four letters or more, in lower case, names included, and numbers whole. */
function termsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}](?:[\p{L}\p{N}.,:/-]*[\p{L}\p{N}])?/gu) ?? [];
  return words.flatMap((word) => (/\p{N}/u.test(word) ? [word] : word.length < 4 ? [] : [word.slice(0, 4)]));
}
