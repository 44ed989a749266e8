// Dates: "14 march", "dec 3rd, 2027", "3/4", "le 5", "3月14日", "the last friday", "end of next month".
import type { Fact } from '../fact.ts';
import { alt, digits, memo, opt, type Rule, reading, role, seq, sign, skip } from '../rule.ts';
import { timed } from './clock.ts';

const year: Rule<number> = alt(
  seq([digits((t) => /^20\d\d$/.test(t)), skip('yearword')], (t) => Number(t)),
  seq([digits((t) => t.length === 2), role('yearword')], (t) => 2000 + Number(t)),
  // 1 dec '26: too late for an hour
  seq([digits((t) => t.length === 2 && Number(t) > 24 && Number(t) < 60)], (t) => 2000 + Number(t)),
);
const yearTail = opt(seq([opt(sign(',')), skip('of', 'pin'), year], (_c, _o, y) => y));

const dayNumber: Rule<number> = alt(
  seq([opt(reading('ord', (r) => r.v > 0)), skip('dom')], (r) => r?.v ?? null),
  seq(
    [
      reading('num', (r) => Number.isInteger(r.v) && r.v >= 1 && !r.article && (r.digits?.length ?? 1) <= 2),
      skip('dom'),
    ],
    (r) => r.v,
  ),
);

function date(d: number, m: number, y: number | null): Fact {
  return y === null ? { f: 'date', d, m } : { f: 'date', d, m, y };
}

const month = reading('month');

const named: Rule<Fact> = alt(
  seq(
    [dayNumber, opt(sign('-', false)), skip('of', 'pin', 'the'), month, opt(sign('-', false)), yearTail],
    (d, _x, _o, m, _y, y) => date(d, m.m, y),
  ),
  seq([month, skip('the', 'on'), dayNumber, yearTail], (m, _, d, y) => date(d, m.m, y)),
  seq([year, opt(sign(',')), skip('of', 'pin'), month, dayNumber], (y, _c, _o, m, d) => date(d, m.m, y)),
);

/** 2026年3月14日, 3月14日; the month as a number with its word */
const numbered: Rule<Fact> = seq(
  [opt(year), reading('num', (r) => r.v >= 1 && r.v <= 99), role('monthword'), skip('of'), dayNumber],
  (y, m, _w, _o, d) => date(d, m.v, y),
);

