// What a room wants heard and shown; the last messages of a conversation, in order, for the guard against loops; and where
// texts of others stand that are blanked after a day of quiet.
import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table room add column attend text not null default 'mentions' check (attend in ('mentions', 'all'))`,
  `alter table room add column react boolean not null default false`,
  `drop index inbox_said`,
  `create index inbox_said on inbox (conversation_id, id) where kind = 'message'`,
  `drop index outbox_said`,
  `create index outbox_said on outbox (conversation_id, id)
    where state = 'sent' and kind in ('reply', 'reminder') and payload ->> 'privateTo' is null`,
  `create index entry_discussion on entry (conversation_id)
    where type = 'user' and jsonb_path_exists(payload, '$.**.discussion[0]')`,
  `create index inbox_discussion on inbox (conversation_id) where jsonb_path_exists(payload, '$.**.discussion[0]')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
