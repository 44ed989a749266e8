// The watchdog on the prefix: how much of a request repeats the conversation's last one, where it first differs and why.
// A server's cache holds exactly the common front, so every token behind the first difference is paid anew.
import type { EntryId } from '../../database/ids.ts';
import type { ChatMessage, ToolSchema } from '../message.ts';
import { messageTokens, schemaTokens } from './budget.ts';
import { estimate } from './estimate.ts';

/** What of a request is held against the next one. {@link Compiled} fits. */
export interface Sent {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolSchema[];
  readonly prefixEnd: number;
  readonly firstKept: EntryId | null;
  readonly elisionBefore: EntryId | null;
}

/** Where the front ends: nowhere ('none'), or at a part. 'first': there was no request before. */
type Break = 'none' | 'first' | 'tools' | 'system' | 'cut' | 'elision' | 'head' | 'turn' | 'history';

export interface Repeat {
  /** Estimated tokens that repeat the last request's front, and those that don't; with the factor. */
  readonly repeated: number;
  readonly fresh: number;
  /** Index of the first message that differs or is new; null if the schemas differ. */
  readonly index: number | null;
  readonly part: Break;
  /** One sentence; no message text in it. */
  readonly why: string;
}

/** Why the front ends there, as the end of a sentence. */
export const WHY: Readonly<Record<Break, string>> = {
  none: 'it extends the last request',
  first: 'there was no request before it',
  tools: 'the tool schemas changed',
  system: 'the system prompt changed',
  cut: 'older turns were left out',
  elision: 'the boundary of old tool results moved',
  head: "the last turn's head block was left out",
  turn: 'results of the running turn were shrunk',
  history: 'an old message changed',
};

/** Holds a request against the one before it in the same conversation. */
export function watch(previous: Sent | null, current: Sent, factor: number): Repeat {
  const all =
    schemaTokens(current.tools) + current.messages.reduce((sum, message) => sum + messageTokens(message), 0);
  const report = (repeated: number, index: number | null, part: Break): Repeat => {
    const kept = Math.floor(Math.min(repeated, all) * factor);
    return { repeated: kept, fresh: Math.ceil(all * factor) - kept, index, part, why: WHY[part] };
  };
  if (previous === null) return report(0, 0, 'first');
  if (JSON.stringify(previous.tools) !== JSON.stringify(current.tools)) return report(0, null, 'tools');
  let repeated = schemaTokens(current.tools);
  for (const [index, message] of current.messages.entries()) {
    const before = previous.messages[index];
    if (before === undefined) return report(repeated, index, 'none');
    if (!same(before, message)) {
      const common = estimate(before.content.slice(0, commonLength(before, message)));
      return report(repeated + common, index, breakAt(previous, current, index));
    }
    repeated += messageTokens(message);
  }
  const shorter = current.messages.length < previous.messages.length;
  return report(
    repeated,
    current.messages.length,
    shorter ? breakAt(previous, current, current.messages.length) : 'none',
  );
}

function breakAt(previous: Sent, current: Sent, index: number): Break {
  if (previous.messages[index]?.role === 'system' || current.messages[index]?.role === 'system')
    return 'system';
  if (previous.firstKept !== current.firstKept) return 'cut';
  if (index === previous.prefixEnd) return 'head';
  if (previous.elisionBefore !== current.elisionBefore) return 'elision';
  return index > previous.prefixEnd ? 'turn' : 'history';
}

function same(a: ChatMessage, b: ChatMessage): boolean {
  if (a.role !== b.role || a.content !== b.content) return false;
  if (a.role === 'user' && b.role === 'user')
    return JSON.stringify(a.images ?? []) === JSON.stringify(b.images ?? []);
  if (a.role === 'tool' && b.role === 'tool') return a.tool_call_id === b.tool_call_id;
  if (a.role === 'assistant' && b.role === 'assistant') {
    return JSON.stringify(a.tool_calls ?? []) === JSON.stringify(b.tool_calls ?? []);
  }
  return true;
}

/** Characters of the common front of two messages' texts; 0 if the roles differ. */
export function commonLength(a: ChatMessage, b: ChatMessage): number {
  if (a.role !== b.role) return 0;
  let length = 0;
  while (length < a.content.length && a.content[length] === b.content[length]) length += 1;
  return length;
}
