// From the compiled messages to what a family's template takes. Pure, and message by message from the front: what an
// earlier message becomes never depends on a later one, so an adapted request extends the adapted request before it.
import { createHash } from 'node:crypto';
import type { ChatMessage, ToolCall, ToolSchema } from '../../context/message.ts';
import type { Template } from './families.ts';
import { inText } from './in-text.ts';

interface Adapted {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolSchema[];
}

type ToolMessage = Extract<ChatMessage, { role: 'tool' }>;

/**
 * Adapts a request. An assistant message with calls and all its results come together: the loop appends them at once.
 * Messages are made anew field by field, so nothing but role, content and calls is ever sent.
 */
export function adapt(request: Adapted, template: Template): Adapted {
  if (template.calls === 'text') return inText(request);
  const messages = template.calls === 'single' ? oneByOne(request.messages) : request.messages;
  return { messages: messages.map((message) => shaped(message, template)), tools: request.tools };
}

/** One call per assistant message, its result right behind it; the words stay with the first. */
function oneByOne(messages: readonly ChatMessage[]): ChatMessage[] {
  return messages.flatMap((message, at) => {
    if (message.role === 'tool') return [];
    if (message.role !== 'assistant' || message.tool_calls === undefined) return [message];
    const results = resultsAfter(messages, at);
    return message.tool_calls.flatMap((call, position): ChatMessage[] => [
      { role: 'assistant', content: position === 0 ? message.content : '', tool_calls: [call] },
      ...results.filter(({ tool_call_id }) => tool_call_id === call.id),
    ]);
  });
}

function resultsAfter(messages: readonly ChatMessage[], at: number): readonly ToolMessage[] {
  const end = messages.findIndex(({ role }, later) => later > at && role !== 'tool');
  return messages
    .slice(at + 1, end < 0 ? undefined : end)
    .filter((message): message is ToolMessage => message.role === 'tool');
}

function shaped(message: ChatMessage, template: Template): ChatMessage {
  const { role, content } = message;
  if (role === 'tool') return { role, tool_call_id: idOf(message.tool_call_id, template), content };
  if (role === 'user') return { role, content, ...(message.images ? { images: message.images } : {}) };
  if (role !== 'assistant' || message.tool_calls === undefined) return { role, content };
  const calls = message.tool_calls.map(
    (call): ToolCall => ({ id: idOf(call.id, template), type: 'function', function: call.function }),
  );
  return { role, content: template.wordsWithCalls ? content : '', tool_calls: calls };
}

function idOf(id: string, template: Template): string {
  if (template.callIds === 'any' || /^[A-Za-z0-9]{9}$/.test(id)) return id;
  return createHash('sha256').update(id).digest('hex').slice(0, 9);
}
