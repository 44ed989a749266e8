// Stored things as Slack writes them on the wire: messages, people, rooms, and the Events API bodies around events.
import type { Fields, Person, Room, StoredFile, StoredMessage } from './types.ts';
import type { World } from './world.ts';

/** A person as users.info answers; `locale` only when asked for, as the real one. */
export function userJson(world: World, person: Person, withLocale: boolean): Fields {
  return {
    id: person.id,
    team_id: person.teamId,
    name: person.name.toLowerCase().replaceAll(' ', '.'),
    deleted: person.deleted,
    real_name: person.name,
    tz: person.tz,
    tz_label: person.tz,
    tz_offset: offsetSeconds(person.tz, world.settings.now()),
    profile: {
      real_name: person.name,
      display_name: person.name,
      real_name_normalized: person.name,
      team: person.teamId,
      ...(person.isBot ? { api_app_id: world.identity.appId, bot_id: world.identity.botId } : {}),
    },
    is_admin: person.isAdmin,
    is_owner: false,
    is_primary_owner: false,
    is_restricted: person.restricted,
    is_ultra_restricted: person.ultraRestricted,
    is_bot: person.isBot,
    is_app_user: false,
    is_stranger: person.teamId !== world.identity.teamId,
    updated: 1_700_000_000,
    ...(withLocale ? { locale: person.locale } : {}),
  };
}

/** A room as conversations.info answers. */
export function roomJson(world: World, room: Room): Fields {
  const isMember = room.members.has(world.identity.botUserId);
  const common = {
    id: room.id,
    created: 1_700_000_000,
    is_archived: room.archived,
    is_im: room.kind === 'im',
  };
  if (room.kind === 'im') {
    const user = [...room.members].find((id) => id !== world.identity.botUserId);
    return {
      ...common,
      user,
      is_user_deleted: world.state.people.get(user ?? '')?.deleted ?? false,
      is_open: true,
    };
  }
  return {
    ...common,
    name: room.name,
    name_normalized: room.name,
    is_channel: room.kind === 'channel',
    is_group: room.kind === 'group',
    is_mpim: room.kind === 'mpim',
    is_private: room.kind !== 'channel',
    is_general: false,
    is_shared: room.shared,
    is_ext_shared: room.shared,
    is_org_shared: false,
    is_member: isMember,
    topic: { value: room.topic, creator: '', last_set: 0 },
    purpose: { value: '', creator: '', last_set: 0 },
    num_members: room.members.size,
  };
}

/** A file as it stands in messages and files.info. */
export function fileJson(world: World, file: StoredFile): Fields {
  const url = `${world.origin()}/files/${file.id}`;
  return {
    id: file.id,
    name: file.name,
    title: file.title ?? file.name,
    mimetype: file.mimetype,
    filetype: file.name.split('.').pop() ?? 'text',
    user: file.user,
    size: file.size ?? file.content.length,
    mode: file.mode ?? 'hosted',
    is_external: file.mode === 'external',
    url_private: url,
    url_private_download: `${url}/download`,
  };
}

/** Of a file of another workspace a message tells only where to ask. */
const inMessage = (world: World, file: StoredFile): Fields =>
  file.foreign
    ? { id: file.id, mode: 'file_access', file_access: 'check_file_info', created: 0, user: file.user }
    : fileJson(world, file);

/** A message as history, replies and events carry it. Metadata is the caller's business: it is asked for. */
export function messageJson(world: World, message: StoredMessage): Fields {
  if (message.deleted) {
    const text = 'This message was deleted.';
    return {
      ...thread(world, message),
      type: 'message',
      subtype: 'tombstone',
      hidden: true,
      text,
      user: 'USLACKBOT',
      ts: message.ts,
    };
  }
  return compact({
    user: message.user,
    type: 'message',
    subtype: message.subtype,
    ts: message.ts,
    client_msg_id: message.clientMsgId,
    text: message.text,
    team: world.identity.teamId,
    blocks: message.blocks ?? (message.text === '' ? undefined : richText(message.text)),
    attachments: message.attachments,
    edited: message.edited,
    username: message.username,
    icons: message.icons,
    ...botFields(world, message),
    ...(message.files.length > 0
      ? { files: message.files.map((file) => inMessage(world, file)), upload: false, display_as_bot: false }
      : {}),
    ...thread(world, message),
    ...(message.reactions.length > 0
      ? {
          reactions: message.reactions.map((r) => ({
            name: r.name,
            users: [...r.users],
            count: r.users.length,
          })),
        }
      : {}),
  });
}

/** The body of an events_api envelope around one event; `event_id` is new for every event, not for every delivery. */
export function eventBody(world: World, room: Room | undefined, event: Fields): Fields {
  const { teamId, appId, botUserId } = world.identity;
  return {
    token: 'legacy-verification-token',
    team_id: teamId,
    context_team_id: teamId,
    context_enterprise_id: null,
    api_app_id: appId,
    event,
    type: 'event_callback',
    event_id: world.random.id('Ev'),
    event_time: Math.floor(world.settings.now() / 1000),
    authorizations: [
      {
        enterprise_id: null,
        team_id: teamId,
        user_id: botUserId,
        is_bot: true,
        is_enterprise_install: false,
      },
    ],
    is_ext_shared_channel: room?.shared ?? false,
    event_context: `4-${world.random.id('', 24)}`,
  };
}

/** Plain text as the rich_text block that Slack makes of what a person typed. */
export function richText(text: string): Fields[] {
  const elements = text
    .split(/(<[@#][A-Z0-9]+(?:\|[^>]*)?>)/)
    .filter(Boolean)
    .map((part) => {
      const mention = /^<([@#])([A-Z0-9]+)/.exec(part);
      if (mention?.[1] === '@') return { type: 'user', user_id: mention[2] };
      if (mention?.[1] === '#') return { type: 'channel', channel_id: mention[2] };
      return { type: 'text', text: part };
    });
  return [{ type: 'rich_text', block_id: 'rich', elements: [{ type: 'rich_text_section', elements }] }];
}

/** The same fields without those that are undefined: JSON has none. */
export function compact(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function botFields(world: World, message: StoredMessage): Fields {
  if (message.botId === undefined) return {};
  const { appId, botName, teamId } = world.identity;
  const profile = { id: message.botId, app_id: appId, name: botName, deleted: false, team_id: teamId };
  return {
    bot_id: message.botId,
    app_id: appId,
    ...(message.username === undefined ? { bot_profile: profile } : {}),
  };
}

function thread(world: World, message: StoredMessage): Fields {
  if (message.threadTs !== undefined && message.threadTs !== message.ts) {
    const root = world.state.find(message.channel, message.threadTs);
    const asRoot = message.broadcast && root !== undefined ? { root: messageJson(world, root) } : {};
    return compact({ thread_ts: message.threadTs, parent_user_id: root?.user, ...asRoot });
  }
  const replies = world.state.replies(message.channel, message.ts);
  const last = replies.at(-1);
  if (last === undefined) return {};
  return {
    thread_ts: message.ts,
    reply_count: replies.length,
    reply_users_count: new Set(replies.map((r) => r.user ?? r.botId)).size,
    latest_reply: last.ts,
    reply_users: [...new Set(replies.map((r) => r.user ?? r.botId))],
    is_locked: false,
    subscribed: false,
  };
}

function offsetSeconds(tz: string, now: number): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: tz, timeZoneName: 'longOffset' });
  const name = format.formatToParts(now).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  const match = /GMT([+-])(\d+):(\d+)/.exec(name);
  if (!match) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 3600 + Number(match[3]) * 60);
}
