// Cron lines. croner finds the next match in naive local time (it runs as if the zone were UTC) and zoned.ts
// puts it into the zone. What croner lacks is said here: a day field that starts with * is unrestricted, as in
// Vixie cron, and how close two firings may come.
import { Cron } from 'croner';
import { type CronSchedule, SHORTEST_GAP_SECONDS } from '../schedule.ts';
import { changesNear, HOUR, toInstant, toLocal } from './zoned.ts';

/** No zone's clock jumps further than this. */
const JUMP = 3 * HOUR;

/** croner's pattern for a five-field line; throws if croner cannot read it. */
function pattern(expression: string): Cron {
  const [, , dom = '*', , dow = '*'] = expression.trim().split(/\s+/);
  const bothRestricted = !/^[*?]/.test(dom) && !/^[*?]/.test(dow);
  return new Cron(expression, { timezone: 'UTC', paused: true, mode: '5-part', domAndDow: !bothRestricted });
}

/** The first firing after an instant (ms), or null if the line never fires again. */
export function cronNext(schedule: CronSchedule, after: number): number | null {
  const cron = pattern(schedule.expression);
  const { zone } = schedule;
  const nextLocal = (local: number) => cron.nextRun(new Date(local))?.getTime() ?? null;
  const localAfter = toLocal(after, zone);
  if (!changesNear(after, zone, JUMP)) {
    const local = nextLocal(localAfter);
    if (local === null) return null;
    const at = toInstant(local, zone);
    if (!changesNear(at, zone, JUMP)) return at;
  }
  // near a change the order of wall times and instants may differ: look at all candidates around it
  let best: number | null = null;
  let local = nextLocal(localAfter - JUMP);
  while (local !== null && (best === null || local <= toLocal(best, zone) + JUMP)) {
    const at = toInstant(local, zone);
    if (at > after && (best === null || at < best)) best = at;
    local = nextLocal(local);
  }
  return best;
}

type CronCheck = 'ok' | 'invalid' | 'never' | 'too-frequent';

/** Whether a five-field line can be read, ever fires, and keeps five minutes between firings. */
export function checkCron(expression: string, now: Date): CronCheck {
  let cron: Cron;
  try {
    cron = pattern(expression);
  } catch {
    return 'invalid';
  }
  const first = cron.nextRun(now);
  if (!first) return 'never';
  // Walk one firing day and the start of the next: minutes and hours repeat daily.
  const end = first.getTime() + 26 * HOUR;
  let last = first;
  for (let at = cron.nextRun(last); at && at.getTime() < end; at = cron.nextRun(last)) {
    if (at.getTime() - last.getTime() < SHORTEST_GAP_SECONDS * 1000) return 'too-frequent';
    last = at;
  }
  return 'ok';
}

/** Five blank-separated fields made of cron's characters, at least one of them not a plain word. */
export function looksLikeCron(text: string): boolean {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== 5 || !fields.every((f) => /^[\w*/,?#-]+$/.test(f))) return false;
  const [a = '', b = ''] = fields;
  return /^[\d*/,-]+$/.test(a) && /^[\d*/,-]+$/.test(b);
}
