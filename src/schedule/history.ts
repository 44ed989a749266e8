// How occurrences ended, for people: delivered, late, missed, skipped or failed, and what was ticked off.
import type { Queries } from '../database/database.ts';
import type { ConversationKey, PersonId, ScheduleId, TurnId } from '../database/ids.ts';
import type { Row } from '../database/tables.ts';
import { amountIn } from '../language/dates.ts';
import { english, type Say } from '../language/say.ts';
import { describeInstant } from './describe.ts';
import type { Schedule } from './schedule.ts';
import { handleOf, type ScheduleScope } from './store.ts';

const shownAtMost = 20;

type Ended = Row<'occurrence'> & Pick<Row<'schedule'>, 'text' | 'spec'>;

/** The last occurrences within the scope, newest first, one line each; of one schedule if `id` is given. */
export async function historyLines(
  queries: Queries,
  scope: ScheduleScope,
  id: ScheduleId | null,
  now: Date,
  say: Say,
): Promise<readonly string[]> {
  let query = queries
    .selectFrom('schedule')
    .innerJoin('occurrence', 'occurrence.schedule_id', 'schedule.id')
    .selectAll('occurrence')
    .select(['schedule.text', 'schedule.spec'])
    .where((eb) => eb.or([eb('owner_id', '=', scope.person), eb('addressee_id', '=', scope.person)]));
  if (scope.roomKind !== 'dm') query = query.where('room_id', '=', scope.room);
  if (id !== null) query = query.where('schedule.id', '=', id);
  const rows = await query.orderBy('due_at', 'desc').limit(shownAtMost).execute();
  return rows.map((row) => `- ${endOf(row, now, say)}: ${row.text} (${handleOf(row.schedule_id)})`);
}

/** What people should know of these schedules' last occurrence: only where it did not simply arrive. */
export async function troubles(
  queries: Queries,
  ids: readonly ScheduleId[],
  now: Date,
  say: Say = english,
): Promise<ReadonlyMap<ScheduleId, string>> {
  if (ids.length === 0) return new Map();
  const rows = await queries
    .selectFrom('occurrence')
    .innerJoin('schedule', 'schedule.id', 'occurrence.schedule_id')
    .distinctOn('occurrence.schedule_id')
    .selectAll('occurrence')
    .select(['schedule.text', 'schedule.spec'])
    .where('occurrence.schedule_id', 'in', ids)
    .orderBy('occurrence.schedule_id')
    .orderBy('due_at', 'desc')
    .execute();
  const told = rows.filter(({ state }) => state === 'failed' || state === 'missed' || state === 'skipped');
  return new Map(told.map((row) => [row.schedule_id, say('list.last', { how: endOf(row, now, say) })]));
}

/**
 * What became of a person's and the room's occurrences of a conversation since that person's last turn there, where it did
 * not simply arrive: one line each, for the turn that comes next, so each is told once; tainted if its words are not the
 * person's own.
 *
 * @param of `turn`: the turn that is about to be told
 */
export async function newTroubles(
  queries: Queries,
  of: { readonly conversation: ConversationKey; readonly person: PersonId; readonly turn: TurnId },
  now: Date,
): Promise<readonly { readonly line: string; readonly tainted: boolean }[]> {
  const rows = await queries
    .selectFrom('occurrence')
    .innerJoin('schedule', 'schedule.id', 'occurrence.schedule_id')
    .selectAll('occurrence')
    .select(['schedule.text', 'schedule.spec', 'schedule.owner_id', 'schedule.tainted'])
    .where('schedule.conversation_id', '=', of.conversation)
    .where((eb) =>
      eb.or([
        eb('schedule.owner_id', '=', of.person),
        eb('schedule.addressee_id', '=', of.person),
        eb('schedule.addressee_id', 'is', null),
      ]),
    )
    .where('occurrence.state', 'in', ['late', 'missed', 'failed'])
    .where('occurrence.ended_at', '>', (eb) =>
      eb
        .selectFrom('turn')
        .select(({ fn }) => fn.max('turn.created_at').as('last'))
        .where('turn.conversation_id', '=', of.conversation)
        .where('turn.person_id', '=', of.person)
        .where('turn.id', '<', of.turn),
    )
    .orderBy('occurrence.ended_at', 'desc')
    .limit(3)
    .execute();
  return rows.map((row) => ({
    line: `${endOf(row, now)}: ${row.text} (${handleOf(row.schedule_id)})`,
    tainted: row.tainted || row.owner_id !== of.person,
  }));
}

/** "Sat 21 Nov, 09:00 late by 2 h 40 min", "Sat 21 Nov, 09:00 to Sun 22 Nov, 09:00 missed (25 times)". Pure. */
export function endOf(row: Ended, now: Date, say: Say = english): string {
  const zone = (row.spec as Schedule | null)?.zone ?? 'UTC';
  const instant = (at: Date) => describeInstant(at, { now, zone, say });
  const from = instant(row.due_at);
  const at = row.until_at ? say('time.span', { from, until: instant(row.until_at) }) : from;
  const ended = stateOf(row, at, say);
  const counted = row.times > 1 ? say('ended.times', { line: ended, n: row.times }) : ended;
  return row.done_at ? say('ended.ticked', { line: counted }) : counted;
}

function stateOf(row: Ended, at: string, say: Say): string {
  switch (row.state) {
    case 'pending':
      if (!row.retry_at) return say('ended.pending', { at });
      return say(row.attempts > 0 ? 'ended.retried' : 'ended.put-off', { at });
    case 'late':
      return row.ended_at
        ? say('ended.late', { at, by: lateness(row.ended_at.getTime() - row.due_at.getTime(), say) })
        : say('ended.just-late', { at });
    default:
      return say(`ended.${row.state}`, { at });
  }
}

/** "2 h 40 min", "5 min" */
function lateness(ms: number, say: Say): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return say('ended.days', { n: Math.round(hours / 24) });
  const rest = minutes % 60;
  return [
    ...(hours > 0 ? [amountIn(say, hours, 'hour')] : []),
    ...(rest > 0 || hours === 0 ? [amountIn(say, rest, 'minute')] : []),
  ].join(' ');
}
