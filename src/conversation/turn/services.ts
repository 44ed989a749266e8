// What the parts of a turn need, sliced by who needs it. The bot puts all of it together once, at its start; each part
// names the slices it takes.
import type { LoopLimits } from '../../agent/limits.ts';
import type { ModelClient } from '../../agent/model.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import type { NewRow } from '../../database/tables.ts';
import type { Channel } from '../../delivery/channel.ts';
import type { Log } from '../../log.ts';
import type { Allowance } from '../../people/limits.ts';
import type { Personas } from '../../personas/personas.ts';
import type { Skills } from '../../skills/skills.ts';
import type { Note } from '../../tools/approvals/noted.ts';
import type { StandingEffect } from '../../tools/effects.ts';
import type { Policy } from '../../tools/policy/file.ts';
import type { AnyTool } from '../../tools/runner.ts';
import type { Calibrator } from './request/calibrator.ts';
import type { PrefixWatch } from './request/prefix-watch.ts';
import type { Prompts } from './request/prompts.ts';

/** Where rows are, what time it is, and where trouble is told. */
export interface StoreServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** Who may speak here, and as whom. */
export interface PersonaServices {
  readonly personas: Personas;
  /** Its slug. */
  readonly defaultPersona: string;
}

/** What a model request costs, and who counts it. */
export interface UsageServices {
  readonly modelName: string;
  /** Per million tokens. */
  readonly price: { readonly input: number; readonly cached: number; readonly output: number };
  /** Told of each request, also if its row is then rolled back: it was made, and cost what it cost. */
  readonly counted?: (row: NewRow<'request'>) => void;
}

/** The model, and the bounds of a request. Sizes are in tokens. */
export interface ModelServices extends UsageServices {
  readonly model: ModelClient;
  readonly window: number;
  readonly maxOutput: number;
  /** How long the server's cache lives. */
  readonly cacheMinutes: number;
  readonly limits?: Partial<LoopLimits>;
  readonly calibrator: Calibrator;
  readonly prefixes: PrefixWatch;
  readonly prompts: Prompts;
  /** `prompts/journal.md`. */
  readonly journalPrompt: string;
  /** `prompts/delegate.md`. */
  readonly delegatePrompt: string;
  /** Whether the model takes images. */
  readonly readImages: boolean;
  /** Values of settings that neither the model nor people may read. */
  readonly secrets: readonly string[];
}

/** The tools, and the rules they are under. */
export interface ToolServices {
  /** Those that are enabled. */
  readonly tools: readonly AnyTool[];
  readonly policy: Policy;
  readonly skills: Skills;
  /** Whether a person is an admin. */
  readonly hasAdmins: boolean;
  /** What became of a call that needed approval, or that reached outside. */
  readonly noted: Note;
}

/** How people hear of a turn. */
export interface DeliveryServices {
  /** By platform. */
  readonly channels: ReadonlyMap<string, Channel>;
  /** Something was put into the outbox while a turn runs. */
  readonly enqueued: () => void;
  /** After a commit: the mirror files, the sender. */
  readonly committed: (effects: readonly StandingEffect[]) => void;
}

export interface TurnTimings {
  /** How often the inbox is looked at for what ends a turn early. */
  readonly watchMs: number;
  /** After how long people are told that it takes longer. */
  readonly waitLineMs: number;
  /** How long reading what was attached may hold up a turn. */
  readonly filesMs: number;
  /** How soon after our answer a message counts as set off by it, for the guard against loops; 0: no guard. */
  readonly loopMs: number;
}

export const turnTimings: TurnTimings = { watchMs: 1000, waitLineMs: 8000, filesMs: 10_000, loopMs: 2000 };

/** A part of a turn that a benchmark may leave out: reading calls that are not in the protocol's form, promises, journal. */
export type Part = 'repair' | 'promises' | 'journal';

/** All that a turn needs. */
export interface TurnServices
  extends StoreServices,
    PersonaServices,
    ModelServices,
    ToolServices,
    DeliveryServices {
  readonly allowance: Allowance;
  readonly timings: TurnTimings;
  /** For benchmarks alone: no setting leads here. */
  readonly without?: ReadonlySet<Part>;
  /** Whether what the person says while their turn works joins it (JOIN_RUNNING_TURN). */
  readonly joins: boolean;
}
