// What must survive a compaction word for word, by rule and not by a model's grace: people's constraints and open
// requests, then identifiers, names and numbers with the words around them. The caller stores all of it with the
// compaction and hands it on to the next one; what of it the prompt shows is decided by missing-from-summary.ts.

import { fold, termsOf } from '../../memory/words.ts';
import { estimate } from '../budget/estimate.ts';
import type { Entry } from '../entry.ts';
import { isAnswered, isSettled, requestStrength, type Said, saidIn, storedSince } from './said.ts';
import { type Mark, type MarkKind, marksIn } from './salient-marks.ts';
import { asksAt, binds, bindsAt, isChatter, isQuestion, states } from './salient-words.ts';
import { snippet } from './snippet.ts';

type KeepKind = 'constraint' | 'request' | MarkKind;

/** Something to keep, plain JSON. */
export interface KeepItem {
  /** One line of about 40 estimated tokens at most, without our tags or brackets. */
  readonly text: string;
  readonly kind: KeepKind;
  /** Whose words they are; absent if no person's. */
  readonly speaker?: string;
  /** What a summary must hold letter for letter. */
  readonly marks: readonly string[];
  /** Higher is kept first. */
  readonly rank: number;
  /** In how many places it was said. */
  readonly mentions: number;
}

/** Items handed on from one compaction to the next, at most; of each group. */
const MOST: Readonly<Record<Group, number>> = { constraint: 40, request: 30, name: 45, identifier: 45 };
const LONGEST_MARK = 80;
const LONGEST_LINE = 110;
const RANK = {
  constraint: [0, 55, 97, 100],
  request: [0, 24, 80, 90],
  person: [0, 46, 56, 60],
  task: [0, 34, 42, 44],
  assistant: [0, 20, 28, 34],
  tool: [0, 18, 22, 26],
  pasted: [0, 0, 8, 12],
} as const;
const CHATTER_COSTS = 9;

export type Group = 'constraint' | 'request' | 'name' | 'identifier';

export function groupOf(item: KeepItem): Group {
  return item.kind === 'number' ? 'identifier' : item.kind;
}

/**
 * The items of entries that go away, and of what earlier compactions kept: ranked, the best first, each once.
 * Deterministic and linear. Among equals, earlier items keep their place, then the newer come before the older.
 *
 * @param entries oldest first
 * @param earlier what the last call for this conversation returned, all of it: also what the log held then
 */
export function mustKeep(entries: readonly Entry[], earlier: readonly KeepItem[] = []): readonly KeepItem[] {
  const said = saidIn(entries);
  const kept = new Kept();
  const turns = [...new Set(said.map(({ turn }) => turn))];
  const changed = turns.filter(({ done }) => done !== '');
  const answers = new Set(turns.filter(({ answer, done }) => answer !== '' || done !== ''));
  for (const item of earlier) {
    if (item.kind !== 'request' || !isAnswered(item.text, answers)) kept.take(item);
  }
  const whole = new Set<Said>();
  // What was stored is in the rows, and comes back from there.
  const newest = said.toReversed().filter((one) => !storedSince(one, changed));
  for (const one of newest) {
    const item = one.source === 'person' && !one.pasted ? wordsItem(one) : null;
    if (item === null) continue;
    kept.take(item);
    if (item.text === one.text) whole.add(one);
  }
  // What states something tells more about a number than what asks about it.
  const others = newest.filter((one) => !whole.has(one));
  const rest = [
    ...others.filter(({ text }) => !isQuestion(text)),
    ...others.filter(({ text }) => isQuestion(text)),
  ];
  for (const source of ['person', 'task', 'assistant', 'tool'] as const) {
    for (const pasted of [false, true]) {
      for (const one of rest) {
        if (one.source !== source || one.pasted !== pasted) continue;
        for (const item of markItems(one, kept)) kept.take(item);
      }
    }
  }
  return kept.ranked();
}

/** The line that shows an item. */
export function keptLine(item: KeepItem): string {
  return item.speaker === undefined ? `- ${item.text}` : `- ${item.speaker}: ${item.text}`;
}

/** What has been taken, each once. */
class Kept {
  private readonly items = new Map<string, { item: KeepItem; order: number }>();
  private readonly byMark = new Map<string, string>();