function full(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

const short = digits((t) => t.length <= 2);
const more = digits((t) => t.length <= 2, true);
const longYear = digits((t) => /^(19|20|21)\d\d$/.test(t));
const anyYear = digits((t) => t.length === 2 || /^(19|20|21)\d\d$/.test(t), true);

/** 3/4, 3/4/27, 3-4, 2026/12/01: the order is the locale's, unless only one order is a date */
function withMark(mark: '/' | '-', monthFirst: boolean): Rule<Fact> {
  const sep = sign(mark, true);
  const order = (a: number, b: number) => {
    const swap = monthFirst ? a > 12 && b <= 12 : !(b > 12 && a <= 12);
    return swap ? { d: a, m: b } : { d: b, m: a };
  };
  return alt(
    seq([longYear, sep, more, sep, more], (y, _a, m, _b, d) => date(Number(d), Number(m), Number(y))),
    seq(
      [short, sep, more, sep, anyYear],
      (a, _a, b, _b, y): Fact => ({ f: 'date', ...order(Number(a), Number(b)), y: full(y) }),
    ),
    seq([short, sep, more], (a, _a, b): Fact => ({ f: 'date', ...order(Number(a), Number(b)) })),
  );
}

const dot = sign('.', true);
/** 3.4.27, 2026.12.01 */
const dottedYear: Rule<Fact> = alt(
  seq([longYear, dot, more, dot, more], (y, _a, m, _b, d) => date(Number(d), Number(m), Number(y))),
  seq(
    [short, dot, more, dot, anyYear],
    (a, _a, b, _b, y): Fact => ({ f: 'date', d: Number(a), m: Number(b), y: full(y) }),
  ),
);
/** 3.4. */
const dotted: Rule<Fact> = seq([short, dot, more, opt(dot)], (a, _a, b): Fact | null =>
  Number(b) > 12 ? null : { f: 'date', d: Number(a), m: Number(b) },
);

const withMarks = (monthFirst: boolean) => ({
  '/': withMark('/', monthFirst),
  '-': withMark('-', monthFirst),
});
const marksOf = { first: withMarks(true), last: withMarks(false) };

const numeric: Rule<Fact> = (scan, at) => {
  const mark = scan.tokens[at + 1]?.text;
  if (mark === '/' || mark === '-') return (scan.monthFirst ? marksOf.first : marksOf.last)[mark](scan, at);
  if (mark !== '.') return [];
  const isClock = scan.lexicon.language.code === 'en' || timed(scan, at);
  return isClock ? dottedYear(scan, at) : [...dottedYear(scan, at), ...dotted(scan, at)];
};

const plainNumber = reading(
  'num',
  (r) => Number.isInteger(r.v) && r.v >= 1 && r.v <= 99 && !r.article && (r.digits?.length ?? 1) <= 2,
);
const ordinalDay = seq([reading('ord', (r) => r.v >= 1), skip('dom')], (r) => r.v);
const writtenOrdinal = seq([reading('ord', (r) => r.v >= 1 && r.digits === true), skip('dom')], (r) => r.v);
const markedDay: Rule<number> = alt(
  seq(
    [
      role('dom', 'dompre'),
      skip('the'),
      alt(
        seq([plainNumber], (r) => r.v),
        seq([reading('ord', (r) => r.v >= 1)], (r) => r.v),
      ),
    ],
    (_, _t, d) => d,
  ),
  seq([plainNumber, role('dom')], (r) => r.v),
);
const onThe = seq([role('on'), role('the'), plainNumber], (_, _t, r) => r.v);

/** "the 31st", "el 5", "5日": the day of a month not named */
const dayOfMonth: Rule<number> = (scan, at) => {
  const { code, domWords } = scan.lexicon.language;
  // "second" alone is no date, "the second" is
  const alone = at === 0 && code === 'en';
  const marked = [...(alone ? writtenOrdinal : ordinalDay)(scan, at), ...markedDay(scan, at)];
  if (!domWords) return [...marked, ...onThe(scan, at)];
  const isLed = domWords.includes(scan.tokens[at]?.text ?? '');
  const days = isLed ? plainNumber(scan, at + 1) : [];
  return [...marked, ...days.map(({ value, end }) => ({ value: value.v, end }))];
};

const separator = alt(
  seq([opt(sign(',')), role('and')], () => 'list' as const),
  seq([opt(sign(',')), role('or')], () => 'or' as const),
  seq([sign(',')], () => 'list' as const),
);
const lead = skip('on', 'the', 'at', 'of');
const plainDay = reading(
  'num',
  (r) => Number.isInteger(r.v) && r.v >= 1 && r.v <= 31 && !r.article && (r.digits?.length ?? 1) <= 2,
);
const nextDay: Rule<number> = alt(
  dayOfMonth,
  seq([plainDay], (r) => r.v),
);

export const dateFact: Rule<Fact> = memo(
  alt(
    named,
    numbered,
    numeric,
    seq(
      [dayOfMonth, separator, lead, nextDay, opt(seq([separator, lead, nextDay], (_s, _l, d) => d))],
      (a, join, _l, b, c): Fact => ({
        f: 'dates',
        days: c === null ? [a, b] : [a, b, c],
        join,
      }),
    ),
    seq(
      [plainDay, separator, lead, dayOfMonth],
      (a, join, _l, b): Fact => ({ f: 'dates', days: [a.v, b], join }),
    ),
    seq([dayOfMonth], (d): Fact => ({ f: 'date', d })),
    seq([reading('holiday')], (h): Fact => ({ f: 'date', m: h.m, d: h.d, ...(h.eve ? { eve: true } : {}) })),
    seq([month, yearTail], (m, y): Fact => (y === null ? { f: 'month', m: m.m } : { f: 'month', m: m.m, y })),
    seq(
      [reading('num', (r) => r.v >= 1 && r.v <= 12), role('monthword')],
      (r): Fact => ({ f: 'month', m: r.v }),
    ),
  ),
);
