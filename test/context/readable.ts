// What a request does not show can be read again: every handle that stands in it resolves over the entries as `recall`
// resolves it over the rows, and for everything left out there is one.
import assert from 'node:assert/strict';
import type { CompileInput } from '../../src/context/compile.ts';
import { type Entry, type EntryBody, isMarker } from '../../src/context/entry.ts';
import type { ChatMessage } from '../../src/context/message.ts';
import { markerLine } from '../../src/context/render/render-user.ts';
import { transcript } from '../../src/context/render/transcript.ts';
import { neutral } from '../../src/context/text.ts';
import type { EntryId } from '../../src/database/ids.ts';
import { handlesIn } from '../../src/tools/handles.ts';

export interface Told {
  readonly messages: readonly ChatMessage[];
  readonly firstKept: EntryId | null;
}

/** The handles that a request names. */
export function handlesNamed(messages: readonly ChatMessage[]): ReadonlySet<string> {
  const named = messages.flatMap(({ role, content }) =>
    role === 'assistant' || role === 'system'
      ? []
      : [
          ...(content.match(/(?<![\p{L}\p{N}])t\d+\.\d+(?![\p{L}\p{N}])/gu) ?? []),
          ...[...content.matchAll(/recall ([em][\w.-]+)/g)].map(([, handle]) => handle ?? ''),
        ],
  );
  return new Set(named);
}

/** What a handle reads, as src/tools/handles.ts does over the rows; null if nothing. */
export function readAgain(handle: string, entries: readonly Entry[], running: readonly EntryBody[]) {
  const [asked, ...more] = handlesIn(handle);
  assert.ok(asked !== undefined && more.length === 0 && asked.handle === handle, `${handle} is no handle`);
  const all: readonly EntryBody[] = [...entries, ...running];
  if (asked.kind === 'earlier') {
    const text = transcript(entries.filter(({ id }) => id < Number(handle.slice(1))));
    return text === '' ? null : text;
  }
  if (asked.kind === 'result') {
    const entry = all.findLast((one) => one.type === 'tool_result' && one.payload.handle === handle);
    return entry?.type === 'tool_result' ? (entry.payload.full ?? entry.payload.text) : null;
  }
  for (const entry of all.toReversed()) {
    if (entry.type !== 'user') continue;
    const at = entry.payload.messages.findIndex(({ messageId }) => `m${messageId}` === handle);
    if (at !== -1)
      return entry.payload.messages
        .slice(at)
        .map(({ text }) => text)
        .join('\n');
  }
  return null;
}

/** @param entries all of the conversation's, also those that are compacted */
export function assertReadable(
  told: Told,
  entries: readonly Entry[],
  input: Pick<CompileInput, 'newest' | 'turn'>,
): void {
  const { messages, firstKept } = told;
  const newest: EntryBody = { type: 'user', payload: input.newest };
  const named = handlesNamed(messages);
  for (const handle of named) {
    const read = readAgain(handle, entries, [newest, ...input.turn]);
    assert.notEqual(read, null, `${handle} stands in the request, but reads nothing`);
  }
  const shown = new Set(messages.map(({ content }) => content));
  const texts = messages.map(({ content }) => content).join('\n');
  const has = (text: string) => shown.has(text) || texts.includes(text);
  const first = entries[0]?.id;
  if (firstKept !== null && first !== undefined && first < firstKept)
    assert.ok(named.has(`e${firstKept}`), `e${firstKept} is not named`);
  const kept = entries.filter(({ id }) => firstKept === null || id >= firstKept);
  const earlier = [...named]
    .filter((handle) => handle.startsWith('e'))
    .map((handle) => Number(handle.slice(1)));
  // What was brought after the last words of the turn waits for the next ones.
  const last = input.turn.findLastIndex(({ type }) => type === 'nudge');
  const running = input.turn.filter((entry, at) => at < last || !isMarker(entry));
  for (const entry of [...kept, newest, ...running]) {
    if (entry.type === 'user') assertWords(entry.payload.messages, has, named);
    else if (entry.type === 'assistant')
      assert.ok(
        has(entry.payload.text) || texts.includes('Earlier calls of this turn'),
        'our own words are whole',
      );
    else if (entry.type === 'tool_result') {
      const { handle, text, full } = entry.payload;
      const isWhole = full === undefined && has(text);
      assert.ok(
        isWhole || named.has(handle) || isBetween(handle, texts),
        `${handle} is left out without a word`,
      );
    } else if (isMarker(entry)) {
      const id = 'id' in entry ? Number(entry.id) : Number.POSITIVE_INFINITY;
      const isEarlier = earlier.some((before) => id < before);
      assert.ok(isEarlier || has(markerLine(entry)), `${markerLine(entry)} is left out without a word`);
    }
  }
}

function assertWords(
  messages: CompileInput['newest']['messages'],
  has: (text: string) => boolean,
  named: ReadonlySet<string>,
): void {
  let before = false;
  for (const { messageId, text } of messages) {
    before ||= named.has(`m${messageId}`);
    assert.ok(before || has(neutral(text).trim()), `message ${messageId} is cut without a handle`);
  }
}

/** True if the results of this turn from one handle to another are left out, and this is one of them. */
function isBetween(handle: string, texts: string): boolean {
  const [, turn, number] = /^t(\d+)\.(\d+)$/.exec(handle) ?? [];
  return [...texts.matchAll(/left out here: t(\d+)\.(\d+) to t\d+\.(\d+)/g)].some(
    ([, of, from, to]) => of === turn && Number(from) <= Number(number) && Number(number) <= Number(to),
  );
}
