// Repetitions in running text: the hits of a run that say how often, and those beside them that say on which days.
import type { Fact } from '../fact.ts';
import { judge } from '../meaning/meaning.ts';
import type { Scan } from '../scan.ts';
import type { Hit } from './hits.ts';

type Repeating = {
  readonly hits: readonly Hit[];
  readonly facts: readonly Fact[];
  /** the hits say something besides: a part of the day */
  readonly kept?: true;
};

const TELLING_DAYS: readonly Fact['f'][] = [
  'day',
  'date',
  'dates',
  'weekday',
  'weekdays',
  'nth',
  'lastday',
  'edge',
  'ofunit',
  'month',
  'except',
  'window',
];

/** The repetition that a run names, of the hits that say how often and on which days; the longest that makes sense. */
export function repeatOf(scan: Scan, run: readonly Hit[]): Repeating | null {
  const repeats = (f: Fact) =>
    f.f === 'every' || (f.f === 'weekdays' && (f.plural || f.join === 'range') && (f.plural || !f.set));
  const index = run.findIndex((hit) => hit.strength !== 'nothing' && hit.facts.some(repeats));
  const own = run[index];
  if (!own || isDayOfDate(own, run[index + 1])) return partsOfEveryDay(scan, run);
  const tells = (hit: Hit | undefined) =>
    hit?.facts.every((f) => TELLING_DAYS.includes(f.f) || f.f === 'every');
  let [from, to] = [index, index];
  while (tells(run[from - 1])) from--;
  while (tells(run[to + 1])) to++;
  for (const [a, b] of [
    [from, to],
    [index, to],
    [from, index],
    [index, index],
  ] as const) {
    const hits = run.slice(a, b + 1);
    const facts = hits
      .flatMap((hit) => hit.facts)
      .filter((f) => f.f !== 'clock' && f.f !== 'part' && f.f !== 'zone');
    if (isSchedule(facts)) return { hits, facts };
  }
  // "every morning", "every day at 9"
  const [only] = own.facts;
  const beside = own.facts.length > 1 || run[index + 1]?.facts.some((f) => f.f === 'part');
  return only?.f === 'every' && only.unit === null && only.n === 1 && beside
    ? { hits: [own], facts: DAILY }
    : null;
}

/** "le dimanche 28 février" is that day; "le dimanche" alone is every Sunday. */
const isDayOfDate = ({ facts: [day] }: Hit, next: Hit | undefined): boolean =>
  day?.f === 'weekdays' &&
  day.days.length === 1 &&
  next?.facts.some((fact) => fact.f === 'date' && fact.m !== undefined) === true;

const DAILY: readonly Fact[] = [{ f: 'every', n: 1, unit: 'day' }];

/** "in the evenings", "毎晩"; "nights" alone may be anything. */
function partsOfEveryDay(scan: Scan, run: readonly Hit[]): Repeating | null {
  const hit = run.find(
    ({ from, facts }) =>
      facts.some((f) => f.f === 'part' && f.plural) &&
      (scan.tokens[from]?.kind === 'cjk' || /[^\p{Script=Latin}]/u.test(scan.tokens[from]?.text ?? '')
        ? true
        : scan
            .readings(from)
            .some(({ value }) => value.k === 'role' && ['pin', 'on', 'every'].includes(value.r))),
  );
  return hit ? { hits: [hit], facts: DAILY, kept: true } : null;
}

function isSchedule(facts: readonly Fact[]): boolean {
  const meaning = judge([facts], { now: new Date(0), zone: 'UTC' });
  return meaning?.ok === true && meaning.schedule.kind !== 'once';
}
