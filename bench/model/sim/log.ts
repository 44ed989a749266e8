// The log that the simulated model writes when it is asked for one, from what stands in the request: it keeps half of what
// people said, always the same half, as a small model would keep some of it. Pure.
import type { ChatMessage } from '../../../src/context/message.ts';
import { textIn } from './reading.ts';

const MOST_LINES = 24;

/** Whether a message asks for the running log. */
export const asksForLog = (text: string): boolean => /write the running log of this conversation/.test(text);

export function logOf(messages: readonly ChatMessage[]): string {
  const said = messages
    .filter(({ role }) => role === 'user')
    .map((message) => textIn(message).replace(/<now>[\s\S]*?<\/now>|<\/?from[^>]*>/g, ' '))
    .filter((text) => !asksForLog(text))
    .flatMap((text) => text.split(/(?<=[.!?。！？])\s+|\n/u))
    .map((line) => line.replace(/^\[[^\]]*\]|\s+/g, ' ').trim())
    .filter((line) => line.length > 12 && line.length < 300 && !line.startsWith('##'));
  const kept = [...new Set(said)].filter((line) => coin(line)).slice(-MOST_LINES);
  const lines = kept.length === 0 ? ['- none'] : kept.map((line) => `- ${line}`);
  return [
    '## People and aims',
    '- The person asks about daily work.',
    '## Decided',
    '- none',
    '## Facts',
    ...lines,
    '## Open',
    '- none',
    '## Done',
    '- none',
    '## Remember',
    '- none',
  ].join('\n');
}

function coin(text: string): boolean {
  let hash = 7;
  for (const sign of text) hash = (Math.imul(hash, 31) + (sign.codePointAt(0) ?? 0)) >>> 0;
  return hash % 2 === 0;
}
