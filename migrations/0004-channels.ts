// Whether we take part in a conversation is asked for every message of a thread that does not name us: it must be quick.
// That a room was gone once decides nothing: each message is tried, and falls back by itself.
import { type Kysely, sql } from 'kysely';

const statements = [
  `create index inbox_said on inbox (conversation_id) where kind = 'message'`,
  `create index outbox_said on outbox (conversation_id)
    where state = 'sent' and kind in ('reply', 'reminder') and payload ->> 'privateTo' is null`,
  `alter table room drop column gone_at`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
