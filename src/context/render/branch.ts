// One line for a branch of the conversation that was given up: what was asked, what came of it, which handles it made.
// By rule, so that going back never waits for a model.

import { estimate } from '../budget/estimate.ts';
import type { Entry } from '../entry.ts';
import { NOTICE } from '../notices.ts';
import { neutral, oneLine, speakerName } from '../text.ts';

const TOKENS = 120;
const ASKED = 26;
const ANSWERED = 20;
/** Reminders and notes as tools name them; results have handles of their own. */
const MADE = /(?<![\p{L}\p{N}.])[rnx]\d{1,9}(?![\p{L}\p{N}])/gu;

/**
 * A text of one line within 120 estimated tokens, without brackets or tags, to go into a bracketed line; '' if nobody
 * asked anything and nothing was made.
 *
 * @param entries of the branch that was left, oldest first
 */
export function branchSummary(entries: readonly Entry[]): string {
  const asked = entries
    .flatMap((entry) =>
      entry.type === 'user'
        ? entry.payload.messages.map(({ name, text }) => ({
            name: speaker(name),
            text: flat(text, ASKED),
          }))
        : entry.type === 'task'
          ? [{ name: speaker(entry.payload.by), text: flat(entry.payload.text, ASKED) }]
          : [],
    )
    .filter(({ text }) => text !== '');
  const answer = entries.findLast((entry) => entry.type === 'assistant' && entry.payload.text.trim() !== '');
  const handles = handlesOf(entries);
  const [first] = asked;
  if (first === undefined && handles.length === 0) return '';
  const more = asked.length > 1 ? ` and ${asked.length - 1} more` : '';
  const parts = [
    first === undefined ? '' : `${first.name} asked "${unquoted(first.text)}"${more}.`,
    answer?.type === 'assistant'
      ? `The answer was "${unquoted(flat(answer.payload.text, ANSWERED))}".`
      : 'It had no answer.',
  ];
  const fixed = `${NOTICE.wentBack} before this: ${parts.filter((part) => part !== '').join(' ')} Don't go on with it.`;
  return withHandles(fixed, handles);
}

function speaker(name: string): string {
  return oneLine(speakerName(name), 8);
}

function flat(text: string, tokens: number): string {
  return oneLine(neutral(text), tokens);
}

function unquoted(text: string): string {
  return text.replaceAll('"', "'");
}

/** What successful tools made or named, then the results themselves, each once. */
function handlesOf(entries: readonly Entry[]): readonly string[] {
  const results = entries.flatMap((entry) =>
    entry.type === 'tool_result' && entry.payload.ok ? [entry.payload] : [],
  );
  const made = results.flatMap(({ text }) => text.slice(0, 4000).match(MADE) ?? []);
  return [...new Set([...made, ...results.map(({ handle }) => flat(handle, 12))])];
}

function withHandles(text: string, handles: readonly string[]): string {
  for (let count = handles.length; count > 0; count -= 1) {
    const left = handles.length - count;
    const full = `${text} Handles: ${handles.slice(0, count).join(', ')}${left > 0 ? ` and ${left} more` : ''}.`;
    if (estimate(full) <= TOKENS) return full;
  }
  return oneLine(text, TOKENS);
}
