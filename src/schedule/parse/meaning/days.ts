// The days a phrase can mean, in order (rules 8 to 14): each fact that fixes a day gives its candidates, facts
// beside it narrow them, and two that disagree are an ambiguity.
import {
  addMonths,
  civilOf,
  dayOf,
  daysInMonth,
  mondayOf,
  monthAt,
  monthIndex,
  nthWeekday,
  weekdayOf,
} from '../../recurrence/civil.ts';
import type { Context } from '../context.ts';
import type { FactOf } from '../fact.ts';
import { type Meaning, refuse } from '../result.ts';
import type { Bag } from './bag.ts';

/** Candidates in order; `time`: the default in minutes if the phrase names none; `exact`: only the first counts. */
export type Days = {
  readonly ok: true;
  readonly days: readonly number[];
  readonly today: boolean;
  readonly times?: readonly number[];
  readonly eve?: boolean;
  readonly bare?: boolean;
  /** an earlier day that the words could have meant too */
  readonly passedOver?: number;
};

type Found = Days | (Meaning & { ok: false });

function found(days: readonly number[], times?: readonly number[]): Days {
  return times ? { ok: true, days, today: false, times } : { ok: true, days, today: false };
}

/** The days that the facts name together, or null if they name none. */
export function daysOf(context: Context, bag: Bag): Found | null {
  const [day, again] = bag.of('day');
  if (day && again && day.n === again.n) return refuse('unparseable', 'when.by-date');
  const fixing: Found[] = [
    ...bag.of('day').map((fact): Found => dayNamed(context, fact.n)),
    ...bag.of('date').map((fact) => dates(context, bag, fact)),
    ...bag.of('nth').map((fact) => nth(context, bag, fact)),
    ...bag
      .of('lastday')
      .map((fact) => monthDays(context, bag, (y, m) => (fact.first ? 1 : daysInMonth(y, m)))),
    ...bag.of('edge').map((fact) => edge(context, bag, fact)),
    ...bag.of('weekdays').map((fact): Found => weekdaysOnce(context, fact)),
  ];
  const weekdays = bag.of('weekday');
  if (fixing.length === 0 && weekdays.length > 0)
    fixing.push(...weekdays.map((fact) => weekday(context, bag, fact)));
  else if (fixing.length > 0) for (const fact of weekdays) fixing.push(check(context, fixing, fact));
  if (fixing.length === 0) fixing.push(...bag.of('period').map((fact) => period(context, fact)));
  else if (strayPeriod(bag)) return refuse('ambiguous', 'when.two-days');
  return together(fixing);
}

function together(fixing: readonly Found[]): Found | null {
  const [first] = fixing;
  if (!first) return null;
  for (const one of fixing) if (!one.ok) return one;
  let days = first.ok ? first.days : [];
  for (const other of fixing) {
    if (!other.ok || other === first) continue;
    days = days.slice(0, 1).filter((day) => other.days.includes(day));
    if (days.length === 0) return refuse('ambiguous', 'when.two-days');
  }
  return first.ok ? { ...first, days } : first;
}

function dayNamed(context: Context, n: number): Found {
  if (n < 0) return refuse('past', 'when.past');
  return { ...found([context.today + n]), today: n === 0 };
}

/** A weekday beside another fact must agree with it. */
function check(_context: Context, fixing: readonly Found[], fact: FactOf<'weekday'>): Found {
  const [first] = fixing;
  if (!first?.ok) return first ?? refuse('unparseable', 'when.past');
  const [day] = first.days;
  if (day !== undefined && weekdayOf(day) === fact.d) return first;
  return refuse('ambiguous', 'when.weekday-date');
}

function weekday(context: Context, bag: Bag, fact: FactOf<'weekday'>): Found {
  const [week] = bag.of('period').filter((p) => p.u === 'week');
  const monday = mondayOf(context.today);
  if (week) {
    if (week.n < 0) return refuse('past', 'when.past');
    return found([monday + 7 * week.n + fact.d - 1]);
  }
  if (bag.has('period', 'month', 'ofunit')) return refuse('unparseable', 'when.by-date');
  const coming = context.today + ((fact.d - weekdayOf(context.today) + 7) % 7);
  switch (fact.which) {
    case 'last':
      return refuse('past', 'when.past');
    case 'next':
      return nextWeek(context, coming, monday + 7 + fact.d - 1 + fact.plus, fact.plus === 0);
    case 'afternext':
      return found([(coming === context.today ? coming + 7 : coming) + 7]);
    case 'this':
    case 'coming':
      return found(fact.plus ? [coming + fact.plus] : [coming, coming + 7]);
  }
}

