// What a person's rows have shown in channels: their notes there, reminders, tasks, and what they said is on or what a room is
// for. Read before it is erased: answers to others may repeat it.
import { sql } from 'kysely';
import type { Tx } from '../../../database/database.ts';
import type { PersonId, RoomId } from '../../../database/ids.ts';

/** Texts by the room in which others saw them. */
export type ShownRows = ReadonlyMap<RoomId, readonly string[]>;

export async function rowsShownBy(tx: Tx, person: PersonId): Promise<ShownRows> {
  const { rows } = await sql<{ room: RoomId; text: string }>`
    select room.id as room, shown.text from (
      select substr(scope, 6) as room, text from note where author_id = ${person} and scope like 'room:%'
      union
      select room_id, text from schedule where owner_id = ${person} or addressee_id = ${person}
      union
      select conversation.room_id, task.text from task join conversation on conversation.id = task.conversation_id
        where task.person_id = ${person}
      union
      select inverse ->> 'room', inverse ->> 'from' from effect
        where person_id = ${person} and inverse ->> 'do' = 'set-room' and inverse ->> 'from' is not null
    ) shown join room on room.id = shown.room where room.kind = 'channel'`.execute(tx);
  const byRoom = Map.groupBy(rows, ({ room }) => room);
  return new Map([...byRoom].map(([room, texts]) => [room, texts.map(({ text }) => text)]));
}

/**
 * Takes away what the person has said is on, or what a room is for: where it is still set, and where an Undo of another
 * person's would bring it back. In their own DM also what others set.
 */
export async function clearRooms(tx: Tx, person: PersonId): Promise<void> {
  for (const field of ['brief', 'agenda'] as const)
    await sql`
      update room set ${sql.ref(field)} = null where ${sql.ref(field)} is not null and (
        exists (
          select 1 from effect where effect.person_id = ${person} and effect.inverse ->> 'do' = 'set-room'
            and effect.inverse ->> 'room' = room.id and effect.inverse ->> 'field' = ${field}
            and effect.inverse ->> 'from' = ${sql.ref(`room.${field}`)})
        or (room.kind = 'dm' and exists (
          select 1 from inbox where inbox.platform = room.platform and inbox.room_id = room.id
            and inbox.person_id = ${person} and inbox.kind in ('message', 'command', 'click'))))`.execute(tx);
  await sql`
    update effect as after set inverse = null, result = '{"ok": true, "text": "(erased)"}'
    from effect as theirs
    where theirs.person_id = ${person} and after.person_id <> ${person}
      and theirs.inverse ->> 'do' = 'set-room' and after.inverse ->> 'do' = 'set-room'
      and after.inverse ->> 'room' = theirs.inverse ->> 'room' and after.inverse ->> 'field' = theirs.inverse ->> 'field'
      and after.inverse ->> 'to' = theirs.inverse ->> 'from'`.execute(tx);
}
