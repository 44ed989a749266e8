// Decides which entries a request shows and which of its tool results are old: walks back from the leaf until the budget
// is used up, so its work grows with what is visible, not with the history. Order of degradation: elide old results, then
// leave out the oldest turns. Both go in large steps, so that the prefix then holds still for long.
import type { EntryId } from '../database/ids.ts';
import type { Budget } from './budget/budget.ts';
import { type Entry, isMarker, isSilent, isTurnStart } from './entry.ts';
import type { Part, Rendering } from './render/parts.ts';
import { type Ages, Renderer } from './render/render.ts';
import { LINE_TOKENS } from './render/thread.ts';

export interface Bounds extends Ages {
  /** Entries with a lower id are left out. */
  readonly firstKept: EntryId | null;
}

export const NO_BOUNDS: Bounds = { firstKept: null, elisionBefore: null, olderBefore: null };

interface PlanInput extends Bounds {
  readonly path: readonly Entry[];
  readonly budget: Budget;
  readonly factor: number;
  readonly rendering: Rendering;
  /** The newest user message with everything around it, tokens with the factor. */
  readonly newestTokens: number;
  /** What is put at the front in place of left-out turns, tokens with the factor. */
  readonly frontTokens: number;
}

interface Plan extends Bounds {
  /** The kept part of the path, oldest first. */
  readonly parts: readonly Part[];
  readonly moved: 'none' | 'elision' | 'cut';
}

/** After a step the history takes at most this share of its room. */
const ROOMY = 0.75;
const LEAST_KEPT = 0.4;

interface Walked {
  /** How many entries were walked over, from the leaf backwards. */
  readonly count: number;
  /** The starts of turns among them, newest first. */
  readonly starts: readonly Start[];
  /** True if all that is visible was walked; false if older entries cannot fit in any case. */
  readonly complete: boolean;
  /** Tokens as it is, and with all results old. */
  readonly now: number;
  readonly old: number;
}

interface Start {
  readonly id: EntryId;
  /** Tokens from here to the leaf: as it is, and with all results old. */
  readonly now: number;
  readonly old: number;
}

/** Plans one request. Planning again with the bounds it returns gives the same parts and moves nothing. */
export function plan(input: PlanInput): Plan {
  const { budget, factor, newestTokens, frontTokens } = input;
  const around = budget.fixed + newestTokens + frontTokens;
  const room = (budget.start - around) / factor;
  const asItIs = walk(input, room, 'now');
  if (asItIs.complete && (asItIs.now <= room || asItIs.starts.length === 0))
    return kept(input, input, 'none');
  const walked = walk(input, room, 'old');
  const latest = walked.starts[0];
  const end = endOf(input.path);
  const latestExtra = latest === undefined ? 0 : latest.now - latest.old;
  const choices = [
    { ages: movedTo(input, latest?.id ?? end), extra: latestExtra },
    { ages: movedTo(input, end), extra: 0 },
  ];
  if (walked.complete) {
    const choice = choices.find(({ extra }) => walked.old + extra <= ROOMY * room);
    if (choice) return kept(input, { firstKept: input.firstKept, ...choice.ages }, 'elision');
  }
  const low = (budget.afterCut - around) / factor;
  const target = Math.min(ROOMY * room, Math.max(low, LEAST_KEPT * room));
  for (const { ages, extra } of choices) {
    const start =
      walked.starts.findLast((candidate) => candidate.old + extra <= target) ??
      (latest !== undefined && latest.old + extra <= room ? latest : undefined);
    if (start === undefined) continue;
    const all = walked.complete && start.old === walked.old;
    return kept(input, { firstKept: all ? input.firstKept : start.id, ...ages }, all ? 'elision' : 'cut');
  }
  return kept(input, { firstKept: tailStart(input.path) ?? end, ...movedTo(input, end) }, 'cut');
}

