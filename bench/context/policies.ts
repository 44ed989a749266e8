// The policies that are compared, as data: when the boundary before which results are old moves to the start of the latest
// turn. The budget forces any of them, because a request must fit.

import { type BoundaryPolicy, moveBoundary } from '../../src/context/elide/elision-policy.ts';

export interface Policy {
  readonly name: string;
  readonly boundary: BoundaryPolicy;
  /** Set for what we only compare with: everything in an unlimited window; the head block before the system prompt. */
  readonly baseline?: 'raw' | 'clock-first';
}

const never: BoundaryPolicy = () => 'hold';
const eachTurn: BoundaryPolicy = () => 'pays';
const whenCold: BoundaryPolicy = ({ idleMinutes, cacheMinutes }) =>
  idleMinutes !== null && idleMinutes > cacheMinutes ? 'cold' : 'hold';
/** The product's own reckoning of what pays, without its other reasons. */
const whenItPays: BoundaryPolicy = (facts) =>
  moveBoundary({ ...facts, idleMinutes: null, warmTurns: Number.POSITIVE_INFINITY });

export const OWN = 'default';
export const RAW = 'raw transcript';

export const policies: readonly Policy[] = [
  { name: RAW, baseline: 'raw', boundary: never },
  {
    name: 'clock in system prompt',
    baseline: 'clock-first',
    boundary: never,
  },
  { name: 'previous-turn', boundary: eachTurn },
  { name: 'idle', boundary: whenCold },
  { name: 'budget', boundary: never },
  { name: 'cost', boundary: whenItPays },
  { name: OWN, boundary: moveBoundary },
];
