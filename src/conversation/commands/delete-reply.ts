// ❌ on a reply: takes it off the platform, all its parts. What was said and done stays: the history gets a line, effects are kept.
import { sql } from 'kysely';
import { enqueue } from '../../delivery/outbox.ts';
import type { Command, CommandContext, CommandReply } from './command.ts';
import { own } from './deed.ts';

/** Behind the reaction alone: its name cannot be typed. `args` is the platform's id of a reply to the person who asks. */
export const deleteReplyCommand: Command = {
  name: 'delete-reply',
  usage: 'delete-reply',
  help: 'take a reply away, by ❌ on it',
  hidden: true,
  run: async (context, args) => own(() => takeAway(context, args)),
};

async function takeAway(
  { tx, person, room, conversation }: CommandContext,
  args: string,
): Promise<CommandReply> {
  const { rows: parts } = await sql<{ standing: string }>`
    with bearer as (
      select id, turn_id from outbox where room_id = ${room.id} and platform_message_id = ${args} and state = 'sent'
        and kind = 'reply' and person_id = ${person.id}
      order by id desc limit 1
    )
    select distinct o.platform_message_id as standing from outbox o, bearer
    where (o.id = bearer.id or o.turn_id = bearer.turn_id) and o.room_id = ${room.id} and o.kind = 'reply'
      and o.state = 'sent' and o.platform_message_id is not null
    order by standing`.execute(tx);
  if (parts.length === 0) return { text: '' };
  await enqueue(
    tx,
    parts.map(({ standing }) => ({
      key: `delete:${room.id}:${standing}`,
      platform: room.platform,
      room: room.id,
      conversation,
      kind: 'notice',
      text: '',
      deletes: standing,
    })),
  );
  const text = `${person.name} took a reply of yours off the platform; what was done for it stands`;
  return { text: '', entries: [{ type: 'notice', payload: { text }, tainted: false, person: person.id }] };
}
