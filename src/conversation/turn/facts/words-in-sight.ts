// Whose words are in sight of a turn: the principal's own, and all that others wrote, that was quoted, forwarded, attached
// or pasted as code. What is known from the second kind alone is nothing that the harness stores by itself. Pure.

import type { Entry, NewEntry, SpokenMessage } from '../../../context/entry.ts';
import { isOfOthers, ownWords, quotedWords } from '../../../context/render/provenance.ts';
import type { PersonId } from '../../../database/ids.ts';
import { likeness, termsOf } from '../../../memory/words.ts';
import { runsOf } from '../../../text/fence.ts';

export interface WordsInSight {
  readonly own: string;
  readonly others: string;
}

type Seen = Pick<Entry, 'type' | 'payload' | 'tainted' | 'person'>;

/** @param entries the path, then what the turn has brought so far, its messages included */
export function wordsInSight(entries: readonly Seen[], principal: PersonId): WordsInSight {
  const own: string[] = [];
  const others: string[] = [];
  for (const entry of entries) {
    const { type, payload } = entry as NewEntry;
    if (type === 'user')
      for (const message of payload.messages) {
        const isTheirs = message.person === principal;
        if (isTheirs) own.push(ownProse(message.text));
        others.push(...(isTheirs ? handedOn(message) : [message.text, ...handedOn(message)]));
      }
    else if (type === 'task' && !entry.tainted) own.push(payload.text);
    else if (entry.tainted || isOfOthers(entry as NewEntry, principal, true)) others.push(textOf(payload));
  }
  return { own: own.join('\n'), others: others.join('\n') };
}

/** The author's own words: without quotes and fenced code. */
export const ownProse = (text: string): string =>
  ownWords(
    runsOf(text)
      .flatMap(({ fence, lines }) => (fence === null ? lines : []))
      .join('\n'),
  );

/** What a message brings along that its author has not said. */
function handedOn({ text, attachments, files = [], discussion = [] }: SpokenMessage): readonly string[] {
  const code = runsOf(text).flatMap(({ fence, lines }) => (fence === null ? [] : lines));
  return [
    quotedWords(text),
    ...code,
    ...attachments,
    ...files.flatMap(({ name, seen }) => [name, ...(seen?.as === 'text' ? [seen.text] : [])]),
    ...discussion.map((said) => said.text),
  ];
}

/** The words of a result, a notice, a reminder, a summary. */
function textOf(payload: object): string {
  return Object.values(payload)
    .filter((value): value is string => typeof value === 'string')
    .join('\n');
}

const MOST_TERMS = 4000;
/** The least likeness of two forms of one word. */
const SAME_WORD = 0.55;

/** Whether a word of this text, or a number, is among others' words and not among the principal's own. */
export const isOthersAlone = (text: string, sight: WordsInSight): boolean =>
  countAlone(text, sight).alone > 0;

/** How many words of this text are among others' words and not among the principal's own, and how many are among these. */
export function countAlone(
  text: string,
  { own, others }: WordsInSight,
): { readonly alone: number; readonly shared: number } {
  if (others.trim() === '') return { alone: 0, shared: 0 };
  const [said, read] = [own, others].map((words) => ({
    terms: termsOf(words, MOST_TERMS).map((term) => term.text),
    folded: words.toLowerCase(),
  }));
  const holds = (words: typeof said, term: string, inside: boolean) =>
    words !== undefined &&
    (inside ? words.folded.includes(term) : words.terms.some((one) => isSameWord(one, term)));
  let [alone, shared] = [0, 0];
  for (const { text: term, inside } of termsOf(text, MOST_TERMS))
    if (holds(said, term, inside)) shared++;
    else if (holds(read, term, inside)) alone++;
  return { alone, shared };
}

const isSameWord = (one: string, other: string): boolean =>
  one === other || (!/\d/u.test(other) && likeness(other, one) >= SAME_WORD);
