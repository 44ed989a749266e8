// Clock times: "9", "8:30", "1.15am", "1830", "7h45", "half seven", "ten to six", "ocho menos cuarto",
// "8時半", "без четверти семь". What is odd about a language is in its table; the forms are common.
import type { Clock } from '../fact.ts';
import { alt, digits, memo, opt, type Rule, reading, role, seq, sign, skip } from '../rule.ts';
import type { Scan } from '../scan.ts';

type Half = 'am' | 'pm' | null;

function clock(h: number, m: number, mode: Clock['mode'], strict = false): Clock {
  return { h, m, mode, strict };
}

/** Minutes counted before or after a full hour; the hour keeps the reading it had. */
function shifted(hour: Clock, minutes: number): Clock {
  const total = hour.h * 60 + hour.m + minutes;
  const turn = hour.mode === 'free' ? 720 : 1440;
  const within = ((total % turn) + turn) % turn;
  const h = Math.floor(within / 60);
  return clock(hour.mode === 'free' && h === 0 ? 12 : h, within % 60, hour.mode);
}

const ampm: Rule<Half> = alt(
  seq([role('am')], (): Half => 'am'),
  seq([role('pm')], (): Half => 'pm'),
);

const number = reading('num');
/** A bare hour: 24-hour when it is 0, 13 or more, or written with a leading zero. */
const hour: Rule<Clock> = (scan, at) =>
  number(scan, at).flatMap(({ value, end }) => {
    if (!Number.isInteger(value.v) || value.v > 99 || value.article) return [];
    if (value.v === 0 && !value.digits && scan.lexicon.language.code === 'en') return [];
    const zero = value.digits?.startsWith('0') === true;
    const literal = zero || value.v === 0 || value.v > 12;
    return [{ value: clock(value.v, 0, literal ? 'literal' : 'free', zero), end }];
  });

const minutes = reading('num', (r) => Number.isInteger(r.v) && r.v < 60 && !r.article);
const fewMinutes = reading('num', (r) => Number.isInteger(r.v) && r.v >= 1 && r.v < 60 && !r.article);
const two = digits((t) => t.length === 2, true);
const minuteSkip = skip('minuteword');

const colonMark = sign(':', true);
const colonAs = (literalClock: boolean): Rule<Clock> =>
  seq(
    [
      digits((t) => t.length <= 2),
      colonMark,
      two,
      opt(seq([colonMark, two], (_, s) => s)),
      skip('hourword', 'oclock'),
    ],
    (h, _, m, s) => {
      // to the second is finer than a wall time goes
      if (s !== null && s !== '00') return null;
      const strict = h.length === 2 && h.startsWith('0');
      const literal = strict || Number(h) === 0 || Number(h) > 12 || literalClock;
      return clock(Number(h), Number(m), literal ? 'literal' : 'free', strict);
    },
  );
const [literalColon, freeColon] = [colonAs(true), colonAs(false)];

/** 8:30, 08:30:00 */
const colon: Rule<Clock> = (scan, at) => {
  if (scan.tokens[at + 1]?.text !== ':') return [];
  return (scan.lexicon.language.literalClock ? literalColon : freeColon)(scan, at);
};

/** After a word that precedes clock times, 9.10 is a time. */
export function timed(scan: Scan, at: number): boolean {
  return (
    at > 0 &&
    scan
      .readings(at - 1)
      .some(
        ({ value, end }) => end === at && value.k === 'role' && (value.r === 'at' || value.r === 'approx'),
      )
  );
}

const dottedAs = (literalClock: boolean, maybeDate: boolean): Rule<Clock> =>
  seq(
    [digits((t) => t.length <= 2), sign('.', true), two, opt(role('hourword', 'oclock', 'am', 'pm'))],
    (h, _, m, mark) => {
      const strict = h.startsWith('0');
      const literal = strict || Number(h) > 12 || literalClock;
      const c = clock(Number(h), Number(m), literal ? 'literal' : 'free', strict);
      if (c.h > 24 || c.m > 59 || (mark === null && maybeDate && c.m <= 12 && c.m > 0)) return null;
      if (mark !== 'am' && mark !== 'pm') return c;
      return withHalf(null, c, mark);
    },
  );
const [literalDots, literalDate] = [dottedAs(true, false), dottedAs(true, true)];
const [freeDots, freeDate] = [dottedAs(false, false), dottedAs(false, true)];

/** 8.30: only where something shows that it is a time, or in English */
const dotted: Rule<Clock> = (scan, at) => {
  if (scan.tokens[at + 1]?.text !== '.') return [];
  const { code, literalClock } = scan.lexicon.language;
  const maybeDate = code !== 'en' && !timed(scan, at);
  const [date, time] = literalClock ? [literalDate, literalDots] : [freeDate, freeDots];
  return (maybeDate ? date : time)(scan, at);
};

