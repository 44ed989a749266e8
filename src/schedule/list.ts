// The list of reminders, one line each, as people and the model are shown it.
import type { Queries } from '../database/database.ts';
import type { Row } from '../database/tables.ts';
import { english, type Say } from '../language/say.ts';
import { troubles } from './history.ts';
import { lineOf } from './reminders.ts';
import { listSchedules, type ScheduleScope } from './store.ts';

const shownAtMost = 50;

interface Listed {
  /** Those that are shown. */
  readonly rows: readonly Row<'schedule'>[];
  /** A line for each, and one that says how many more there are. */
  readonly lines: readonly string[];
}

/** "- slides (for Ben): Sun 22 Nov, 09:00 Europe/Berlin, in 21 h (r1)", and what is to be known of its last occurrence. */
export async function listLines(
  queries: Queries,
  scope: ScheduleScope,
  now: Date,
  say: Say = english,
): Promise<Listed> {
  const all = await listSchedules(queries, scope);
  const rows = all.slice(0, shownAtMost);
  const told = await troubles(
    queries,
    rows.map((row) => row.id),
    now,
    say,
  );
  const names = await namesOf(queries, rows);
  const lines = rows.map((row) => {
    const name =
      row.addressee_id === null ? say('list.everyone') : (names.get(row.addressee_id) ?? say('list.someone'));
    const text = row.addressee_id === scope.person ? row.text : say('list.for', { text: row.text, name });
    const trouble = told.get(row.id);
    return `- ${text}: ${lineOf(row, now, say)}${trouble ? `; ${trouble}` : ''}`;
  });
  const left = all.length - rows.length;
  return { rows, lines: left > 0 ? [...lines, say('list.more', { n: left })] : lines };
}

async function namesOf(
  queries: Queries,
  rows: readonly Row<'schedule'>[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(rows.flatMap((row) => row.addressee_id ?? []));
  if (ids.size === 0) return new Map();
  const people = await queries
    .selectFrom('person')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(people.map(({ id, name }) => [id, name]));
}
