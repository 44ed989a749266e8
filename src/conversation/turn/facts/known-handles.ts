// Which reminders the model has been shown in this conversation: those whose handles are in what it sees. A model that
// names another has made it up, and gets the candidates instead. Pure.
import type { Entry, SpokenMessage } from '../../../context/entry.ts';

/** Handles (`r3`) in the visible path, the head block and the newest words. A file's text is left out: what it names is no reminder. */
export function knownHandles(
  path: readonly Entry[],
  head: string,
  messages: readonly SpokenMessage[],
): ReadonlySet<string> {
  const texts = [
    ...path.flatMap((entry) => textsIn(entry.payload)),
    head,
    ...messages.flatMap(({ text, discussion = [] }) => [text, ...discussion.map((line) => line.text)]),
  ];
  const found = texts.flatMap((text) => text.match(/(?<![\p{L}\p{N}])[rR]\d+(?![\p{L}\p{N}])/gu) ?? []);
  return new Set(found.map((handle) => handle.toLowerCase()));
}

/** Every text of a payload but those of files. (In its JSON a line break is an escape that runs into the handle behind it.) */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([key, each]) => (key === 'files' ? [] : textsIn(each)))
    : [];
}
