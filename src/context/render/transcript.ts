// Entries as plain text, for reading again what the context no longer shows: who said what, what was called, what came
// back. Pure.
import { type EntryBody, isMarker, isSilent } from '../entry.ts';
import { oneLine, speakerName } from '../text.ts';
import { fileHandle } from './files.ts';
import { markerLine } from './render-user.ts';

/** The entries as lines of text, oldest first; results whole. */
export function transcript(entries: readonly EntryBody[]): string {
  return entries.flatMap(linesOf).join('\n');
}

function linesOf(entry: EntryBody): readonly string[] {
  if (isSilent(entry)) return [];
  if (isMarker(entry)) return [markerLine(entry)];
  switch (entry.type) {
    case 'user':
      return entry.payload.messages.flatMap(({ messageId, name, text, files = [] }) => [
        `${speakerName(name)}: ${text}`,
        ...files.map((file, at) => `[file ${oneLine(file.name, 40)}: ${fileHandle(messageId, at)}]`),
      ]);
    case 'assistant': {
      const { text, calls } = entry.payload;
      const called = calls.map((call) => `[called ${call.name} ${oneLine(call.arguments, 60)}]`);
      return [...(text === '' ? [] : [`You: ${text}`]), ...called];
    }
    case 'tool_result':
      return [`[result ${entry.payload.handle}] ${entry.payload.full ?? entry.payload.text}`];
    case 'nudge':
      return [];
  }
}
