// Sums over played turns: shares of what was right and what was missed, tokens, seconds, cost. Pure.
import { CACHED_PRICE } from '../context/figures.ts';
import { type Used, unused } from './endpoint.ts';
import type { Miss } from './judge/judge.ts';
import type { Played } from './play.ts';

export interface Price {
  /** Per million tokens. */
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

export interface Tally {
  readonly turns: number;
  readonly right: number;
  readonly misses: Readonly<Record<Miss, number>>;
  readonly used: Used;
  /** Input tokens with cached ones at a tenth. */
  readonly billed: number;
  readonly cost: number;
  readonly seconds: number;
}

const MISSES: readonly Miss[] = ['false', 'language', 'leak', 'stuck', 'needless'];

export function tallyOf(played: readonly Played[], price: Price): Tally {
  const used = played.reduce((sum, one) => added(sum, one.used), unused());
  const count = (miss: Miss) => played.filter(({ verdict }) => verdict.misses.includes(miss)).length;
  const misses = Object.fromEntries(MISSES.map((miss) => [miss, count(miss)])) as Record<Miss, number>;
  const fresh = used.input - used.cached;
  return {
    turns: played.length,
    right: played.filter(({ verdict }) => verdict.right).length,
    misses,
    used,
    billed: fresh + CACHED_PRICE * used.cached,
    cost: (fresh * price.input + used.cached * price.cached + used.output * price.output) / 1_000_000,
    seconds: played.reduce((sum, one) => sum + one.seconds, 0),
  };
}

const added = (one: Used, other: Used): Used => ({
  requests: one.requests + other.requests,
  input: one.input + other.input,
  cached: one.cached + other.cached,
  output: one.output + other.output,
  seconds: one.seconds + other.seconds,
});

/** The turns that count: small talk in between is told apart. */
export const scripted = (played: readonly Played[]): readonly Played[] =>
  played.filter(({ kind }) => kind !== 'filler');

/** By a field of the turns, each with its sums, in the order in which they come. */
export function groupsOf(
  played: readonly Played[],
  by: 'kind' | 'language',
  price: Price,
): readonly (readonly [string, Tally])[] {
  const names = [...new Set(played.map((one) => one[by]))];
  return names.map(
    (name) =>
      [
        name,
        tallyOf(
          played.filter((one) => one[by] === name),
          price,
        ),
      ] as const,
  );
}
