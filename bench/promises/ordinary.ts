// How long the claims of an ordinary reply take: replies of the examples, one behind the other until they have 4,000 characters,
// by language, each read several times and the least taken.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findClaims } from '../../src/claims/index.ts';
import { msOf } from '../../test/readers/measure.ts';
import { type Item, parseItems } from './item.ts';

const LENGTH = 4_000;
const MOST = 10;
const folder = join(import.meta.dirname, '../../examples/claims');

/** Median and most milliseconds of processor time for a reply of 4,000 characters in each language. */
export function ordinaryReplies(): readonly { lang: string; median: number; most: number }[] {
  const items = globSync('*.jsonl', { cwd: folder })
    .toSorted()
    .flatMap((file) => parseItems(readFileSync(join(folder, file), 'utf8')));
  return Object.entries(Object.groupBy(items, ({ lang }) => lang)).map(([lang, own = []]) => {
    const times = repliesOf(own)
      .map((reply) => msOf({ read: () => findClaims(reply, options(own)) }, reply, 5, 0))
      .sort((a, b) => a - b);
    return { lang, median: times[Math.floor(times.length / 2)] ?? 0, most: times.at(-1) ?? 0 };
  });
}

const options = ([first]: readonly Item[]) => ({
  user: first?.user ?? null,
  now: new Date('2026-11-22T09:00:00Z'),
  zone: 'Europe/Berlin',
});

function repliesOf(items: readonly Item[]): readonly string[] {
  const whole = items.map(({ reply }) => reply).join('\n\n');
  const count = Math.min(MOST, Math.floor(whole.length / LENGTH));
  return Array.from({ length: count }, (_, i) => whole.slice(i * LENGTH, (i + 1) * LENGTH));
}
