// The prediction for one item, without any model call, and the baseline rule beside it.
import { DateTime } from 'luxon';
import { type Due, findClaims, reconcile } from '../../src/claims/index.ts';
import type { Weights } from '../../src/claims/learned/model.ts';
import { type Item, type Label, stateOf, userOf } from './item.ts';

export type Prediction = {
  readonly expect: Label;
  readonly due: string | null;
  /** kind of the deciding claim; `none` if nothing is claimed */
  readonly kind: string;
  /** a question to the model would be asked */
  readonly unclear: boolean;
};

/** What detect and reconcile make of an item. */
export function predict(item: Item, weights?: Weights): Prediction {
  const state = stateOf(item);
  const claims = findClaims(item.reply, {
    user: userOf(item),
    now: state.now,
    zone: item.tz,
    ...(weights && { weights }),
  });
  const verdict = reconcile(claims, state);
  return {
    expect: verdict.expect,
    due: written(verdict.due, item.tz),
    kind: verdict.claim?.kind ?? 'none',
    unclear: verdict.unclear,
  };
}

function written(due: Due | null, zone: string): string | null {
  if (due === null) return null;
  if (due.kind === 'date') return due.date;
  return DateTime.fromISO(due.at, { zone }).toISO({ suppressMilliseconds: true });
}

/** The plain rule: English words of a promise, and no schedule in the room at all. */
export function baseline(item: Item): Label {
  const promises = /\bI(?:'|’)?(?:ll| will)\b[^.!?\n]{0,60}\b(?:remind|follow up|check back)\b/iu.test(
    item.reply,
  );
  return promises && item.stored.length === 0 ? 'unbacked' : 'ok';
}

/** Whether a predicted due agrees with the labelled one: within five minutes, or by local date. */
export function dueAgrees(predicted: string | null, labelled: string | null, zone: string): boolean {
  if (predicted === null || labelled === null) return predicted === labelled;
  const day = (text: string) => (text.includes('T') ? DateTime.fromISO(text, { zone }).toISODate() : text);
  if (!predicted.includes('T') || !labelled.includes('T')) return day(predicted) === day(labelled);
  return Math.abs(Date.parse(predicted) - Date.parse(labelled)) <= 5 * 60_000;
}
