// What happens to earlier messages: they are deleted, or a person puts a reaction on them. It is for us only if the
// message is ours or was taken in; else it leaves no trace.
import { Routes } from 'discord.js';
import type { Place } from '../../../delivery/channel.ts';
import { meaningOf } from '../../../delivery/reactions.ts';
import { isClosedToUs } from '../errors.ts';
import { type HeardDeletion, type HeardReaction, readUser, type ToldUser } from './envelope.ts';
import type { HearingParts } from './hearing-parts.ts';
import { speakerOf, standsIn, whereIs } from './incoming.ts';

type Where = Pick<HeardDeletion, 'channel_id' | 'guild_id'>;

/** Withdraws what was taken in and is not answered yet. @throws what the database or the REST API throws */
export async function hearDeletion(parts: HearingParts, deletion: HeardDeletion): Promise<void> {
  const place = await placeIn(parts, deletion);
  if (!place) return;
  for (const id of deletion.ids) await parts.intake.withdrawn(place.room, id);
}

/** @throws what the database or the REST API throws */
export async function hearReaction(parts: HearingParts, reaction: HeardReaction): Promise<void> {
  const { emoji, user_id: user, message_id: message, guild_id: guild, member } = reaction;
  const means = emoji.id === null ? meaningOf(emoji.name ?? '') : null;
  if (!means || user === parts.self || member?.user?.bot) return;
  const place = await placeIn(parts, reaction);
  if (!place) return;
  const own = await parts.intake.conversationOf(place.room, message);
  if (!own && !(await parts.intake.knows(place.room, message))) return;
  const author = member?.user ?? (await userOf(parts, user));
  if (!author) return;
  await parts.intake.receive({
    type: 'reaction',
    place,
    speaker: await speakerOf(parts, { author, ...(member ? { member } : {}) }, guild ?? null),
    messageId: `reaction:${means}:${message}:${user}`,
    sentAt: parts.clock.now(),
    means,
    reactedTo: message,
  });
}

async function userOf({ rest }: HearingParts, id: string): Promise<ToldUser | null> {
  const read = readUser(await rest.get<unknown>(Routes.user(id)));
  return read.ok ? read.told : null;
}

/** Where it is; null if that is gone, or closed to us. */
async function placeIn(parts: HearingParts, where: Where): Promise<Place | null> {
  try {
    const facts = await whereIs(parts, where);
    return facts && standsIn(facts);
  } catch (error) {
    if (isClosedToUs(error)) return null;
    throw error;
  }
}
