// Erasure: the one case in which what was said is blanked. A tombstone stays: that somebody was here and asked to be forgotten.
import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table person add column erased_at timestamptz`,
  `alter table note add column erased_at timestamptz`,
  `alter table note add column erasure_mirrored_at timestamptz`,
  `create index note_erased on note (id) where erased_at is not null and erasure_mirrored_at is null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
