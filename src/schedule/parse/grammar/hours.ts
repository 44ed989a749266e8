// Clock times in a phrase: one, a list, a range; windows ("between 9 and 5"); parts of the day; zones.
import type { Clock, Fact, Join } from '../fact.ts';
import { timesOf } from '../meaning/time.ts';
import type { Part } from '../reading.ts';
import { alt, digits, memo, opt, type Rule, reading, role, seq, sign, skip } from '../rule.ts';
import { clockTime, namedClock } from './clock.ts';

const before = skip('at', 'the', 'by', 'approx');
const bareClock: Rule<Clock> = seq([clockTime, skip('oclock')], (c) => c);

const ledByName: Rule<Clock> = seq(
  [skip('on', 'pin', 'at', 'the', 'by', 'approx', 'of'), namedClock],
  (_, c) => c,
);

/** A clock time with the small words before it; "le 5" is a day of the month instead. */
const led: Rule<Clock> = (scan, at) => [
  ...before(scan, at).flatMap(({ end }) => {
    const word = scan.tokens[end - 1]?.text ?? '';
    const after =
      end === at &&
      scan
        .readings(end - 1)
        .some(({ value, end: to }) => to === end && value.k === 'role' && value.r === 'dom');
    const dom = after || (end > at && scan.lexicon.language.domWords?.includes(word));
    return bareClock(scan, end).filter((hit) => !dom || hit.end > end + 1);
  }),
  ...ledByName(scan, at),
];

const listMark: Rule<Join> = alt(
  seq([opt(sign(',')), role('and')], (): Join => 'list'),
  seq([opt(sign(',')), role('or')], (): Join => 'or'),
  seq([sign(',')], (): Join => 'list'),
  seq([sign('/')], (): Join => 'list'),
);
const rangeMark: Rule<Join> = alt(
  seq([role('to')], (): Join => 'range'),
  seq([sign('-')], (): Join => 'range'),
);

const dayParts: readonly Part[] = [
  'dawn',
  'morning',
  'firstthing',
  'midday',
  'afternoon',
  'lateday',
  'evening',
  'tonight',
  'night',
];
const part = reading('part', (r) => dayParts.includes(r.p));
const lead = skip('pin', 'the', 'at', 'on', 'of', 'by', 'approx', 'every');

const minuteOf = (c: Clock): number => (c.h % 12) * 60 + c.m;
const isHalf = (c: Clock): boolean => c.mode === 'am' || c.mode === 'pm';
const isOpen = (c: Clock): boolean =>
  c.mode === 'free' || (c.mode === 'literal' && !c.strict && !c.midnight && c.h >= 1 && c.h <= 12);

/**
 * "2 and 4pm", "8 and 10 in the evening": what follows settles what went before, unless that would turn the
 * order round; in a range what went before settles what follows, too.
 */
function shareHalf(items: readonly Clock[], join: Join): readonly Clock[] {
  const [first, last] = [items[0], items.at(-1)];
  if (!first || !last || items.length < 2) return items;
  if (isHalf(last)) {
    return items.map((c) => (isOpen(c) && minuteOf(c) < minuteOf(last) ? { ...c, mode: last.mode } : c));
  }
  const forward = join === 'range' && isHalf(first) && isOpen(last) && minuteOf(last) > minuteOf(first);
  return forward ? [...items.slice(0, -1), { ...last, mode: first.mode }] : items;
}

/** "8 in the morning" as one clock time: only in lists and ranges, where each has a part of its own */
function withPart(c: Clock, p: Part): Clock | null {
  const times = timesOf(c, [p]);
  if (!times.ok || times.minutes.length !== 1 || c.strict) return null;
  const minutes = (times.minutes[0] ?? 0) % 1440;
  const h = Math.floor(minutes / 60);
  return { h: h % 12 || 12, m: minutes % 60, mode: h < 12 ? 'am' : 'pm', strict: false };
}

const onePart = reading('part', (r) => dayParts.includes(r.p) && !r.plural);
type Item = { readonly c: Clock; readonly parted: boolean };
const item: Rule<Item> = alt(
  seq([led], (c): Item => ({ c, parted: false })),
  seq([lead, onePart, led], (_, p, c): Item | null => asItem(withPart(c, p.p))),
  seq([led, lead, onePart], (c, _, p): Item | null => asItem(withPart(c, p.p))),
);

