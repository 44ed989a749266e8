// What the simulated model reads in a request: the message it has to answer, results so far, handles, and whether a fact
// stands there at all. Pure.
import type { ChatMessage } from '../../../src/context/message.ts';

/** A call that has its result. */
export interface Answered {
  readonly name: string;
  readonly result: string;
}

/** The calls after a message with their results, in order. */
export function answeredSince(messages: readonly ChatMessage[], asked: number): readonly Answered[] {
  const names = new Map<string, string>();
  const found: Answered[] = [];
  for (const message of messages.slice(asked + 1)) {
    if (message.role === 'assistant')
      for (const { id, function: called } of message.tool_calls ?? []) names.set(id, called.name);
    if (message.role === 'tool')
      found.push({ name: names.get(message.tool_call_id) ?? '', result: message.content });
  }
  return found;
}

const FAILED =
  /^(?:Nothing (?:was|of it)|There is no|No (?:such|tool)|Not |I do not|I did not|Too many|Arguments alone)|failed, nothing|nothing was (?:done|stored|changed)|Call (?:it again|one like|the tool)|like this:|did not work|is (?:missing|not a)|must be|The person gave no time|same call again/i;

const DONE = /^(?:Stored|It stands already|Done|Noted|Already noted|You are now|Skill |- )/;

/** Whether a result means that the call has done its work, or waits for a person. */
export const isSettled = ({ result }: Answered): boolean =>
  DONE.test(result) || !FAILED.test(result) || /asked, not done/i.test(result);

/** Whether a result tells that the call was wrong, and how it looks right. */
export const isHelpful = (text: string): boolean =>
  /like this:|again with |Call (?:it|the tool) again/.test(text);

/** The text of all messages, newest last. */
export const textOf = (messages: readonly ChatMessage[]): string =>
  messages.map((message) => textIn(message)).join('\n');

/** A message's text; of one with images, its text part. */
export function textIn({ content }: ChatMessage): string {
  if (typeof content === 'string') return content;
  const parts = content as unknown as readonly { readonly text?: string }[];
  return parts.map((part) => part.text ?? '').join('\n');
}

/** The handle of the reminder whose line has this word, the newest line first; null if no line shows one. */
export function handleFor(word: string, seen: string): string | null {
  const wanted = word.toLowerCase();
  const pieces = seen.split('\n').flatMap((line) => (/^Coming up:/.test(line) ? line.split(';') : [line]));
  for (const piece of pieces.toReversed()) {
    if (!piece.toLowerCase().includes(wanted)) continue;
    const handles = [...piece.matchAll(/\br\d+\b/g)].map(([handle]) => handle);
    const handle = /^(?:Coming up:)?\s*(r\d+)\b/.exec(piece.trim())?.[1] ?? handles.at(-1);
    if (handle !== undefined) return handle;
  }
  return null;
}

/** The head block's lines in a message; '' if it has none. */
export const headIn = (text: string): string => /<now>\n([\s\S]*?)\n<\/now>/.exec(text)?.[1] ?? '';
