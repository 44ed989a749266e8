// conversations.*, users.conversations: rooms, and reading what was said in them.
import { join } from '../actions.ts';
import { ApiError, type Args, type MethodEntry, page, readableRoom, visibleRoom } from '../api.ts';
import { messageJson, roomJson } from '../payloads.ts';
import type { Fields, Room, StoredMessage } from '../types.ts';
import { tsValue } from '../workspace.ts';
import type { World } from '../world.ts';

const HISTORY = ['channels:history', 'groups:history', 'im:history', 'mpim:history'];
const READ = ['channels:read', 'groups:read', 'im:read', 'mpim:read'];

export const conversationMethods: Readonly<Record<string, MethodEntry>> = {
  'conversations.open': { run: open, scopes: ['im:write', 'mpim:write'] },
  'conversations.info': { run: info, scopes: READ },
  'conversations.members': { run: members, scopes: READ },
  'conversations.join': { run: joinRoom, scopes: ['channels:join'] },
  'conversations.list': { run: (world, args) => list(world, args, false), scopes: READ },
  'users.conversations': { run: (world, args) => list(world, args, true), scopes: READ },
  'conversations.history': { run: history, scopes: HISTORY },
  'conversations.replies': { run: replies, scopes: HISTORY },
};

function open(world: World, args: Args): Fields {
  const channel = args.text('channel');
  if (channel) return { channel: channelOf(world, args, visibleRoom(world, channel)) };
  const users = (args.text('users') ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);
  if (users.length === 0) throw new ApiError('users_list_not_supplied');
  for (const user of users) {
    const person = world.state.people.get(user);
    if (person === undefined) throw new ApiError('user_not_found');
    if (person.deleted) throw new ApiError('user_disabled');
  }
  const [first] = users;
  if (users.length > 1 || first === undefined) throw new ApiError('not_enough_users');
  const known = world.state.rooms.has(`D${first.slice(1)}`);
  const room = world.state.dmOf(first, world.identity.botUserId);
  return { ...(known ? { no_op: true, already_open: true } : {}), channel: channelOf(world, args, room) };
}

function channelOf(world: World, args: Args, room: Room): Fields {
  return args.flag('return_im') ? roomJson(world, room) : { id: room.id };
}

function info(world: World, args: Args): Fields {
  return { channel: roomJson(world, visibleRoom(world, args.need('channel'))) };
}

function members(world: World, args: Args): Fields {
  const room = visibleRoom(world, args.need('channel'));
  const { page: ids, next } = page([...room.members], args, 100, 1000);
  return { members: ids, response_metadata: { next_cursor: next } };
}

function joinRoom(world: World, args: Args): Fields {
  const room = visibleRoom(world, args.need('channel'));
  if (room.archived) throw new ApiError('is_archived');
  if (!room.members.has(world.identity.botUserId)) join(world, room, world.identity.botUserId, undefined);
  return { channel: roomJson(world, room) };
}

const TYPES: Readonly<Record<string, { readonly kind: Room['kind']; readonly scope: string }>> = {
  public_channel: { kind: 'channel', scope: 'channels:read' },
  private_channel: { kind: 'group', scope: 'groups:read' },
  mpim: { kind: 'mpim', scope: 'mpim:read' },
  im: { kind: 'im', scope: 'im:read' },
};

function list(world: World, args: Args, onlyOurs: boolean): Fields {
  const kinds = (args.text('types') ?? 'public_channel').split(',').map((type) => {
    const known = TYPES[type.trim()];
    if (!known) throw new ApiError('invalid_types');
    if (!world.settings.scopes.includes(known.scope))
      throw new ApiError('missing_scope', { needed: known.scope });
    return known.kind;
  });
  const rooms = [...world.state.rooms.values()].filter((room) => {
    const ours = room.members.has(world.identity.botUserId);
    if (args.flag('exclude_archived') && room.archived) return false;
    return kinds.includes(room.kind) && (ours || (!onlyOurs && room.kind === 'channel'));
  });
  const { page: found, next } = page(rooms, args, 100, 1000);
  return { channels: found.map((room) => roomJson(world, room)), response_metadata: { next_cursor: next } };
}

function history(world: World, args: Args): Fields {
  const room = readableRoom(world, args.need('channel'));
  const max = ration(world, 999);
  const newestFirst = world.state.topLevel(room.id).filter(inRange(args)).reverse();
  const { page: found, next } = page(newestFirst, args, Math.min(100, max), max);
  return {
    messages: found.map((message) => withMetadata(world, message, args)),
    has_more: next !== '',
    pin_count: 0,
    ...(next === '' ? {} : { response_metadata: { next_cursor: next } }),
  };
}

function replies(world: World, args: Args): Fields {
  const room = readableRoom(world, args.need('channel'));
  const given = world.state.find(room.id, args.need('ts'));
  const root = given === undefined ? undefined : world.state.find(room.id, given.threadTs ?? given.ts);
  if (root === undefined || (root.deleted && !world.state.isTombstone(root)))
    throw new ApiError('thread_not_found');
  const max = ration(world, 1000);
  const rest = world.state.replies(room.id, root.ts).filter(inRange(args));
  // The root comes first whatever the range says.
  const { page: found, next } = page([root, ...rest], args, max, max);
  return {
    messages: found.map((message) => withMetadata(world, message, args)),
    has_more: next !== '',
    ...(next === '' ? {} : { response_metadata: { next_cursor: next } }),
  };
}

function withMetadata(world: World, message: StoredMessage, args: Args): Fields {
  const json = messageJson(world, message);
  const asked = args.flag('include_all_metadata') && message.metadata !== undefined && !message.deleted;
  return asked ? { ...json, metadata: structuredClone(message.metadata) } : json;
}

function inRange(args: Args): (message: StoredMessage) => boolean {
  const oldest = bound(args, 'oldest', 'invalid_ts_oldest') ?? 0;
  const latest = bound(args, 'latest', 'invalid_ts_latest') ?? Number.POSITIVE_INFINITY;
  const inclusive = args.flag('inclusive');
  return (message) => {
    const at = tsValue(message.ts);
    return inclusive ? at >= oldest && at <= latest : at > oldest && at < latest;
  };
}

function bound(args: Args, name: string, error: string): number | undefined {
  const text = args.text(name);
  if (!text) return undefined;
  const value = tsValue(text);
  if (Number.isNaN(value)) throw new ApiError(error);
  return value;
}

/** The largest page: 15 and one call per period for apps whose history is rationed. @throws ApiError ratelimited */
function ration(world: World, max: number): number {
  const rule = world.faults.ration;
  if (rule === undefined) return max;
  const now = world.settings.now();
  const wait = rule.lastAt + rule.everyMs - now;
  if (wait > 0) throw new ApiError('ratelimited', { retry_after: Math.ceil(wait / 1000) });
  rule.lastAt = now;
  return Math.min(max, rule.limit);
}
