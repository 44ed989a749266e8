// Weighs whether old tool results should be elided from now on: what later requests would save, what the server would
// compute again. Asked when a turn begins: then the cache may have gone cold. The candidate is always the start of the
// latest turn, so that its own results stay whole for the next question.
import type { EntryId } from '../database/ids.ts';
import type { Entry } from './entry.ts';
import type { Rendering } from './parts.ts';
import { type Bounds, movedTo } from './plan.ts';
import { type BoundaryFacts, type BoundaryMove, type BoundaryPolicy, moveBoundary } from './policy.ts';
import { Renderer } from './render.ts';

export interface BoundaryInput
  extends Bounds,
    Pick<BoundaryFacts, 'idleMinutes' | 'cacheMinutes' | 'tokens' | 'start' | 'milestone'> {
  /** The path up to the leaf. */
  readonly path: readonly Entry[];
  readonly rendering: Rendering;
  readonly factor: number;
  readonly policy?: BoundaryPolicy;
  /** The share of `start` that stays whole behind the boundary; for measuring others. */
  readonly recent?: number;
}

export interface BoundaryDecision extends Bounds {
  readonly move: BoundaryMove;
}

/** Decides where the elision boundary stands from now on. It never moves back. */
export function nextBoundary(input: BoundaryInput): BoundaryDecision {
  const { firstKept, elisionBefore, olderBefore } = input;
  const hold: BoundaryDecision = { move: 'hold', firstKept, elisionBefore, olderBefore };
  const bound = boundOf(input);
  if (bound === null || (elisionBefore !== null && bound <= elisionBefore)) return hold;
  const { policy = moveBoundary } = input;
  const move = policy({ ...weigh(input, bound), ...input });
  return move === 'hold' ? hold : { move, firstKept, ...movedTo(input, bound) };
}

/** What is asked for next is mostly what came last: so much of what the turn may have stays whole. */
export const RECENT = 0.1;

/** The start of the earliest turn from which all that follows is recent; of the latest turn, however long it is. */
function boundOf(input: BoundaryInput): EntryId | null {
  const { path, rendering, factor } = input;
  const renderer = new Renderer(path, rendering, input);
  const lowest = Math.max(input.firstKept ?? 0, input.elisionBefore ?? 0);
  const room = ((input.recent ?? RECENT) * input.start) / factor;
  let bound: EntryId | null = null;
  let tokens = 0;
  for (let index = path.length - 1; index >= 0; index -= 1) {
    const entry = path[index];
    if (entry === undefined || entry.id < lowest) break;
    tokens += renderer.part(index).tokens;
    if (bound !== null && tokens > room) break;
    if (entry.type === 'user') bound = entry.id;
  }
  return bound;
}

/** What moving the boundary to `bound` saves, and what stands behind the first change. */
function weigh(input: BoundaryInput, bound: EntryId): Pick<BoundaryFacts, 'saves' | 'recomputes' | 'turns'> {
  const { path, rendering, factor } = input;
  const now = new Renderer(path, rendering, input);
  const then = new Renderer(path, rendering, movedTo(input, bound));
  const lowest = input.firstKept ?? 0;
  let [saves, behind, recomputes, turns] = [0, 0, 0, 0];
  for (let index = path.length - 1; index >= 0; index -= 1) {
    const entry = path[index];
    if (entry === undefined || entry.id < lowest) break;
    const isNew = input.elisionBefore === null || entry.id >= input.elisionBefore;
    if (entry.type === 'user' && isNew) turns += 1;
    const before = now.part(index).tokens;
    const after = then.part(index).tokens;
    behind += after;
    if (after >= before) continue;
    saves += before - after;
    recomputes = behind;
  }
  return { saves: saves * factor, recomputes: recomputes * factor, turns };
}
