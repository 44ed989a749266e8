// What the context engine keeps: where results became old before the boundary moved, the prompt a conversation runs on,
// what is here now in a room, and for each request what rebuilds it and how much of it repeated the last one.
import { type Kysely, sql } from 'kysely';

const statements = [
  `create table prompt (
    hash text primary key,
    system text not null,
    tools text not null,
    created_at timestamptz not null default now()
  )`,
  `alter table conversation add column older_entry_id bigint`,
  `alter table conversation add column prompt_hash text references prompt (hash)`,
  `alter table room add column brief text`,
  `alter table room add column agenda text`,
  `alter table request add column prompt_hash text references prompt (hash)`,
  `alter table request add column leaf_id bigint`,
  `alter table request add column steps integer not null default 0`,
  `alter table request add column first_kept_entry_id bigint`,
  `alter table request add column elision_entry_id bigint`,
  `alter table request add column older_entry_id bigint`,
  `alter table request add column factor double precision not null default 1`,
  `alter table request add column window_tokens integer`,
  `alter table request add column waited_ms integer`,
  `alter table request add column repeated_tokens integer not null default 0`,
  `alter table request add column break_index integer`,
  `alter table request add column move text`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
