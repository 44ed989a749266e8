// Whose words are in the context: what others said, what was quoted and the names of files are no orders of the
// principal's. For tools that act outside they count as text from outside; what is made while they are there is marked,
// unless it is made of the principal's own words alone. Pure.
import type { Entry, SpokenMessage } from '../../../context/entry.ts';
import { handsOn, isOfOthers, ownWords } from '../../../context/render/provenance.ts';
import { holdsWords, isMoreThanName } from '../../../context/render/room-words.ts';
import type { PersonId } from '../../../database/ids.ts';
import type { Row } from '../../../database/tables.ts';
import { likeness, termsOf } from '../../../memory/words.ts';

/** What is looked at: the path, and the messages that the turn is for. */
interface Said {
  readonly path: readonly Entry[];
  readonly messages: readonly SpokenMessage[];
  readonly room: Pick<Row<'room'>, 'kind' | 'name' | 'topic' | 'agenda'>;
}

/**
 * Whether words of others than the principal are in what was said, in what a compaction wrote of it, or, in a channel, at
 * the head: anyone may set its name, its topic and what is on now.
 */
export function othersSpoke({ path, messages, room }: Said, principal: PersonId): boolean {
  const isShared = room.kind === 'channel';
  if (isShared && (isMoreThanName(room.name) || holdsWords(room.topic) || holdsWords(room.agenda)))
    return true;
  return messages.some(handsOn) || path.some((entry) => isOfOthers(entry, principal, isShared));
}

const MOST_TERMS = 2000;
/** The least likeness of two forms of one word: they begin with the same two letters. */
const SAME_WORD = 0.55;

/**
 * Whether a text is made of these words alone: each of its words is one of theirs, or another form of it; numbers are the
 * same.
 */
export function isMadeOf(text: string, words: string): boolean {
  const said = Map.groupBy(termsOf(words, MOST_TERMS), ({ text: own }) => own.slice(0, 2));
  const folded = words.toLowerCase();
  return termsOf(text, MOST_TERMS).every(({ text: term, inside }) =>
    inside
      ? folded.includes(term)
      : (said.get(term.slice(0, 2)) ?? []).some(
          ({ text: own }) => own === term || (!/\d/u.test(term) && likeness(term, own) >= SAME_WORD),
        ),
  );
}

/** The principal's own words in this turn, with their name. */
export function wordsOfPrincipal(messages: readonly SpokenMessage[]): string {
  return messages.map(({ name, text }) => `${name} ${ownWords(text)}`).join('\n');
}

/** Whether a message brings others' words or files with it. Once they are blanked, what was made of them is still there. */
export const bringsOthers = ({ discussion, files }: SpokenMessage): boolean =>
  discussion !== undefined ||
  files?.length === 0 ||
  files?.some(({ seen }) => seen?.as === 'text' || seen?.as === 'image') === true;
