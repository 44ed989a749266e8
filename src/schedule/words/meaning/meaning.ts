// From facts to a schedule or a refusal: which of the three, once, recurring, or nothing of the kind.
import { type Context, contextAt } from '../context.ts';
import type { Fact } from '../fact.ts';
import { type Meaning, refuse } from '../result.ts';
import { bagOf } from './bag.ts';
import { once } from './once.ts';
import { isRecurring, recurring } from './recurring.ts';

/** The meaning of one parse. The zone named in it, if any, wins over the person's. */
export function meaningOf(facts: readonly Fact[], now: Date, zone: string): Meaning {
  const all = bagOf(facts);
  const zones = [...new Set(all.of('zone').map((fact) => fact.zone))];
  if (zones.length > 1) return refuse('ambiguous', 'That names two time zones. Please name one.');
  const [named] = zones;
  const context: Context = contextAt(now, named ?? zone, named !== undefined);
  const bag = all.without('zone');
  if (bag.all.length === 0) return refuse('unparseable', 'That names a zone, but no time. Say it like "9am Tokyo time".');
  if (isRecurring(bag)) return recurring(context, bag);
  if (bag.has('starting', 'times')) return refuse('unparseable', 'Please say when, for example "tomorrow at 9" or "every day at 9".');
  if (bag.of('dates').length > 0 || bag.of('weekdays').some((fact) => fact.join === 'or')) {
    return refuse('ambiguous', 'That names different days. Please name one, or say "every".');
  }
  return once(context, bag);
}
