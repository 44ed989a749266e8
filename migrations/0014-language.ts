// The language that a person wrote in last: what we say to them is said in it.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table person add column language text`.execute(db);
}
