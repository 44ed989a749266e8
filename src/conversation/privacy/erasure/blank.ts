// An entry without a person's words: what they said, what was answered to them, what a log or a summary made of it. Its place
// in the tree stays, so that the conversation goes on. Pure.
import type { EntryBody, SpokenMessage } from '../../../context/entry.ts';
import type { PersonId, TurnId } from '../../../database/ids.ts';
import { ERASED } from './person.ts';
import type { Repeats } from './repeats.ts';

/** Tools whose results show rows of every person in the room. */
const SHOWS_ROWS: ReadonlySet<string> = new Set(['recall', 'list_reminders', 'update_tasks']);

interface Stored {
  readonly turn: TurnId | null;
  /** Whose words it holds; absent: no person's. */
  readonly person: PersonId | null;
}

/**
 * The entry with the person's part blanked; null if it has none.
 *
 * @param turns the person's turns: what was answered in them goes with what was asked
 */
export function blanked(
  entry: EntryBody & Stored,
  person: PersonId,
  turns: ReadonlySet<TurnId>,
): EntryBody | null {
  const theirs = entry.person === person || (entry.turn !== null && turns.has(entry.turn));
  switch (entry.type) {
    case 'user':
      return userWithout(entry, person, theirs);
    // They may hold any person's words.
    case 'summary':
      return {
        type: 'summary',
        payload: { ...entry.payload, log: ERASED, kept: [], handedOn: [], scaffold: '' },
      };
    case 'journal':
      return { type: 'journal', payload: { ...entry.payload, text: ERASED } };
    case 'assistant': {
      if (!theirs) return null;
      const calls = entry.payload.calls.map((call) => ({ ...call, arguments: '{}' }));
      return { type: 'assistant', payload: { text: calls.length > 0 ? '' : ERASED, calls } };
    }
    case 'tool_result': {
      if (!theirs && !SHOWS_ROWS.has(entry.payload.name)) return null;
      const { full: _, gist: __, ...rest } = entry.payload;
      return { type: 'tool_result', payload: { ...rest, text: ERASED } };
    }
    case 'fired':
      return theirs ? { type: 'fired', payload: { ...entry.payload, text: ERASED, to: 'someone' } } : null;
    case 'task':
      return theirs ? { type: 'task', payload: { ...entry.payload, text: ERASED, by: 'someone' } } : null;
    case 'nudge':
    case 'notice':
    case 'decision':
    case 'branch_summary':
      return theirs ? ({ type: entry.type, payload: { text: ERASED } } as EntryBody) : null;
    case 'custom':
      return theirs ? { type: 'custom', payload: { ...entry.payload, data: null } } : null;
    case 'persona':
      return null;
  }
}

/** The turns to which one of the rows was shown, in the head block or in a tool's result. */
export function turnsThatSaw(
  entries: readonly (EntryBody & Pick<Stored, 'turn'>)[],
  repeats: Repeats,
): ReadonlySet<TurnId> {
  const saw = new Set<TurnId>();
  for (const entry of entries) {
    if (entry.turn === null || saw.has(entry.turn)) continue;
    const shown =
      entry.type === 'user'
        ? entry.payload.head
        : entry.type === 'tool_result' && SHOWS_ROWS.has(entry.payload.name)
          ? (entry.payload.full ?? entry.payload.text)
          : '';
    if (repeats(shown, false) || shown.split('\n').some((line) => repeats(line, true))) saw.add(entry.turn);
  }
  return saw;
}

/** Another's entry without the answer that repeats a row of the person's; null if it repeats none. */
export function withoutRepeated(entry: EntryBody, repeats: Repeats, sawRow: boolean): EntryBody | null {
  switch (entry.type) {
    case 'assistant': {
      const { text, calls } = entry.payload;
      if (!repeats(text, sawRow)) return null;
      return { type: 'assistant', payload: { text: calls.length > 0 ? '' : ERASED, calls } };
    }
    // Sentences of ours name rows as they are.
    case 'notice':
    case 'decision':
    case 'branch_summary':
      return repeats(entry.payload.text, true)
        ? ({ type: entry.type, payload: { text: ERASED } } as EntryBody)
        : null;
    default:
      return null;
  }
}

function userWithout(
  { payload }: Extract<EntryBody, { type: 'user' }>,
  person: PersonId,
  theirs: boolean,
): EntryBody | null {
  const isTheirs = (message: SpokenMessage) => message.person === person;
  // Another's head block may show their notes and reminders: it is never sent again.
  const isHeard = (message: SpokenMessage) => message.discussion?.some((line) => line.person === person);
  const concerned = payload.messages.some((message) => isTheirs(message) || isHeard(message));
  if (!theirs && payload.head === '' && !concerned) return null;
  const messages = payload.messages.map((message) => {
    const own = isTheirs(message) ? withoutWords(message) : message;
    // Of a discussion that was theirs in part, or that they called us into, nothing is kept.
    return own.discussion && (isTheirs(message) || isHeard(message)) ? { ...own, discussion: [] } : own;
  });
  return { type: 'user', payload: { ...payload, messages, head: '' } };
}

/** An empty list of files stays: that there were some taints what was made of them. */
const withoutWords = (message: SpokenMessage): SpokenMessage => ({
  ...message,
  name: 'someone',
  text: ERASED,
  attachments: [],
  ...(message.files ? { files: [] } : {}),
});
