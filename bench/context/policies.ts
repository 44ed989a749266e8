// The policies that are compared, as data: when the elision boundary moves, and when old head blocks go. One function says
// what each does at the start of a turn; the budget forces any of them, because a request must fit.
import { type BoundaryInput, nextBoundary } from '../../src/context/boundary.ts';
import type { EntryId } from '../../src/database/ids.ts';

/** When what lies before the latest turn becomes old. */
export type BoundaryRule =
  | { readonly when: 'everything' }
  | { readonly when: 'previous-turn' }
  | { readonly when: 'every'; readonly turns: number }
  | { readonly when: 'idle' }
  | { readonly when: 'milestone' }
  | { readonly when: 'budget' }
  | { readonly when: 'cost' }
  | { readonly when: 'default' };

/** When a head block goes: at the next user message, when the boundary passes it, or the latter if large results follow. */
export type HeadRule = 'next-message' | 'boundary' | 'large-results';

export interface Policy {
  readonly name: string;
  readonly boundary: BoundaryRule;
  readonly heads: HeadRule;
  /** Set for what we only compare with: everything in an unlimited window; the head block before the system prompt. */
  readonly baseline?: 'raw' | 'clock-first';
}

export const policies: readonly Policy[] = [
  { name: 'raw transcript', baseline: 'raw', boundary: { when: 'budget' }, heads: 'next-message' },
  {
    name: 'clock in system prompt',
    baseline: 'clock-first',
    boundary: { when: 'everything' },
    heads: 'next-message',
  },
  { name: 'previous-turn', boundary: { when: 'previous-turn' }, heads: 'next-message' },
  { name: 'every-5-turns', boundary: { when: 'every', turns: 5 }, heads: 'next-message' },
  { name: 'idle', boundary: { when: 'idle' }, heads: 'next-message' },
  { name: 'milestone', boundary: { when: 'milestone' }, heads: 'next-message' },
  { name: 'budget', boundary: { when: 'budget' }, heads: 'next-message' },
  { name: 'cost', boundary: { when: 'cost' }, heads: 'next-message' },
  { name: 'default', boundary: { when: 'default' }, heads: 'next-message' },
  { name: 'default, heads kept to the boundary', boundary: { when: 'default' }, heads: 'boundary' },
  { name: 'default, heads kept before large results', boundary: { when: 'default' }, heads: 'large-results' },
];

export interface Situation extends BoundaryInput {
  /** Turns since the boundary moved last. */
  readonly turnsSince: number;
  /** True if a task, an approval or a skill ended with the last turn. */
  readonly milestone: boolean;
}

/** The bound to use from now on: never lower than it was. */
export function boundaryFor(rule: BoundaryRule, situation: Situation): EntryId | null {
  const { path, elisionBefore, idleMinutes, cacheMinutes } = situation;
  const latest = path.findLast((entry) => entry.type === 'user')?.id ?? null;
  const moved =
    latest !== null && (elisionBefore === null || latest > elisionBefore) ? latest : elisionBefore;
  const whenever = (moves: boolean) => (moves ? moved : elisionBefore);
  switch (rule.when) {
    case 'everything':
      return ((path.at(-1)?.id ?? 0) + 1) as EntryId;
    case 'previous-turn':
      return moved;
    case 'every':
      return whenever(situation.turnsSince >= rule.turns);
    case 'idle':
      return whenever(idleMinutes !== null && idleMinutes > cacheMinutes);
    case 'milestone':
      return whenever(situation.milestone);
    case 'budget':
      return elisionBefore;
    case 'cost':
      return nextBoundary({ ...situation, idleMinutes: null, tokens: 0, fitted: false }).elisionBefore;
    case 'default':
      return nextBoundary(situation).elisionBefore;
  }
}
