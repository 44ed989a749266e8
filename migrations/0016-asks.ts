// What a person asked for in a turn is kept with it, each thing with what became of it.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table turn add column asks jsonb').execute(db);
}
