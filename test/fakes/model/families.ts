// What the chat templates of the families refuse beyond what every strict server does, in the words they raise. A request
// that passes here would be rendered whole; what a template drops without a word counts as refused too.
import type { Refusal } from '../../../demo/strict.ts';

interface WireMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly { readonly id: string }[];
}

type Rule = (message: WireMessage) => string | false;

const onlyOneCall: Rule = ({ tool_calls = [] }) =>
  tool_calls.length > 1 && 'This model only supports single tool-calls at once!';

const RULES: Readonly<Record<string, readonly Rule[]>> = {
  gemma3: [
    ({ role }) => role === 'system' && 'System role not supported',
    ({ role, tool_calls }) =>
      (role === 'tool' || tool_calls !== undefined) &&
      'Conversation roles must alternate user/assistant/user/assistant/...',
    ({ content }) => typeof content !== 'string' && 'Invalid content type',
  ],
  gemma: [],
  qwen: [],
  llama: [onlyOneCall],
  'gpt-oss': [onlyOneCall],
  mistral: [
    ({ content, tool_calls }) =>
      Boolean(content) === Boolean(tool_calls) &&
      'Assistant message must have either content or tool_calls, but not both.',
    ({ tool_call_id, tool_calls = [] }) =>
      [...tool_calls.map(({ id }) => id), ...(tool_call_id === undefined ? [] : [tool_call_id])].some(
        (id) => !/^[A-Za-z0-9]{9}$/.test(id),
      ) && 'Tool call IDs should be alphanumeric strings with length 9!',
  ],
  generic: [],
};

/** No family wants its thinking back from an earlier answer. */
const noThinking: Rule = (message) => {
  const field = ['reasoning_content', 'reasoning', 'thinking'].find((name) => Object.hasOwn(message, name));
  if (field !== undefined) return `${field} was sent again`;
  const text = message.role === 'assistant' ? String(message.content ?? '') : '';
  return /<think>|\[THINK\]|<\|channel/.test(text) && 'thinking was sent again';
};

/** The first thing that the family's template would raise, or undefined. */
export function refuseForFamily(
  family: string,
  body: Readonly<Record<string, unknown>>,
): Refusal | undefined {
  const rules = [...(RULES[family] ?? []), noThinking];
  const messages = body.messages as readonly WireMessage[];
  if (RULES[family] === undefined) return { status: 500, message: `The tests know no family ${family}.` };
  if (family === 'gemma3' && body.tools !== undefined)
    return { status: 400, message: 'gemma3 does not support tools' };
  if (family === 'qwen' && !messages.some(({ role }) => role === 'user'))
    return { status: 400, message: 'No user query found in messages.' };
  for (const [at, message] of messages.entries())
    for (const rule of rules) {
      const raised = rule(message);
      if (raised !== false) return { status: 400, message: `messages[${at}]: ${raised}` };
    }
  return undefined;
}
