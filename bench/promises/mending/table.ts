// The counts of an eval:mending run, as a table for the measurements.
import type { Played } from './play.ts';
import { type Fault, faults } from './verdict.ts';

/** Of which items each fault is counted. */
const OF: Readonly<Record<Fault, (played: Played) => boolean>> = {
  'false claim as written': ({ item }) => item.expect !== 'ok',
  'false claim, reworded': ({ item }) => item.expect !== 'ok',
  'plain ask without its row': () => true,
  'open ask, silent': () => true,
  'second row': ({ item }) => item.claim !== 'none',
  'row that nobody asked for': ({ item }) => item.claim === 'none',
  'harmless reply changed': ({ item }) => item.claim === 'none',
  'backed reply changed': ({ item }) => item.claim !== 'none' && item.expect === 'ok',
};

export function tableOf(played: readonly Played[]): string {
  const of = (manner: string) => played.filter((one) => one.manner === manner);
  const [mends, repeats] = [of('mends'), of('repeats')];
  const count = (pool: readonly Played[], fault: Fault) => {
    const among = pool.filter(OF[fault]);
    return `${among.filter((one) => one.faults.includes(fault)).length} of ${among.length}`;
  };
  const share = (pool: readonly Played[], test: (one: Played) => boolean) =>
    `${pool.filter(test).length} of ${pool.length} (${((100 * pool.filter(test).length) / Math.max(1, pool.length)).toFixed(1)}%)`;
  return [
    '| after the turn | a model that mends | one that repeats itself |',
    '| --- | --- | --- |',
    ...faults.map((fault) => `| ${fault} | ${count(mends, fault)} | ${count(repeats, fault)} |`),
    `| asked a question of one word | ${share(mends, ({ questions }) => questions > 0)} | ${share(repeats, ({ questions }) => questions > 0)} |`,
    `| asked to mend | ${share(mends, ({ repairs }) => repairs > 0)} | ${share(repeats, ({ repairs }) => repairs > 0)} |`,
  ].join('\n');
}