/** 1830, 0900, 930 */
const packed: Rule<Clock> = seq([digits((t) => t.length === 3 || t.length === 4), skip('hourword')], (t) => {
  const [h, m] = [Number(t.slice(0, -2)), Number(t.slice(-2))];
  if (m > 59 || h > 24) return null;
  return clock(h, m, t.length === 4 ? 'literal' : 'free', t.length === 4);
});

const article = opt(reading('num', (r) => r.article === true));
const and = opt(role('and'));
const quarter = alt(
  seq([role('quarter')], () => 15),
  seq([role('threequarter')], () => 45),
  seq([role('half')], () => 30),
);
const afterHour: Rule<number> = alt(
  seq([and, article, quarter], (_a, _b, q) => q),
  seq([and, minutes, minuteSkip], (_, m) => (m.digits?.length === 1 ? null : m.v)),
  seq([and, minutes, role('minuteword')], (_, m) => m.v),
  seq(
    [
      role('minus'),
      opt(role('the')),
      alt(
        seq([article, role('quarter')], () => -15),
        seq([fewMinutes, minuteSkip], (m) => -m.v),
      ),
    ],
    (_, _t, m) => m,
  ),
  seq([minutes, role('minuteword'), role('ago')], (m) => -m.v),
);
const wordedUpTo = (most: number): Rule<Clock> =>
  seq([hour, role('hourword', 'oclock'), opt(afterHour)], (c, word, m) => {
    if (c.h > most) return null;
    const base = word === 'hourword' ? clock(c.h, 0, 'literal', c.strict) : c;
    if (m === null) return base;
    return m < 0 ? shifted(base, m) : { ...base, m };
  });
const [wordedHour, wordedNumber] = [wordedUpTo(25), wordedUpTo(99)];

/** 9 Uhr, 7h45, 9時30分, 9 o'clock; 26 Uhr is no such time, but plainly meant as one where a word says so */
const worded: Rule<Clock> = (scan, at) => (timed(scan, at) ? wordedNumber : wordedHour)(scan, at);

/** six thirty, nine oh five, 9 30 */
const spoken: Rule<Clock> = seq(
  [hour, opt(reading('num', (r) => r.v === 0 && !r.digits)), opt(sign('-')), minutes, opt(role('oclock'))],
  (c, zero, dash, m) => {
    if (c.h > 24 || c.strict || m.digits?.length === 1 || (dash && m.digits)) return null;
    if (m.v < 10 !== (zero !== null)) return null;
    return { ...c, m: m.v };
  },
);

const clockName = reading('part', (r) => r.p === 'noon' || r.p === 'midnight' || r.p === 'endofday');
/** noon, midnight, end of day */
export const namedClock: Rule<Clock> = seq([clockName], ({ p }) => {
  if (p === 'endofday') return clock(17, 0, 'literal');
  return p === 'noon' ? clock(12, 0, 'literal') : { ...clock(0, 0, 'literal'), midnight: true };
});

const hourAlone = seq([hour, opt(role('oclock'))], (c) => (c.h > 25 ? null : c));
/** a Chinese numeral alone is no clock time: 每周一 */
const plain: Rule<Clock> = (scan, at) => (scan.tokens[at]?.kind === 'cjk' ? [] : hourAlone(scan, at));

/** An hour as a base to count from: ten to *six*, quarter past *noon* */
const baseHour: Rule<Clock> = memo(
  alt(
    namedClock,
    seq([opt(role('the', 'at')), hour, opt(role('hourword', 'oclock'))], (_, c, word) =>
      c.h > 24 ? null : word === 'hourword' ? clock(c.h, 0, 'literal') : c,
    ),
  ),
);
const ordHour: Rule<Clock> = seq([reading('ord', (r) => r.v >= 1 && r.v <= 12), skip('hourword')], (r) =>
  clock(r.v, 0, 'free'),
);

const someMinutes: Rule<number> = alt(
  seq([article, role('quarter')], () => 15),
  seq([fewMinutes, minuteSkip], (r) => r.v),
);

const halfAs = (minute: number): Rule<Clock> =>
  alt(
    seq([role('half'), opt(sign('-')), baseHour], (_, _d, c) => shifted(c, minute)),
    seq([role('half'), opt(role('hourword')), ordHour], (_, _h, c) => shifted(c, -30)),
  );
const [halfBefore, halfAfter] = [halfAs(-30), halfAs(30)];

/** half six (6:30), halb sieben (6:30) */
const halfHour: Rule<Clock> = (scan, at) =>
  (scan.lexicon.language.halfNext ? halfBefore : halfAfter)(scan, at);

