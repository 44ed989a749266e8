// When the boundary before which results are old moves. It moves in steps, because each move makes the server compute
// again what follows it: when the cache is cold anyway, and in a conversation that has been warm for a while when what it
// saves pays for that. The budget forces it in plan.ts. The policies that were weighed against this one are rows of
// `npm run bench:context`.

/** What bears on whether the boundary moves at the start of a turn. Tokens are estimates with the model's factor. */
export interface BoundaryFacts {
  /** Minutes since the previous request of this conversation; null if there was none. */
  readonly idleMinutes: number | null;
  /** How long the server's cache lives. */
  readonly cacheMinutes: number;
  /** What every later request saves if the boundary moves to the start of the latest turn. */
  readonly saves: number;
  /** What follows the first entry that would change, and is computed again. */
  readonly recomputes: number;
  /** Turns since the conversation last paused for longer than the cache lives. */
  readonly warmTurns: number;
}

export type BoundaryMove = 'hold' | 'cold' | 'pays' | 'budget';

export type BoundaryPolicy = (facts: BoundaryFacts) => BoundaryMove;

/** Requests that are expected to profit from a move, and what a cached token costs beside a fresh one. */
const PAYBACK_REQUESTS = 8;
const CACHED_PRICE = 0.1;
/** Before so many turns without a pause the next one is likely to come soon, and then the move costs nothing. */
const WARM_TURNS = 6;

/** Whether the boundary moves to the start of the latest turn, and why. */
export const moveBoundary: BoundaryPolicy = (facts) => {
  if (facts.saves <= 0) return 'hold';
  if (facts.idleMinutes !== null && facts.idleMinutes > facts.cacheMinutes) return 'cold';
  if (facts.warmTurns < WARM_TURNS) return 'hold';
  const gain = facts.saves * CACHED_PRICE * PAYBACK_REQUESTS;
  const cost = facts.recomputes * (1 - CACHED_PRICE);
  return gain > cost ? 'pays' : 'hold';
};
