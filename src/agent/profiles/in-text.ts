// Tools for a template that has none: their list is put before the first user message, calls and results are written
// in tags. The calls are read by the same reader that mends what any model writes as text (agent/calls).
import type { ChatMessage, ToolCall, ToolSchema } from '../../context/message.ts';

interface Request {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolSchema[];
}

const HOW = `# Tools
To use a tool, answer with nothing but its call, in this form, several one after the other:
<tool_call>
{"name": "the tool's name", "arguments": {"the parameter's name": "its value"}}
</tool_call>
The next message brings the results. If no tool is needed, answer in words. The tools:`;

/** The request with user and assistant messages only, in turns, and without tools. */
export function inText({ messages, tools }: Request): Request {
  const names = new Map<string, string>();
  const written: ChatMessage[] = [];
  let front = tools.length === 0 ? [] : [HOW, ...tools.map((tool) => JSON.stringify(tool.function))];
  for (const [at, message] of messages.entries()) {
    if (message.role === 'system') front = [message.content, '', ...front];
    else if (message.role === 'user') {
      const content = [...front, ...(front.length > 0 ? [''] : []), calm(message.content)].join('\n');
      written.push({ ...message, content });
      front = [];
    } else if (message.role === 'assistant') {
      for (const call of message.tool_calls ?? []) names.set(call.id, call.function.name);
      const calls = (message.tool_calls ?? []).map(callText);
      written.push({ role: 'assistant', content: [message.content, ...calls].filter(Boolean).join('\n') });
    } else {
      const text = `<tool_result name="${names.get(message.tool_call_id) ?? 'tool'}">\n${calm(message.content)}\n</tool_result>`;
      const before = messages[at - 1]?.role === 'tool' ? written.pop() : undefined;
      written.push({ role: 'user', content: before === undefined ? text : `${before.content}\n${text}` });
    }
  }
  return { messages: written, tools: [] };
}

function callText({ function: { name, arguments: args } }: ToolCall): string {
  return `<tool_call>\n{"name": ${JSON.stringify(name)}, "arguments": ${args}}\n</tool_call>`;
}

/** Text that cannot close or forge a tag of ours. */
function calm(text: string): string {
  return text.replace(/<(?=\s*\/?\s*tool_(?:call|result)\b)/gi, '‹');
}
