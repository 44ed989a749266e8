// Which days a recurring phrase means (rules 20, 21, 23 to 25): weekdays, days of a month, nth weekdays, edges.
import type { CalendarSchedule, CalendarUnit, NthWeekday } from '../../schedule.ts';
import type { FactOf } from '../fact.ts';
import { type Meaning, refuse } from '../result.ts';
import type { Bag } from './bag.ts';

export type Refusal = Meaning & { readonly ok: false };
/** Days as a calendar has them, before times and anchor. */
export type Pattern = Pick<
  CalendarSchedule,
  'every' | 'unit' | 'weekdays' | 'monthDays' | 'nth' | 'months'
> & {
  /** the days are given by the phrase, not by the anchor */
  readonly fixed: boolean;
  readonly times?: readonly number[];
};

/** The one "every" of the phrase; several go together when only one of them has a unit. */
function everyOf(bag: Bag): FactOf<'every'> | null {
  const all = bag.of('every').filter((fact) => fact.minute === undefined);
  const [unit, second] = all.filter((fact) => fact.unit !== null);
  if (second && !(second.unit === unit?.unit && second.n === unit?.n)) return null;
  const none = all.find((fact) => fact.unit === null && fact.n > 1) ?? all[0];
  if (unit && none && none.unit === null && none.n > 1) return null;
  return unit ?? none ?? { f: 'every', n: 1, unit: null };
}

/** The days that the facts name, or why they name none. */
export function patternOf(bag: Bag): Pattern | Refusal {
  const every = everyOf(bag);
  const unclear = refuse('unparseable', 'when.unclear');
  if (!every || bag.has('period') || bag.of('every').some((f) => f.minute !== undefined)) return unclear;
  if (bag.has('month') && !bag.has('nth', 'lastday', 'edge', 'date')) return unclear;
  const kinds = [
    bag.has('weekday', 'weekdays'),
    bag.has('nth', 'lastday', 'edge', 'date', 'dates'),
    bag.has('day'),
  ];
  if (bag.has('day') || kinds.filter(Boolean).length > 1) return refuse('ambiguous', 'when.unclear');
  if (bag.has('weekday', 'weekdays')) return weekPattern(bag, every);
  if (kinds[1]) return monthPattern(bag, every);
  return plainPattern(bag, every);
}

function weekPattern(bag: Bag, every: FactOf<'every'>): Pattern | Refusal {
  const lists = bag.of('weekdays');
  if (lists.some((f) => f.join === 'or')) return refuse('ambiguous', 'when.which-days');
  if (bag.of('weekday').some((f) => f.which !== 'coming' || f.plus !== 0))
    return refuse('unparseable', 'when.unclear');
  if (bag.has('ofunit') && bag.of('ofunit').some((f) => f.u !== 'week'))
    return refuse('unparseable', 'when.unclear');
  const named = [...lists.flatMap((f) => f.days), ...bag.of('weekday').map((f) => f.d)];
  const except = bag.of('except').flatMap((f) => f.days);
  const days = [...new Set(named)].filter((d) => !except.includes(d)).sort((a, b) => a - b);
  if (days.length === 0) return refuse('nonexistent', 'when.no-day');
  const { n, unit } = every;
  // every 14 days on mondays; "tous les 15 jours" counts both ends
  if (unit === 'day' && (n === 8 || n === 15))
    return { every: (n - 1) / 7, unit: 'week', weekdays: days, fixed: true };
  if (unit === 'day' && n % 7 === 0) return { every: n / 7, unit: 'week', weekdays: days, fixed: true };
  if (unit !== null && unit !== 'week' && !(unit === 'day' && n === 1))
    return refuse('ambiguous', 'when.unclear');
  if (every.ord && n > 2) return refuse('ambiguous', 'when.nth-weekday');
  if (n > 1 && lists.some((f) => f.set && f.days.length === 5)) return refuse('ambiguous', 'when.unclear');
  return { every: n, unit: 'week', weekdays: days, fixed: true };
}

