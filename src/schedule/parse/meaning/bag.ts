// A bag of facts, sorted by kind, with the look-ups that the meaning needs.
import type { Fact, FactOf } from '../fact.ts';

export type Bag = {
  readonly all: readonly Fact[];
  readonly has: (...kinds: readonly Fact['f'][]) => boolean;
  readonly of: <F extends Fact['f']>(kind: F) => readonly FactOf<F>[];
  /** the bag without these kinds */
  readonly without: (...kinds: readonly Fact['f'][]) => Bag;
};

export function bagOf(all: readonly Fact[]): Bag {
  return {
    all,
    has: (...kinds) => all.some((fact) => kinds.includes(fact.f)),
    of: <F extends Fact['f']>(kind: F) => all.filter((fact): fact is FactOf<F> => fact.f === kind),
    without: (...kinds) => bagOf(all.filter((fact) => !kinds.includes(fact.f))),
  };
}
