// chat.* and assistant.threads.*: posting, editing, deleting, and the status line.
import { edit, post, postEphemeral, remove } from '../actions.ts';
import { ApiError, type Args, existingMessage, type MethodEntry, writableRoom } from '../api.ts';
import { checkBlocks, escapedBytes, MAX_TEXT, MAX_UPDATE_BYTES } from '../limits.ts';
import { messageJson } from '../payloads.ts';
import type { Fields, Room } from '../types.ts';
import type { World } from '../world.ts';

export const chatMethods: Readonly<Record<string, MethodEntry>> = {
  'chat.postMessage': { run: postMessage, scopes: ['chat:write'] },
  'chat.postEphemeral': { run: whisper, scopes: ['chat:write'] },
  'chat.update': { run: update, scopes: ['chat:write'] },
  'chat.delete': { run: deleteMessage, scopes: ['chat:write'] },
  'chat.getPermalink': { run: permalink, scopes: [] },
  'assistant.threads.setStatus': { run: setStatus, scopes: ['assistant:write', 'chat:write'] },
  'assistant.threads.setTitle': { run: () => ({}), scopes: ['assistant:write'] },
  'assistant.threads.setSuggestedPrompts': { run: () => ({}), scopes: ['assistant:write'] },
};

function postMessage(world: World, args: Args): Fields {
  const room = target(world, args.need('channel'));
  const content = contentOf(args);
  if (content.text === '' && !content.blocks?.length && !content.attachments?.length)
    throw new ApiError('no_text');
  const threadTs = threadOf(world, room, args);
  const custom = customLook(world, args);
  const { botId, botUserId } = world.identity;
  const message = post(world, {
    channel: room.id,
    text: content.text.slice(0, MAX_TEXT),
    blocks: content.blocks,
    attachments: content.attachments,
    metadata: metadataOf(args),
    threadTs,
    broadcast: threadTs !== undefined && args.flag('reply_broadcast'),
    botId,
    ...(custom === undefined ? { user: botUserId } : custom),
  });
  return {
    channel: room.id,
    ts: message.ts,
    message: { ...messageJson(world, message), ...shownMetadata(message.metadata) },
  };
}

function whisper(world: World, args: Args): Fields {
  const room = writableRoom(world, args.need('channel'));
  const user = args.need('user');
  if (!room.members.has(user)) throw new ApiError('user_not_in_channel');
  const content = contentOf(args);
  if (content.text === '' && !content.blocks?.length) throw new ApiError('no_text');
  const threadTs = args.text('thread_ts');
  const ephemeral = postEphemeral(world, {
    user,
    channel: room.id,
    threadTs,
    text: content.text,
    blocks: content.blocks,
  });
  return { message_ts: ephemeral.ts };
}

function update(world: World, args: Args): Fields {
  const room = writableRoom(world, args.need('channel'));
  const message = existingMessage(world, room.id, args.need('ts'));
  if (message.botId !== world.identity.botId) throw new ApiError('cant_update_message');
  const given = contentOf(args);
  const text =
    args.text('text') === undefined && args.text('markdown_text') === undefined ? undefined : given.text;
  if (text === undefined && given.blocks === undefined && given.attachments === undefined)
    throw new ApiError('no_text');
  if (escapedBytes(text ?? '') > MAX_UPDATE_BYTES) throw new ApiError('msg_too_long');
  edit(world, message, {
    text,
    blocks: given.blocks ?? (text === undefined ? undefined : []),
    attachments: given.attachments,
    metadata: metadataOf(args),
    // With blocks Slack leaves the "edited" mark away.
    editor: given.blocks === undefined ? world.identity.botUserId : undefined,
  });
  return { channel: room.id, ts: message.ts, text: message.text, message: messageJson(world, message) };
}

function deleteMessage(world: World, args: Args): Fields {
  const room = writableRoom(world, args.need('channel'));
  const message = existingMessage(world, room.id, args.need('ts'));
  if (message.botId !== world.identity.botId) throw new ApiError('cant_delete_message');
  remove(world, message);
  return { channel: room.id, ts: message.ts };
}

function permalink(world: World, args: Args): Fields {
  const channel = args.need('channel');
  const ts = args.need('message_ts');
  existingMessage(world, channel, ts);
  return {
    channel,
    permalink: `https://${world.identity.teamDomain}.slack.com/archives/${channel}/p${ts.replace('.', '')}`,
  };
}

