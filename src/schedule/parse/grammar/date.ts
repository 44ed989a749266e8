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

/** 3/4, 3/4/27, 3-4, 3.4., 2026/12/01: the order is the locale's, unless only one order is a date */
const numeric: Rule<Fact> = (scan, at) => {
  const short = digits((t) => t.length <= 2);
  const more = digits((t) => t.length <= 2, true);
  const order = (a: number, b: number) => {
    const swap = scan.monthFirst ? a > 12 && b <= 12 : !(b > 12 && a <= 12);
    return swap ? { d: a, m: b } : { d: b, m: a };
  };
  const rules: Rule<Fact>[] = [];
  for (const mark of ['/', '-', '.']) {
    const sep = sign(mark, true);
    const y = digits((t) => t.length === 2 || /^(19|20|21)\d\d$/.test(t), true);
    rules.push(
      seq([digits((t) => /^(19|20|21)\d\d$/.test(t)), sep, more, sep, more], (yy, _a, m, _b, d) =>
        date(Number(d), Number(m), Number(yy)),
      ),
      seq([short, sep, more, sep, y], (a, _a, b, _b, yy): Fact => {
        const dotted = mark === '.' ? { d: Number(a), m: Number(b) } : order(Number(a), Number(b));
        return { f: 'date', ...dotted, y: full(yy) };
      }),
    );
    if (mark === '.') {
      rules.push(
        seq([short, sep, more, opt(sign('.', true))], (a, _a, b): Fact | null =>
          scan.lexicon.language.code === 'en' || Number(b) > 12 || timed(scan, at)
            ? null
            : { f: 'date', d: Number(a), m: Number(b) },
        ),
      );
    } else {
      rules.push(
        seq([short, sep, more], (a, _a, b): Fact => ({ f: 'date', ...order(Number(a), Number(b)) })),
      );
    }
  }
  return alt(...rules)(scan, at);
};

/** "the 31st", "el 5", "5日": the day of a month not named */
const dayOfMonth: Rule<number> = (scan, at) => {
  const plainNumber = reading(
    'num',
    (r) => Number.isInteger(r.v) && r.v >= 1 && r.v <= 99 && !r.article && (r.digits?.length ?? 1) <= 2,
  );
  // "second" alone is no date, "the second" is
  const alone = at === 0 && scan.lexicon.language.code === 'en';
  const marked = alt(
    seq([reading('ord', (r) => r.v >= 1 && (r.digits === true || !alone)), skip('dom')], (r) => r.v),
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
  const words = scan.lexicon.language.domWords;
  const loose = words
    ? alt(
        marked,
        seq([alt(...words.map((word) => sign(word))), plainNumber], (_, r) => r.v),
      )
    : alt(
        marked,
        seq([role('on'), role('the'), plainNumber], (_, _t, r) => r.v),
      );
  return loose(scan, at);
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
