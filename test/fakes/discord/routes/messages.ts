// Messages over REST: post (with nonce and reference), read and page, edit, delete, react.
import { MessageFlags, MessageReferenceType, MessageType } from 'discord-api-types/v10';
import { channelForBot, messageIn, writableChannel } from '../access.ts';
import { ApiError, invalidForm } from '../errors.ts';
import { withoutContent } from '../intents.ts';
import { flag, type Json, number, object, objects, text } from '../json.ts';
import { pingsOf } from '../mentions.ts';
import { messageJson } from '../message-payloads.ts';
import { createMessage, deleteMessage, editMessage, setReaction } from '../messages.ts';
import { userJson } from '../payloads.ts';
import type { AttachmentRecord, ChannelRecord, MessageRecord, ReferenceRecord } from '../records.ts';
import { checkMessageBody } from '../validate.ts';
import type { World } from '../world.ts';
import type { Reply, Request, Route } from './route.ts';

const POSTABLE_FLAGS =
  MessageFlags.SuppressEmbeds | MessageFlags.SuppressNotifications | MessageFlags.IsComponentsV2;

function fetched(world: World, message: MessageRecord): Json {
  const json = messageJson(world, message);
  const own = message.authorId === world.bot.id || message.pings.users.includes(world.bot.id);
  const inDm = world.channels.get(message.channelId)?.kind === 'dm';
  return world.settings.messageContent || own || inDm ? json : withoutContent(json);
}

/** The message with this nonce, posted by the bot within the last minutes. */
function earlier(world: World, body: Json): MessageRecord | undefined {
  const nonce = body.nonce;
  if (!flag(body, 'enforce_nonce') || nonce === undefined || nonce === null) return undefined;
  const since = world.now() - world.settings.nonceMs;
  for (const message of world.messages.values()) {
    const same = message.nonce !== null && String(message.nonce) === String(nonce);
    if (same && message.authorId === world.bot.id && message.createdAt >= since) return message;
  }
  return undefined;
}

/** What a body replies to or forwards; null for nothing, also when it is gone and the request doesn't mind. */
export function referenceOf(world: World, channel: ChannelRecord, body: Json): ReferenceRecord | null {
  const wanted = object(body, 'message_reference');
  const messageId = text(wanted, 'message_id');
  if (wanted === undefined || messageId === undefined) return null;
  const target = world.messages.get(messageId);
  const forward = number(wanted, 'type') === MessageReferenceType.Forward;
  const there = target !== undefined && !target.deleted && target.ephemeralFor === null;
  if (there && (forward || target.channelId === channel.id)) {
    return { kind: forward ? 'forward' : 'reply', messageId, channelId: target.channelId };
  }
  if (flag(wanted, 'fail_if_not_exists') === false) return null;
  throw invalidForm('message_reference', 'REPLIES_UNKNOWN_MESSAGE', 'Unknown message');
}

/** The fields of a message that a bot's body sets, checked. */
export function contentOf(
  world: World,
  body: Json,
  files: readonly AttachmentRecord[],
  reference: ReferenceRecord | null,
): Pick<MessageRecord, 'content' | 'embeds' | 'components' | 'attachments' | 'pings'> {
  const content = text(body, 'content') ?? '';
  const repliedTo =
    reference?.kind === 'reply' ? (world.messages.get(reference.messageId)?.authorId ?? null) : null;
  return {
    content,
    embeds: objects(body, 'embeds') ?? [],
    components: objects(body, 'components') ?? [],
    attachments: [...files],
    pings: pingsOf(content, object(body, 'allowed_mentions'), repliedTo),
  };
}

function post({ world, params, body, files }: Request): Reply {
  const channel = writableChannel(world, params.channel);
  checkMessageBody(body, files.length > 0, false);
  const known = earlier(world, body);
  if (known !== undefined) {
    if (known.deleted) throw new ApiError(10008); // as Discord does: it does not post it a second time
    return { status: 200, body: messageJson(world, known, { nonce: true }) };
  }
  const reference = referenceOf(world, channel, body);
  const nonce = body.nonce;
  const message = createMessage(world, {
    channelId: channel.id,
    authorId: world.bot.id,
    type: reference?.kind === 'reply' ? MessageType.Reply : MessageType.Default,
    reference,
    nonce: typeof nonce === 'string' || typeof nonce === 'number' ? nonce : null,
    flags: (number(body, 'flags') ?? 0) & POSTABLE_FLAGS,
    ...contentOf(world, body, files, reference),
  });
  return { status: 200, body: messageJson(world, message, { nonce: true }) };
}

