// Old head blocks that a policy keeps: put back into the compiled request behind the words that they belonged to.

import type { Compiled } from '../../src/context/compile.ts';
import type { Entry } from '../../src/context/entry.ts';
import { estimate } from '../../src/context/estimate.ts';
import { headTokens } from '../../src/context/head.ts';
import type { ChatMessage } from '../../src/context/message.ts';
import type { Sent } from '../../src/context/watchdog.ts';
import type { HeadRule } from './policies.ts';

/** Results of a turn from which its head block stays, in times the block itself. */
const LARGE = 2;

/** The request with the head blocks that still stand. */
export function keepHeads(compiled: Compiled, path: readonly Entry[], rule: HeadRule): Sent {
  if (rule === 'next-message') return compiled;
  const users = path.filter((entry) => entry.type === 'user');
  const messages: ChatMessage[] = [...compiled.messages];
  let back = users.length;
  for (let index = compiled.prefixEnd - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (message?.role !== 'user') continue;
    back -= 1;
    const entry = users[back];
    if (entry === undefined || entry.type !== 'user') break;
    if (compiled.elisionBefore !== null && entry.id < compiled.elisionBefore) break;
    if (rule === 'boundary' || isLarge(entry, path))
      messages[index] = { role: 'user', content: `${message.content}\n\n${entry.payload.head}` };
  }
  return { ...compiled, messages };
}

function isLarge(entry: Entry & { readonly type: 'user' }, path: readonly Entry[]): boolean {
  const results = path.filter((one) => one.turn === entry.turn && one.type === 'tool_result');
  const tokens = results.reduce(
    (sum, one) => sum + (one.type === 'tool_result' ? estimate(one.payload.text) : 0),
    0,
  );
  return tokens > LARGE * headTokens(entry.payload.head);
}
