// Clock times in a phrase: one, a list, a range; windows ("between 9 and 5"); parts of the day; zones.
import type { Clock, Fact, Join } from '../fact.ts';
import { alt, digits, memo, opt, type Rule, reading, role, seq, sign, skip } from '../rule.ts';
import type { Part } from '../reading.ts';
import { clockTime } from './clock.ts';

const before = skip('at', 'the', 'by', 'approx', 'of', 'dom');
const led: Rule<Clock> = seq([before, clockTime, skip('approx', 'oclock')], (_, c) => c);

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

const minuteOf = (c: Clock): number => (c.h % 12) * 60 + c.m;

/** "2 and 4pm": what follows settles what went before, unless that would turn the order round */
function shareHalf(items: readonly Clock[]): readonly Clock[] {
  const last = items.at(-1);
  if (!last || (last.mode !== 'pm' && last.mode !== 'am')) return items;
  return items.map((c) => (c.mode === 'free' && minuteOf(c) < minuteOf(last) ? { ...c, mode: last.mode } : c));
}

const clocks: Rule<Fact> = (scan, at) => {
  const found: { value: Fact; end: number }[] = [];
  const walk = (items: readonly Clock[], joins: readonly Join[], end: number) => {
    const join: Join = joins.includes('or') ? 'or' : joins.includes('range') ? 'range' : joins.length ? 'list' : 'one';
    if (join !== 'range' || items.length === 2) found.push({ value: { f: 'clock', items: shareHalf(items), join }, end });
    if (items.length >= 6) return;
    const marks = items.length === 1 ? alt(listMark, rangeMark) : listMark;
    for (const { value, end: next } of seq([marks, led], (j, c) => ({ j, c }))(scan, end)) walk([...items, value.c], [...joins, value.j], next);
  };
  for (const first of led(scan, at)) walk([first.value], [], first.end);
  return found.sort((a, b) => b.end - a.end);
};

const until = alt(role('to', 'and'), seq([sign('-')], () => 'to' as const));
const ranged: Rule<Fact> =
  seq([role('between', 'from'), led, until, led], (_, a, _u, b): Fact => {
    const [from = a, to = b] = shareHalf([a, b]);
    return { f: 'window', from, to, office: false };
  });
const office: Rule<Fact> = seq([skip('at', 'on', 'pin'), role('window')], (): Fact => {
  const at = (h: number): Clock => ({ h, m: 0, mode: 'literal', strict: false });
  return { f: 'window', from: at(9), to: at(17), office: true };
});

export const clockFact: Rule<Fact> = memo(alt(ranged, office, clocks));

const dayParts: readonly Part[] = ['dawn', 'morning', 'firstthing', 'midday', 'afternoon', 'lateday', 'evening', 'tonight', 'night'];
const part = reading('part', (r) => dayParts.includes(r.p));
const lead = skip('pin', 'the', 'at', 'on', 'of', 'by', 'approx', 'every');

export const partFact: Rule<Fact> = memo(
  alt(
    seq([part, listMark, lead, part], (a, join, _l, b): Fact => ({ f: 'part', parts: [a.p, b.p], plural: a.plural || b.plural, join })),
    seq([part], (a): Fact => ({ f: 'part', parts: [a.p], plural: a.plural, join: 'one' })),
  ),
);

const PAD = (n: number) => String(n).padStart(2, '0');
const offset: Rule<string> = alt(
  seq([alt(sign('+'), sign('-')), digits((t) => t.length <= 2, true), opt(seq([opt(sign(':', true)), digits((t) => t.length === 2, true)], (_, m) => m))], (s, h, m) =>
    Number(h) > 14 ? null : `${s}${PAD(Number(h))}:${m ?? '00'}`,
  ),
  seq([alt(sign('+'), sign('-')), digits((t) => t.length === 4, true)], (s, t) => (Number(t) > 1400 ? null : `${s}${t.slice(0, 2)}:${t.slice(2)}`)),
);
const zone = reading('zone');

export const zoneFact: Rule<Fact> = memo(
  alt(
    // UTC+2, GMT-3
    seq([reading('zone', (r) => r.zone === 'UTC'), offset], (_, o): Fact => ({ f: 'zone', zone: o })),
    seq([skip('zonepre', 'of', 'the'), zone, skip('zoneword')], (_, z): Fact | null => ({ f: 'zone', zone: z.zone })),
    seq([role('zoneword'), skip('zonepre', 'of', 'the', 'pin', 'at'), zone], (_, _s, z): Fact => ({ f: 'zone', zone: z.zone })),
    // 09:00 +02:00: bare, only in full
    (scan, at) =>
      at > 0 && (scan.tokens[at + 1]?.text.length === 4 || scan.tokens[at + 2]?.text === ':')
        ? seq([offset], (o): Fact => ({ f: 'zone', zone: o }))(scan, at)
        : [],
  ),
);
