// What a look at the clock means for one schedule: which of its instants are delivered now, which ended unattended, and
// what comes next. Pure: the sweep writes down what this decides.
import { next } from '../recurrence/next.ts';
import { HOUR } from '../recurrence/zoned.ts';
import type { IntervalSchedule, Schedule } from '../schedule.ts';

/**
 * What becomes of instants that fell due while no sweep ran.
 * - `each`: every one is delivered, with a label that says when it was due
 * - `latest`: the backlog becomes one: the latest is delivered, the others count as missed
 * - `skip`: nothing is delivered any more; one note says so, and the next comes in its time
 */
export type CatchUp = 'each' | 'latest' | 'skip';

/** A run of instants that ended without being delivered. */
export interface EndedRun {
  readonly state: 'missed' | 'skipped';
  readonly from: Date;
  readonly until: Date;
  readonly times: number;
}

export interface DuePlan {
  readonly deliver: readonly Date[];
  readonly ended: EndedRun | null;
  /** What next_at becomes; null: the schedule has ended. It may be past: then the next look goes on from there. */
  readonly next: Date | null;
}

/** With `each` no more than this are delivered at once; earlier ones are missed. */
const eachAtMost = 10;
/** Instants looked at in one go: three days of a schedule that fires every five minutes; the next look goes on. */
const lookedAtMost = 1000;
const longestGrace = 15 * 60_000;
/** Less late than this is in time for every policy: half of the shortest gap there is. */
const freshMs = 150_000;

/**
 * @param first the schedule's next_at, at or before `now`
 * @param catchUp the schedule's own policy; null: its kind's default
 */
export function planDue(schedule: Schedule, first: Date, now: Date, catchUp: CatchUp | null): DuePlan {
  const { last, times, following } = instantsUpTo(schedule, first, now);
  const latest = last.at(-1) ?? first;
  const lateness = now.getTime() - latest.getTime();
  // The usual case: one instant, in time. What its policy is need not be found out.
  if (times === 1 && lateness <= freshMs) return { deliver: [latest], ended: null, next: following };
  const policy = catchUp ?? defaultCatchUp(schedule, first);
  const isBehind = following !== null && following <= now;
  if (isBehind || (policy === 'skip' && lateness > graceOf(latest, following)))
    return { deliver: [], ended: run(policy, first, latest, times), next: following };
  const deliver = policy === 'each' ? last : [latest];
  const left = times - deliver.length;
  if (left === 0) return { deliver, ended: null, next: following };
  const until = before(schedule, last, deliver, first);
  return { deliver, ended: run(policy, first, until, left), next: following };
}

/**
 * Once: it is always delivered, however late. Oftener than each hour: what was missed is skipped, because the next is
 * near. All others: the latest is delivered.
 */
export function defaultCatchUp(schedule: Schedule, from: Date): CatchUp {
  if (schedule.kind === 'once') return 'each';
  if (schedule.kind === 'interval') return schedule.everySeconds * 1000 < HOUR ? 'skip' : 'latest';
  let at = from;
  for (let n = 0; n < 4; n++) {
    const following = next(schedule, at);
    if (!following) break;
    if (following.getTime() - at.getTime() < HOUR) return 'skip';
    at = following;
  }
  return 'latest';
}

const run = (policy: CatchUp, from: Date, until: Date, times: number): EndedRun => ({
  state: policy === 'skip' ? 'skipped' : 'missed',
  from,
  until,
  times,
});

/** Within half the way to the next one, an instant is delivered late rather than skipped. */
function graceOf(latest: Date, following: Date | null): number {
  return following ? Math.min(longestGrace, (following.getTime() - latest.getTime()) / 2) : longestGrace;
}

interface Instants {
  /** The latest of them, oldest first, as many as may be delivered. */
  readonly last: readonly Date[];
  readonly times: number;
  readonly following: Date | null;
}

function instantsUpTo(schedule: Schedule, first: Date, now: Date): Instants {
  if (schedule.kind === 'interval' && !schedule.window) return elapsedUpTo(schedule, first, now);
  const last = [first];
  let times = 1;
  let following = next(schedule, first);
  while (following && following <= now && times < lookedAtMost) {
    last.push(following);
    if (last.length > eachAtMost) last.shift();
    times += 1;
    following = next(schedule, following);
  }
  return { last, times, following };
}

/** Elapsed time needs no walk: its instants lie evenly. */
function elapsedUpTo(schedule: IntervalSchedule, first: Date, now: Date): Instants {
  const step = schedule.everySeconds * 1000;
  const times = Math.max(0, Math.floor((now.getTime() - first.getTime()) / step)) + 1;
  const latest = first.getTime() + (times - 1) * step;
  const shown = Math.min(times, eachAtMost);
  const last = Array.from({ length: shown }, (_, index) => new Date(latest - (shown - 1 - index) * step));
  return { last, times, following: next(schedule, new Date(latest)) };
}

/** The instant before the first that is delivered. */
function before(schedule: Schedule, last: readonly Date[], deliver: readonly Date[], first: Date): Date {
  const known = last[last.length - deliver.length - 1];
  if (known) return known;
  const bound = deliver[0] ?? first;
  if (schedule.kind === 'interval' && !schedule.window)
    return new Date(bound.getTime() - schedule.everySeconds * 1000);
  let at = first;
  for (let step = next(schedule, at); step && step < bound; step = next(schedule, at)) at = step;
  return at;
}
