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
  const { tx, room, conversation, say } = context;
  const known = [...(await limitsReached(context)), ...(await failures(context, conversation))];
  return silenceText({ room: room.kind, takesPart: await takesPart(tx, conversation), known }, say);
}

async function limitsReached({
  tx,
  allowance,
  person,
  now,
  say,
}: CommandContext): Promise<readonly string[]> {
  const turns = await turnLimit(tx, allowance, person.id, now);
  const tokens = await tokenLimit(tx, allowance, now);
  return [
    ...(turns ? [say('why.turns-used', { n: turns.most, end: endOf(turns, person.zone, now, say) })] : []),
    ...(tokens ? [say('why.tokens-used', { end: endOf(tokens, person.zone, now, say) })] : []),
  ];
}

async function failures(context: CommandContext, conversation: ConversationKey): Promise<readonly string[]> {
  const { tx, person, now, say } = context;
  const since = new Date(now.getTime() - looksBackMs);
  const at = (instant: Date) => atMinute(instant, context);
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
    ...unsent.map((row) => {
      const about = { at: at(row.created_at), error: row.error ?? say('why.unknown') };
      return say(row.state === 'failed' ? 'why.undelivered' : 'why.in-doubt', about);
    }),
    ...turns.map((row) => say('why.turn-failed', { at: at(row.created_at), turn: row.id })),
  ];
}
