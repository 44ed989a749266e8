// Weighs whether old tool results should be elided from now on: what later requests would save, what the server would
// compute again. Asked when a turn begins: then the cache may have gone cold. The candidate is always the start of the
// latest turn, so that its own results stay whole for the next question.
import type { EntryId } from '../../database/ids.ts';
import { type Entry, isTurnStart } from '../entry.ts';
import { type Bounds, movedTo } from '../plan.ts';
import type { Rendering } from '../render/parts.ts';
import { Renderer } from '../render/render.ts';
import {
  type BoundaryFacts,
  type BoundaryMove,
  type BoundaryPolicy,
  moveBoundary,
} from './elision-policy.ts';

interface BoundaryInput extends Bounds, Pick<BoundaryFacts, 'idleMinutes' | 'cacheMinutes'> {
  /** The path up to the leaf. */
  readonly path: readonly Entry[];
  readonly rendering: Rendering;
  readonly factor: number;
  readonly policy?: BoundaryPolicy;
}

interface BoundaryDecision extends Bounds {
  readonly move: BoundaryMove;
}

/** Decides where the elision boundary is from now on. It never moves back. */
export function nextBoundary(input: BoundaryInput): BoundaryDecision {
  const { path, firstKept, elisionBefore, olderBefore } = input;
  const hold: BoundaryDecision = { move: 'hold', firstKept, elisionBefore, olderBefore };
  const bound = path[path.findLastIndex(isTurnStart)]?.id;
  if (bound === undefined || (elisionBefore !== null && bound <= elisionBefore)) return hold;
  const { policy = moveBoundary } = input;
  const move = policy({ ...weigh(input, bound), ...input });
  return move === 'hold' ? hold : { move, firstKept, ...movedTo(input, bound) };
}

type Weighed = Pick<BoundaryFacts, 'saves' | 'recomputes' | 'warmTurns'>;

/** What moving the boundary to `bound` saves, what follows the first change, and how warm it has been. */
function weigh(input: BoundaryInput, bound: EntryId): Weighed {
  const { path, rendering, factor } = input;
  const now = new Renderer(path, rendering, input);
  const then = new Renderer(path, rendering, movedTo(input, bound));
  const lowest = input.firstKept ?? 0;
  let [saves, behind, recomputes, warmTurns] = [0, 0, 0, 0];
  let isWarm = true;
  for (let index = path.length - 1; index >= 0; index -= 1) {
    const entry = path[index];
    if (entry === undefined || entry.id < lowest) break;
    if (isTurnStart(entry)) {
      isWarm &&= minutesBefore(path, index) <= input.cacheMinutes;
      if (isWarm) warmTurns += 1;
    }
    const before = now.part(index).tokens;
    const after = then.part(index).tokens;
    behind += after;
    if (after >= before) continue;
    saves += before - after;
    recomputes = behind;
  }
  return { saves: saves * factor, recomputes: recomputes * factor, warmTurns };
}

/** Minutes between the turn that begins at `index` and the answer before it; infinite if there was none. */
function minutesBefore(path: readonly Entry[], index: number): number {
  for (let at = index - 1; at >= 0; at -= 1) {
    const entry = path[at];
    if (entry?.type !== 'assistant') continue;
    return ((path[index]?.at.getTime() ?? 0) - entry.at.getTime()) / 60_000;
  }
  return Number.POSITIVE_INFINITY;
}
