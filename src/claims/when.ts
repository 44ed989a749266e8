// What a ref of the reader of time means for a promise: the due instant or date, and other readings of the same words.
import { meaningOf, meaningOfRef, type Ref } from '../schedule/parse/index.ts';
import { isoDate } from '../schedule/recurrence/civil.ts';
import { DAY, MINUTE, toLocal } from '../schedule/recurrence/zoned.ts';
import type { Due, When } from './claim.ts';

export type Moment = { readonly now: Date; readonly zone: string };

/** The local date of an instant. */
export function dateOf(ms: number, zone: string): string {
  return isoDate(Math.floor(toLocal(ms, zone) / DAY));
}

const PLAIN = { also: [], repeats: null, asked: false } as const;

/** What a ref means for a person at a moment. `repeats` is set only for a repetition. */
export function whenOf(ref: Ref, moment: Moment): When {
  if (ref.instant) return { ...PLAIN, due: instantDue(ref.instant.ms), timed: true };
  if (ref.repeat) return repeated(ref, moment);
  const timed = ref.clock !== null || (ref.elapsed !== null && !ref.elapsed.days);
  if (ref.elapsed) return elapsed(ref, moment);
  const meant = meaningOfRef(ref, moment);
  const early = timed ? (ref.before?.minutes ?? 0) * MINUTE : 0;
  const due = meant && dueOf(meant.first.getTime() - early, timed, moment);
  return { ...PLAIN, due, also: otherReadings(ref, timed, moment), timed };
}

/** Days and hours that the same words may mean as well. */
function otherReadings(ref: Ref, timed: boolean, moment: Moment): readonly Due[] {
  const also: Due[] = [];
  const add = (ms: number | undefined) => ms !== undefined && also.push(dueOf(ms, timed, moment));
  const { day } = ref;
  const coming = day?.facts.map((f) => (f.f === 'weekday' ? ({ ...f, which: 'coming' } as const) : f)) ?? [];
  if (day?.next) add(meaningOfRef(ref, moment, coming)?.first.getTime());
  // a weekday said on that day: today, while an hour of it is left
  if (day?.weekday && !timed) {
    const late = {
      f: 'clock',
      items: [{ h: 23, m: 59, mode: 'literal', strict: true }],
      join: 'one',
    } as const;
    add(meaningOf([...coming, late], moment)?.first.getTime());
  }
  // "ten minutes before your 15:00 call": the plain time is the other reading
  if (ref.before && timed) add(meaningOfRef(ref, moment)?.first.getTime());
  return also;
}

/** An instant as a due time, or only its local date if no hour was named. */
function dueOf(ms: number, timed: boolean, moment: Moment): Due {
  return timed ? instantDue(ms) : { kind: 'date', date: dateOf(ms, moment.zone) };
}

function instantDue(ms: number): Due {
  return { kind: 'instant', at: new Date(ms).toISOString() };
}

function elapsed(ref: Ref, moment: Moment): When {
  const days = ref.elapsed?.days === true;
  const timed = !days || ref.clock !== null;
  const ms = meaningOfRef(ref, moment)?.first.getTime();
  if (ms === undefined) return { ...PLAIN, due: null, timed };
  const exact = days && !ref.clock ? [instantDue(ms)] : [];
  return { ...PLAIN, due: dueOf(ms, timed, moment), also: exact, timed };
}

function repeated(ref: Ref, moment: Moment): When {
  const meant = meaningOfRef(ref, moment);
  const timed = ref.clock !== null || meant?.schedule.kind === 'interval';
  if (!meant) return { ...PLAIN, due: null, timed };
  return { ...PLAIN, due: dueOf(meant.first.getTime(), timed, moment), repeats: meant.schedule, timed };
}