/** "next thursday" is the one of next week; some mean the coming one. */
function nextWeek(context: Context, coming: number, day: number, plain: boolean): Found {
  const isOpen = plain && coming > context.today && coming < day;
  return isOpen ? { ...found([day]), passedOver: coming } : found([day]);
}

/** "at the weekend" is its Saturday, or its Sunday once Saturday is over */
function weekdaysOnce(context: Context, fact: FactOf<'weekdays'>): Found {
  if (!fact.set || fact.plural || fact.days[0] !== 6) {
    return refuse('ambiguous', 'when.several-days');
  }
  return weekend(context, 0);
}

function weekend(context: Context, n: number): Found {
  const saturday = mondayOf(context.today) + 5 + 7 * n;
  return found(n === 0 ? [saturday, saturday + 1, saturday + 7] : [saturday]);
}

function period(context: Context, { u, n }: FactOf<'period'>): Found {
  if (n < 0) return refuse('past', 'when.past');
  if (u === 'weekend') return weekend(context, n);
  if (n === 0) return refuse('unparseable', 'when.which-day');
  const now = civilOf(context.today);
  switch (u) {
    case 'day':
      return found([context.today + n]);
    case 'workday': {
      let day = context.today;
      for (let left = n; left > 0; ) if (weekdayOf(++day) <= 5) left--;
      return found([day]);
    }
    case 'week':
      return found([mondayOf(context.today) + 7 * n]);
    case 'month': {
      const { y, m } = monthAt(monthIndex(now) + n);
      return found([dayOf(y, m, 1)]);
    }
    case 'quarter': {
      const { y, m } = monthAt((Math.floor(monthIndex(now) / 3) + n) * 3);
      return found([dayOf(y, m, 1)]);
    }
    case 'year':
      return found([dayOf(now.y + n, 1, 1)]);
    default:
      return refuse('unparseable', 'when.in-hours');
  }
}

/** A period that no other fact takes up. */
function strayPeriod(bag: Bag): boolean {
  const open = bag.has('nth', 'lastday');
  const byMonth = open || bag.of('date').some((fact) => fact.m === undefined);
  const byYear =
    (open && bag.has('month')) || bag.of('date').some((fact) => fact.m !== undefined && fact.y === undefined);
  return bag.of('period').some(({ u, n }) => {
    if (u === 'week') return n !== 0 && !bag.has('weekday', 'nth');
    return !((byMonth && u === 'month') || (byYear && u === 'year'));
  });
}

/** The months a phrase names, in order, as { y, m }: a named month, a period, or the coming ones. */
function monthsOf(context: Context, bag: Bag): readonly { y: number; m: number }[] | null {
  const now = civilOf(context.today);
  const [named] = bag.of('month');
  const [months, years] = [
    bag.of('period').find((p) => p.u === 'month'),
    bag.of('period').find((p) => p.u === 'year'),
  ];
  if (named) {
    const y = named.y ?? (years ? now.y + years.n : null);
    if (y !== null) return [{ y, m: named.m }];
    return Array.from({ length: 9 }, (_, i) => ({ y: now.y + i, m: named.m }));
  }
  if (months) return [monthAt(monthIndex(now) + months.n)];
  if (years) return null;
  return Array.from({ length: 14 }, (_, i) => monthAt(monthIndex(now) + i));
}

function monthDays(context: Context, bag: Bag, pick: (y: number, m: number) => number | null): Found {
  const months = monthsOf(context, bag);
  if (!months) return refuse('unparseable', 'when.by-date');
  const days = months.flatMap(({ y, m }) => {
    const d = m >= 1 && m <= 12 ? pick(y, m) : null;
    return d === null ? [] : [dayOf(y, m, d)];
  });
  return days.length > 0 ? found(days) : refuse('nonexistent', 'when.no-such-day');
}

