// Turns parts of a conversation into messages that every server accepts: roles strictly alternate, every call is followed
// by its result and no result is without its call, nothing is empty, and bracketed lines are at the front of the
// next user message. It counts tokens, but knows nothing of budgets.
import { MESSAGE_TOKENS } from '../budget/budget.ts';
import { estimate } from '../budget/estimate.ts';
import type { RecordedCall } from '../entry.ts';
import type { ChatMessage, ToolCall } from '../message.ts';
import { NOTICE } from '../notices.ts';

/** Put between tool results and a user message, where a turn died: many templates want an assistant there. */
const BROKEN_OFF = `[${NOTICE.noReply}.]`;
/** Put there where the person has said more while the turn worked. */
const MEANWHILE = `[${NOTICE.meanwhile}.]`;
const NO_RESULT = `[${NOTICE.noResult} before this call ran.]`;
export const NO_WORDS = `[${NOTICE.noWords}]`;
const OPENING = `[${NOTICE.opening}.]`;

/** What a message with one of these lines takes, at most. */
export const LINE_TOKENS =
  MESSAGE_TOKENS + Math.ceil(Math.max(...[BROKEN_OFF, MEANWHILE, NO_RESULT, OPENING].map(estimate))) + 10;

interface Waiting {
  readonly id: string;
  /** The id as recorded, if it had to be made unique. */
  readonly recorded: string;
  result: { readonly text: string; readonly handle: string } | null;
}

export class Thread {
  readonly messages: ChatMessage[] = [];
  /** Handles of tool messages by their index. */
  readonly handles = new Map<number, string>();
  /** Estimated tokens of all messages, without a factor: what the caller says of its texts, and what was put in. */
  tokens: number;
  private waiting: Waiting[] = [];

  constructor(system: string) {
    this.tokens = system === '' ? 0 : MESSAGE_TOKENS + estimate(system);
    if (system !== '') this.messages.push({ role: 'system', content: system });
  }

  /** A user message, not empty; two in a row become one. @param tokens what it takes, here and below */
  user(text: string, tokens: number, meanwhile = false): void {
    this.settle();
    this.tokens += tokens + 2;
    const last = this.messages.at(-1);
    if (last?.role === 'user') {
      this.messages[this.messages.length - 1] = { role: 'user', content: `${last.content}\n\n${text}` };
      return;
    }
    if (last?.role === 'tool')
      this.insert({ role: 'assistant', content: meanwhile ? MEANWHILE : BROKEN_OFF });
    this.messages.push({ role: 'user', content: text });
  }

  assistant(text: string, calls: readonly RecordedCall[], tokens: number): void {
    this.settle();
    this.tokens += tokens + 2;
    const last = this.messages.at(-1);
    if (last === undefined || last.role === 'system') {
      this.insert({ role: 'user', content: OPENING });
    }
    const merges = last?.role === 'assistant' && last.tool_calls === undefined;
    const content = merges ? [last.content, text].filter((part) => part !== '').join('\n\n') : text;
    if (merges) this.messages.pop();
    this.waiting = unique(calls);
    if (calls.length === 0)
      this.messages.push({ role: 'assistant', content: content === '' ? NO_WORDS : content });
    else
      this.messages.push({
        role: 'assistant',
        content,
        tool_calls: calls.map((call, at) => wire(call, this.waiting[at])),
      });
  }

  /** A result of one of the last assistant message's calls; one without a call is left out. */
  result(callId: string, text: string, handle: string, tokens: number): void {
    const slot = this.waiting.find((waiting) => waiting.recorded === callId && waiting.result === null);
    if (slot === undefined) return;
    slot.result = { text: text === '' ? '(empty result)' : text, handle };
    this.tokens += tokens;
  }

  /** Writes the results that wait, in call order. To be called at the end too. */
  settle(): void {
    for (const { id, result } of this.waiting) {
      const message: ChatMessage = { role: 'tool', tool_call_id: id, content: result?.text ?? NO_RESULT };
      if (result === null) this.insert(message);
      else {
        this.handles.set(this.messages.length, result.handle);
        this.messages.push(message);
      }
    }
    this.waiting = [];
  }

  private insert(message: ChatMessage): void {
    this.messages.push(message);
    this.tokens += LINE_TOKENS;
  }
}

/** Some servers number their calls anew, or not at all: within a message ids must differ. */
function unique(calls: readonly RecordedCall[]): Waiting[] {
  const seen = new Set<string>();
  return calls.map((call, position) => {
    const id = call.id === '' || seen.has(call.id) ? `${call.id || 'call'}_${position + 1}` : call.id;
    seen.add(id);
    return { id, recorded: call.id, result: null };
  });
}

function wire(call: RecordedCall, slot: Waiting | undefined): ToolCall {
  return {
    id: slot?.id ?? call.id,
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
  };
}
