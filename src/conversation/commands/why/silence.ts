// "why silent": how it is in general, and what is known of this conversation: limits, turns that failed, messages that
// did not arrive. What was not for us is not stored, so nothing can be known of it.
import type { ConversationKey } from '../../../database/ids.ts';
import { tokenLimit, turnLimit } from '../../../people/used.ts';
import { endOf } from '../../dispatch/limit-messages.ts';
import { takesPart } from '../../intake/takes-part.ts';
import type { CommandContext } from '../command.ts';
import { atMinute, silenceText } from './text.ts';

const looksBackMs = 7 * 86_400_000;
const shownAtMost = 3;

export async function silence(context: CommandContext): Promise<string> {
  const { tx, room, conversation } = context;
  return silenceText({
    room: room.kind,
    takesPart: await takesPart(tx, conversation),
    known: [...(await limitsReached(context)), ...(await failures(context, conversation))],
  });
}

async function limitsReached({ tx, allowance, person, now }: CommandContext): Promise<readonly string[]> {
  const turns = await turnLimit(tx, allowance, person.id, now);
  const tokens = await tokenLimit(tx, allowance, now);
  return [
    ...(turns
      ? [
          `You have had your ${turns.most === 1 ? 'one turn' : `${turns.most} turns`} of an hour: I only note ${endOf(turns, person.zone, now)}`,
        ]
      : []),
    ...(tokens ? [`My tokens for today are used up ${endOf(tokens, person.zone, now)}`] : []),
  ];
}

async function failures(
  { tx, person, now }: CommandContext,
  conversation: ConversationKey,
): Promise<readonly string[]> {
  const since = new Date(now.getTime() - looksBackMs);
  const at = (instant: Date) => atMinute(instant, now, person.zone);
  const unsent = await tx
    .selectFrom('outbox')
    .select(['created_at', 'error', 'state'])
    .where('conversation_id', '=', conversation)
    .where('state', 'in', ['failed', 'doubt'])
    .where('created_at', '>', since)
    .where((eb) => eb.or([eb('person_id', 'is', null), eb('person_id', '=', person.id)]))
    .orderBy('id', 'desc')
    .limit(shownAtMost)
    .execute();
  const turns = await tx
    .selectFrom('turn')
    .select(['id', 'created_at', 'state'])
    .where('conversation_id', '=', conversation)
    .where('person_id', '=', person.id)
    .where('state', '=', 'failed')
    .where('created_at', '>', since)
    .orderBy('id', 'desc')
    .limit(shownAtMost)
    .execute();
  return [
    ...unsent.map(
      (row) =>
        `${at(row.created_at)}: a message of mine ${row.state === 'failed' ? 'was not delivered' : 'may not have arrived'}: ${row.error ?? 'for an unknown reason'}`,
    ),
    ...turns.map((row) => `${at(row.created_at)}: turn ${row.id} failed`),
  ];
}
