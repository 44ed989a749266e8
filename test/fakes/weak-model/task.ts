// What a scripted task is: the person's words, the right steps, what must stand in the database after it, and how words
// would claim each step. The simulated model reads its next step here; the verdict reads what should have come of it.
export type Arguments = Readonly<Record<string, unknown>>;

/** What stands of one person after a task, read from the database. */
export interface Standing {
  readonly reminders: readonly StandingReminder[];
  readonly notes: readonly string[];
  /** The conversation's persona; null: the one it began with. */
  readonly persona: string | null;
}

export interface StandingReminder {
  readonly text: string;
  readonly state: string;
  /** Local time in Berlin, `2026-11-19T09:00`; null if it has none. */
  readonly at: string | null;
  readonly repeats: boolean;
}

/** One step of a task. */
export interface Goal {
  readonly tool: string;
  /** The right arguments; null when what is meant has to be looked up first. `seen` is all text in the request. */
  arguments(seen: string): Arguments | null;
  /** A tool result that means that this step is done. */
  readonly settled: RegExp;
  /** How the model announces it. */
  readonly announced: readonly string[];
  /** How the model says that it is done; for a look, from its result. */
  words(result: string): readonly string[];
  /** What in a reply claims this step; null for a look. */
  readonly claimed: RegExp | null;
  /** Whether its effect stands; a look has none. */
  stands(state: Standing): boolean;
}

/** One message of the person and what it asks for. */
export interface Exchange {
  readonly says: string;
  readonly goals: readonly Goal[];
}

export interface Task {
  readonly kind: string;
  /** Said before, without any faults. */
  readonly before: readonly Exchange[];
  readonly asked: Exchange;
  /** What must stand in the end, and nothing else. */
  readonly stands: Standing;
  /** What the reply must tell. */
  readonly told: readonly RegExp[];
  /** True: in a channel, each exchange in a thread of its own; else in the person's DM. */
  readonly inThreads: boolean;
}

/** The text as a pattern that it matches literally. */
export const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A note with or without its full stop says the same. */
export const withoutStop = (note: string): string => note.replace(/\.$/, '');
