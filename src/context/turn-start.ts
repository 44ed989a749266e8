// The first request of a turn: compiled within the budget, with the elision boundary moved if that pays or costs nothing.
// When older turns no longer fit, it says what a compaction would let go; the caller makes the summary and starts again.

import { type CompactionPlan, planCompaction } from './compact/compact.ts';
import { type Compiled, type CompileInput, compile, renderingOf } from './compile.ts';
import { nextBoundary } from './elide/boundary.ts';
import type { BoundaryMove, BoundaryPolicy } from './elide/elision-policy.ts';

interface StartInput extends CompileInput {
  /** Minutes since the conversation's last request; null if there was none. */
  readonly idleMinutes: number | null;
  /** How long the server's cache lives. */
  readonly cacheMinutes: number;
  /** By default the product's own; others are for measuring. */
  readonly policy?: BoundaryPolicy;
}

export interface Started {
  readonly compiled: Compiled;
  readonly move: BoundaryMove;
  /** Not null if older turns have to go: `compiled` then leaves them out without a word in their place. */
  readonly compaction: CompactionPlan | null;
}

/** Compiles a turn's first request. Pure. @throws PeacrabError MODEL_WINDOW if there is no room to talk */
export function startTurn(input: StartInput): Started {
  const compiled = compile(input);
  if (compiled.moved === 'cut') return { compiled, move: 'budget', compaction: planCompaction(input) };
  const decision = nextBoundary({
    ...input,
    firstKept: compiled.firstKept,
    elisionBefore: compiled.elisionBefore,
    olderBefore: compiled.olderBefore,
    rendering: renderingOf(input, compiled.budget),
  });
  if (decision.move === 'hold') {
    return { compiled, move: compiled.moved === 'elision' ? 'budget' : 'hold', compaction: null };
  }
  const { firstKept, elisionBefore, olderBefore, move } = decision;
  return {
    compiled: compile({ ...input, firstKept, elisionBefore, olderBefore }),
    move,
    compaction: null,
  };
}
