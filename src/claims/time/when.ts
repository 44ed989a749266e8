// A ref put into plain English and handed to the schedule room, which does the arithmetic; so the rules about
// weekdays, zones and clock changes stand in one place. Then the due instant or date, and other readings.

import { resolveWhen } from '../../schedule/parse/index.ts';
import { isoDate } from '../../schedule/recurrence/civil.ts';
import { DAY, MINUTE, toLocal } from '../../schedule/recurrence/zoned.ts';
import type { Due, When } from '../claim.ts';
import type { Clock, PartName } from './fact.ts';
import type { Ref } from './refs.ts';

/** `locale` as BCP 47: it decides the order of day and month in "12/3". */
export type Moment = { readonly now: Date; readonly zone: string; readonly locale?: string };

const pad = (n: number) => String(n).padStart(2, '0');

/** The local date of an instant. */
export function dateOf(ms: number, zone: string): string {
  return isoDate(Math.floor(toLocal(ms, zone) / DAY));
}

/** What a ref means for a person at a moment. `repeats` is set only for a repetition. */
export function whenOf(ref: Ref, moment: Moment): When {
  if (ref.instant) return single(`<t:${ref.instant.ms / 1000}>`, instantDue(ref.instant.ms), [], true);
  if (ref.repeat) return repeated(ref, moment);
  const clock = ref.clock ?? partClock(ref);
  if (ref.elapsed && !clock) return elapsed(ref, moment);
  const day = ref.elapsed ? ref.elapsed.phrase : (ref.day?.phrase ?? '');
  const times = clock ? clockPhrase(clock, ref.part) : '';
  const zone = ref.zone ? ` ${ref.zone}` : '';
  const phrase = `${day} ${times ? `at ${times}${zone}` : ''}`.trim();
  // "tonight at 1": the day has no such time left, so the coming one is meant
  const due =
    resolve(phrase, times !== '', moment, ref.before?.minutes) ??
    (day === 'today' && times ? resolve(`at ${times}${zone}`, true, moment, ref.before?.minutes) : null);
  const also = (ref.day?.also ?? []).flatMap((other) => {
    const alternative = resolve(
      `${other} ${times ? `at ${times}${zone}` : ''}`.trim(),
      times !== '',
      moment,
      undefined,
    );
    return alternative ? [alternative] : [];
  });
  // a weekday said on that day: today, while an hour of it is left
  if (ref.day?.weekday && times === '') {
    const today = resolve(`${ref.day.phrase.replace('next ', '')} at 23:59`, false, moment, undefined);
    if (today) also.push(today);
  }
  // "ten minutes before your 15:00 call": the subtraction was made above; the plain time is the other reading
  if (ref.before && times) {
    const plain = resolve(phrase, true, moment, undefined);
    if (plain) also.push(plain);
  }
  return single(phrase, due, also, times !== '');
}

function single(phrase: string, due: Due | null, also: readonly Due[], timed: boolean): When {
  return { phrase, due, also, repeats: null, alsoRepeats: [], timed, asked: false };
}

/** An instant as a due time, or only its local date if no hour was named. */
export function dueOf(ms: number, timed: boolean, moment: Moment): Due {
  return timed ? instantDue(ms) : { kind: 'date', date: dateOf(ms, moment.zone) };
}

function instantDue(ms: number): Due {
  return { kind: 'instant', at: new Date(ms).toISOString() };
}

function partClock(ref: Ref): Clock | null {
  if (ref.part !== 'noon' && ref.part !== 'midnight') return null;
  const hour = ref.part === 'noon' ? 12 : 0;
  return {
    kind: 'clock',
    hour,
    minute: 0,
    spoken: false,
    half: null,
    aside: false,
    at: ref.at,
    end: ref.end,
  };
}

/** `HH:MM`, or a bare hour if morning or evening is left to the rules. */
function clockPhrase(clock: Clock, part: PartName | null): string {
  const { minute } = clock;
  let hour = clock.hour % 24;
  const literal = `${pad(hour)}:${pad(minute)}`;
  if (clock.half) return `${pad((hour % 12) + (clock.half === 'pm' ? 12 : 0))}:${pad(minute)}`;
  if (hour === 0 || hour > 12) return literal;
  if (part === 'afternoon' || part === 'evening' || (part === 'night' && hour >= 5 && hour < 12)) {
    if (hour < 12) hour += 12;
    return `${pad(hour)}:${pad(minute)}`;
  }
  if (part === 'night') return `${pad(hour % 12)}:${pad(minute)}`;
  if (part === 'noon') return `${pad(hour < 6 ? hour + 12 : hour)}:${pad(minute)}`;
  if (part === 'morning' || part === 'midnight' || !clock.spoken)
    return part && hour === 12 ? `00:${pad(minute)}` : literal;
  return minute === 0 ? `${hour}` : `${hour}:${pad(minute)}`;
}

function resolve(
  phrase: string,
  timed: boolean,
  moment: Moment,
  minutesBefore: number | undefined,
): Due | null {
  const found = resolveWhen(phrase, { ...moment, locale: 'en-GB' });
  if (!found.ok) return null;
  return dueOf(found.first.getTime() - (timed ? (minutesBefore ?? 0) : 0) * MINUTE, timed, moment);
}

function elapsed(ref: Ref, moment: Moment): When {
  const phrase = ref.elapsed?.phrase ?? '';
  const found = resolveWhen(phrase, { ...moment, locale: 'en-GB' });
  if (!found.ok) return single(phrase, null, [], true);
  const ms = found.first.getTime();
  const exact = instantDue(ms);
  if (!ref.elapsed?.days) return single(phrase, exact, [], true);
  return single(phrase, dueOf(ms, false, moment), [exact], false);
}

function repeated(ref: Ref, moment: Moment): When {
  const clocks = ref.clock ? [ref.clock, ...ref.more] : partClock(ref) ? [partClock(ref) as Clock] : [];
  const times = clocks.map((clock) => clockPhrase(clock, ref.part));
  const phrase =
    `${ref.repeat?.phrase ?? ''} ${times.length > 0 ? `at ${times.join(' and ')}${ref.zone ? ` ${ref.zone}` : ''}` : ''}`.trim();
  const found = resolveWhen(phrase, { ...moment, locale: 'en-GB' });
  if (!found.ok) return single(phrase, null, [], times.length > 0);
  const timed = times.length > 0 || found.schedule.kind === 'interval';
  const due = dueOf(found.first.getTime(), timed, moment);
  return { phrase, due, also: [], repeats: found.schedule, alsoRepeats: [], timed, asked: false };
}
