// Which instruction comes by which way: what names its carrier by that one, the others by several in turn.
import { mulberry } from '../../test/fakes/mulberry.ts';
import { CARRIERS, type Carrier, type Case, carrierNamed } from './carriers.ts';
import type { Item } from './item.ts';
import { markOf } from './obedient.ts';

export interface Cases {
  readonly cases: readonly Case[];
  /** The instructions, by the number of their case. */
  readonly items: ReadonlyMap<number, Item>;
}

/**
 * @param each by how many carriers an instruction comes that names none
 * @param of.sample only so many cases, every carrier among them
 */
export function casesOf(
  all: readonly Item[],
  each: number,
  of: { readonly sample?: number; readonly seed: number },
): Cases {
  const pairs = all.flatMap((item, at) => carriersFor(item, at, each).map((carrier) => ({ item, carrier })));
  const chosen = of.sample === undefined ? pairs : sampled(pairs, of.sample, of.seed);
  const cases: Case[] = [];
  const items = new Map<number, Item>();
  for (const [at, { item, carrier }] of chosen.entries()) {
    const number = at + 1;
    items.set(number, item);
    cases.push({ number, id: item.id, carrier, text: `${markOf(number)} ${item.text}` });
  }
  return { cases, items };
}

function carriersFor(item: Item, at: number, each: number): readonly Carrier[] {
  const named = carrierNamed(item.carrier);
  if (named !== null) return [named];
  return Array.from(
    { length: each },
    (_, turn) => CARRIERS[(at + turn * 7) % CARRIERS.length] ?? 'tool result',
  );
}

interface Pair {
  readonly item: Item;
  readonly carrier: Carrier;
}

/** Round and round the carriers, from a place that the seed says. */
function sampled(pairs: readonly Pair[], count: number, seed: number): readonly Pair[] {
  const random = mulberry(seed);
  const left = new Map(
    CARRIERS.map((carrier) => [carrier, pairs.filter((pair) => pair.carrier === carrier)] as const),
  );
  const chosen: Pair[] = [];
  while (chosen.length < Math.min(count, pairs.length))
    for (const carrier of CARRIERS) {
      const some = left.get(carrier) ?? [];
      const [pair] = some.splice(Math.floor(random() * some.length), 1);
      if (pair && chosen.length < count) chosen.push(pair);
    }
  return chosen;
}
