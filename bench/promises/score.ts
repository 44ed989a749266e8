// Shares with their 95% intervals, by any grouping of the items.
import { type Share, wilson } from '../report.ts';
import type { Item, Label } from './item.ts';

export type Scored = {
  readonly item: Item;
  readonly expect: Label;
  readonly due: boolean;
  readonly unclear: boolean;
};

export type Scores = {
  /** of what is unbacked or mismatched: flagged */
  readonly found: Share;
  /** of the found: with the right one of the two labels */
  readonly label: Share;
  /** of replies that claim nothing: flagged */
  readonly flaggedNone: Share;
  /** of backed claims: flagged */
  readonly flaggedBacked: Share;
  /** of what has a due: named rightly */
  readonly due: Share;
  readonly unclear: Share;
};

/** The scores of some items; those without labels do not count. */
export function scoresOf(scored: readonly Scored[]): Scores {
  const share = (pool: readonly Scored[], hit: (s: Scored) => boolean): Share => ({
    hits: pool.filter(hit).length,
    of: pool.length,
  });
  const failing = scored.filter((s) => s.item.expect === 'unbacked' || s.item.expect === 'mismatch');
  const flagged = (s: Scored) => s.expect !== 'ok';
  return {
    found: share(failing, flagged),
    label: share(failing.filter(flagged), (s) => s.expect === s.item.expect),
    flaggedNone: share(
      scored.filter((s) => s.item.claim === 'none'),
      flagged,
    ),
    flaggedBacked: share(
      scored.filter((s) => s.item.claim !== 'none' && s.item.expect === 'ok'),
      flagged,
    ),
    due: share(
      scored.filter((s) => typeof s.item.due === 'string'),
      (s) => s.due,
    ),
    unclear: share(scored, (s) => s.unclear),
  };
}

/** `12/13  92.3% (66.7-98.6)` */
export function shown(share: Share): string {
  const interval = wilson(share);
  if (!interval) return '-';
  const [low, high] = interval;
  return `${share.hits}/${share.of} ${((100 * share.hits) / share.of).toFixed(1)}% (${low.toFixed(1)}-${high.toFixed(1)})`;
}
