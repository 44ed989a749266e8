// The learnt judge: how likely a reply claims a lasting effect, which sentence does, and of which kind. Weighted features
// (features.ts), added up; of the sentences the strongest counts. The weights come from examples: `npm run train:claims`.
import { readFileSync } from 'node:fs';
import { lazy } from '../../process/lazy.ts';
import type { Sentence } from '../voice.ts';
import type { Features } from './features.ts';

/** Kinds that the examples are labelled with: those of claims, and what no schedule, note or persona can show. */
export const learntKinds = [
  ...['reminder', 'recurring', 'follow_up', 'changed', 'cancelled', 'memory', 'persona'],
  ...['forgotten', 'undone', 'tasks', 'deed'],
] as const;

export type Weights = {
  /** from where on a reply is held to claim something */
  readonly threshold: number;
  /** how far below the threshold a claim that the patterns are sure of still counts */
  readonly trust: number;
  /** up to where above the threshold it is unsure */
  readonly unsure: number;
  /** `s NAME` for a feature of a sentence, `w NAME` for one of the whole, `` for the constant */
  readonly claims: ReadonlyMap<string, number>;
  /** the same for each kind */
  readonly kinds: ReadonlyMap<string, ReadonlyMap<string, number>>;
};

export type Judgement = {
  /** log odds; compare with the threshold */
  readonly score: number;
  /** the sentence that speaks most for a claim; null where the assistant says nothing itself */
  readonly sentence: Sentence | null;
  /** the kind of the claim, if it is one */
  readonly kind: string;
};

/** How sharply the strongest sentence counts before the others. */
export const SHARPNESS = 3;

/** What a text claims by the weights. Pure. */
export function judgedBy(weights: Weights, { sentences, whole }: Features): Judgement {
  const scores = sentences.map(({ names }) => sum(weights.claims, 's', names));
  const score =
    (weights.claims.get('') ?? 0) +
    sum(weights.claims, 'w', whole) +
    strongest(scores.length > 0 ? scores : [0]);
  const best = sentences[scores.indexOf(Math.max(...scores))];
  const terms = kindTerms(best?.names ?? [], whole);
  let [kind, most] = ['reminder', Number.NEGATIVE_INFINITY];
  for (const [name, own] of weights.kinds) {
    const points = (own.get('') ?? 0) + sum(own, 'k', terms);
    if (points > most) [kind, most] = [name, points];
  }
  return { score, sentence: best?.sentence ?? null, kind };
}

/** The features that tell kinds apart. */
export const kindTerms = (sentence: readonly string[], whole: readonly string[]): readonly string[] => [
  ...sentence.filter((name) => /^(?:~\S+$|rule )/u.test(name)),
  ...whole.filter((name) => /^(?:asked \S+$|person ~\S+$|confirms )/u.test(name)),
];

/** Sums of many features grow with their number: they are scaled by its root. */
function sum(weights: ReadonlyMap<string, number>, prefix: string, names: readonly string[]): number {
  const total = names.reduce((points, name) => points + (weights.get(`${prefix} ${name}`) ?? 0), 0);
  return total * scaleOf(names.length);
}

/** By how much the weights of so many features are scaled. */
export const scaleOf = (features: number): number => 1 / Math.sqrt(features + 1);

/** A smooth maximum. */
export function strongest(scores: readonly number[]): number {
  const most = Math.max(...scores);
  const rest = scores.reduce((all, score) => all + Math.exp(SHARPNESS * (score - most)), 0);
  return most + Math.log(rest) / SHARPNESS;
}

/** The file of the weights: a line for each, tab between its columns: table, feature, weight. */
export function parseWeights(text: string): Weights {
  const tables = new Map<string, Map<string, number>>();
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [table = '', name = '', weight] = line.split('\t');
    const own = tables.get(table) ?? new Map<string, number>();
    tables.set(table, own.set(name, Number(weight)));
  }
  const { settings, claims, ...kinds } = Object.fromEntries(tables);
  return {
    threshold: settings?.get('threshold') ?? 0,
    trust: settings?.get('trust') ?? 0,
    unsure: settings?.get('unsure') ?? 0,
    claims: claims ?? new Map(),
    kinds: new Map(Object.entries(kinds)),
  };
}

/** The weights that are shipped, read when they are first asked for. */
export const shippedWeights = lazy(() =>
  parseWeights(readFileSync(new URL('weights.tsv', import.meta.url), 'utf8')),
);
