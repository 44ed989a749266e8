// The least that a model has to reach in `npm run eval:model` to be called supported. Pure.
import { FLOOR } from '../../src/cli/doctor/floor.ts';
import type { Tally } from './tally.ts';

export interface Cleared {
  readonly clears: boolean;
  /** One sentence. */
  readonly said: string;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;

/** Whether a score clears the floor. */
export function clearsFloor({ turns, right, misses }: Pick<Tally, 'turns' | 'right' | 'misses'>): Cleared {
  const [rightShare, falseShare] = [right / Math.max(1, turns), misses.false / Math.max(1, turns)];
  const clears = turns > 0 && rightShare >= FLOOR.right && falseShare <= FLOOR.false;
  const asked = `at least ${percent(FLOOR.right)} right and at most ${percent(FLOOR.false)} false statements`;
  const found = `${percent(rightShare)} of ${turns} turns right, ${percent(falseShare)} with a false statement`;
  return { clears, said: `${clears ? 'Supported' : 'Not supported'}: ${found}; the floor is ${asked}.` };
}
