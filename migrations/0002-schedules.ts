// What schedules need to keep their word: whether a time is wall time (it moves with its person's zone), what happens to
// what fell due unattended, runs of instants that ended together, and when a task that failed is tried again.
import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table schedule add column wall boolean not null default false`,
  `alter table schedule add column agenda boolean not null default false`,
  `alter table schedule add column catch_up text check (catch_up in ('each', 'latest', 'skip'))`,
  `alter table schedule add column parent_id bigint references schedule (id)`,
  `update schedule set wall = true where spec ->> 'kind' in ('cron', 'calendar') or spec -> 'window' is not null`,
  `create index schedule_addressee on schedule (addressee_id) where state in ('active', 'paused', 'asking')`,
  `create index schedule_conversation on schedule (conversation_id)`,
  `alter table occurrence add column until_at timestamptz`,
  `alter table occurrence add column times integer not null default 1`,
  `alter table occurrence add column done_at timestamptz`,
  `alter table occurrence add column attempts integer not null default 0`,
  `alter table occurrence add column retry_at timestamptz`,
  `create index occurrence_retry on occurrence (retry_at) where retry_at is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
