// A task list that one person keeps where their commands are answered to them alone, beside the one that a conversation shares.
import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table task add column private_to text references person (id)`,
  `drop index task_doing`,
  `create unique index task_doing on task (conversation_id, coalesce(private_to, '')) where state = 'doing'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
