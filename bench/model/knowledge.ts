// What a simulated model would have to know from earlier turns: patterns of what is to be shown that people's own earlier
// words match. A real model finds such a fact in its context or does not know it. Pure.
import { matches } from './judge/rows.ts';
import type { Turn } from './script.ts';

/** What a turn tells: the words, the pasted facts, the files. */
export const heardIn = ({ says, paste, files }: Turn): string =>
  [says, ...(paste?.facts ?? []), ...Object.values(files), ''].join('\n');

/**
 * The patterns of a turn that its scripted words match, and that earlier words match too, but not the question itself.
 *
 * @param told all that people have told before
 */
export function factsOf(turn: Turn, told: string): readonly string[] {
  const words = turn.model.flatMap((step) => ('say' in step ? [step.say] : [])).join('\n');
  const own = heardIn(turn);
  return turn.expect.shown.filter(
    (pattern) =>
      isFact(pattern) && matches(pattern, words) && matches(pattern, told) && !matches(pattern, own),
  );
}

/** A pattern with a number, or a word that is long enough not to be anywhere. */
const isFact = (pattern: string): boolean => /\d/.test(pattern) || /\p{L}{5}/u.test(pattern);
