// The command line of `npm run eval:model`.
import { parseArgs } from 'node:util';
import { EXTRAS, PARTS, type Variant } from './without.ts';

export interface Options {
  /** Shares of faulty answers, from 0 to 1; only for the simulated model. */
  readonly rates: readonly number[];
  readonly quick: boolean;
  /** How many conversations, spread over kinds and languages; null: all. */
  readonly sample: number | null;
  /** Whether the whole bot is played; else only what is held against it. */
  readonly ours: boolean;
  readonly plain: boolean;
  readonly variants: readonly Variant[];
  /** Only conversations whose names contain one of these. */
  readonly only: readonly string[];
  readonly out: string | null;
  /** Files of `out` to make the tables from: nothing is played. */
  readonly from: readonly string[];
  readonly seed: number;
  /** How many times each conversation is played, with other chances. */
  readonly times: number;
  /** Whether results go into the documents. */
  readonly writes: boolean;
  readonly folder: string | null;
}

export const USAGE = `npm run eval:model -- [options]
  --quick            twelve conversations; the exit code tells whether the model clears the floor
  --sample N         N conversations of at most 20 turns, spread over kinds and languages
  --plain            the same model in a plain loop beside it
  --without NAME     one part of the harness left out: ${PARTS.join(', ')}; several with commas, or "each"
  --with NAME        ${EXTRAS.join(', ')}
  --rates 0,10,30,50 shares of faulty answers in percent, for the simulated model
  --only NAME        conversations whose names contain it; several with commas
  --out FILE         a JSON line for each turn
  --from FILES       tables from such files, nothing is played
  --seed N, --times N, --folder FOLDER (other conversations), 
  --no-ours (only what is held against the whole bot), --no-write (leave docs alone)`;

/** @throws Error that says what is wrong */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      sample: { type: 'string' },
      plain: { type: 'boolean', default: false },
      without: { type: 'string', multiple: true, default: [] },
      with: { type: 'string', multiple: true, default: [] },
      rates: { type: 'string' },
      only: { type: 'string', default: '' },
      out: { type: 'string' },
      from: { type: 'string', multiple: true, default: [] },
      seed: { type: 'string', default: '20261123' },
      times: { type: 'string', default: '1' },
      folder: { type: 'string' },
      'no-ours': { type: 'boolean', default: false },
      'no-write': { type: 'boolean', default: false },
    },
  });
  const { quick, plain, out, folder, sample } = values;
  return {
    quick,
    sample: sample === undefined ? null : wholeOf('sample', sample),
    ours: !values['no-ours'],
    plain,
    rates: listOf(values.rates ?? '0,10,30').map(rateOf),
    variants: variantsOf(values.without.flatMap(listOf), values.with.flatMap(listOf)),
    only: listOf(values.only),
    out: out ?? null,
    from: values.from.flatMap(listOf),
    seed: wholeOf('seed', values.seed),
    times: wholeOf('times', values.times),
    writes: !values['no-write'],
    folder: folder ?? null,
  };
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

function rateOf(text: string): number {
  const percent = Number(text);
  if (!(percent >= 0 && percent <= 100)) throw new Error(`--rates: ${text} is no share in percent`);
  return percent / 100;
}

function wholeOf(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new Error(`--${name}: ${text} is no whole number from 1 on`);
  return value;
}

function variantsOf(without: readonly string[], extras: readonly string[]): readonly Variant[] {
  const left = without.includes('each') ? PARTS : without.map((name) => known(name, PARTS, 'without'));
  return [
    ...left.map((name) => ({ without: name })),
    ...extras.map((name) => ({ with: known(name, EXTRAS, 'with') })),
  ];
}

function known<T extends string>(name: string, all: readonly T[], option: string): T {
  const found = all.find((one) => one === name);
  if (found === undefined) throw new Error(`--${option}: there is no ${name}. There are: ${all.join(', ')}.`);
  return found;
}