  take(item: KeepItem): void {
    const key = keyOf(item);
    const known = this.items.get(key);
    if (known !== undefined) this.mention(key);
    else {
      this.items.set(key, { item, order: this.items.size });
      for (const mark of item.marks) if (!this.byMark.has(fold(mark))) this.byMark.set(fold(mark), key);
    }
  }

  /** True if an item holds this mark; that counts as a mention of the item. */
  holds(mark: string): boolean {
    const key = this.byMark.get(fold(mark));
    if (key === undefined) return false;
    this.mention(key);
    return true;
  }

  private mention(key: string): void {
    const known = this.items.get(key);
    if (known !== undefined) known.item = { ...known.item, mentions: known.item.mentions + 1 };
  }

  ranked(): readonly KeepItem[] {
    const sorted = [...this.items.values()]
      .sort((one, other) => weight(other.item) - weight(one.item) || one.order - other.order)
      .map(({ item }) => item);
    const left: Record<Group, number> = { ...MOST };
    return sorted.filter((item) => {
      left[groupOf(item)] -= 1;
      return left[groupOf(item)] >= 0;
    });
  }
}

/** What was said again and again weighs a little more, never a rank more. */
function weight(item: KeepItem): number {
  return item.rank + 0.5 * Math.min(3, item.mentions - 1);
}

function keyOf(item: KeepItem): string {
  return `${item.kind} ${fold(item.text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()}`;
}

/** A person's sentence as a constraint or a request; null if it is neither. */
function wordsItem(one: Said): KeepItem | null {
  const binding = binds(one.text);
  const asking = binding < 2 ? requestStrength(one) : 0;
  const kind = binding >= 2 || (binding === 1 && asking < 2) ? 'constraint' : 'request';
  const strength = kind === 'constraint' ? binding : asking;
  if (strength === 0) return null;
  const marks = marksIn(one.text).filter((mark) => mark.strength > 1 || mark.kind === 'number');
  if (marks.length === 0 && termsOf(one.text, 3).length < 2) return null;
  const chatter = isChatter(one.text) && !marks.some((mark) => mark.strength === 3);
  if (chatter && strength === 1) return null;
  const rank = (RANK[kind][strength] ?? 0) - (chatter ? CHATTER_COSTS : 0);
  const { text, held } = snippet(one.text, marks, {
    at: kind === 'constraint' ? bindsAt(one.text) : asksAt(one.text),
    text: '',
  });
  return itemOf(one, text, kind, held, rank);
}

/** The marks of a sentence that no item holds yet, with the words around them. */
function markItems(one: Said, kept: Kept): readonly KeepItem[] {
  const marks = marksIn(one.text, !one.pasted);
  const question = isQuestion(one.text);
  const settled = isSettled(one);
  // A question that was answered states nothing: of it only what cannot be guessed again stays.
  const least = question && settled ? 3 : 1;
  const free = marks.filter(
    ({ text, strength }) => strength >= least && text.length <= 400 && !kept.holds(text),
  );
  const items: KeepItem[] = [];
  const chatter = isChatter(one.text) ? CHATTER_COSTS : 0;
  const ranks = one.pasted ? RANK.pasted : RANK[one.source];
  while (free.length > 0 && items.length < 4) {
    const [best] = free.toSorted((a, b) => b.strength - a.strength || a.at - b.at);
    if (best === undefined || estimate(best.text) > LONGEST_MARK) break;
    const { text: words, held } = snippet(one.text, free, best);
    const text = settled ? `${words} (answered)` : words;
    const base = best.strength === 3 ? ranks[3] : ranks[question ? 1 : best.strength] - chatter;
    const rank = base + (states(one.text) ? 1 : 0);
    if (base > 0 && estimate(text) <= LONGEST_LINE) items.push(itemOf(one, text, best.kind, held, rank));
    for (const mark of [best, ...held]) if (free.includes(mark)) free.splice(free.indexOf(mark), 1);
  }
  return items;
}

function itemOf(one: Said, text: string, kind: KeepKind, marks: readonly Mark[], rank: number): KeepItem {
  const base = { text, kind, marks: [...new Set(marks.map((mark) => mark.text))], rank, mentions: 1 };
  return one.speaker === undefined ? base : { ...base, speaker: one.speaker };
}
