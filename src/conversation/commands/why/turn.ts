// Which turn "why" is about: the last one here, or the one behind a message, a reminder, a note, a question or a result.
// Only turns of conversations that the person who asks is in are ever found.
import type { Tx } from '../../../database/database.ts';
import type { ApprovalId, NoteId, ScheduleId, TurnId } from '../../../database/ids.ts';
import type { Row } from '../../../database/tables.ts';
import type { CommandContext } from '../command.ts';

/** @param said a message's id, `r3`, `n3`, `#7`, `t12.3`; empty: the last turn */
export async function turnMeant(context: CommandContext, said: string): Promise<Row<'turn'> | null> {
  if (said === '') return lastTurn(context);
  const id = (await byHandle(context.tx, said)) ?? (await byMessage(context, said));
  const turn =
    id === null
      ? undefined
      : await context.tx.selectFrom('turn').selectAll().where('id', '=', id).executeTakeFirst();
  return turn && (await isIn(context, turn)) ? turn : null;
}

/** Where a command has no conversation of its own, in a channel, the person's last turn in the room is meant. */
async function lastTurn({ tx, conversation, room, person }: CommandContext): Promise<Row<'turn'> | null> {
  const here = await tx
    .selectFrom('turn')
    .selectAll()
    .where('conversation_id', '=', conversation)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const mine = tx
    .selectFrom('turn')
    .innerJoin('conversation', 'conversation.id', 'turn.conversation_id')
    .selectAll('turn')
    .where('conversation.room_id', '=', room.id)
    .where('turn.person_id', '=', person.id)
    .orderBy('turn.id', 'desc')
    .limit(1);
  return here ?? (await mine.executeTakeFirst()) ?? null;
}

async function byHandle(tx: Tx, said: string): Promise<TurnId | null> {
  const [, kind = '', digits = ''] = /^(#|r|n|t)(\d{1,15})(?:\.\d+)?$/iu.exec(said) ?? [];
  const id = Number(digits);
  switch (kind.toLowerCase()) {
    case 't':
      return id as TurnId;
    case '#':
      return turnOf(
        tx
          .selectFrom('approval')
          .select('turn_id')
          .where('id', '=', id as ApprovalId),
      );
    case 'r':
      return turnOf(
        tx
          .selectFrom('schedule')
          .select('turn_id')
          .where('id', '=', id as ScheduleId),
      );
    case 'n':
      return turnOf(
        tx
          .selectFrom('note')
          .select('turn_id')
          .where('id', '=', id as NoteId),
      );
    default:
      return null;
  }
}

async function byMessage({ tx, room }: CommandContext, messageId: string): Promise<TurnId | null> {
  const ours = tx
    .selectFrom('outbox')
    .select('turn_id')
    .where('room_id', '=', room.id)
    .where('platform_message_id', '=', messageId)
    .where('turn_id', 'is not', null);
  const theirs = tx
    .selectFrom('inbox')
    .select('turn_id')
    .where('room_id', '=', room.id)
    .where('message_id', '=', messageId);
  return (await turnOf(ours)) ?? turnOf(theirs);
}

const turnOf = async (query: {
  executeTakeFirst(): Promise<{ readonly turn_id: TurnId | null } | undefined>;
}): Promise<TurnId | null> => (await query.executeTakeFirst())?.turn_id ?? null;

/** Here, or in a conversation in which they have written themselves. */
async function isIn({ tx, conversation, person }: CommandContext, turn: Row<'turn'>): Promise<boolean> {
  if (turn.conversation_id === conversation || turn.person_id === person.id) return true;
  const spoke = await tx
    .selectFrom('inbox')
    .select('id')
    .where('conversation_id', '=', turn.conversation_id)
    .where('person_id', '=', person.id)
    .where('kind', '=', 'message')
    .limit(1)
    .executeTakeFirst();
  return spoke !== undefined;
}
