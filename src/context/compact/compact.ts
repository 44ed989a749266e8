// Compaction: a log replaces the oldest turns, with what a rule keeps word for word and what is put back from the
// database. Nothing is rewritten: it is one more entry, and the turns can be read again by handle. The cut is at the start
// of a turn, never between a call and its result.
import type { EntryId } from '../../database/ids.ts';
import { estimate } from '../budget/estimate.ts';
import { type CompileInput, compile, latestSummary } from '../compile.ts';
import { type Entry, isSilent, type Journal, type Summary } from '../entry.ts';
import type { Bounds } from '../plan.ts';
import { type LogLimits, logLimits } from './log-limits.ts';
import { lost } from './missing-from-summary.ts';
import { mustKeep } from './salient.ts';

export interface CompactionPlan extends Bounds {
  /** The entries that go now, oldest first. */
  readonly going: readonly Entry[];
  /** The compaction that was here so far. */
  readonly before: Summary | null;
  /** The latest log that was written ahead, if it is newer than that compaction. */
  readonly journal: Journal | null;
  /** True if the log covers all that goes: then no model is asked. */
  readonly covered: boolean;
}

/** Decides which turns go so that the rest fits with a front block in their place. */
export function planCompaction(input: CompileInput): CompactionPlan {
  const { log, kept, scaffold } = logLimits(input.limits);
  const { firstKept, elisionBefore, olderBefore } = compile({
    ...input,
    frontReserve: log + kept + scaffold + FRAME_TOKENS,
  });
  const visible = input.path.filter(({ id }) => input.firstKept === null || id >= input.firstKept);
  const going = visible.filter(({ id }) => firstKept !== null && id < firstKept);
  const journal = latestJournal(input.path);
  const last = going.findLast((entry) => !isSilent(entry));
  return {
    firstKept,
    elisionBefore,
    olderBefore,
    going,
    before: latestSummary(input.path, input.firstKept),
    journal,
    covered: journal !== null && last !== undefined && last.id <= journal.through,
  };
}

/** What the lines around log and kept lines take. */
const FRAME_TOKENS = 80;

/** The latest log on a path that no compaction has used up. */
export function latestJournal(path: readonly Entry[]): Journal | null {
  const entry = path.findLast(({ type }) => type === 'journal' || type === 'summary');
  return entry?.type === 'journal' ? entry.payload : null;
}

/** The log that an update starts from: the one written ahead, else the one at the front. */
export function currentLog(plan: Pick<CompactionPlan, 'journal' | 'before'>): string | null {
  return plan.journal?.text ?? plan.before?.log ?? null;
}

/** What the entries that go take about, in estimated tokens: a log of them has a length that fits. */
export function covers(entries: readonly Entry[]): number {
  return entries.reduce((sum, entry) => sum + estimate(wordsOf(entry)), 0);
}

/** The words of an entry: people's, ours, or a result's; '' for others. */
export function wordsOf(entry: Entry): string {
  if (entry.type === 'user')
    return entry.payload.messages.map(({ name, text }) => `${name} ${text}`).join('\n');
  if (entry.type === 'assistant' || entry.type === 'tool_result' || entry.type === 'task')
    return entry.payload.text;
  return '';
}

/**
 * The compaction as an entry's payload. What the log lost of what must stay is added word for word.
 *
 * @param made `log`: the new log; '' if none could be had
 */
export function compacted(
  plan: CompactionPlan,
  made: Pick<Summary, 'log' | 'by' | 'scaffold' | 'skills'>,
  limits: Pick<LogLimits, 'kept'>,
): Summary {
  const handedOn = mustKeep(plan.going, plan.before?.handedOn ?? []);
  const kept = lost(handedOn, made.log, limits.kept);
  return { firstKept: plan.firstKept ?? (0 as EntryId), ...made, kept, handedOn };
}
