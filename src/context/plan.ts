// Decides which entries a request shows and which of its tool results are old: walks back from the leaf until the budget
// is used up, so its work grows with what is visible, not with the history. Order of degradation: elide old results, then
// leave out the oldest turns. Both go in large steps, so that the prefix then holds still for long.
import type { EntryId } from '../database/ids.ts';
import type { Budget } from './budget.ts';
import type { Entry } from './entry.ts';
import { type Part, partOf, type Rendering } from './parts.ts';
import { LINE_TOKENS } from './thread.ts';

export interface Bounds {
  /** Entries with a lower id are left out. */
  readonly firstKept: EntryId | null;
  /** Tool results with a lower id are old. */
  readonly elisionBefore: EntryId | null;
}

export interface PlanInput extends Bounds {
  readonly path: readonly Entry[];
  readonly budget: Budget;
  readonly factor: number;
  readonly rendering: Rendering;
  /** The newest user message with everything around it, tokens with the factor. */
  readonly newestTokens: number;
}

export interface Plan extends Bounds {
  /** The kept part of the path, oldest first. */
  readonly parts: readonly Part[];
  readonly moved: 'none' | 'elision' | 'cut';
}

/** After a step the history takes at most this share of its room. */
const ROOMY = 0.75;
const LEAST_KEPT = 0.4;

interface Item {
  readonly now: Part;
  /** The same if it stood before the boundary. */
  readonly old: Part;
}

interface Walked {
  /** From the leaf backwards. */
  readonly items: readonly Item[];
  /** The starts of turns among them, newest first. */
  readonly starts: readonly Start[];
  /** True if all that is visible was walked; false if older entries cannot fit in any case. */
  readonly complete: boolean;
  /** Tokens as it stands, and with all results old. */
  readonly now: number;
  readonly old: number;
}

interface Start {
  readonly id: EntryId;
  /** Tokens from here to the leaf: as it stands, and with all results old. */
  readonly now: number;
  readonly old: number;
}

/** Plans one request. Planning again with the bounds it returns gives the same parts and moves nothing. */
export function plan(input: PlanInput): Plan {
  const room = (input.budget.start - input.budget.fixed - input.newestTokens) / input.factor;
  const stay = { firstKept: input.firstKept, elisionBefore: input.elisionBefore };
  const asItIs = walk(input, room, null);
  if (asItIs.complete && (asItIs.now <= room || asItIs.starts.length === 0)) {
    return kept(input, asItIs, stay, 'none');
  }
  const walked = walk(input, room, asItIs.items);
  const latest = walked.starts[0];
  const end = endOf(input.path);
  const beforeLatest = higher(input.elisionBefore, latest?.id ?? end);
  const everything = higher(input.elisionBefore, end);
  const latestExtra = latest === undefined ? 0 : latest.now - latest.old;
  if (walked.complete) {
    for (const [elisionBefore, extra] of [[beforeLatest, latestExtra] as const, [everything, 0] as const]) {
      if (walked.old + extra <= ROOMY * room) {
        return kept(input, walked, { firstKept: input.firstKept, elisionBefore }, 'elision');
      }
    }
  }
  const low = (input.budget.afterCut - input.budget.fixed - input.newestTokens) / input.factor;
  const target = Math.min(ROOMY * room, Math.max(low, LEAST_KEPT * room));
  for (const [elisionBefore, extra] of [[beforeLatest, latestExtra] as const, [everything, 0] as const]) {
    const start =
      walked.starts.findLast((candidate) => candidate.old + extra <= target) ??
      (latest !== undefined && latest.old + extra <= room ? latest : undefined);
    if (start === undefined) continue;
    const all = walked.complete && start.old === walked.old;
    return kept(
      input,
      walked,
      { firstKept: all ? input.firstKept : start.id, elisionBefore },
      all ? 'elision' : 'cut',
    );
  }
  return kept(input, walked, { firstKept: tailStart(input.path) ?? end, elisionBefore: everything }, 'cut');
}

/** Tokens of a run of markers are counted up to what is shown of it; a run at the leaf counts with the newest message. */
const AT_LEAF = Number.POSITIVE_INFINITY;

/**
 * Walks back from the leaf over what is visible, until it cannot fit.
 *
 * @param known null on the first walk, which stops as soon as the entries don't fit as they are; then the items it saw,
 *   and the walk goes on to where they don't fit with all results old
 */
function walk(input: PlanInput, room: number, known: readonly Item[] | null): Walked {
  const { path, rendering, elisionBefore } = input;
  const lowest = input.firstKept ?? 0;
  const items: Item[] = [];
  const starts: Start[] = [];
  let now = 0;
  let old = 0;
  let run = AT_LEAF;
  let results = 0;
  /** True while the next message to the right is a person's, or there is none. */
  let leads = true;
  for (let index = path.length - 1; index >= 0; index -= 1) {
    const entry = path[index];
    if (entry === undefined || entry.id < lowest) break;
    if ((known === null ? now : old) > room) return { items, starts, complete: false, now, old };
    const isOld = elisionBefore !== null && entry.id < elisionBefore;
    const part = known?.[items.length]?.now ?? partOf(entry, rendering, isOld);
    const aged = isOld || known === null || part.kind !== 'result' ? part : partOf(entry, rendering, true);
    items.push({ now: part, old: aged });
    let extra = 0;
    if (part.kind === 'marker') {
      extra = Math.max(0, Math.min(part.tokens, rendering.texts.markers - run)) - part.tokens;
      run += part.tokens;
    } else {
      if (part.kind === 'assistant') extra = LINE_TOKENS * Math.max(0, part.calls.length - results);
      results = part.kind === 'result' ? results + 1 : 0;
      run = 0;
      leads = entry.type === 'user';
    }
    now += part.tokens + extra;
    old += aged.tokens + extra;
    const previous = path[index - 1];
    const marked = previous !== undefined && previous.id >= lowest && isMarker(previous);
    if (leads && !marked && run !== AT_LEAF) starts.push({ id: entry.id, now, old });
  }
  return { items, starts, complete: true, now, old };
}

function isMarker(entry: Entry): boolean {
  return (
    entry.type === 'persona' || entry.type === 'fired' || entry.type === 'task' || entry.type === 'notice'
  );
}

function kept(input: PlanInput, walked: Walked, bounds: Bounds, moved: Plan['moved']): Plan {
  const parts: Part[] = [];
  walked.items.forEach((item, back) => {
    const entry = input.path[input.path.length - 1 - back];
    if (entry === undefined || (bounds.firstKept !== null && entry.id < bounds.firstKept)) return;
    parts.push(bounds.elisionBefore !== null && entry.id < bounds.elisionBefore ? item.old : item.now);
  });
  return { ...bounds, moved, parts: parts.reverse() };
}

/** A bound above every entry of the path. */
function endOf(path: readonly Entry[]): EntryId {
  return ((path.at(-1)?.id ?? 0) + 1) as EntryId;
}

/** The first of the markers that wait for the newest message, if any. */
function tailStart(path: readonly Entry[]): EntryId | null {
  const last = path.findLastIndex((entry) => !isMarker(entry));
  return path[last + 1]?.id ?? null;
}

function higher(bound: EntryId | null, other: EntryId): EntryId {
  return bound !== null && bound > other ? bound : other;
}