function setStatus(world: World, args: Args): Fields {
  const room = writableRoom(world, args.need('channel_id'));
  const threadTs = args.need('thread_ts');
  const status = args.text('status');
  if (status === undefined) throw new ApiError('invalid_arguments');
  if (world.state.find(room.id, threadTs) === undefined) throw new ApiError('invalid_thread_ts');
  const loading = args.json('loading_messages', 'invalid_arguments');
  const loadingMessages = Array.isArray(loading) ? loading.map(String) : [];
  if (loadingMessages.length > 10) throw new ApiError('invalid_arguments');
  world.state.endStatus(room.id, threadTs);
  world.state.statuses.push({ channel: room.id, threadTs, status, loadingMessages, current: status !== '' });
  world.changes.touch();
  return {};
}

/** Where a post goes: a room id, or a person's id for their DM. */
function target(world: World, channel: string): Room {
  if (!/^[UW]/.test(channel)) return writableRoom(world, channel);
  if (!world.state.people.has(channel)) throw new ApiError('channel_not_found');
  return world.state.dmOf(channel, world.identity.botUserId);
}

function threadOf(world: World, room: Room, args: Args): string | undefined {
  const threadTs = args.text('thread_ts');
  if (!threadTs) return undefined;
  const root = world.state.find(room.id, threadTs);
  const exists = root !== undefined && (!root.deleted || world.state.isTombstone(root));
  if (!exists) throw new ApiError('thread_not_found');
  return threadTs;
}

interface Content {
  readonly text: string;
  readonly blocks: Fields[] | undefined;
  readonly attachments: Fields[] | undefined;
}

function contentOf(args: Args): Content {
  const markdown = args.text('markdown_text');
  if (markdown !== undefined && (args.text('text') || args.fields.blocks !== undefined)) {
    throw new ApiError('markdown_text_conflict');
  }
  if (markdown !== undefined && markdown.length > 12_000) throw new ApiError('msg_too_long');
  const blocks = args.json('blocks', 'invalid_blocks_format');
  const attachments = args.json('attachments', 'invalid_attachments');
  if (blocks !== undefined) {
    const complaint = checkBlocks(blocks, 50);
    if (complaint !== undefined) {
      throw new ApiError(complaint.error, {
        errors: complaint.messages,
        response_metadata: { messages: complaint.messages },
      });
    }
  }
  return {
    text: args.text('text') ?? markdown ?? '',
    blocks: (blocks as Fields[] | undefined)?.map((block, i) => ({ block_id: `b${i}`, ...block })),
    attachments: attachments as Fields[] | undefined,
  };
}

function metadataOf(args: Args): Fields | undefined {
  const metadata = args.json('metadata', 'invalid_metadata_format') as Fields | undefined;
  if (metadata === undefined) return undefined;
  const payload = metadata.event_payload;
  if (typeof metadata.event_type !== 'string' || typeof payload !== 'object' || payload === null) {
    throw new ApiError('invalid_metadata_format');
  }
  if (JSON.stringify(metadata).length > 8_000) throw new ApiError('metadata_too_large');
  return { event_type: metadata.event_type, event_payload: payload };
}

function shownMetadata(metadata: Fields | undefined): Fields {
  return metadata === undefined ? {} : { metadata };
}

/** A post under another name or icon: needs its own scope, and becomes a bot_message without a user. */
function customLook(
  world: World,
  args: Args,
): { username: string; icons: Fields; subtype: string } | undefined {
  const username = args.text('username');
  const emoji = args.text('icon_emoji');
  const image = args.text('icon_url');
  if (username === undefined && emoji === undefined && image === undefined) return undefined;
  if (!world.settings.scopes.includes('chat:write.customize')) {
    throw new ApiError('missing_scope', {
      needed: 'chat:write.customize',
      provided: world.settings.scopes.join(','),
    });
  }
  if (emoji !== undefined && !/^:[a-z0-9_+'-]+:$/.test(emoji)) throw new ApiError('invalid_arguments');
  if (username !== undefined && (username.trim() === '' || username.length > 80))
    throw new ApiError('invalid_arguments');
  const icons = emoji === undefined ? { image_48: image } : { emoji };
  return { username: username ?? world.identity.botName, icons, subtype: 'bot_message' };
}
