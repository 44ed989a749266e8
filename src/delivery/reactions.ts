// What a reaction asks for. The message that bears it is looked up: only on a reply of ours, or on a message that was taken
// in, and only of who may ask, does it mean anything. All others leave no trace.
import { sql } from 'kysely';
import type { Queries } from '../database/database.ts';
import type { ConversationKey, PersonId } from '../database/ids.ts';
import type { IncomingCommand, IncomingReaction, ReactionMeaning } from './channel.ts';

const meanings: Readonly<Record<string, ReactionMeaning>> = {
  '🛑': 'stop',
  '🔍': 'why',
  '🔎': 'why',
  '❌': 'delete',
};

/** What an emoji means to us, by its character; null: nothing. Pure. */
export const meaningOf = (emoji: string): ReactionMeaning | null =>
  meanings[emoji.replaceAll('\uFE0F', '')] ?? null;

/** The commands that reactions mean; the last cannot be typed. */
export const commandNames: Readonly<Record<ReactionMeaning, string>> = {
  stop: 'stop',
  why: 'why',
  delete: 'delete-reply',
};

/** A message that bears a reaction, as far as we know it. */
interface Bearer {
  readonly conversation: ConversationKey;
  /** Whose turn or message it is; null if no person's. */
  readonly person: PersonId | null;
  /** Whether it is a reply to a person's turn or command. */
  readonly reply: boolean;
  /** Whether it belongs to a turn. */
  readonly turn: boolean;
  /** Whether it waits for its turn, or the turn runs. */
  readonly open: boolean;
}

/** The command that a reaction means, in the conversation of the message that bears it; null if it means nothing there. */
export async function commandOf(
  queries: Queries,
  reaction: IncomingReaction,
  admin: boolean,
): Promise<IncomingCommand | null> {
  const bearer = (await ours(queries, reaction)) ?? (await theirs(queries, reaction));
  if (!bearer || !isTheirsToAsk(reaction, bearer, admin)) return null;
  const { means, reactedTo, ...rest } = reaction;
  const args = means === 'stop' ? '' : reactedTo;
  const place = { ...reaction.place, conversation: bearer.conversation };
  return { ...rest, place, type: 'command', name: commandNames[means], args, private: true, reactedTo };
}

/** Pure. */
function isTheirsToAsk({ means, speaker }: IncomingReaction, bearer: Bearer, admin: boolean): boolean {
  const isTheirs = bearer.person === speaker.id;
  switch (means) {
    case 'stop':
      return bearer.open && (isTheirs || admin);
    case 'why':
      return bearer.reply && bearer.turn;
    case 'delete':
      return bearer.reply && isTheirs;
  }
}

/** A message of ours. A message that replaced another has the same id: the last counts. */
async function ours(queries: Queries, { place, reactedTo }: IncomingReaction): Promise<Bearer | null> {
  const { rows } = await sql<Bearer>`
    select o.conversation_id as conversation, coalesce(t.person_id, o.person_id) as person, o.kind = 'reply' as reply,
      t.id is not null as turn, coalesce(t.state = 'running', false) as open
    from outbox o left join turn t on t.id = o.turn_id
    where o.room_id = ${place.room} and o.platform_message_id = ${reactedTo} and o.state = 'sent'
    order by o.id desc limit 1`.execute(queries);
  return rows[0] ?? null;
}

/** A person's message that was taken in. */
async function theirs(queries: Queries, { place, reactedTo }: IncomingReaction): Promise<Bearer | null> {
  const { rows } = await sql<Bearer>`
    select conversation_id as conversation, person_id as person, false as reply, false as turn, state <> 'done' as open
    from inbox where platform = ${place.platform} and room_id = ${place.room} and message_id = ${reactedTo}
      and kind = 'message'`.execute(queries);
  return rows[0] ?? null;
}
