// Which of the things to keep a summary has lost: those whose identifiers, names and numbers are not in it, or
// whose words no line of it says again. They are then kept word for word beside it.
import { fold, termsOf, wordsOf } from '../../memory/words.ts';
import { estimate } from '../budget/estimate.ts';
import { type Group, groupOf, type KeepItem, keptLine } from './salient.ts';
import { limitsSomething } from './salient-words.ts';

/** What each group has for sure of the room; what it leaves goes to the best of the others. */
const SHARE: Readonly<Record<Group, number>> = {
  constraint: 0.32,
  request: 0.24,
  name: 0.2,
  identifier: 0.24,
};
/** Below this rank an item has no share: what was settled, what only a tool or a paste says. */
const FIRM = 45;
const SAID_AGAIN = 0.8;
const NEARLY = 0.6;

/**
 * The items that a summary does not hold, the best first, as many as their lines fit.
 *
 * @param items as {@link mustKeep} ranked them
 * @param tokens estimated tokens of all lines, see {@link keptLine}
 */
export function lost(items: readonly KeepItem[], summary: string, tokens: number): readonly KeepItem[] {
  const held = new Held(summary);
  const share = new Map(items.map((item) => [item, held.share(item)]));
  const missing = items.filter((item) => (share.get(item) ?? 0) <= SAID_AGAIN);
  // What is nearly said again may be a paraphrase, or another thing of the same kind: it comes after what is surely gone.
  const gone = missing.filter((item) => (share.get(item) ?? 0) < NEARLY);
  const costs = new Map(missing.map((item) => [item, estimate(keptLine(item)) + 1]));
  const chosen = new Set<KeepItem>();
  let used = 0;
  let lines = '';
  const take = (item: KeepItem, room: number): number => {
    const cost = costs.get(item) ?? 0;
    if (cost > room || used + cost > tokens || chosen.has(item)) return 0;
    if (!isWords(item) && item.marks.every((mark) => held.has(mark) || holds(lines, mark))) return 0;
    chosen.add(item);
    used += cost;
    lines += `\n${plain(item.text)}`;
    return cost;
  };
  for (const some of [gone, missing]) {
    for (const group of ['constraint', 'request', 'name', 'identifier'] as const) {
      let room = SHARE[group] * tokens;
      for (const item of chosen) if (groupOf(item) === group) room -= costs.get(item) ?? 0;
      for (const item of some) {
        if (groupOf(item) === group && item.rank >= FIRM) room -= take(item, room);
      }
    }
  }
  for (const item of missing) take(item, tokens - used);
  return missing.filter((item) => chosen.has(item));
}

/** True for what counts by its words, not by its marks alone. */
function isWords(item: KeepItem): boolean {
  return item.kind === 'constraint' || item.kind === 'request';
}

/** A summary, made ready to be asked what it holds. */
class Held {
  private readonly text: string;
  private readonly lines: readonly {
    readonly text: string;
    readonly stems: ReadonlySet<string>;
    readonly limits: boolean;
  }[];

  constructor(summary: string) {
    this.text = plain(summary);
    this.lines = summary.split(/\n|(?<=[.!?])\s+|(?<=[。！？])/u).map((line) => {
      const text = fold(line);
      return { text, stems: new Set(wordsOf(text).map(stem)), limits: limitsSomething(line) };
    });
  }

  has(mark: string): boolean {
    return holds(this.text, mark);
  }

  /** How much of an item is said again: 0 to 1, 0 if a mark is missing. The words must be in one line. */
  share(item: KeepItem): number {
    if (!item.marks.every((mark) => this.has(mark))) return 0;
    const terms = termsOf(item.text);
    if (!isWords(item) || terms.length === 0) return 1;
    const found = this.lines.map((line) =>
      item.kind === 'constraint' && !line.limits
        ? 0
        : terms.filter((term) =>
            term.inside ? line.text.includes(term.text) : line.stems.has(stem(term.text)),
          ).length,
    );
    return Math.max(0, ...found) / terms.length;
  }
}

function stem(word: string): string {
  return word.slice(0, 4);
}

const JOINS = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;

/** True if a text made {@link plain} holds a mark, not as a part of a longer word or number. */
function holds(text: string, mark: string): boolean {
  const wanted = plain(mark);
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const before = text.slice(Math.max(0, at - 1), at);
    const after = text.slice(at + wanted.length, at + wanted.length + 2);
    if (JOINS.test(before) && JOINS.test(wanted.slice(0, 1))) continue;
    if (JOINS.test(wanted.slice(-1)) && (JOINS.test(after.slice(0, 1)) || /^[-_/.,:]\p{N}/u.test(after)))
      continue;
    return true;
  }
  return false;
}

/** Folded, in one line, numbers without thousands signs, so that 1,204.50 is 1204.50. */
function plain(text: string): string {
  return fold(text)
    .replace(/\s+/gu, ' ')
    .replace(/(?<=\d)[,.'’](?=\d{3}(?!\d))/gu, '')
    .replace(/(?<=\d),(?=\d)/gu, '.')
    .trim();
}
