// Files that people attach on Discord: which of them may be read, and fetching one from Discord's own hosts, which want no
// token. Their addresses run out within a day: then the message is asked for a fresh one.
import { Routes } from 'discord.js';
import { type AttachedFile, type Fetched, type FetchLimits, kindOfFile } from '../../../delivery/files.ts';
import { kindOf } from '../../attached.ts';
import { type Download, download, isAt } from '../../download.ts';
import type { DiscordRest } from '../connection/rest.ts';
import { isClosedToUs } from '../errors.ts';
import { type ReferredMessage, readMessage } from './envelope.ts';

const HOSTS = ['cdn.discordapp.com', 'media.discordapp.net'];

/** The names of all that is attached, with their kinds. */
export const attachmentsOf = (message: ReferredMessage): readonly string[] => [
  ...message.attachments.map(nameOf),
  ...othersOf(message),
];

/** What may be read of what is attached, and the names of the rest. */
export function sorted(message: ReferredMessage): {
  readonly files: readonly AttachedFile[];
  readonly names: readonly string[];
} {
  const all = message.attachments.map((one) => ({ one, file: fileOf(message, one) }));
  return {
    files: all.flatMap(({ file }) => file ?? []),
    names: [...all.flatMap(({ one, file }) => (file ? [] : nameOf(one))), ...othersOf(message)],
  };
}

type Attachment = ReferredMessage['attachments'][number];

const nameOf = (file: Attachment): string => `${file.filename} (${kindOf(file.content_type)})`;

function othersOf(message: ReferredMessage): readonly string[] {
  const stickers = message.sticker_items.map((sticker) => `${sticker.name} (sticker)`);
  const forwarded = message.message_snapshots.map(() => 'a message (forwarded)');
  return [...stickers, ...forwarded];
}

function fileOf(message: ReferredMessage, { id, filename, content_type, size, url }: Attachment) {
  const mediaType = content_type ?? '';
  const kind = kindOfFile(filename, mediaType);
  const ref = `${message.channel_id}/${message.id}/${id}`;
  return kind ? { name: filename, mediaType, bytes: size, kind, ref, url } : null;
}

/** @throws the signal's reason */
export async function fetchFile(
  rest: DiscordRest,
  apiUrl: string | null,
  file: AttachedFile,
  limits: FetchLimits,
): Promise<Fetched> {
  const get = (url = '') => download(url, limits, (at) => (isAt(at, HOSTS, apiUrl) ? {} : null));
  let got = await get(file.url);
  if (hasRunOut(got)) {
    const url = await freshUrl(rest, file);
    got = url === undefined ? got : await get(url);
  }
  if (!got.ok) return { ok: false, why: hasRunOut(got) ? 'it is gone' : got.why };
  return { ok: true, bytes: got.bytes, name: file.name, mediaType: file.mediaType };
}

const hasRunOut = (got: Download): boolean => !got.ok && (got.status === 403 || got.status === 404);

/** Undefined if message or file are gone. @throws what the REST API throws */
async function freshUrl(rest: DiscordRest, { ref }: AttachedFile): Promise<string | undefined> {
  const [channel = '', message = '', id = ''] = ref.split('/');
  try {
    const read = readMessage(await rest.get<unknown>(Routes.channelMessage(channel, message)));
    return read.ok ? read.told.attachments.find((one) => one.id === id)?.url : undefined;
  } catch (error) {
    if (isClosedToUs(error)) return undefined;
    throw error;
  }
}
