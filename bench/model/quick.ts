// Some of the conversations, spread over as many kinds and languages as there can be: twelve short ones for a quick look, or
// a sample. Pure.
import type { Conversation } from './script.ts';

const MOST = 12;
/** Longer ones take too long for a quick look. In turns, fillers counted. */
const LONGEST = 14;

/** The same for a sample. */
export const LONGEST_SAMPLED = 20;

export const quickOnes = (all: readonly Conversation[]): readonly Conversation[] =>
  spread(all, MOST, LONGEST);

/**
 * So many conversations that are spread over kinds and languages.
 *
 * @param longest in turns, fillers counted
 */
export function spread(
  all: readonly Conversation[],
  most: number,
  longest = Number.POSITIVE_INFINITY,
): readonly Conversation[] {
  const turnsOf = ({ turns }: Conversation) =>
    turns.reduce((sum, turn) => sum + ('filler' in turn ? turn.filler : 1), 0);
  const left = all.filter((one) => turnsOf(one) <= longest).sort((a, b) => (a.name < b.name ? -1 : 1));
  const chosen: Conversation[] = [];
  const seen = { kinds: new Map<string, number>(), languages: new Map<string, number>() };
  const times = (map: Map<string, number>, key: string) => map.get(key) ?? 0;
  while (chosen.length < most && left.length > 0) {
    const weigh = (one: Conversation) =>
      2 * times(seen.kinds, one.kind) + times(seen.languages, one.language);
    const [best] = [...left].sort((a, b) => weigh(a) - weigh(b));
    if (!best) break;
    left.splice(left.indexOf(best), 1);
    chosen.push(best);
    seen.kinds.set(best.kind, times(seen.kinds, best.kind) + 1);
    seen.languages.set(best.language, times(seen.languages, best.language) + 1);
  }
  return chosen;
}