function asItem(c: Clock | null): Item | null {
  return c === null ? null : { c, parted: true };
}

function joinOf(joins: readonly Join[]): Join {
  if (joins.includes('or')) return 'or';
  return joins.includes('range') ? 'range' : joins.length > 0 ? 'list' : 'one';
}

const itemAfter = (mark: Rule<Join>) => seq([mark, item], (j, c) => ({ j, c }));
const secondItem = itemAfter(alt(listMark, rangeMark));
const listItem = itemAfter(listMark);

const clocks: Rule<Fact> = (scan, at) => {
  const found: { value: Fact; end: number }[] = [];
  const walk = (items: readonly Item[], joins: readonly Join[], end: number) => {
    const join = joinOf(joins);
    const alone = items.length === 1 && items[0]?.parted;
    if (!alone && (join !== 'range' || items.length === 2)) {
      const clocksOf = items.map(({ c }) => c);
      found.push({ value: { f: 'clock', items: shareHalf(clocksOf, join), join }, end });
    }
    if (items.length >= 6) return;
    const further = items.length === 1 ? secondItem : listItem;
    for (const { value, end: next } of further(scan, end)) {
      walk([...items, value.c], [...joins, value.j], next);
    }
  };
  for (const first of item(scan, at)) walk([first.value], [], first.end);
  return found.sort((a, b) => b.end - a.end);
};

const until = alt(
  role('to', 'and'),
  seq([sign('-')], () => 'to' as const),
);
const ranged: Rule<Fact> = seq([role('between', 'from'), item, until, item], (_, a, _u, b): Fact => {
  const [from = a.c, to = b.c] = shareHalf([a.c, b.c], 'range');
  return { f: 'window', from, to, office: false };
});
const office: Rule<Fact> = seq([skip('at', 'on', 'pin'), role('window')], (): Fact => {
  const at = (h: number): Clock => ({ h, m: 0, mode: 'literal', strict: false });
  return { f: 'window', from: at(9), to: at(17), office: true };
});

export const clockFact: Rule<Fact> = memo(alt(ranged, office, clocks));

export const partFact: Rule<Fact> = memo(
  alt(
    seq(
      [part, listMark, lead, part],
      (a, join, _l, b): Fact => ({ f: 'part', parts: [a.p, b.p], plural: a.plural || b.plural, join }),
    ),
    seq([part], (a): Fact => ({ f: 'part', parts: [a.p], plural: a.plural, join: 'one' })),
  ),
);

const PAD = (n: number) => String(n).padStart(2, '0');
const offset: Rule<string> = alt(
  seq(
    [
      alt(sign('+'), sign('-')),
      digits((t) => t.length <= 2, true),
      opt(seq([opt(sign(':', true)), digits((t) => t.length === 2, true)], (_, m) => m)),
    ],
    (s, h, m) => (Number(h) > 14 ? null : `${s}${PAD(Number(h))}:${m ?? '00'}`),
  ),
  seq([alt(sign('+'), sign('-')), digits((t) => t.length === 4, true)], (s, t) =>
    Number(t) > 1400 ? null : `${s}${t.slice(0, 2)}:${t.slice(2)}`,
  ),
);
const zone = reading('zone');

export const zoneFact: Rule<Fact> = memo(
  alt(
    // UTC+2, GMT-3
    seq([reading('zone', (r) => r.zone === 'UTC'), offset], (_, o): Fact => ({ f: 'zone', zone: o })),
    seq(
      [skip('of', 'the'), opt(role('zonepre')), skip('of', 'the'), zone, opt(role('zoneword'))],
      (_, pre, _s, z, word): Fact | null =>
        z.place && pre === null && word === null ? null : { f: 'zone', zone: z.zone },
    ),
    seq(
      [role('zoneword'), skip('zonepre', 'of', 'the', 'pin', 'at'), zone],
      (_, _s, z): Fact => ({ f: 'zone', zone: z.zone }),
    ),
    // 09:00 +02:00: bare, only in full
    (scan, at) =>
      at > 0 && (scan.tokens[at + 1]?.text.length === 4 || scan.tokens[at + 2]?.text === ':')
        ? seq([offset], (o): Fact => ({ f: 'zone', zone: o }))(scan, at)
        : [],
  ),
);
