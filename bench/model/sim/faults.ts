// How often the simulated model gets a step of a conversation wrong in which way: the shapes of the simulated weak model,
// and those that only show over whole conversations.

import type { Random } from '../../../test/agent/random.ts';
import {
  CALL_FAULTS,
  FAILED_FAULTS,
  type Fault,
  WORD_FAULTS,
} from '../../../test/fakes/weak-model/faults.ts';

export type AnyFault =
  | Fault
  /** Another time than the person's words name. */
  | 'invented time'
  | 'another language'
  /** Lines of the head block or a bracketed notice in the words. */
  | 'head line'
  /** It says everything twice. */
  | 'said twice'
  /** The words of its last answer, whatever was asked. */
  | 'same again';

export type Shares = Readonly<Partial<Record<AnyFault, number>>>;

export const callFaults: Shares = { ...CALL_FAULTS, 'invented time': 3 };
export const failedFaults: Shares = FAILED_FAULTS;
export const wordFaults: Shares = {
  ...WORD_FAULTS,
  'another language': 5,
  'head line': 12,
  'said twice': 12,
  'same again': 4,
};

/** One fault by these shares. */
export function draw(shares: Shares, random: Random): AnyFault {
  const entries = Object.entries(shares) as [AnyFault, number][];
  let left = random.below(entries.reduce((sum, [, share]) => sum + share, 0));
  for (const [fault, share] of entries) {
    if (left < share) return fault;
    left -= share;
  }
  return 'empty';
}

/** Times that nobody has named. */
export const inventedTimes = ['tomorrow at 9', 'in 20 minutes', 'friday at 14:00'] as const;

/** The words with what a model copies from its context. @param head the newest head block that it saw */
export function withLeak(words: string, head: string, random: Random): string {
  const lines = head.split('\n').filter((line) => line !== '');
  return random.pick([
    `${words}\n<now>\n${lines.slice(0, 2).join('\n')}\n</now>`,
    `${words}\n\n[Kept for you: r1 is set.]`,
    `[Task r15 of Ann is due: a summary]\n${words}`,
    `<from name="Ann">${words}</from>`,
    `<now>\n${lines.join('\n')}\n</now>\n\n${words}`,
  ]);
}
