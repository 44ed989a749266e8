// Learns the weights of src/claims/learned/model.ts from labelled examples: logistic regression whose gradient goes through the
// strongest sentence (AdaGrad, a fixed order of examples), so the same examples give the same weights.
import type { Features } from '../../src/claims/learned/features.ts';
import {
  judgedBy,
  kindTerms,
  learntKinds,
  SHARPNESS,
  scaleOf,
  strongest,
  type Weights,
} from '../../src/claims/learned/model.ts';

export type Example = {
  readonly features: Features /** `none`, or the kind that is claimed */;
  readonly claim: string;
};

const PASSES = 20;
const RATE = 0.2;
const DECAY = 3e-4;
/** A feature of fewer examples is none. */
const LEAST_EXAMPLES = 3;
/** A weight below this is left out. */
const LEAST_WEIGHT = 0.3;

/** The weights for the examples; `threshold` and `unsure` are for the caller to set. Deterministic. */
export function trained(examples: readonly Example[]): Pick<Weights, 'claims' | 'kinds'> {
  const claims = learnt(
    examples.map(({ features, claim }) => ({
      groups: features.sentences.map(({ names }) => names.map((name) => `s ${name}`)),
      whole: features.whole.map((name) => `w ${name}`),
      yes: claim !== 'none',
    })),
  );
  const bestOf = (features: Features) => {
    const { sentence } = judgedBy({ threshold: 0, trust: 0, unsure: 0, claims, kinds: new Map() }, features);
    return features.sentences.find((each) => each.sentence === sentence)?.names ?? [];
  };
  const real = examples.filter(({ claim }) => claim !== 'none');
  const kinds = new Map(
    learntKinds.map((kind) => [
      kind,
      learnt(
        real.map(({ features, claim }) => ({
          groups: [],
          whole: kindTerms(bestOf(features), features.whole).map((name) => `k ${name}`),
          yes: claim === kind,
        })),
      ),
    ]),
  );
  return { claims, kinds };
}

type Row = {
  readonly groups: readonly (readonly string[])[];
  readonly whole: readonly string[];
  readonly yes: boolean;
};
/** Ids of the features that count, and by how much they are scaled. */
type Ids = { readonly ids: readonly number[]; readonly scale: number };
type Indexed = { readonly groups: readonly Ids[]; readonly whole: Ids; readonly yes: boolean };

function learnt(rows: readonly Row[]): ReadonlyMap<string, number> {
  const names = frequent(rows);
  const ids = new Map(names.map((name, id) => [name, id]));
  const known = (list: readonly string[]): Ids => ({
    ids: list.flatMap((name) => ids.get(name) ?? []),
    scale: scaleOf(list.length),
  });
  const indexed = rows.map(
    ({ groups, whole, yes }): Indexed => ({ groups: groups.map(known), whole: known(whole), yes }),
  );
  const weights = new Float64Array(names.length + 1);
  const squares = new Float64Array(names.length + 1).fill(1e-8);
  const step = (id: number, slope: number) => {
    squares[id] = (squares[id] ?? 0) + slope * slope;
    weights[id] = (weights[id] ?? 0) - (RATE * slope) / Math.sqrt(squares[id] ?? 1);
  };
  const constant = names.length;
  for (const row of passes(indexed)) {
    const scores = row.groups.map((group) => total(weights, group));
    const sharp = scores.length > 0 ? strongest(scores) : 0;
    const score = (weights[constant] ?? 0) + total(weights, row.whole) + sharp;
    const slope = 1 / (1 + Math.exp(-score)) - Number(row.yes);
    step(constant, slope);
    descend(row.whole, slope, weights, step);
    row.groups.forEach((group, i) => {
      const share = Math.exp(SHARPNESS * ((scores[i] ?? 0) - sharp));
      if (share > 0.02) descend(group, slope * share, weights, step);
    });
  }
  const rounded = names.map((name, id) => [name, Math.round((weights[id] ?? 0) * 100) / 100] as const);
  return new Map([
    ['', Math.round((weights[constant] ?? 0) * 100) / 100],
    ...rounded.filter(([, weight]) => Math.abs(weight) >= LEAST_WEIGHT),
  ]);
}

function frequent(rows: readonly Row[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { groups, whole } of rows)
    for (const name of new Set([...groups.flat(), ...whole])) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= LEAST_EXAMPLES).map(([name]) => name);
}

const total = (weights: Float64Array, { ids, scale }: Ids): number =>
  ids.reduce((sum, id) => sum + (weights[id] ?? 0), 0) * scale;

function descend(
  { ids, scale }: Ids,
  slope: number,
  weights: Float64Array,
  step: (id: number, slope: number) => void,
): void {
  for (const id of ids) step(id, slope * scale + DECAY * (weights[id] ?? 0));
}

/** The rows in an order that is shuffled for each pass, always in the same way. */
function* passes(rows: readonly Indexed[]): Generator<Indexed> {
  let state = 1;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const order = [...rows];
  for (let pass = 0; pass < PASSES; pass++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [order[i], order[j]] = [order[j] as Indexed, order[i] as Indexed];
    }
    yield* order;
  }
}
