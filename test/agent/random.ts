// Small seeded random numbers, so that a failing run can be run again.

import { mulberry } from '../fakes/mulberry.ts';

export interface Random {
  /** A whole number from 0 to `most` - 1. */
  below(most: number): number;
  pick<T>(list: readonly T[]): T;
}

export function seeded(seed: number): Random {
  const next = mulberry(seed);
  return {
    below: (most) => Math.floor(next() * Math.max(1, most)),
    pick<T>(list: readonly T[]): T {
      return list[Math.floor(next() * list.length)] as T;
    },
  };
}
