// A time that two rules read differently is not guessed: the row waits, two buttons show the two readings, and the answer
// completes it, as of the moment it was asked for.
import type { Queries } from '../database/database.ts';
import type { PersonId, ScheduleId } from '../database/ids.ts';
import type { Row } from '../database/tables.ts';
import { english, type Say } from '../language/say.ts';
import { describe } from './describe.ts';
import { resolveWhen } from './parse/index.ts';
import { next } from './recurrence/next.ts';
import type { Schedule } from './schedule.ts';
import { setAside, updateSchedule } from './store.ts';

export interface Choice {
  readonly label: string;
  /** The same for the model. */
  readonly inEnglish: string;
  /** The button's action: `reading:<schedule>:<index>`. */
  readonly action: string;
}

interface Words {
  readonly words: string;
  readonly askedAt: Date;
  readonly zone: string;
  readonly locale: string;
}

/** The two readings of ambiguous words; none if there are not exactly two that are still ahead. Pure. */
export function twoReadings({ words, askedAt, zone, locale }: Words): readonly Schedule[] {
  const result = resolveWhen(words, { now: askedAt, zone, locale });
  if (result.ok || result.why !== 'ambiguous') return [];
  const ahead = (result.readings ?? []).filter((reading) => next(reading, askedAt) !== null);
  return ahead.length === 2 ? ahead : [];
}

/** A button for each reading, with its time in full. Pure. */
export function choicesOf(
  id: ScheduleId,
  readings: readonly Schedule[],
  now: Date,
  say: Say = english,
): readonly Choice[] {
  return readings.map((reading, index) => ({
    label: describe(reading, { now, zone: reading.zone, say }).slice(0, 75),
    inEnglish: describe(reading, { now, zone: reading.zone }).slice(0, 75),
    action: `reading:${id}:${index}`,
  }));
}

/**
 * Completes a row that waits for a choice. A time that has passed meanwhile falls due at once, late. If the row has become
 * the same as another, it is cancelled.
 *
 * @returns the row that is set then, and whether it was there before; null if it is not this person's, or waits no longer
 */
export async function chooseReading(
  queries: Queries,
  person: PersonId,
  id: ScheduleId,
  index: number,
  locale: string,
): Promise<{ readonly row: Row<'schedule'>; readonly stood: boolean } | null> {
  const row = await queries
    .selectFrom('schedule')
    .innerJoin('person', 'person.id', 'schedule.owner_id')
    .selectAll('schedule')
    .select('person.zone as owner_zone')
    .where('schedule.id', '=', id)
    .where('schedule.owner_id', '=', person)
    .where('schedule.state', '=', 'asking')
    .executeTakeFirst();
  if (!row) return null;
  const zone = row.zone ?? row.owner_zone ?? 'UTC';
  const schedule = twoReadings({ words: row.words, askedAt: row.created_at, zone, locale })[index];
  const first = schedule && next(schedule, row.created_at);
  if (!schedule || !first) return null;
  const after = await updateSchedule(queries, row, {
    state: 'active',
    resolved: { schedule, first, wallTime: true },
  });
  if ('row' in after) return { row: after.row, stood: false };
  await setAside(queries, row, 'cancelled');
  return { row: after.twin, stood: true };
}
