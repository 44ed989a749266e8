// What happens in the workspace, whoever does it: post, edit, delete, react, join. Each changes the state and tells
// the app by an event, when the app can see it (it is in the room). Our own posts are told too, as Slack does.
import { compact, eventBody, messageJson } from './payloads.ts';
import { shown } from './render.ts';
import type { Draft, Ephemeral, Fields, Room, StoredMessage } from './types.ts';
import type { World } from './world.ts';

/** Posts a message and tells the app of it; a mention in a channel comes as `message` and `app_mention`, in any order. */
export function post(world: World, draft: Draft): StoredMessage {
  const byPerson = draft.botId === undefined;
  const message = world.state.add(draft, byPerson ? world.random.uuid() : undefined);
  const room = roomOf(world, draft.channel);
  if (draft.botId === world.identity.botId && message.threadTs !== undefined) {
    world.state.endStatus(message.channel, message.threadTs);
  }
  const event = compact({
    ...messageEvent(world, message),
    subtype: message.broadcast ? 'thread_broadcast' : message.subtype,
  });
  const events = [event];
  if (byPerson && room.kind !== 'im' && mentionsBot(world, message.text))
    events.push(mentionEvent(world, message));
  for (const one of world.random.shuffle(events)) tell(world, room, one);
  world.changes.touch();
  return message;
}

/** Shows a message to one person only. The app gets no event for it. */
export function postEphemeral(world: World, what: Omit<Ephemeral, 'ts' | 'shown' | 'removed'>): Ephemeral {
  const ephemeral = {
    ...what,
    ts: world.state.nextTs(),
    shown: shown(what.text, what.blocks),
    removed: false,
  };
  world.state.ephemerals.push(ephemeral);
  world.changes.touch();
  return ephemeral;
}

export interface Edit {
  readonly text?: string | undefined;
  /** Undefined keeps the blocks, an empty list takes them away. */
  readonly blocks?: Fields[] | undefined;
  readonly attachments?: Fields[] | undefined;
  readonly metadata?: Fields | undefined;
  /** Who edited; undefined for an unfurl, which leaves no "edited" mark. */
  readonly editor: string | undefined;
}

/** Changes a message and sends message_changed; a mention that is new in the text sends app_mention too. */
export function edit(world: World, message: StoredMessage, change: Edit): void {
  const before = messageJson(world, message);
  const wasMention = mentionsBot(world, message.text);
  const room = roomOf(world, message.channel);
  if (change.text !== undefined) message.text = change.text;
  if (change.blocks !== undefined) message.blocks = change.blocks.length === 0 ? undefined : change.blocks;
  if (change.attachments !== undefined) message.attachments = change.attachments;
  if (change.metadata !== undefined) message.metadata = change.metadata;
  const ts = world.state.nextTs();
  // Slack cuts the mark to the second: two edits within one look alike by it.
  if (change.editor !== undefined) message.edited = { user: change.editor, ts: `${ts.split('.')[0]}.000000` };
  tell(world, room, {
    type: 'message',
    subtype: 'message_changed',
    message: {
      ...messageJson(world, message),
      source_team: world.identity.teamId,
      user_team: world.identity.teamId,
    },
    previous_message: before,
    channel: message.channel,
    hidden: true,
    ts,
    event_ts: ts,
    channel_type: room.kind,
  });
  const isNew =
    message.botId === undefined && room.kind !== 'im' && !wasMention && mentionsBot(world, message.text);
  if (isNew) tell(world, room, mentionEvent(world, message));
  world.changes.touch();
}

/** Deletes a message: message_deleted, or, when others replied to it, message_changed to a tombstone. */
export function remove(world: World, message: StoredMessage): void {
  const before = messageJson(world, message);
  const room = roomOf(world, message.channel);
  message.deleted = true;
  const ts = world.state.nextTs();
  const common = {
    type: 'message',
    previous_message: before,
    channel: message.channel,
    hidden: true,
    ts,
    event_ts: ts,
  };
  const tombstone = world.state.isTombstone(message);
  const what = tombstone
    ? { subtype: 'message_changed', message: messageJson(world, message) }
    : { subtype: 'message_deleted', deleted_ts: message.ts };
  tell(world, room, { ...common, ...what, channel_type: room.kind });
  world.changes.touch();
}

/** Adds a person's reaction; false when it was there already. */
export function react(world: World, message: StoredMessage, user: string, name: string): boolean {
  const existing = message.reactions.find((r) => r.name === name);
  if (existing?.users.includes(user)) return false;
  if (existing) existing.users.push(user);
  else message.reactions.push({ name, users: [user] });
  tellReaction(world, message, user, name, 'reaction_added');
  return true;
}

/** Takes a person's reaction away; false when there was none. */
export function unreact(world: World, message: StoredMessage, user: string, name: string): boolean {
  const index = message.reactions.findIndex((r) => r.name === name && r.users.includes(user));
  const reaction = message.reactions[index];
  if (reaction === undefined) return false;
  reaction.users.splice(reaction.users.indexOf(user), 1);
  if (reaction.users.length === 0) message.reactions.splice(index, 1);
  tellReaction(world, message, user, name, 'reaction_removed');
  return true;
}

/** Somebody joins a room; the app is told when it is in the room, its own joining included. */
export function join(world: World, room: Room, user: string, inviter: string | undefined): void {
  room.members.add(user);
  const ts = world.state.nextTs();
  const channelType = room.kind === 'channel' ? 'C' : 'G';
  tell(
    world,
    room,
    compact({
      type: 'member_joined_channel',
      user,
      channel: room.id,
      channel_type: channelType,
      team: world.identity.teamId,
      inviter,
      event_ts: ts,
    }),
  );
  world.changes.touch();
}

/** Sends an event to the app if it is a member of the room; `room` undefined means an event without a room. */
export function tell(world: World, room: Room | undefined, event: Fields, evenOutside = false): void {
  if (room !== undefined && !evenOutside && !room.members.has(world.identity.botUserId)) return;
  world.sockets.sendEvent(eventBody(world, room, event));
}

/** The room, which must exist: tests make their rooms first. */
export function roomOf(world: World, channel: string): Room {
  const room = world.state.rooms.get(channel);
  if (room === undefined)
    throw new Error(`No such room in the fake Slack: ${channel}. Make it with channel() or dm().`);
  return room;
}

export function mentionsBot(world: World, text: string): boolean {
  return text.includes(`<@${world.identity.botUserId}>`) || text.includes(`<@${world.identity.botUserId}|`);
}

function messageEvent(world: World, message: StoredMessage): Fields {
  const room = roomOf(world, message.channel);
  const {
    reply_count: _r,
    reply_users: _u,
    reply_users_count: _c,
    latest_reply: _l,
    ...rest
  } = messageJson(world, message);
  return { ...rest, channel: message.channel, event_ts: message.ts, channel_type: room.kind };
}

function mentionEvent(world: World, message: StoredMessage): Fields {
  const { channel_type: _type, subtype: _subtype, ...rest } = messageEvent(world, message);
  return { ...rest, type: 'app_mention' };
}

function tellReaction(
  world: World,
  message: StoredMessage,
  user: string,
  reaction: string,
  type: string,
): void {
  const item = { type: 'message', channel: message.channel, ts: message.ts };
  const event = { type, user, reaction, item, item_user: message.user, event_ts: world.state.nextTs() };
  tell(world, roomOf(world, message.channel), compact(event));
  world.changes.touch();
}
