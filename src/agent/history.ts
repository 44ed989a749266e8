// The messages of a turn: only appended to, always well-formed. Every call's arguments are valid JSON of an object and
// every call has its result, because some servers answer every later request with an error otherwise.
import type { ChatMessage, ToolCall } from '../context/message.ts';
import type { LoopCall, LoopStep } from './outcome.ts';

export interface History {
  messages(): readonly ChatMessage[];
  appended(): readonly ChatMessage[];
  append(step: LoopStep): void;
  /** Takes the caller's shorter version of the messages. */
  replace(messages: readonly ChatMessage[]): void;
  /** An id for the nth call of the current answer: nine letters and digits, which every server takes. */
  callId(position: number): string;
  /** Begins the next answer, with ids of its own. */
  next(): void;
}

export function createHistory(initial: readonly ChatMessage[]): History {
  let messages = initial;
  const appended: ChatMessage[] = [];
  let base = highestId(initial) + 1;
  let highest = base - 1;
  return {
    messages: () => messages,
    appended: () => appended,
    append(step) {
      const added = messagesOf(step);
      appended.push(...added);
      messages = [...messages, ...added];
    },
    replace(shorter) {
      messages = shorter;
    },
    callId(position) {
      highest = Math.max(highest, base + position);
      return `call${String(base + position).padStart(5, '0')}`;
    },
    next() {
      base = highest + 1;
    },
  };
}

/** A step as messages: assistant, one tool message per call, and the nudge. */
function messagesOf(step: LoopStep): readonly ChatMessage[] {
  const assistant: ChatMessage =
    step.calls.length === 0
      ? { role: 'assistant', content: step.text }
      : { role: 'assistant', content: step.text, tool_calls: step.calls.map(asToolCall) };
  const results = step.calls.map(
    (call): ChatMessage => ({ role: 'tool', tool_call_id: call.id, content: call.result.text }),
  );
  return [
    assistant,
    ...results,
    ...(step.nudge === undefined ? [] : [{ role: 'user', content: step.nudge } as const]),
  ];
}

function asToolCall(call: LoopCall): ToolCall {
  return {
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: JSON.stringify(call.args) },
  };
}

function highestId(messages: readonly ChatMessage[]): number {
  const ids = messages.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []));
  return Math.max(-1, ...ids.map((call) => Number(/^call(\d{5})$/.exec(call.id)?.[1] ?? -1)));
}

/** The id for a call that is put into a conversation from outside a loop: new in these messages. */
export const nextCallId = (messages: readonly ChatMessage[]): string => createHistory(messages).callId(0);
