// From a message on Discord, or an edit of one, live or paged, to an inbox row: is it for us, who said it, what does it say
// in plain words.
import type { RoomId } from '../../../database/ids.ts';
import type { IncomingMessage, Overheard, Place, Speaker } from '../../../delivery/channel.ts';
import { readInTime } from '../../discussion.ts';
import { shownName } from '../../markdown/masked-links.ts';
import { channelPlace, dmPlace, personOf, placeOfKey, threadPlace, timeOf } from '../keys.ts';
import { sorted } from './attached.ts';
import type { Membership } from './directory.ts';
import { saidBefore } from './discussion.ts';
import { type HeardChange, type HeardMessage, nameOf } from './envelope.ts';
import type { ChannelFacts } from './facts.ts';
import type { HearingParts } from './hearing-parts.ts';
import { mentions, readableText } from './incoming-text.ts';
import { whileLooking } from './looking.ts';
import { namesFor } from './names.ts';
import { type Route, reasonOf, routeMessage } from './routing.ts';

/** What is heard again after a gap may be this old and still count as in time, in milliseconds. */
const lateAfterMs = 60_000;

type Author = Pick<HeardMessage, 'author'> & Partial<Pick<HeardMessage, 'member'>>;

/**
 * Takes one message in if it is for us; resolves when its row is committed. What is not for us leaves no trace.
 *
 * @param late whether it was found by paging
 * @throws what the database or the REST API throws; the message is then to be taken again
 */
export async function hear(parts: HearingParts, message: HeardMessage, late: boolean): Promise<void> {
  if (message.author.bot) return;
  const where = await whereIs(parts, message);
  if (!where) return;
  const parent = where.parent === null ? null : parts.directory.knownChannel(where.parent);
  const heard = await placeOf(parts, routeMessage(message, where, parent, parts.self));
  if (!heard) return;
  const { place, addressed } = heard;
  const look = () => speakerOf(parts, message, where.guild);
  const speaker = await (where.kind === 'dm' ? whileLooking(parts, where.id, look) : look());
  const mayTalk = await parts.intake.mayTalk(speaker);
  const discussion = mayTalk ? await discussionOf(parts, message, where.guild, heard) : [];
  if (where.kind === 'thread') parts.threads.know(where.id);
  const { files, names } = sorted(message);
  const incoming: IncomingMessage = {
    type: 'message',
    place,
    speaker,
    messageId: message.id,
    sentAt: instantOf(message.timestamp) ?? timeOf(message.id),
    text: mayTalk ? readableText(message.content, namesFor(parts, message, where.guild)) : '',
    attachments: names,
    ...(files.length > 0 ? { files } : {}),
    reason: reasonOf(message, where, place, parts.self),
    late: late || parts.clock.now().getTime() - timeOf(message.id).getTime() > lateAfterMs,
    ...(discussion.length > 0 ? { discussion } : {}),
    ...(addressed ? {} : { unaddressed: true }),
  };
  await parts.intake.receive(incoming);
}

/** What was said before, if a mention calls us where we did not take part. */
async function discussionOf(
  parts: HearingParts,
  message: HeardMessage,
  guild: string | null,
  { place, addressed }: Heard,
): Promise<readonly Overheard[]> {
  if (guild === null || !addressed || !mentions(message.content, parts.self)) return [];
  if (await parts.intake.takesPart(place.conversation)) return [];
  // The same message comes again when a stream is resumed or history is read.
  if (await parts.intake.knows(place.room, message.id)) return [];
  return readInTime(() => saidBefore(parts, message, guild), parts.log);
}

/**
 * Takes a person's edit in if we took the message in. Link previews, pins and threads come as changes too: those bear no time
 * of an edit, or that of one we know.
 *
 * @throws what the database or the REST API throws
 */
export async function hearEdit(parts: HearingParts, change: HeardChange): Promise<void> {
  const { edited_timestamp: editedAt, author, content, mentions: named = [] } = change;
  const sentAt = instantOf(editedAt ?? '');
  if (!sentAt || content === undefined || !author || author.bot) return;
  const where = await whereIs(parts, change);
  const place = where && standsIn(where);
  if (!place || !(await parts.intake.knows(place.room, change.id))) return;
  const speaker = await speakerOf(parts, { ...change, author }, where.guild);
  if (!(await parts.intake.mayTalk(speaker))) return;
  await parts.intake.receive({
    type: 'edit',
    place,
    speaker,
    messageId: `edit:${change.id}:${sentAt.getTime()}`,
    sentAt,
    edited: change.id,
    text: readableText(content, namesFor(parts, { mentions: named }, where.guild)),
  });
}

function instantOf(text: string): Date | null {
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? null : instant;
}

/** Where a message is; its conversation is known from its row. */
export function standsIn({ id, kind, guild, parent, name, topic }: ChannelFacts): Place | null {
  if (kind === 'dm') return dmPlace(id);
  if (guild === null || kind === 'other') return null;
  if (kind === 'channel') return channelPlace({ guild, channel: id, name, topic });
  return parent === null ? null : threadPlace({ guild, channel: parent, name: null, topic: null }, id);
}

/** Messages without a server are direct, unless their channel is known to be one of a server: bots are in no group DMs. */
export async function whereIs(
  parts: HearingParts,
  message: Pick<HeardMessage, 'channel_id' | 'guild_id'>,
): Promise<ChannelFacts | null> {
  const dm = {
    id: message.channel_id,
    kind: 'dm',
    guild: null,
    parent: null,
    name: null,
    topic: null,
  } as const;
  if (!message.guild_id) {
    const known = parts.directory.knownChannel(message.channel_id);
    return known && known.kind !== 'dm' ? known : dm;
  }
  const facts = await parts.directory.channel(message.channel_id);
  return { ...facts, guild: facts.guild ?? message.guild_id };
}

interface Heard {
  readonly place: Place;
  /** False if it is heard only because the room wants all heard. */
  readonly addressed: boolean;
}

async function placeOf(parts: HearingParts, route: Route): Promise<Heard | null> {
  switch (route.type) {
    case 'ignore':
      return null;
    case 'take':
      return { place: route.place, addressed: true };
    case 'if-part':
      if (await parts.intake.takesPart(route.place.conversation))
        return { place: route.place, addressed: true };
      return attended(parts, route.place);
    case 'if-attended':
      return attended(parts, route.place);
    case 'if-ours': {
      const room = `discord:${route.room.guild}:${route.room.channel}` as RoomId;
      const key = await parts.intake.conversationOf(room, route.repliedTo);
      return key ? { place: placeOfKey(route.room, key), addressed: true } : placeOf(parts, route.otherwise);
    }
  }
}

const attended = async ({ intake }: HearingParts, place: Place): Promise<Heard | null> =>
  (await intake.attendsAll(place.room)) ? { place, addressed: false } : null;

export async function speakerOf(
  parts: HearingParts,
  message: Author,
  guild: string | null,
): Promise<Speaker> {
  const { author } = message;
  const membership = await membershipOf(parts, message, guild);
  return {
    id: personOf(author.id),
    name: shownName(membership?.nick || nameOf(author)),
    member: membership !== null,
    roles: membership?.roles ?? [],
  };
}

async function membershipOf(
  parts: HearingParts,
  message: Author,
  guild: string | null,
): Promise<Membership | null> {
  if (guild === null) return parts.directory.shared(message.author.id);
  parts.directory.metOn(guild, message.author.id);
  if (message.member) return { nick: message.member.nick ?? null, roles: message.member.roles };
  return parts.directory.member(guild, message.author.id);
}
