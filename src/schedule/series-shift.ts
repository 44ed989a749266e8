// A series that was only just set and should come "half an hour later": the series is meant, not one occurrence of it, unless
// the person says "today", "this time" or "only". Pure.
import { findTimes } from './parse/index.ts';
import { MINUTE } from './recurrence/zoned.ts';
import type { Schedule } from './schedule.ts';

/** "This time", "only", "just once", language by language. */
const ONCE =
  /(?<![\p{L}\p{M}])(?:this (?:time|once|one)|only|once|diesmal|dieses mal|nur|ausnahmsweise|esta vez|s[oó]lo|solamente|una vez|cette fois|seulement|une fois|questa volta|solo|soltanto|una volta|desta vez|só|apenas|somente|uma vez|deze keer|dit keer|alleen|eenmalig|в этот раз|на этот раз|только|один раз|इस बार|सिर्फ|केवल|هذه المرة|فقط)(?![\p{L}\p{M}])|今回|だけ|这次|這次|只/iu;

/** Whether a person's words name one occurrence: a day, or that it is for once. */
export function namesOneOccurrence(words: string, locale: string): boolean {
  const days = findTimes(words, [locale.slice(0, 2), 'en'], locale).filter(({ kind }) => kind === 'day');
  return ONCE.test(words) || days.length > 0;
}

/** The series by so many ms later or earlier; null if its clock times would leave their day, or it has none. */
export function shiftedSeries(schedule: Schedule, by: number): Schedule | null {
  const minutes = by / MINUTE;
  if (!Number.isInteger(minutes)) return null;
  if (schedule.kind === 'calendar') {
    const times = schedule.times.map((time) => shiftedTime(time, minutes));
    return times.some((time) => time === null) ? null : { ...schedule, times: times as readonly string[] };
  }
  const line = schedule.kind === 'cron' ? /^(\d+) (\d+) (.+)$/.exec(schedule.expression) : null;
  if (schedule.kind !== 'cron' || !line) return null;
  const time = shiftedTime(`${line[2]}:${line[1]}`, minutes);
  if (time === null) return null;
  const [h, m] = time.split(':').map(Number);
  return { ...schedule, expression: `${m} ${h} ${line[3]}` };
}

function shiftedTime(time: string, by: number): string | null {
  const [h = 0, m = 0] = time.split(':').map(Number);
  const at = h * 60 + m + by;
  if (at < 0 || at >= 1440) return null;
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
}
