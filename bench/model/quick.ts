// Twelve conversations for a quick look: short ones that together cover as many kinds and languages as twelve can. Pure.
import type { Conversation } from './script.ts';

const MOST = 12;
/** Longer ones take too long for a quick look. In turns, fillers counted. */
const LONGEST = 14;

export function quickOnes(all: readonly Conversation[]): readonly Conversation[] {
  const turnsOf = ({ turns }: Conversation) =>
    turns.reduce((sum, turn) => sum + ('filler' in turn ? turn.filler : 1), 0);
  const left = all.filter((one) => turnsOf(one) <= LONGEST).sort((a, b) => (a.name < b.name ? -1 : 1));
  const chosen: Conversation[] = [];
  const seen = { kinds: new Map<string, number>(), languages: new Map<string, number>() };
  const times = (map: Map<string, number>, key: string) => map.get(key) ?? 0;
  while (chosen.length < MOST && left.length > 0) {
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
