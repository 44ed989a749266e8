// The policies that are compared, as data: when the boundary before which results are old moves to the start of the latest
// turn, and when old head blocks go. The budget forces any of them, because a request must fit.

import { type BoundaryPolicy, moveBoundary } from '../../src/context/elide/elision-policy.ts';
import { KEEP_HEAD_ABOVE } from '../../src/context/render/parts.ts';

export interface Policy {
  readonly name: string;
  readonly boundary: BoundaryPolicy;
  /** A head block stays until the boundary passes it if more tokens than this were sent behind it within its turn. */
  readonly keepHeadAbove: number;
  /** Set for what we only compare with: everything in an unlimited window; the head block before the system prompt. */
  readonly baseline?: 'raw' | 'clock-first';
}

const never: BoundaryPolicy = () => 'hold';
const eachTurn: BoundaryPolicy = () => 'turns';
const every =
  (count: number): BoundaryPolicy =>
  ({ turns }) =>
    turns >= count ? 'turns' : 'hold';
const whenCold: BoundaryPolicy = ({ idleMinutes, cacheMinutes }) =>
  idleMinutes !== null && idleMinutes > cacheMinutes ? 'cold' : 'hold';
const atMilestones: BoundaryPolicy = ({ milestone }) => (milestone ? 'milestone' : 'hold');
/** The product's own reckoning of what pays, without its other reasons. */
const whenItPays: BoundaryPolicy = (facts) =>
  moveBoundary({ ...facts, idleMinutes: null, warmTurns: Number.POSITIVE_INFINITY });

/** At the next user message; and never before the boundary passes. */
const AT_ONCE = Number.POSITIVE_INFINITY;
const WITH_BOUNDARY = -1;

export const OWN = 'default';
export const RAW = 'raw transcript';

export const policies: readonly Policy[] = [
  { name: RAW, baseline: 'raw', boundary: never, keepHeadAbove: AT_ONCE },
  {
    name: 'clock in system prompt',
    baseline: 'clock-first',
    boundary: never,
    keepHeadAbove: AT_ONCE,
  },
  { name: 'previous-turn', boundary: eachTurn, keepHeadAbove: KEEP_HEAD_ABOVE },
  { name: 'every-5-turns', boundary: every(5), keepHeadAbove: KEEP_HEAD_ABOVE },
  { name: 'idle', boundary: whenCold, keepHeadAbove: KEEP_HEAD_ABOVE },
  { name: 'milestone', boundary: atMilestones, keepHeadAbove: KEEP_HEAD_ABOVE },
  { name: 'budget', boundary: never, keepHeadAbove: KEEP_HEAD_ABOVE },
  { name: 'cost', boundary: whenItPays, keepHeadAbove: KEEP_HEAD_ABOVE },
  { name: OWN, boundary: moveBoundary, keepHeadAbove: KEEP_HEAD_ABOVE },
  { name: `${OWN}, heads go at once`, boundary: moveBoundary, keepHeadAbove: AT_ONCE },
  {
    name: `${OWN}, heads go with the boundary`,
    boundary: moveBoundary,
    keepHeadAbove: WITH_BOUNDARY,
  },
];
