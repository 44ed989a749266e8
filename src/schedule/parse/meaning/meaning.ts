// From facts to a schedule or a refusal: which of the three, once, recurring, or nothing of the kind.
import { type Context, contextAt } from '../context.ts';
import type { Fact } from '../fact.ts';
import { type Meaning, refuse } from '../result.ts';
import { bagOf } from './bag.ts';
import { once } from './once.ts';
import { isRecurring, recurring } from './recurring.ts';
import { withSameTime } from './same-time.ts';

interface Said {
  readonly now: Date;
  readonly zone: string;
  readonly movedFrom?: Date;
}

/** The meaning of one parse. The zone named in it, if any, wins over the person's. */
function meaningOf(facts: readonly Fact[], { now, zone, movedFrom }: Said): Meaning {
  const all = bagOf(facts);
  const zones = [...new Set(all.of('zone').map((fact) => fact.zone))];
  if (zones.length > 1) return refuse('ambiguous', 'when.two-zones');
  const [named] = zones;
  const context: Context = contextAt(now, named ?? zone, named !== undefined);
  const said = all.without('zone');
  if (said.all.length === 0) return refuse('unparseable', 'when.zone-alone');
  const bag = withSameTime(context, said, movedFrom);
  if ('ok' in bag) return bag;
  if (isRecurring(bag)) return recurring(context, bag);
  if (bag.has('starting', 'times')) return refuse('unparseable', 'when.say-when');
  if (bag.of('dates').length > 0 || bag.of('weekdays').some((fact) => fact.join === 'or')) {
    return refuse('ambiguous', 'when.several-days');
  }
  if (bag.of('every').length > 0) return refuse('unparseable', 'when.time-open');
  return once(context, bag.without('until'));
}

/**
 * Of all ways to read a phrase, the meaning of the simplest: fewest facts first, then the grammar's own order.
 * A reading that is only unclear gives way to any other, an ambiguous one to a clear one as simple as itself.
 * A refusal with a reason (past, no such day) is final: it is not evaded by a stranger reading.
 */
export function judge(all: readonly (readonly Fact[])[], options: Said): Meaning | null {
  const sorted = all.map((facts) => ({ facts, weight: weightOf(facts) })).sort((a, b) => a.weight - b.weight);
  let unclear: Meaning | null = null;
  let ambiguous: { readonly meaning: Meaning; readonly size: number } | null = null;
  for (const { facts, weight } of sorted) {
    if (ambiguous && weight > ambiguous.size) break;
    const meaning = meaningOf(facts, options);
    if (!meaning.ok && meaning.why === 'unparseable') unclear ??= meaning;
    else if (!meaning.ok && meaning.why === 'ambiguous') ambiguous ??= { meaning, size: weight };
    else return meaning;
  }
  return ambiguous?.meaning ?? unclear;
}

/** One for each fact; "this evening" is one, and a range of times, which a lone "to" may feign, is two. */
function weightOf(facts: readonly Fact[]): number {
  const of = (fact: Fact) =>
    (fact.f === 'part' && fact.tied) || fact.f === 'until'
      ? 0
      : fact.f === 'clock' && fact.join === 'range'
        ? 2
        : 1;
  return facts.reduce((sum, fact) => sum + of(fact), 0);
}
