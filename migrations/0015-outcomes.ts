// What was read out of sentences of ours becomes columns and fields: the persona that a turn spoke as, whether people were told
// of a task that stands still, what became of a call, and which lines are about a claim of a reply. The sentences of rows that
// are there already are read once, here.
import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table turn add column persona text`,
  `alter table task add column told_in bigint`,
  String.raw`update turn set persona = (regexp_match(head, '(?n)^You speak as: (.*)\.$'))[1] where head is not null`,
  `update task set told_in = turn.id from turn
    where task.state = 'doing' and turn.conversation_id = task.conversation_id
      and turn.head like '%task ' || task.number || ' is in progress since %'`,
  String.raw`update entry set payload = payload || jsonb_build_object('asked', ((regexp_match(payload ->> 'text', '^Asked, not done \(#(\d{1,15})'))[1])::bigint)
    where type = 'tool_result' and payload ->> 'text' like 'Asked, not done (#%' and payload ->> 'text' ~ '^Asked, not done \(#\d{1,15}'`,
  String.raw`update entry set payload = payload || jsonb_build_object('refused', (regexp_match(payload ->> 'text', ' is not allowed: (.*?)\. Nothing was done\.'))[1])
    where type = 'tool_result' and payload ->> 'ok' = 'false' and payload ->> 'text' like '% is not allowed: %. Nothing was done.%'`,
  `update entry set payload = payload || jsonb_build_object('skill', (regexp_match(payload ->> 'text', '(?n)^Skill ([a-z0-9-]+)[.,]'))[1])
    where type = 'tool_result' and payload ->> 'name' = 'use_skill' and payload ->> 'ok' = 'true' and payload ->> 'text' ~ '(?n)^Skill [a-z0-9-]+[.,]'`,
  `update entry set payload = payload || '{"claim": true}'
    where type = 'nudge' and payload ->> 'text' like '[Your reply says:%'`,
  `update entry set payload = payload || '{"claim": true}'
    where type = 'notice' and (payload ->> 'text' like 'set from the person''s own words%' or payload ->> 'text' like 'taken back, because%')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
