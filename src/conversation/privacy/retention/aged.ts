// An entry that is older than texts are kept: its words are gone, its place in the tree and what it was stay. Pure.
import type { EntryBody, SpokenMessage } from '../../../context/entry.ts';

/** What replaces blanked words. */
export const AGED = '(no longer kept)';

export function agedEntry(entry: EntryBody): EntryBody {
  switch (entry.type) {
    case 'user':
      return {
        type: 'user',
        payload: { ...entry.payload, head: '', messages: entry.payload.messages.map(withoutWords) },
      };
    case 'summary':
      return {
        type: 'summary',
        payload: { ...entry.payload, log: AGED, kept: [], handedOn: [], scaffold: '' },
      };
    case 'assistant': {
      const calls = entry.payload.calls.map((call) => ({ ...call, arguments: '{}' }));
      return { type: 'assistant', payload: { text: calls.length > 0 ? '' : AGED, calls } };
    }
    case 'tool_result': {
      const { full: _, gist: __, ...rest } = entry.payload;
      return { type: 'tool_result', payload: { ...rest, text: AGED } };
    }
    case 'journal':
    case 'fired':
    case 'task':
    case 'nudge':
    case 'notice':
    case 'decision':
    case 'branch_summary':
      return { type: entry.type, payload: { ...entry.payload, text: AGED } } as EntryBody;
    case 'custom':
      return { type: 'custom', payload: { ...entry.payload, data: null } };
    case 'persona':
      return entry;
  }
}

/** Empty lists stay: that there were files, or others' words, taints what was made of them. */
const withoutWords = (message: SpokenMessage): SpokenMessage => ({
  ...message,
  text: AGED,
  attachments: [],
  ...(message.files ? { files: [] } : {}),
  ...(message.discussion ? { discussion: [] } : {}),
});
