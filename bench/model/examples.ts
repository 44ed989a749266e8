// Two worked examples as synthetic history at the front of a request: a call and what to say after it, and a note. Always
// the same bytes, so that the prefix stays cached. They are no part of the product before a real model shows a gain.
import type { ChatMessage } from '../../src/context/message.ts';

const examples: readonly { readonly tool: string; readonly messages: readonly ChatMessage[] }[] = [
  {
    tool: 'set_reminder',
    messages: [
      { role: 'user', content: 'Remind me tomorrow at 9 to call the bank.' },
      call('exampl001', 'set_reminder', { text: 'call the bank', when: 'tomorrow at 9' }),
      { role: 'tool', tool_call_id: 'exampl001', content: 'Stored: "call the bank", tomorrow, 09:00 (r0).' },
      { role: 'assistant', content: 'I will remind you tomorrow at 9 to call the bank.' },
    ],
  },
  {
    tool: 'remember',
    messages: [
      { role: 'user', content: 'Note that the office closes at 18:00.' },
      call('exampl002', 'remember', { text: 'The office closes at 18:00.' }),
      { role: 'tool', tool_call_id: 'exampl002', content: 'Noted as n0: The office closes at 18:00.' },
      { role: 'assistant', content: 'Noted: the office closes at 18:00.' },
    ],
  },
];

function call(id: string, name: string, args: Readonly<Record<string, string>>): ChatMessage {
  const made = { id, type: 'function', function: { name, arguments: JSON.stringify(args) } } as const;
  return { role: 'assistant', content: '', tool_calls: [made] };
}

/** @param offered names of the tools that the request offers */
export const exampleMessages = (offered: ReadonlySet<string>): readonly ChatMessage[] =>
  examples.flatMap(({ tool, messages }) => (offered.has(tool) ? messages : []));
