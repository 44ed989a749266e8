// Answers that need no token: posts to a response_url (five uses) and the payload in a slash command's ack.
import { edit, post, postEphemeral, remove } from './actions.ts';
import { checkBlocks } from './limits.ts';
import { shown } from './render.ts';
import type { Fields, Room } from './types.ts';
import type { World } from './world.ts';

export interface Answered {
  readonly status: number;
  readonly body: Fields;
}

/** Handles a POST to a response_url. */
export function answerResponseUrl(world: World, id: string, body: Fields): Answered {
  const url = world.responseUrls.get(id);
  const room = url === undefined ? undefined : world.state.rooms.get(url.channel);
  if (url === undefined || room === undefined)
    return { status: 404, body: { ok: false, error: 'expired_url' } };
  if (url.usesLeft <= 0) return { status: 404, body: { ok: false, error: 'used_url' } };
  url.usesLeft -= 1;
  const { text, blocks } = contentOf(body);
  const complaint = blocks && checkBlocks(blocks, 50);
  if (complaint) return { status: 400, body: { ok: false, error: complaint.error } };
  const original = url.messageTs;
  if (original !== undefined && (body.delete_original === true || body.replace_original === true)) {
    changeOriginal(world, room, original, body.delete_original === true, text, blocks);
    return { status: 200, body: { ok: true } };
  }
  if (text === '' && blocks === undefined) return { status: 500, body: { ok: false, error: 'no_text' } };
  const threadTs = typeof body.thread_ts === 'string' ? body.thread_ts : url.threadTs;
  const unfurls = body.unfurl_links !== false || body.unfurl_media !== false;
  say(world, room, url.user, body.response_type === 'in_channel', text, blocks, threadTs, unfurls);
  return { status: 200, body: { ok: true } };
}

/** The answer that came with a slash command's ack; an empty one shows nothing. */
export function answerCommand(world: World, room: Room, user: string, payload: Fields): void {
  const { text, blocks } = contentOf(payload);
  if (text === '' && blocks === undefined) return;
  say(world, room, user, payload.response_type === 'in_channel', text, blocks, undefined);
}

function contentOf(body: Fields): { text: string; blocks: Fields[] | undefined } {
  const text = typeof body.text === 'string' ? body.text : '';
  return { text, blocks: Array.isArray(body.blocks) ? (body.blocks as Fields[]) : undefined };
}

function say(
  world: World,
  room: Room,
  user: string,
  inChannel: boolean,
  text: string,
  blocks: Fields[] | undefined,
  threadTs: string | undefined,
  unfurls = true,
): void {
  const { botId, botUserId } = world.identity;
  if (inChannel) post(world, { channel: room.id, text, blocks, threadTs, user: botUserId, botId });
  else postEphemeral(world, { user, channel: room.id, threadTs, text, blocks, unfurls });
}

function changeOriginal(
  world: World,
  room: Room,
  ts: string,
  away: boolean,
  text: string,
  blocks: Fields[] | undefined,
): void {
  const message = world.state.find(room.id, ts);
  if (message !== undefined) {
    if (away) remove(world, message);
    else edit(world, message, { text, blocks: blocks ?? [], editor: world.identity.botUserId });
    return;
  }
  const whispered = world.state.ephemerals.find((e) => e.ts === ts);
  if (whispered === undefined) return;
  whispered.removed = away;
  if (!away) {
    whispered.text = text;
    whispered.blocks = blocks;
    whispered.shown = shown(text, blocks);
  }
  world.changes.touch();
}
