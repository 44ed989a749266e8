// The figures as Markdown tables. Pure.
import type { Played } from './play.ts';
import { groupsOf, type Price, scripted, type Tally, tallyOf } from './tally.ts';

const HEAD = [
  'turns',
  'right',
  'false statements',
  'wrong language',
  'leaks',
  'stuck',
  'needless questions',
  'tokens a turn',
  'billed a turn',
  'cached',
  'seconds a turn',
  'cost',
];

export const percent = (part: number, of: number): string =>
  of === 0 ? '-' : `${((100 * part) / of).toFixed(1)}%`;

function cellsOf({ turns, right, misses, used, billed, seconds, cost }: Tally): readonly string[] {
  const each = (sum: number) => (turns === 0 ? '-' : String(Math.round(sum / turns)));
  const missed = [misses.false, misses.language, misses.leak, misses.stuck, misses.needless];
  return [
    String(turns),
    percent(right, turns),
    ...missed.map((count) => `${count} (${percent(count, turns)})`),
    each(used.input + used.output),
    each(billed + used.output),
    percent(used.cached, used.input),
    turns === 0 ? '-' : (seconds / turns).toFixed(2),
    cost === 0 ? '-' : cost.toFixed(4),
  ];
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** @param first what the rows are of */
export function tableOf(
  first: readonly string[],
  rows: readonly (readonly [readonly string[], Tally])[],
): string {
  const head = [...first, ...HEAD];
  return [
    line(head),
    line(head.map(() => '---')),
    ...rows.map(([names, tally]) => line([...names, ...cellsOf(tally)])),
  ].join('\n');
}

/** A run in full: all turns that count, by kind and by language. */
export function report(name: string, played: readonly Played[], price: Price): string {
  const own = scripted(played);
  const fillers = played.filter(({ kind }) => kind === 'filler');
  const rows = [
    ['all', tallyOf(own, price)] as const,
    ...groupsOf(own, 'kind', price),
    ...groupsOf(own, 'language', price),
    ...(fillers.length > 0 ? [['small talk in between', tallyOf(fillers, price)] as const] : []),
  ];
  return tableOf(
    [name],
    rows.map(([label, tally]) => [[label], tally] as const),
  );
}
