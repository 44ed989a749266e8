// "Friday, same time": the clock time of the reminder that is moved. Where no reminder is spoken of, nothing tells which time
// is meant, and it is asked for; only "this time" is now's.
import { DAY, HOUR, MINUTE, toLocal } from '../../recurrence/zoned.ts';
import type { Context } from '../context.ts';
import type { Fact } from '../fact.ts';
import { type Meaning, refuse } from '../result.ts';
import { type Bag, bagOf } from './bag.ts';

/** The bag with the clock time in place of "the same time"; a refusal if that tells no time. Pure. */
export function withSameTime(
  context: Context,
  bag: Bag,
  movedFrom: Date | undefined,
): Bag | (Meaning & { ok: false }) {
  const lent = bag.of('sametime').filter(({ as }) => as === 'reminder' || (as === 'either' && movedFrom));
  if (lent.length === 0) return bag;
  if (!movedFrom) return refuse('ambiguous', 'when.same-time');
  // the same time of no other day is no move
  if (lent.length === bag.all.length) return refuse('unparseable', 'when.vague');
  const clock = clockOf(toLocal(movedFrom.getTime(), context.zone));
  return bagOf(bag.all.map((fact) => (lent.some((one) => one === fact) ? clock : fact)));
}

/** @param local wall-clock ms */
function clockOf(local: number): Fact {
  const sinceMidnight = local - Math.floor(local / DAY) * DAY;
  const h = Math.floor(sinceMidnight / HOUR);
  const m = Math.floor((sinceMidnight - h * HOUR) / MINUTE);
  return { f: 'clock', join: 'one', items: [{ h, m, mode: 'literal', strict: true }] };
}