/** "9 to 5" is a stretch of time, "10 to 5" is not: figures before "to" go by fives */
const minutesTo: Rule<number> = alt(
  seq([article, role('quarter')], () => 15),
  seq([fewMinutes, role('minuteword')], (r) => r.v),
  seq([fewMinutes], (r) => (r.digits && r.v % 5 !== 0 ? null : r.v)),
);

const minutesOf = seq([someMinutes, ordHour], (m, c) => shifted(c, m - 60));
const quarterOf = alt(
  seq([role('quarter'), hour], (_, c) => (c.h > 12 ? null : shifted(c, -45))),
  seq([role('threequarter'), alt(hour, ordHour)], (_, c) => (c.h > 12 ? null : shifted(c, -15))),
);

const relative: Rule<Clock> = alt(
  seq([someMinutes, role('past'), baseHour], (m, _, c) => shifted(c, m)),
  seq([minutesTo, role('before'), opt(role('the')), baseHour], (m, _, _t, c) => shifted(c, -m)),
  seq([someMinutes, role('past'), halfHour], (m, _, c) => shifted(c, m)),
  seq([someMinutes, role('before'), halfHour], (m, _, c) => shifted(c, -m)),
  seq([opt(role('the')), role('half'), role('past'), baseHour], (_t, _h, _p, c) => shifted(c, 30)),
  seq([role('minuspre'), someMinutes, baseHour], (_, m, c) => shifted(c, -m)),
  seq([role('quarterpast'), baseHour], (_, c) => shifted(c, 15)),
  seq([role('quarterto'), baseHour], (_, c) => shifted(c, -15)),
  // डेढ़ बजे
  seq([reading('num', (r) => r.v === 1.5 || r.v === 2.5), role('hourword', 'oclock')], (r) =>
    clock(Math.floor(r.v), 30, 'free'),
  ),
  // десять минут седьмого, четверть седьмого
  (scan, at) => (scan.lexicon.language.code === 'ru' ? minutesOf(scan, at) : []),
  // viertel sieben, dreiviertel sieben
  (scan, at) => (scan.lexicon.language.halfNext ? quarterOf(scan, at) : []),
);

const fraction: Rule<number> = alt(
  seq([role('and'), article, role('half')], () => 30),
  seq([role('and'), article, role('quarter')], () => 15),
  seq([role('and'), article, role('threequarter')], () => 45),
);
const minus: Rule<number> = seq([role('minus'), opt(role('the')), someMinutes], (_, _t, m) => -m);
const plus: Rule<number> = seq([role('and'), minutes, minuteSkip], (_, m) =>
  m.digits && m.v < 25 ? null : m.v,
);
const joinedBy = (parts: Rule<number>): Rule<Clock> =>
  seq([alt(namedClock, hour), parts], (c, m) => (c.h > 24 ? null : shifted(c, m)));
const [joinedMinutes, joinedFraction] = [
  joinedBy(alt(fraction, minus, plus)),
  joinedBy(alt(fraction, minus)),
];

/** ocho y media, ocho y diez, ocho menos cuarto, midi et demi */
const joined: Rule<Clock> = (scan, at) => {
  const { code, andMinutes } = scan.lexicon.language;
  if (code === 'en') return [];
  return (andMinutes ? joinedMinutes : joinedFraction)(scan, at);
};

function withHalf(before: Half, c: Clock, after: Half): Clock | null {
  const half = before ?? after;
  if (half === null) return c;
  if (before && after) return null;
  if (c.mode === 'literal') {
    // "15:00 pm" says it twice; "13pm" and "0am" are no times
    if (c.midnight) return null;
    if (c.h > 12 || c.h === 0)
      return c.m > 0 || c.strict || c.h === 0 ? { ...c, mode: half === 'pm' ? 'pm' : 'am' } : { ...c, h: 99 };
  }
  return { ...c, mode: half };
}

/** "18 hrs", "1800 hours": the time of day, where "2 hrs" is a stretch of time */
export const hoursClock: Rule<Clock> = seq([hour, role('hourword')], (c) =>
  c.mode === 'literal' && c.h < 24 ? clock(c.h, 0, 'literal', c.strict) : null,
);
export const packedHours: Rule<Clock> = seq([packed, opt(role('hourword'))], (c) => c);

/** One clock time with whatever settles its half of the day. */
export const clockTime: Rule<Clock> = memo(
  seq(
    [
      opt(ampm),
      alt(colon, worded, relative, halfHour, joined, dotted, packed, spoken, namedClock, plain),
      opt(seq([opt(role('oclock')), ampm], (_, half) => half)),
    ],
    withHalf,
  ),
);
