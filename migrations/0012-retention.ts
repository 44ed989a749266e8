// Texts that are older than RETENTION_DAYS are blanked, once each: what is done with is marked, and what is not is found by its
// age.
import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table entry add column aged boolean not null default false`,
  `alter table inbox add column aged boolean not null default false`,
  `alter table outbox add column aged boolean not null default false`,
  `create index entry_aging on entry (created_at) where not aged`,
  `create index inbox_aging on inbox (received_at) where state = 'done' and not aged`,
  `create index outbox_aging on outbox (created_at) where state in ('sent', 'failed') and not aged`,
  `create index turn_aging on turn (ended_at) where head is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
