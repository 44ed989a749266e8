// What belongs to a turn, found without reading a whole table: its messages, entries, reminders, notes and tasks; and the
// turns of a conversation. All grow at their right end only, so that each costs a write one entry in a page that is at hand.
import { type Kysely, sql } from 'kysely';

const statements = [
  `create index outbox_turn on outbox (turn_id) where turn_id is not null`,
  `create index entry_turn on entry (turn_id) where turn_id is not null`,
  `create index turn_conversation on turn (conversation_id, id)`,
  `create index schedule_turn on schedule (turn_id) where turn_id is not null`,
  `create index schedule_parent on schedule (parent_id) where parent_id is not null`,
  `create index note_turn on note (turn_id) where turn_id is not null`,
  `create index task_turn on task (turn_id) where turn_id is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
