// A turn's requests: the first as it was opened, and each as it was sent.
import type { RequestRecord } from '../../../agent/outcome.ts';
import type { Repeat } from '../../../context/budget/watchdog.ts';
import type { Compiled } from '../../../context/compile.ts';
import type { BoundaryMove } from '../../../context/elide/elision-policy.ts';
import type { TurnFacts } from '../facts/turn-facts.ts';
import type { Prompt } from './prompts.ts';

/** The first request of a turn. */
export interface OpenRequest {
  /** What was gathered, with a compaction in its path if there was one. */
  readonly facts: TurnFacts;
  readonly prompt: Prompt;
  readonly compiled: Compiled;
  readonly move: BoundaryMove | 'compaction';
  /** A request that had to be made before it, for a log. */
  readonly asked: RequestRecord | null;
}

/** A request as it was sent. */
export interface SentRequest {
  readonly compiled: Compiled;
  readonly repeat: Repeat;
  /** How many of the turn's entries after the user's it held. */
  readonly steps: number;
  readonly window: number;
}
