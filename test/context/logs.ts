// Logs as a forgetful model writes them: in the form, about what was said, with lines of it left out at random.

import { estimate } from '../../src/context/budget/estimate.ts';
import type { Entry } from '../../src/context/entry.ts';
import type { Random } from './random.ts';

/** A log within so many estimated tokens, of random words of the entries. */
export function logOf(random: Random, entries: readonly Entry[], most: number): string {
  const lines = ['## People and aims', '- Ann wants a room.', '## Facts'];
  for (let tries = 0; tries < 60; tries += 1) {
    const entry = entries[random.int(entries.length)];
    const said = entry?.type === 'assistant' ? entry.payload.text.slice(0, 60).replace(/\s+/g, ' ') : '';
    if (said === '') continue;
    if (estimate([...lines, `- ${said}`].join('\n')) > most) break;
    lines.push(`- ${said}`);
  }
  return lines.join('\n');
}
