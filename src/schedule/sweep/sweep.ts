// The sweep: what is due becomes, in one transaction for each batch, an occurrence, its message in the outbox or its work
// in the inbox, its line on the way into the conversation's history, and a new next time. The database decides what is due
// and timers only make us look; the work grows with what is due, not with what is stored.
import { sql } from 'kysely';
import type { Database, Tx } from '../../database/database.ts';
import { isOfTheWorld, whyOf } from '../../database/faults.ts';
import type { OccurrenceId, PersonId, ScheduleId } from '../../database/ids.ts';
import { type Say, sayFor } from '../../language/say.ts';
import { type Log, silentLog } from '../../log.ts';
import { agendaTexts } from '../agenda.ts';
import { retryTasks } from './failed-tasks.ts';
import { type Due, type Fired, type Firing, fire } from './firing.ts';
import { noteUnfired, pauseUnfired } from './unfired.ts';

/** How many schedules one transaction takes. */
const batch = 500;

/**
 * Fires what is due and starts tasks whose next try is due. Several processes may sweep at once.
 *
 * @param now the instant up to which schedules are due
 * @returns how many schedules and tasks were set going
 */
export async function sweep(database: Database, now: Date, log: Log = silentLog): Promise<number> {
  if (!(await isAnythingDue(database, now))) return 0;
  let done = 0;
  for (;;) {
    const count = await fireSome(database, now, log);
    done += count;
    if (count < batch) break;
  }
  return done + (await retryTasks(database, now));
}

/** A batch; if something in it cannot be fired, one by one, so that only that is set aside. */
async function fireSome(database: Database, now: Date, log: Log): Promise<number> {
  try {
    return await database.transaction((tx) => fireBatch(tx, now, log));
  } catch (error) {
    if (isOfTheWorld(error)) throw error;
    const ids = await database.transaction(async (tx) => (await dueRows(tx, now)).map(({ id }) => id));
    for (const id of ids) await fireAlone(database, id, now, log);
    return ids.length;
  }
}

async function fireAlone(database: Database, id: ScheduleId, now: Date, log: Log): Promise<void> {
  try {
    await database.transaction((tx) => fireBatch(tx, now, log, id));
  } catch (error) {
    if (isOfTheWorld(error)) throw error;
    await database.transaction((tx) => pauseUnfired(tx, id, now, error));
    logPaused(log, id, error);
  }
}