function dates(context: Context, bag: Bag, fact: FactOf<'date'>): Found {
  const { d, m, y } = fact;
  const exists = (year: number, month: number) => (d >= 1 && d <= daysInMonth(year, month) ? d : null);
  if (m === undefined) {
    if (bag.of('period').some((p) => p.u === 'week' || p.u === 'weekend'))
      return refuse('unparseable', 'when.by-date');
    return monthDays(context, bag, exists);
  }
  if (m < 1 || m > 12) return refuse('nonexistent', 'when.no-such-day');
  const now = civilOf(context.today);
  const year =
    y ??
    bag
      .of('period')
      .filter((p) => p.u === 'year')
      .map((p) => now.y + p.n)[0];
  const years = year === undefined ? Array.from({ length: 9 }, (_, i) => now.y + i) : [year];
  const days = years.flatMap((each) => (exists(each, m) === null ? [] : [dayOf(each, m, d)]));
  if (days.length === 0) return refuse('nonexistent', 'when.no-such-day');
  return fact.eve ? { ...found(days), eve: true } : found(days);
}

function nth(context: Context, bag: Bag, fact: FactOf<'nth'>): Found {
  if (fact.also !== undefined) return refuse('ambiguous', 'when.two-days');
  if (!bag.has('period', 'month', 'ofunit')) return refuse('unparseable', 'when.which-month');
  const week = bag.of('period').find((p) => p.u === 'week');
  if (week) {
    const days = [...fact.days].sort((a, b) => a - b);
    const d = days.at(fact.n < 0 ? fact.n : fact.n - 1);
    return d === undefined
      ? refuse('nonexistent', 'when.no-such-day')
      : found([mondayOf(context.today) + 7 * week.n + d - 1]);
  }
  const civil = (day: number | null) => (day === null ? null : civilOf(day).d);
  const months = monthsOf(context, bag);
  if (bag.has('month') && months) return nthOfNamed(context, fact, months);
  return monthDays(context, bag, (y, m) => civil(nthWeekday(y, m, fact.n, fact.days)));
}

/** Of a named month it is the coming one that counts: if that lacks a fifth Monday, there is none. */
function nthOfNamed(
  context: Context,
  fact: FactOf<'nth'>,
  months: readonly { y: number; m: number }[],
): Found {
  const days: number[] = [];
  for (const { y, m } of months) {
    const over = dayOf(y, m, daysInMonth(y, m)) < context.today;
    if (over && months.length > 1) continue;
    const day = nthWeekday(y, m, fact.n, fact.days);
    if (day !== null) days.push(day);
    else if (days.length === 0) return refuse('nonexistent', 'when.no-such-day');
  }
  return found(days);
}

function edge(context: Context, bag: Bag, fact: FactOf<'edge'>): Found {
  const { e, u, n } = fact;
  if (n < 0) return refuse('past', 'when.past');
  const end = e === 'end';
  const now = civilOf(context.today);
  const steps = n === 0 ? [0, 1] : [n];
  if (bag.has('month')) return monthDays(context, bag, (y, m) => (end ? daysInMonth(y, m) : 1));
  if (u === 'week') {
    const days = steps.map((s) => mondayOf(context.today) + 7 * s + (end ? 4 : 0));
    return end ? found(days, [1020]) : found(days);
  }
  if (u === 'month' || u === 'quarter' || u === 'year') {
    const size = u === 'month' ? 1 : u === 'quarter' ? 3 : 12;
    const days = steps.map((s) => {
      const first = (Math.floor(monthIndex(now) / size) + s) * size;
      const { y, m } = monthAt(end ? first + size - 1 : first);
      return dayOf(y, m, end ? daysInMonth(y, m) : 1);
    });
    return end ? found(days, [540, 1020]) : found(days);
  }
  return refuse('unparseable', 'when.which-day');
}

/** The same days, moved by calendar days and months. */
export function moved(
  days: Days,
  amount: { readonly days: number; readonly months: number },
  sign: 1 | -1,
): Days {
  return {
    ...days,
    today: false,
    days: days.days.map((day) => addMonths(day, sign * amount.months) + sign * amount.days),
  };
}
