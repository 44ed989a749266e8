// Messages being sent name the process that sends them, so that they are free as soon as it is dead; and turns count how
// often they were handed to the model, because only those attempts can have ended a process.
import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table outbox add column lease_owner text`,
  `alter table turn add column reached integer not null default 0`,
  // Before, every attempt counted.
  `update turn set reached = attempts where state = 'running'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