function monthPattern(bag: Bag, every: FactOf<'every'>): Pattern | Refusal {
  const { n, unit } = every;
  const unclear = refuse('unparseable', 'when.unclear');
  if (bag.has('except')) return unclear;
  const months = [
    ...bag.of('month').map((f) => f.m),
    ...bag.of('date').flatMap((f) => (f.m === undefined ? [] : [f.m])),
  ];
  if (bag.of('date').some((f) => f.y !== undefined) || bag.of('month').some((f) => f.y !== undefined))
    return unclear;
  if (unit === 'day' || unit === 'week' || (every.ord && unit === null)) return unclear;
  const edges = bag.of('edge');
  if (edges.length > 0) return edgePattern(edges, every);
  if (
    bag.has('every') &&
    unit === null &&
    !bag.has('ofunit', 'month') &&
    bag.of('nth').some((f) => f.n >= 3 && f.also === undefined)
  ) {
    return refuse('ambiguous', 'when.nth-weekday');
  }
  const nth: NthWeekday[] = bag
    .of('nth')
    .flatMap((f) => [f.n, ...(f.also === undefined ? [] : [f.also])].map((n) => ({ n, weekdays: f.days })));
  const listed = bag.of('dates');
  if (listed.some((f) => f.join === 'or')) return refuse('ambiguous', 'when.which-days');
  const monthDays = [
    ...bag.of('date').map((f) => f.d),
    ...listed.flatMap((f) => f.days),
    ...bag.of('lastday').map((f) => (f.first ? 1 : -1)),
  ];
  if (monthDays.some((d) => d > 31)) return refuse('nonexistent', 'when.no-such-day');
  const days = {
    ...(nth.length > 0 ? { nth } : {}),
    ...(monthDays.length > 0 ? { monthDays } : {}),
    fixed: true,
  };
  if (months.length > 0) {
    if (unit !== null && unit !== 'year') return unclear;
    if (months.some((m) => m < 1 || m > 12)) return refuse('nonexistent', 'when.no-such-day');
    return { every: n, unit: 'year', months: [...new Set(months)], ...days };
  }
  if (unit === 'year') return unclear;
  const size = unit === 'quarter' || bag.of('ofunit').some((f) => f.u === 'quarter') ? 3 : 1;
  return { every: n * size, unit: 'month', ...days };
}

function edgePattern(edges: readonly FactOf<'edge'>[], every: FactOf<'every'>): Pattern | Refusal {
  const [edge] = edges;
  if (!edge || edges.length > 1 || edge.n > 0) return refuse('unparseable', 'when.unclear');
  const end = edge.e === 'end';
  const { n } = every;
  switch (edge.u) {
    case 'week':
      return {
        every: n,
        unit: 'week',
        weekdays: [end ? 5 : 1],
        fixed: true,
        ...(end ? { times: [1020] } : {}),
      };
    case 'month':
      return { every: n, unit: 'month', monthDays: [end ? -1 : 1], fixed: true };
    case 'quarter':
      return {
        every: 1,
        unit: 'year',
        months: end ? [3, 6, 9, 12] : [1, 4, 7, 10],
        monthDays: [end ? -1 : 1],
        fixed: true,
      };
    case 'year':
      return { every: n, unit: 'year', months: [end ? 12 : 1], monthDays: [end ? -1 : 1], fixed: true };
    default:
      return refuse('unparseable', 'when.unclear');
  }
}

const UNITS: Readonly<Record<string, readonly [CalendarUnit, number]>> = {
  day: ['day', 1],
  week: ['week', 1],
  month: ['month', 1],
  quarter: ['month', 3],
  year: ['year', 1],
};

function plainPattern(bag: Bag, every: FactOf<'every'>): Pattern | Refusal {
  const except = bag.of('except').flatMap((f) => f.days);
  if (bag.has('ofunit') && !bag.of('ofunit').every((f) => every.unit === 'day' && f.u === 'week'))
    return refuse('unparseable', 'when.unclear');
  if (every.unit === null) {
    // "every morning" is every day; "every" alone says nothing
    if (every.n > 1 || !bag.has('part', 'clock')) return refuse('unparseable', 'when.unclear');
    if (!bag.has('part') && !bag.of('clock').some((f) => f.items.every((c) => c.mode === 'literal')))
      return refuse('unparseable', 'when.unclear');
  }
  const [unit, size] = UNITS[every.unit ?? 'day'] ?? ['day', 1];
  if (except.length > 0) {
    if (unit !== 'day' || every.n > 1) return refuse('unparseable', 'when.unclear');
    const days = [1, 2, 3, 4, 5, 6, 7].filter((d) => !except.includes(d));
    return days.length > 0
      ? { every: 1, unit: 'week', weekdays: days, fixed: true }
      : refuse('nonexistent', 'when.no-day');
  }
  return { every: every.n * size, unit, fixed: false };
}
