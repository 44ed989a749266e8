// The load of the schedule benchmark: a million stored schedules, of which some fall due within one second; the same as
// jobs of graphile-worker.
import type pg from 'pg';

export const stored = 1_000_000;
export const due = 10_000;
/** So that all of them fall within one second. */
export const dueEveryMs = 0.099;

/** A thousand people with a room each, and a million schedules of theirs, none due before tomorrow. */
export async function storeSchedules(client: pg.Client): Promise<void> {
  await client.query(
    `insert into person (id, platform, name) select 'person' || n, 'slack', 'P' || n from generate_series(0, 999) n`,
  );
  await client.query(
    `insert into room (id, platform, kind) select 'room' || n, 'slack', 'dm' from generate_series(0, 999) n`,
  );
  await client.query(`insert into conversation (id, room_id) select id, id from room`);
  await client.query(
    `insert into schedule (owner_id, addressee_id, room_id, conversation_id, text, words, spec, spec_key, zone, wall, state, next_at)
     select 'person' || n % 1000, 'person' || n % 1000, 'room' || n % 1000, 'room' || n % 1000, 'thing ' || n, 'some day',
       case when n % 10 < 6 then jsonb_build_object('kind', 'once', 'at', to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'zone', 'Europe/Berlin')
         when n % 10 < 9 then jsonb_build_object('kind', 'calendar', 'every', 1, 'unit', 'day', 'anchor', '2026-01-01',
           'times', jsonb_build_array('09:00'), 'zone', 'Europe/Berlin')
         else jsonb_build_object('kind', 'cron', 'expression', '30 8 * * 1-5', 'zone', 'America/New_York') end,
       'key' || n, 'Europe/Berlin', true, 'active', at
     from (select n, now() + interval '1 day' + n * interval '30 seconds' as at from generate_series(1, ${stored}) n) given`,
  );
  await client.query('vacuum analyze');
}

/** Lets this many fall due, spread over the second that begins at `at`. */
export async function makeDue(client: pg.Client, at: Date): Promise<void> {
  await client.query(
    `update schedule set next_at = given.at,
       spec = case when spec ->> 'kind' = 'once'
         then jsonb_set(spec, '{at}', to_jsonb(to_char(given.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) else spec end
     from (select id, $1::timestamptz + row_number() over (order by id) * interval '${dueEveryMs} milliseconds' as at
       from (select id from schedule where state = 'active' and next_at > now() + interval '2 days' order by next_at desc limit ${due}) far) given
     where schedule.id = given.id`,
    [at],
  );
}

/** The same number of jobs, stored ahead, in chunks. */
export async function storeJobs(client: pg.Client): Promise<void> {
  const chunk = 50_000;
  for (let from = 1; from <= stored; from += chunk)
    await addJobs(
      client,
      from,
      Math.min(stored, from + chunk - 1),
      `now() + interval '1 day' + n * interval '30 seconds'`,
    );
  await client.query('vacuum analyze');
}

export async function makeJobsDue(client: pg.Client, at: Date, first: number): Promise<void> {
  await addJobs(
    client,
    first,
    first + due - 1,
    `'${at.toISOString()}'::timestamptz + (n - ${first}) * interval '${dueEveryMs} milliseconds'`,
  );
}

async function addJobs(client: pg.Client, from: number, to: number, at: string): Promise<void> {
  await client.query(
    `select count(*) from graphile_worker.add_jobs(array(
       select row('remind', json_build_object('n', n), null, ${at}, null, null, null, null)::graphile_worker.job_spec
       from generate_series(${from}, ${to}) n))`,
  );
}
