// Weighs whether old tool results should be elided now: what later requests would save, what the server would compute
// again. Asked when a turn begins (the cache may have gone cold) and when it ends. The candidate is always the start of
// the latest turn, so that its own results stay whole for the next question.
import type { EntryId } from '../database/ids.ts';
import { type BoundaryFacts, type BoundaryMove, moveBoundary } from './elide.ts';
import type { Entry } from './entry.ts';
import { partOf, type Rendering } from './parts.ts';
import type { Bounds } from './plan.ts';

export interface BoundaryInput extends Bounds {
  /** The path up to the leaf; at the end of a turn with that turn's entries. */
  readonly path: readonly Entry[];
  readonly rendering: Rendering;
  readonly factor: number;
  readonly idleMinutes: number | null;
  readonly cacheMinutes: number;
  /** From the last {@link Compiled}: its tokens, `budget.start`, and whether results were shrunk. */
  readonly tokens: number;
  readonly start: number;
  readonly fitted: boolean;
}

export interface BoundaryDecision {
  readonly move: BoundaryMove;
  /** The bound to store: the old one if it holds. */
  readonly elisionBefore: EntryId | null;
}

/** Decides where the elision boundary stands from now on. It never moves back. */
export function nextBoundary(input: BoundaryInput): BoundaryDecision {
  const hold: BoundaryDecision = { move: 'hold', elisionBefore: input.elisionBefore };
  const latest = input.path.findLastIndex((entry) => entry.type === 'user');
  const bound = input.path[latest]?.id;
  if (bound === undefined || (input.elisionBefore !== null && bound <= input.elisionBefore)) return hold;
  const move = moveBoundary({ ...weigh(input, latest), ...input });
  return move === 'hold' ? hold : { move, elisionBefore: bound };
}

/** What eliding everything before the entry at `bound` saves, and what stands behind the first change. */
function weigh(input: BoundaryInput, bound: number): Pick<BoundaryFacts, 'saves' | 'recomputes'> {
  const lowest = Math.max(input.firstKept ?? 0, 0);
  let saves = 0;
  let behind = 0;
  let recomputes = 0;
  for (let index = input.path.length - 1; index >= 0; index -= 1) {
    const entry = input.path[index];
    if (entry === undefined || entry.id < lowest) break;
    const isOld = input.elisionBefore !== null && entry.id < input.elisionBefore;
    if (isOld) break;
    const now = partOf(entry, input.rendering, false);
    const then = index < bound ? partOf(entry, input.rendering, true) : now;
    behind += then.tokens;
    if (then.tokens >= now.tokens) continue;
    saves += now.tokens - then.tokens;
    recomputes = behind;
  }
  return { saves: saves * input.factor, recomputes: recomputes * input.factor };
}
