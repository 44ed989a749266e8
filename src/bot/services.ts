// What every part of a running Peacrab needs: settings, database, channels, clock, the wakes between the loops. And what
// tests bring in place of ours.
import type { LoopLimits } from '../agent/loop.ts';
import type { ModelClient } from '../agent/model.ts';
import type { Profile } from '../agent/profiles/profile.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { DispatcherTimings } from '../conversation/dispatch/dispatcher.ts';
import type { Part, TurnTimings } from '../conversation/turn/services.ts';
import type { Database } from '../database/database.ts';
import type { Holding } from '../database/process-lock.ts';
import type { Channel } from '../delivery/channel.ts';
import type { SenderTimings } from '../delivery/sender.ts';
import type { Wake } from '../delivery/wake.ts';
import type { Log } from '../log.ts';
import type { Personas } from '../personas/personas.ts';
import type { Noted } from '../tools/approvals/noted.ts';
import type { Policy } from '../tools/policy/file.ts';
import type { AnyTool } from '../tools/runner.ts';
import type { ToolOverrides } from './load-tools.ts';
import type { Metrics } from './metrics.ts';

export interface Overrides extends ToolOverrides {
  readonly clock?: Clock;
  readonly dispatcher?: Partial<DispatcherTimings>;
  readonly sender?: Partial<SenderTimings>;
  readonly loop?: Partial<LoopLimits>;
  readonly turn?: Partial<TurnTimings>;
  /** In place of the client for the model's server, or around it. */
  readonly model?: (client: ModelClient) => ModelClient;
  /** For benchmarks: parts that are left out, to see what each is worth. */
  readonly without?: ReadonlySet<Part>;
  /** When the housekeeping runs, as a six-field cron line; once a minute unless told. */
  readonly housekeeping?: string;
  /** How long a stop waits for turns under way, in milliseconds. */
  readonly graceMs?: number;
}

export type Model = { readonly baseUrl: string; readonly apiKey: string; readonly name: string };

export interface Services {
  readonly config: Config;
  readonly model: Model;
  readonly profile: Profile;
  readonly database: Database;
  /** Under whose name leases are taken. */
  readonly lock: Holding;
  /** By platform, in the order in which they start. */
  readonly channels: ReadonlyMap<string, Channel>;
  readonly clock: Clock;
  readonly metrics: Metrics;
  /** Wakes the dispatcher. */
  readonly wake: Wake;
  /** Wakes the sender. */
  readonly sendWake: Wake;
  /** Writes the memory files that are behind. */
  readonly mirror: () => Promise<unknown>;
  readonly policy: Policy;
  /** Those that have a place. */
  readonly tools: readonly AnyTool[];
  readonly personas: Personas;
  readonly log: Log;
  readonly overrides: Overrides;
}

/** One log line and one count for each step of an approval. */
export function noteApproval({ log, metrics }: Services, noted: Noted): void {
  log.info(noted, 'an approval');
  metrics.approval(noted.state);
}