function page(all: readonly MessageRecord[], query: URLSearchParams): MessageRecord[] {
  const limit = Number(query.get('limit') ?? 50);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
    throw invalidForm('limit', 'NUMBER_TYPE_MAX', 'int value should be between 1 and 100.');
  }
  const older = (id: string): MessageRecord[] => all.filter((message) => BigInt(message.id) < BigInt(id));
  const newer = (id: string): MessageRecord[] => all.filter((message) => BigInt(message.id) > BigInt(id));
  const [before, after, around] = ['before', 'after', 'around'].map((key) => query.get(key));
  if (before) return older(before).slice(-limit);
  if (after) return newer(after).slice(0, limit);
  if (!around) return all.slice(-limit);
  const half = Math.floor(limit / 2);
  const middle = all.filter((message) => message.id === around);
  return [...older(around).slice(-half), ...middle, ...newer(around).slice(0, half)];
}

function list({ world, params, query }: Request): Reply {
  const channel = channelForBot(world, params.channel);
  const all = [...world.messages.values()]
    .filter(
      (message) => message.channelId === channel.id && !message.deleted && message.ephemeralFor === null,
    )
    .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
  const newestFirst = page(all, query).reverse();
  const found = world.settings.shuffledHistory ? world.chance.shuffle(newestFirst) : newestFirst;
  return { status: 200, body: found.map((message) => fetched(world, message)) };
}

function get({ world, params }: Request): Reply {
  const channel = channelForBot(world, params.channel);
  return { status: 200, body: fetched(world, messageIn(world, channel, params.message)) };
}

/** The fields that an edit's body in fact names; others stay. */
export function editsOf(
  world: World,
  message: MessageRecord,
  body: Json,
  files: readonly AttachmentRecord[],
): Partial<MessageRecord> {
  checkMessageBody(body, files.length > 0, true);
  const fresh = contentOf(world, body, files, message.reference);
  const out: Partial<MessageRecord> = {};
  if (body.content !== undefined) Object.assign(out, { content: fresh.content, pings: fresh.pings });
  if (body.embeds !== undefined) out.embeds = fresh.embeds;
  if (body.components !== undefined) out.components = fresh.components;
  if (files.length > 0 || Array.isArray(body.attachments)) out.attachments = [...files];
  const flags = number(body, 'flags');
  if (flags !== undefined)
    out.flags = (message.flags & ~MessageFlags.SuppressEmbeds) | (flags & MessageFlags.SuppressEmbeds);
  const rest = { ...message, ...out };
  const empty =
    rest.content.trim() === '' && rest.embeds.length + rest.components.length + rest.attachments.length === 0;
  if (empty) throw new ApiError(50006);
  return out;
}

function patch({ world, params, body, files }: Request): Reply {
  const channel = channelForBot(world, params.channel);
  const message = messageIn(world, channel, params.message);
  if (message.authorId !== world.bot.id) throw new ApiError(50005);
  if (channel.archived) throw new ApiError(50083);
  editMessage(world, message, editsOf(world, message, body, files));
  return { status: 200, body: messageJson(world, message) };
}

function remove({ world, params }: Request): Reply {
  const channel = channelForBot(world, params.channel);
  const message = messageIn(world, channel, params.message);
  if (message.authorId !== world.bot.id) throw new ApiError(channel.kind === 'dm' ? 50003 : 50013);
  if (channel.archived) throw new ApiError(50083);
  deleteMessage(world, message);
  return {};
}

function react(on: boolean, own: boolean) {
  return ({ world, params }: Request): Reply => {
    const channel = channelForBot(world, params.channel);
    const message = messageIn(world, channel, params.message);
    const emoji = params.emoji ?? '';
    if (/^[\w\s]+$/.test(emoji)) throw new ApiError(10014);
    if (channel.archived) throw new ApiError(50083);
    if (!own && channel.kind === 'dm') throw new ApiError(50003);
    setReaction(world, message, emoji, own ? world.bot.id : (params.user ?? ''), on);
    return {};
  };
}

function reactors({ world, params }: Request): Reply {
  const message = messageIn(world, channelForBot(world, params.channel), params.message);
  const users = [...(message.reactions.get(params.emoji ?? '') ?? [])];
  return { status: 200, body: users.flatMap((id) => world.users.get(id) ?? []).map(userJson) };
}

const MESSAGES = '/channels/:channel/messages';
const REACTIONS = `${MESSAGES}/:message/reactions/:emoji`;

export const messageRoutes: readonly Route[] = [
  { method: 'POST', pattern: MESSAGES, run: post },
  { method: 'GET', pattern: MESSAGES, run: list },
  { method: 'GET', pattern: `${MESSAGES}/:message`, run: get },
  { method: 'PATCH', pattern: `${MESSAGES}/:message`, run: patch },
  { method: 'DELETE', pattern: `${MESSAGES}/:message`, run: remove },
  { method: 'PUT', pattern: `${REACTIONS}/@me`, run: react(true, true) },
  { method: 'DELETE', pattern: `${REACTIONS}/@me`, run: react(false, true) },
  { method: 'DELETE', pattern: `${REACTIONS}/:user`, run: react(false, false) },
  { method: 'GET', pattern: REACTIONS, run: reactors },
];
