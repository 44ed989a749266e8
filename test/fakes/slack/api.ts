// What an API method is: arguments in, fields out, or an error as Slack spells it.
import type { Fields, Room, StoredMessage } from './types.ts';
import type { World } from './world.ts';

/** An `ok: false` answer. */
export class ApiError extends Error {
  readonly code: string;
  readonly extra: Fields;

  constructor(code: string, extra: Fields = {}) {
    super(code);
    this.code = code;
    this.extra = extra;
  }
}

export type Method = (world: World, args: Args) => Fields;

export interface MethodEntry {
  readonly run: Method;
  /** Any one of these scopes will do; none needed when empty. */
  readonly scopes: readonly string[];
  /** Which token it takes; bot when absent. */
  readonly token?: 'app';
}

/** Arguments as they came, form-encoded or JSON, read with Slack's leniency. */
export class Args {
  readonly fields: Fields;

  constructor(fields: Fields) {
    this.fields = fields;
  }

  text(name: string): string | undefined {
    const value = this.fields[name];
    if (value === undefined || value === null) return undefined;
    return typeof value === 'string' ? value : String(value);
  }

  /** @throws ApiError invalid_arguments when it is missing or empty */
  need(name: string): string {
    const value = this.text(name);
    if (value === undefined || value === '') {
      const messages = [`[ERROR] missing required field: ${name}`];
      throw new ApiError('invalid_arguments', { response_metadata: { messages } });
    }
    return value;
  }

  flag(name: string): boolean {
    return ['true', '1'].includes(this.text(name) ?? '');
  }

  count(name: string, otherwise: number): number {
    const value = Number(this.text(name) ?? otherwise);
    return Number.isFinite(value) && value > 0 ? Math.floor(value) : otherwise;
  }

  /** A JSON argument: an object or list as it is, a string parsed. */
  json(name: string, errorCode: string): unknown {
    const value = this.fields[name];
    if (typeof value !== 'string' || value === '') return value === '' ? undefined : value;
    try {
      return JSON.parse(value);
    } catch {
      throw new ApiError(errorCode);
    }
  }
}

/** A page of a list with Slack's cursors. @throws ApiError invalid_cursor */
export function page<T>(
  items: readonly T[],
  args: Args,
  defaultLimit: number,
  max: number,
): { page: T[]; next: string } {
  const limit = Math.min(args.count('limit', defaultLimit), max);
  const cursor = args.text('cursor');
  let start = 0;
  if (cursor) {
    const match = /^offset:(\d+)$/.exec(Buffer.from(cursor, 'base64').toString('utf8'));
    if (!match) throw new ApiError('invalid_cursor');
    start = Number(match[1]);
  }
  const end = start + limit;
  const next = end < items.length ? Buffer.from(`offset:${end}`).toString('base64') : '';
  return { page: items.slice(start, end), next };
}

/** The room, if the bot can know of it. @throws ApiError channel_not_found */
export function visibleRoom(world: World, id: string): Room {
  const room = world.state.rooms.get(id);
  const visible =
    room !== undefined && (room.kind === 'channel' || room.members.has(world.identity.botUserId));
  if (!visible) throw new ApiError('channel_not_found');
  return room;
}

/** A room whose messages the bot may read. @throws ApiError channel_not_found, not_in_channel */
export function readableRoom(world: World, id: string): Room {
  const room = visibleRoom(world, id);
  if (!room.members.has(world.identity.botUserId)) throw new ApiError('not_in_channel');
  return room;
}

/** A room that the bot may post to. @throws ApiError also is_archived */
export function writableRoom(world: World, id: string): Room {
  const room = readableRoom(world, id);
  if (room.archived) throw new ApiError('is_archived');
  return room;
}

/** A message that exists. @throws ApiError message_not_found */
export function existingMessage(world: World, channel: string, ts: string): StoredMessage {
  const message = world.state.find(channel, ts);
  if (message === undefined || message.deleted) throw new ApiError('message_not_found');
  return message;
}
