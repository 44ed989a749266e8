// What a running turn knows of itself. Its parts are handed this, or a slice of it; turn.ts has the class that owns it.
import type { Lease } from '../../delivery/lease.ts';
import type { TurnTools } from '../../tools/runner.ts';
import type { TurnFacts } from './facts/turn-facts.ts';
import type { TurnServices } from './services.ts';
import type { TurnRow } from './turn-row.ts';

/** A turn that has begun, before its tools are there. */
export interface BegunTurn {
  readonly services: TurnServices;
  readonly lease: Lease;
  readonly row: TurnRow;
  readonly facts: TurnFacts;
}

/** A turn that works. */
export interface RunningTurn extends BegunTurn {
  readonly tools: TurnTools;
}
