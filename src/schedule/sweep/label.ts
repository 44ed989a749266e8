// How a due message reads: its text, its handle, and a label if it comes late. Pure.
import { DateTime } from 'luxon';
import type { DueText } from '../../delivery/outbox.ts';
import { shortDate } from '../../language/dates.ts';
import { tagOf } from '../../language/languages.ts';
import { english, type Say, sayIn } from '../../language/say.ts';
import { toLocal } from '../recurrence/zoned.ts';
import type { EndedRun } from './due.ts';

/** Later than this a message says so, in milliseconds. */
export const lateAfterMs = 60_000;

/** "⏰ stretch (due 09:00, sent 11:40) (r3)" */
export function dueText(due: DueText, now: Date): string {
  const say = sayIn(tagOf(due.language) ?? 'en');
  return `${due.base}${lateLabel(due.zone, new Date(due.at), now, due.note, say)} (${due.handle})`;
}

/** " (due 09:00, sent 11:40; 2 earlier ones missed)" in this zone, or nothing if it is in time and nothing was missed. */
export function lateLabel(zone: string, due: Date, now: Date, note: string, say: Say = english): string {
  const isLate = now.getTime() - due.getTime() > lateAfterMs;
  if (!isLate) return note ? ` (${note})` : '';
  const [dueAt, sentAt] = [due, now].map((at) => DateTime.fromJSDate(at, { zone }));
  const clock = (at: Date) => DateTime.fromJSDate(at, { zone }).toFormat('HH:mm');
  const said = dueAt?.hasSame(sentAt ?? dueAt, 'day') ? clock : (at: Date) => dayAndTime(at, zone, say);
  return ` (${say('due.late', { due: said(due), sent: said(now) })}${note ? `; ${note}` : ''})`;
}

/** "3 earlier ones missed" */
export function runNote(ended: EndedRun | null, say: Say): string {
  return ended ? say(`due.${ended.state}`, { n: ended.times }) : '';
}

/** The line for a run that was skipped with nothing to deliver. */
export function skippedText(
  text: string,
  handle: string,
  zone: string,
  run: EndedRun,
  next: Date | null,
  say: Say = english,
): string {
  const at = (instant: Date) => dayAndTime(instant, zone, say);
  const said = say('due.was-away', { text, handle, n: run.times, from: at(run.from), until: at(run.until) });
  return next ? say('due.next-at', { text: said, at: at(next) }) : said;
}

/** "20 Nov 09:00" */
function dayAndTime(at: Date, zone: string, say: Say): string {
  const local = new Date(toLocal(at.getTime(), zone));
  return `${shortDate(say, local)} ${local.toISOString().slice(11, 16)}`;
}