/** One look over two small indexes: what an idle second costs. */
async function isAnythingDue(database: Database, now: Date): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select 1 from schedule where state = 'active' and next_at <= ${now})
      or exists (select 1 from occurrence where retry_at <= ${now}) as due`.execute(database.db);
  return rows[0]?.due ?? false;
}

/** @param only one schedule alone */
async function fireBatch(tx: Tx, now: Date, log: Log, only?: ScheduleId): Promise<number> {
  const rows = await dueRows(tx, now, only);
  if (rows.length === 0) return 0;
  const { nameOf, sayTo } = await peopleFor(tx, rows);
  const agendas = rows.some((row) => row.agenda)
    ? await agendaTexts(
        tx,
        rows.filter((row) => row.agenda),
        now,
      )
    : null;
  const fired = rows.map((row) => {
    const say = sayTo(row.addressee_id ?? row.owner_id);
    const due: Due = { row, nameOf, say, agendaText: (to) => agendas?.(row, to) ?? row.text };
    return { row, ...fire(due, now) };
  });
  await write(tx, fired, now);
  for (const { row, unread } of fired) {
    if (!unread) continue;
    await noteUnfired(tx, row, unread.error);
    logPaused(log, row.id, unread.error);
  }
  return rows.length;
}

const logPaused = (log: Log, schedule: ScheduleId, error: unknown) =>
  log.error(
    { schedule, why: whyOf(error) },
    'a schedule could not be fired and was paused; "npm run trouble" shows it',
  );

type DueRow = Due['row'];

async function dueRows(tx: Tx, now: Date, only?: ScheduleId): Promise<readonly DueRow[]> {
  const due = tx
    .selectFrom('schedule')
    .select([
      'id',
      'owner_id',
      'addressee_id',
      'room_id',
      'conversation_id',
      'text',
      'spec',
      'task',
      'agenda',
      'catch_up',
      'tainted',
      'next_at',
    ])
    .where('state', '=', 'active')
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(batch)
    .forNoKeyUpdate()
    .skipLocked();
  const rows = await (only === undefined ? due : due.where('id', '=', only)).execute();
  return rows.flatMap((row) => (row.next_at ? [{ ...row, next_at: row.next_at }] : []));
}

async function peopleFor(
  tx: Tx,
  rows: readonly DueRow[],
): Promise<{ readonly nameOf: (person: PersonId) => string; readonly sayTo: (person: PersonId) => Say }> {
  const ids = new Set(rows.flatMap((row) => [row.owner_id, ...(row.addressee_id ? [row.addressee_id] : [])]));
  const people = await tx
    .selectFrom('person')
    .select(['id', 'name', 'language', 'locale'])
    .where('id', 'in', [...ids])
    .execute();
  const known = new Map(people.map((person) => [person.id, person]));
  return {
    nameOf: (person) => known.get(person)?.name ?? 'someone',
    sayTo: (person) => sayFor(known.get(person) ?? {}),
  };
}

/**
 * Moves the schedules and writes the occurrences in one statement, then what hangs on the occurrences in another. A schedule
 * moves only if it still has the next time that was read, and nothing is written for one that has not moved; an instant that
 * has its occurrence already gets no second message. (Joined here and not in SQL, where the planner knows no sizes.)
 */
async function write(tx: Tx, fired: readonly ({ readonly row: DueRow } & Fired)[], now: Date): Promise<void> {
  const moves = fired.map(({ row, next, state }) => ({ id: row.id, was: row.next_at, next, state }));
  const firings = fired.flatMap((each) => each.firings);
  const instants = firings.map(({ schedule_id, due_at, until_at, times, state }) => ({
    schedule_id,
    due_at,
    until_at,
    times,
    state,
  }));
  const { rows } = await sql<{ id: OccurrenceId; schedule_id: ScheduleId; due_at: Date }>`
    with moved as (
      update schedule set next_at = given.next, state = given.state
      from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb)
        as given (id bigint, was timestamptz, next timestamptz, state text)
      where schedule.id = given.id and schedule.state = 'active' and date_trunc('milliseconds', schedule.next_at) = given.was
      returning schedule.id
    )
    insert into occurrence (schedule_id, due_at, until_at, times, state, ended_at)
    select schedule_id, due_at, until_at, times, state, case when state = 'pending' then null else ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(instants)}::jsonb)
      as given (schedule_id bigint, due_at timestamptz, until_at timestamptz, times int, state text)
    where schedule_id in (select id from moved)
    on conflict (schedule_id, due_at) do nothing
    returning id, schedule_id, due_at`.execute(tx);
  const made = new Map(rows.map((row) => [instantKey(row.schedule_id, row.due_at.toISOString()), row.id]));
  await writeMessages(
    tx,
    firings.flatMap((firing) => {
      const id = made.get(instantKey(firing.schedule_id, firing.due_at));
      return id === undefined ? [] : [messagesOf(firing, id)];
    }),
  );
}

const instantKey = (schedule: ScheduleId, due: string) => `${schedule} ${due}`;

/** A firing whose occurrence is stored, as the outbox and the inbox want it. */
function messagesOf({ until_at: _, times: __, due_at: ___, ...firing }: Firing, occurrence: OccurrenceId) {
  return {
    ...firing,
    occurrence: firing.state === 'pending' ? occurrence : null,
    heard: firing.heard_kind === 'task' && firing.heard ? { ...firing.heard, occurrence } : firing.heard,
  };
}

async function writeMessages(tx: Tx, firings: readonly ReturnType<typeof messagesOf>[]): Promise<void> {
  if (firings.length === 0) return;
  await sql`
    with given as (
      select given.*, room.platform from jsonb_to_recordset(${JSON.stringify(firings)}::jsonb) as given (
        occurrence bigint, key text, room_id text, conversation_id text, fallback_id text, kind text, message jsonb,
        heard_kind text, heard_by text, heard jsonb)
      join room on room.id = given.room_id
    ), sent as (
      insert into outbox (key, platform, room_id, conversation_id, person_id, occurrence_id, kind, payload)
      select key, platform, room_id, conversation_id, fallback_id, occurrence, kind, message
      from given where jsonb_typeof(message) = 'object'
      on conflict (key) do nothing
    )
    insert into inbox (platform, room_id, message_id, conversation_id, person_id, kind, payload)
    select platform, room_id, key, conversation_id, heard_by, heard_kind, heard
    from given where jsonb_typeof(heard) = 'object'
    on conflict (platform, room_id, message_id) do nothing`.execute(tx);
}