/** The boundary moved on; it never moves back. */
export function movedTo(ages: Ages, bound: EntryId): Ages {
  const { elisionBefore, olderBefore } = ages;
  if (elisionBefore !== null && elisionBefore >= bound) return { elisionBefore, olderBefore };
  return { elisionBefore: bound, olderBefore: elisionBefore };
}

/** Tokens of a run of markers are counted up to what is shown of it; a run at the leaf counts with the newest message. */
const AT_LEAF = Number.POSITIVE_INFINITY;

/**
 * Walks back from the leaf over what is visible, until it cannot fit: as it is, or with all results old.
 */
function walk(input: PlanInput, room: number, stopAt: 'now' | 'old'): Walked {
  const { path, rendering } = input;
  const lowest = input.firstKept ?? 0;
  const end = endOf(path);
  const latest = path[path.findLastIndex(isTurnStart)]?.id ?? end;
  const fresh = new Renderer(path, rendering, input);
  const { olderBefore } = movedTo(input, latest);
  const older = new Renderer(path, rendering, { elisionBefore: end, olderBefore }, latest);
  const starts: Start[] = [];
  let [now, old, count, run, results] = [0, 0, 0, AT_LEAF, 0];
  /** True while the next message to the right is a person's, or there is none. */
  let leads = true;
  for (let index = path.length - 1; index >= 0; index -= 1) {
    const entry = path[index];
    if (entry === undefined || entry.id < lowest) break;
    if ((stopAt === 'now' ? now : old) > room) return { count, starts, complete: false, now, old };
    const part = fresh.part(index);
    const aged = stopAt === 'now' ? part : older.part(index);
    count += 1;
    let extra = 0;
    if (part.kind === 'marker') {
      extra = Math.max(0, Math.min(part.tokens, rendering.texts.markers - run)) - part.tokens;
      run += part.tokens;
    } else if (part.kind !== 'silent') {
      if (part.kind === 'assistant') extra = LINE_TOKENS * Math.max(0, part.calls.length - results);
      results = part.kind === 'result' ? results + 1 : 0;
      run = 0;
      leads = isTurnStart(entry);
      if (part.kind === 'user' && part.meanwhile) extra = LINE_TOKENS;
    }
    now += part.tokens + extra;
    old += aged.tokens + extra;
    const previous = path[index - 1];
    const marked = previous !== undefined && previous.id >= lowest && leadsIn(previous);
    if (leads && !marked && run !== AT_LEAF) starts.push({ id: entry.id, now, old });
  }
  return { count, starts, complete: true, now, old };
}

/** Markers belong to the user message after them. */
function leadsIn(entry: Entry): boolean {
  return isMarker(entry) || isSilent(entry);
}

/** The parts within bounds, oldest first. */
function shownParts(path: readonly Entry[], rendering: Rendering, bounds: Bounds): readonly Part[] {
  const renderer = new Renderer(path, rendering, bounds);
  const parts: Part[] = [];
  for (let index = path.length - 1; index >= 0; index -= 1) {
    const entry = path[index];
    if (entry === undefined || (bounds.firstKept !== null && entry.id < bounds.firstKept)) break;
    parts.push(renderer.part(index));
  }
  return parts.reverse();
}

function kept(input: PlanInput, bounds: Bounds, moved: Plan['moved']): Plan {
  const { firstKept, elisionBefore, olderBefore } = bounds;
  const parts = shownParts(input.path, input.rendering, bounds);
  return { firstKept, elisionBefore, olderBefore, moved, parts };
}

/** A bound above every entry of the path. */
function endOf(path: readonly Entry[]): EntryId {
  return ((path.at(-1)?.id ?? 0) + 1) as EntryId;
}

/** The first of the markers that wait for the newest message, if any. */
function tailStart(path: readonly Entry[]): EntryId | null {
  const last = path.findLastIndex((entry) => !leadsIn(entry));
  return path[last + 1]?.id ?? null;
}
