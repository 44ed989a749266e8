// Who was let in by an admin, and what makes limits and fairness cheap to check: a person's newest turns, the requests of
// a day, the requests of a turn. And what an answer took of which the server told no usage.
import { type Kysely, sql } from 'kysely';

const statements = [
  // No reference to person: somebody who is not admitted has no row there.
  `create table admission (
    person_id text primary key,
    name text not null,
    state text not null check (state in ('asked', 'admitted', 'refused')),
    room_id text references room (id),
    conversation_id text references conversation (id),
    decided_by text references person (id),
    asked_at timestamptz not null default now(),
    told_at timestamptz,
    decided_at timestamptz
  )`,
  `create index admission_untold on admission (asked_at) where state = 'asked' and told_at is null`,
  `create index turn_person on turn (person_id, created_at)`,
  `alter table request add column estimated_output_tokens integer not null default 0`,
  `create index request_created on request (created_at)
    include (input_tokens, output_tokens, estimated_tokens, estimated_output_tokens, waited_ms)`,
  `create index request_turn on request (turn_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
