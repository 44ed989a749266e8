// How a due message reads: its text, its handle, and a label if it comes late. Pure.
import { DateTime } from 'luxon';
import type { DueText } from '../../delivery/outbox.ts';
import type { EndedRun } from './due.ts';

/** Later than this a message says so, in milliseconds. */
export const lateAfterMs = 60_000;

/** "⏰ stretch (due 09:00, sent 11:40) (r3)" */
export function dueText(due: DueText, now: Date): string {
  return `${due.base}${lateLabel(due.zone, new Date(due.at), now, due.note)} (${due.handle})`;
}

/** " (due 09:00, sent 11:40; 2 earlier ones missed)" in this zone, or nothing if it is in time and nothing was missed. */
export function lateLabel(zone: string, due: Date, now: Date, note: string): string {
  const isLate = now.getTime() - due.getTime() > lateAfterMs;
  if (!isLate) return note ? ` (${note})` : '';
  const dueAt = DateTime.fromJSDate(due, { zone });
  const sentAt = DateTime.fromJSDate(now, { zone });
  const format = dueAt.hasSame(sentAt, 'day') ? 'HH:mm' : 'd LLL HH:mm';
  const said = (at: DateTime) => at.toFormat(format, { locale: 'en' });
  return ` (due ${said(dueAt)}, sent ${said(sentAt)}${note ? `; ${note}` : ''})`;
}

/** "3 earlier ones missed" */
export function runNote(ended: EndedRun | null): string {
  if (!ended) return '';
  return `${ended.times} earlier one${ended.times === 1 ? '' : 's'} ${ended.state}`;
}

/** The line for a run that was skipped with nothing to deliver. */
export function skippedText(
  text: string,
  handle: string,
  zone: string,
  run: EndedRun,
  next: Date | null,
): string {
  const at = (instant: Date) =>
    DateTime.fromJSDate(instant, { zone }).toFormat('d LLL HH:mm', { locale: 'en' });
  const span =
    run.times === 1 ? `the one of ${at(run.from)}` : `${run.times} from ${at(run.from)} to ${at(run.until)}`;
  return `⏭ ${text} (${handle}): I was away, so I skipped ${span}.${next ? ` The next is at ${at(next)}.` : ''}`;
}
