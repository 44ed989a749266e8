// The figures as tables, and what they are held to: which policies count, and whether the product's own is good enough.
import { billed, type Figures, nothing } from './figures.ts';
import { OWN, RAW } from './policies.ts';

export interface Result {
  readonly script: string;
  readonly policy: string;
  /** True for what we only compare with. */
  readonly baseline: boolean;
  readonly figures: Figures;
}

const REACHABLE = 0.95;
const IN_REQUEST = 0.8;
const NEAR_BEST = 1.1;
const AVOIDABLE = 0.05;
const OF_RAW = 0.3;

/** Shares of the needed facts. Without needs nothing is missing. */
export function shares({ needs, inRequest, byHandle }: Figures): {
  readonly inRequest: number;
  readonly reachable: number;
} {
  return needs === 0
    ? { inRequest: 1, reachable: 1 }
    : { inRequest: inRequest / needs, reachable: (inRequest + byHandle) / needs };
}

/** A policy counts if it keeps enough within reach. */
export function counts(figures: Figures): boolean {
  const { inRequest, reachable } = shares(figures);
  return reachable >= REACHABLE && inRequest >= IN_REQUEST && figures.tooLong === 0;
}

export function sum(all: readonly Figures[]): Figures {
  const total: Figures = { ...nothing };
  for (const figures of all)
    for (const key of Object.keys(nothing) as (keyof Figures)[]) total[key] += figures[key];
  return total;
}

/** One row per policy over all scripts. */
export function totals(results: readonly Result[]): Result[] {
  return [...new Set(results.map(({ policy }) => policy))].map((policy) => {
    const rows = results.filter((result) => result.policy === policy);
    const baseline = rows.some((row) => row.baseline);
    return { script: 'all', policy, baseline, figures: sum(rows.map(({ figures }) => figures)) };
  });
}

export function table(results: readonly Result[]): string {
  return [
    '| policy | in the request | reachable | requests | input | cached | sent again | avoidable | output | background | their bill | billed | with recalls |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...results.map(row),
  ].join('\n');
}

function row({ policy, baseline, figures }: Result): string {
  const { inRequest, reachable } = shares(figures);
  const bill = billed(figures);
  const cells = [
    policy,
    percent(inRequest),
    percent(reachable),
    number(figures.requests),
    number(figures.input) + (figures.tooLong > 0 ? ` (${figures.tooLong} too long)` : ''),
    percent(figures.cached / figures.input),
    percent(figures.resent / figures.input),
    percent(figures.avoidable / figures.input),
    number(figures.output),
    number(figures.background),
    percent(figures.aside / bill),
    number(bill) + (baseline || counts(figures) ? '' : ' (does not count)'),
    number(bill + figures.recalls),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** What the product's own policy is held to, a line each. */
export function verdicts(
  results: readonly Result[],
): readonly { readonly ok: boolean; readonly line: string }[] {
  const own = totals(results).find(({ policy }) => policy === OWN);
  if (own === undefined) return [];
  const { inRequest, reachable } = shares(own.figures);
  const avoidable = own.figures.avoidable / own.figures.input;
  const lines = [
    {
      ok: counts(own.figures),
      line: `facts reachable ${percent(reachable)} (aim: 95%), in the request ${percent(inRequest)} (aim: 80%); of the ${own.figures.byHandle} that only a handle leads to, ${own.figures.deep} lie more pages deep than a turn can read`,
    },
    {
      ok: avoidable <= AVOIDABLE,
      line: `avoidable tokens sent again: ${percent(avoidable)} of input (aim: at most 5%)`,
    },
    best(totals(results), 1, 'in sum'),
  ];
  for (const script of new Set(results.map((result) => result.script))) {
    const rows = results.filter((result) => result.script === script);
    lines.push(best(rows, NEAR_BEST, script));
    const raw = rows.find(({ policy }) => policy === RAW);
    const mine = rows.find(({ policy }) => policy === OWN);
    if (!script.startsWith('research') || raw === undefined || mine === undefined) continue;
    const share = billed(mine.figures) / billed(raw.figures);
    lines.push({
      ok: share <= OF_RAW,
      line: `${script}: ${percent(share)} of the raw transcript's bill (aim: at most 30%)`,
    });
  }
  return lines;
}

function best(rows: readonly Result[], within: number, where: string): { ok: boolean; line: string } {
  const rivals = rows.filter(
    ({ policy, baseline, figures }) => !baseline && policy !== OWN && counts(figures),
  );
  const mine = rows.find(({ policy }) => policy === OWN);
  const least = Math.min(...rivals.map(({ figures }) => billed(figures)));
  const leader = rivals.find(({ figures }) => billed(figures) === least);
  if (mine === undefined || leader === undefined)
    return { ok: true, line: `${where}: no other policy counts` };
  const ratio = billed(mine.figures) / least;
  return {
    ok: ratio <= within,
    line: `${where}: ${ratio.toFixed(3)} of the best other that counts (${leader.policy}; aim: at most ${within.toFixed(2)})`,
  };
}

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;
const number = (count: number): string => Math.round(count).toLocaleString('en');
