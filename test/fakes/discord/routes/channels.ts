// Channels, typing and threads over REST.
import { ChannelType } from 'discord-api-types/v10';
import { channelForBot, isThread, messageIn, writableChannel } from '../access.ts';
import { ApiError, invalidForm } from '../errors.ts';
import { flag, type Json, number, object, text } from '../json.ts';
import { deleteMessages, dispatchChannel, joinThread, startTyping } from '../messages.ts';
import { channelJson, threadMembersJson } from '../payloads.ts';
import type { ChannelRecord } from '../records.ts';
import { deleteChannel, forumPost, plainThread, threadFromMessage } from '../threads.ts';
import { checkMessageBody } from '../validate.ts';
import type { World } from '../world.ts';
import { contentOf } from './messages.ts';
import type { Reply, Request, Route } from './route.ts';

function get({ world, params }: Request): Reply {
  return { status: 200, body: channelJson(world, channelForBot(world, params.channel)) };
}

function patch({ world, params, body }: Request): Reply {
  const channel = channelForBot(world, params.channel);
  if (channel.kind === 'dm') throw new ApiError(50024);
  const { archived, locked } = { archived: flag(body, 'archived'), locked: flag(body, 'locked') };
  if (channel.archived && archived !== false) throw new ApiError(50083);
  channel.name = text(body, 'name') ?? channel.name;
  channel.topic = text(body, 'topic') ?? channel.topic;
  if (isThread(channel)) {
    channel.archived = archived ?? channel.archived;
    channel.locked = locked ?? channel.locked;
  }
  dispatchChannel(world, 'UPDATE', channel);
  return { status: 200, body: channelJson(world, channel) };
}

function remove({ world, params }: Request): Reply {
  const channel = channelForBot(world, params.channel);
  if (channel.ownerId !== world.bot.id) throw new ApiError(50013);
  deleteChannel(world, channel);
  return { status: 200, body: channelJson(world, channel) };
}

function typing({ world, params }: Request): Reply {
  startTyping(world, writableChannel(world, params.channel), world.bot.id);
  return {};
}

function nameOf(body: Json): string {
  const name = text(body, 'name') ?? '';
  if (name.length >= 1 && name.length <= 100) return name;
  throw invalidForm('name', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 100 in length.');
}

function fromMessage({ world, params, body }: Request): Reply {
  const channel = writableChannel(world, params.channel);
  const source = messageIn(world, channel, params.message);
  const name = nameOf(body);
  if (channel.kind !== 'text') throw new ApiError(50024);
  return { status: 201, body: channelJson(world, threadFromMessage(world, source, name, world.bot.id)) };
}

function withoutMessage({ world, params, body, files }: Request): Reply {
  const parent = channelForBot(world, params.channel);
  const name = nameOf(body);
  if (parent.kind === 'forum') {
    const message = object(body, 'message');
    if (message === undefined) throw invalidForm('message', 'BASE_TYPE_REQUIRED', 'This field is required');
    checkMessageBody(message, files.length > 0, false);
    const thread = forumPost(world, parent, name, {
      authorId: world.bot.id,
      ...contentOf(world, message, files, null),
    });
    return { status: 201, body: channelJson(world, thread) };
  }
  if (parent.kind !== 'text') throw new ApiError(50024);
  const hidden = number(body, 'type') !== ChannelType.PublicThread; // Discord's default is a private thread
  return { status: 201, body: channelJson(world, plainThread(world, parent, name, world.bot.id, hidden)) };
}

function threadOf(world: World, id: string | undefined): ChannelRecord {
  const thread = channelForBot(world, id);
  if (!isThread(thread)) throw new ApiError(50024);
  return thread;
}

function memberId(world: World, id: string | undefined): string {
  return id === '@me' || id === undefined ? world.bot.id : id;
}

function join({ world, params }: Request): Reply {
  const thread = threadOf(world, params.channel);
  const user = memberId(world, params.user);
  if (!world.users.get(user)?.inGuild) throw new ApiError(10013);
  if (thread.archived) throw new ApiError(50083);
  joinThread(world, thread, user);
  return {};
}

function leave({ world, params }: Request): Reply {
  threadOf(world, params.channel).threadMembers.delete(memberId(world, params.user));
  return {};
}

function members({ world, params }: Request): Reply {
  return { status: 200, body: threadMembersJson(world, threadOf(world, params.channel)) };
}

function member({ world, params }: Request): Reply {
  const id = memberId(world, params.user);
  const found = threadMembersJson(world, threadOf(world, params.channel)).find((one) => one.user_id === id);
  if (found === undefined) throw new ApiError(10007);
  return { status: 200, body: found };
}

function bulkDelete({ world, params, body }: Request): Reply {
  const channel = channelForBot(world, params.channel);
  const ids = Array.isArray(body.messages) ? body.messages.map(String) : [];
  deleteMessages(
    world,
    ids.map((id) => messageIn(world, channel, id)),
  );
  return {};
}

const CHANNEL = '/channels/:channel';

export const channelRoutes: readonly Route[] = [
  { method: 'GET', pattern: CHANNEL, run: get },
  { method: 'PATCH', pattern: CHANNEL, run: patch },
  { method: 'DELETE', pattern: CHANNEL, run: remove },
  { method: 'POST', pattern: `${CHANNEL}/typing`, run: typing },
  { method: 'POST', pattern: `${CHANNEL}/messages/bulk-delete`, run: bulkDelete },
  { method: 'POST', pattern: `${CHANNEL}/messages/:message/threads`, run: fromMessage },
  { method: 'POST', pattern: `${CHANNEL}/threads`, run: withoutMessage },
  { method: 'GET', pattern: `${CHANNEL}/thread-members`, run: members },
  { method: 'GET', pattern: `${CHANNEL}/thread-members/:user`, run: member },
  { method: 'PUT', pattern: `${CHANNEL}/thread-members/:user`, run: join },
  { method: 'DELETE', pattern: `${CHANNEL}/thread-members/:user`, run: leave },
];
