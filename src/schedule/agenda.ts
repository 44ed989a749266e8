// The day's list: what falls due today for a person, from rows, without the model. Asked for now, or each morning by a
// schedule of its own.

import { DateTime } from 'luxon';
import type { Queries } from '../database/database.ts';
import type { PersonId } from '../database/ids.ts';
import type { Row } from '../database/tables.ts';
import type { Say } from '../language/say.ts';
import { describeDay } from './describe.ts';
import { nextN } from './recurrence/next.ts';
import type { Schedule } from './schedule.ts';
import { handleOf, type ScheduleScope } from './store.ts';

type Planned = Pick<
  Row<'schedule'>,
  'id' | 'owner_id' | 'addressee_id' | 'room_id' | 'text' | 'spec' | 'next_at'
>;

const shownAtMost = 25;
const timesAtMost = 3;

/** The rest of the day that begins at `from`, as a person in this zone sees it: all of it in their DM, else what is set there. */
export async function agendaFor(
  queries: Queries,
  scope: ScheduleScope,
  from: Date,
  zone: string,
  say: Say,
): Promise<string> {
  const planned = await plannedFor(queries, [scope.person], endOfDay(from, zone));
  return dayText(
    planned.filter((row) => isIn(scope, row)),
    from,
    zone,
    say,
  );
}

/** The texts of several agendas that are due together, from two queries. */
export async function agendaTexts(
  queries: Queries,
  agendas: readonly Pick<Row<'schedule'>, 'owner_id' | 'addressee_id' | 'room_id' | 'spec'>[],
  now: Date,
): Promise<(agenda: (typeof agendas)[number], say: Say) => string> {
  const rooms = await queries
    .selectFrom('room')
    .select(['id', 'kind'])
    .where('id', 'in', [...new Set(agendas.map((row) => row.room_id))])
    .execute();
  const kinds = new Map(rooms.map(({ id, kind }) => [id, kind]));
  const people = [...new Set(agendas.map(personOf))];
  const ends = agendas.map((row) => endOfDay(now, (row.spec as Schedule).zone).getTime());
  const planned = await plannedFor(queries, people, new Date(Math.max(...ends)));
  return (agenda, say) => {
    const scope: ScheduleScope = {
      person: personOf(agenda),
      room: agenda.room_id,
      roomKind: kinds.get(agenda.room_id) ?? 'channel',
    };
    return dayText(
      planned.filter((row) => isIn(scope, row)),
      now,
      (agenda.spec as Schedule).zone,
      say,
    );
  };
}

const personOf = (row: Pick<Row<'schedule'>, 'owner_id' | 'addressee_id'>) =>
  row.addressee_id ?? row.owner_id;

function isIn(scope: ScheduleScope, row: Planned): boolean {
  return personOf(row) === scope.person && (scope.roomKind === 'dm' || row.room_id === scope.room);
}

async function plannedFor(queries: Queries, people: readonly PersonId[], until: Date): Promise<Planned[]> {
  return queries
    .selectFrom('schedule')
    .select(['id', 'owner_id', 'addressee_id', 'room_id', 'text', 'spec', 'next_at'])
    .where((eb) => eb.or([eb('addressee_id', 'in', people), eb('owner_id', 'in', people)]))
    .where('state', '=', 'active')
    .where('agenda', '=', false)
    .where('next_at', '<', until)
    .orderBy('next_at')
    .orderBy('id')
    .execute();
}

/** "📅 Sat 21 Nov, 2 ahead today:" and a line for each. Pure. */
function dayText(planned: readonly Planned[], from: Date, zone: string, say: Say): string {
  const end = endOfDay(from, zone);
  const day = describeDay(from, { now: from, zone, say });
  const items = planned.flatMap((row) => {
    const spec = row.spec as Schedule;
    const times = nextN(spec, new Date(from.getTime() - 1), 50).filter((at) => at < end);
    const first = times[0];
    if (!first) return [];
    const shown = times
      .slice(0, timesAtMost)
      .map((at) => clock(at, zone))
      .join(', ');
    const more = times.length - timesAtMost;
    const when = more > 0 ? say('agenda.times', { times: shown, n: more }) : shown;
    return [{ at: first, line: `- ${when} ${row.text} (${handleOf(row.id)})` }];
  });
  if (items.length === 0) return say('agenda.none', { day });
  const lines = items.sort((a, b) => a.at.getTime() - b.at.getTime()).map(({ line }) => line);
  const left = lines.length - shownAtMost;
  return [
    say('agenda.title', { day, n: lines.length }),
    ...lines.slice(0, shownAtMost),
    ...(left > 0 ? [say('list.more', { n: left })] : []),
  ].join('\n');
}

const clock = (at: Date, zone: string) => DateTime.fromJSDate(at, { zone }).toFormat('HH:mm');

const endOfDay = (at: Date, zone: string) => DateTime.fromJSDate(at, { zone }).endOf('day').toJSDate();
