// Reads what came attached to the messages of a turn, when the turn begins: fetched by the channel within limits, stored
// with the messages before the first request, so that nothing is read twice and a resumed turn has the same bytes. What
// cannot be read is said in a few words; it never fails the turn.
import { sql } from 'kysely';
import { imageTokens } from '../../../context/render/files.ts';
import { harmless } from '../../../context/render/outside.ts';
import type { Database, Tx } from '../../../database/database.ts';
import type { InboxId } from '../../../database/ids.ts';
import type { Channel } from '../../../delivery/channel.ts';
import type { InboxEvent, TurnEvent } from '../../../delivery/event.ts';
import { readEvent } from '../../../delivery/event.ts';
import {
  type Fetched,
  filesAtMost,
  imagesAtMost,
  imageTypeOf,
  kindOfFile,
  mostBytesOf,
  type Seen,
  type SpokenFile,
  sizeOf,
  textOfBytes,
} from '../../../delivery/files.ts';
import { type Lease, underLease } from '../../../delivery/lease.ts';
import type { MessagePayload, SpokenMessage } from '../../../delivery/payload.ts';
import { messageOf } from '../../../errors.ts';
import type { Log } from '../../../log.ts';
import { withoutSecrets } from '../../../process/secrets.ts';
import { storableText } from '../../../text/storable.ts';

interface AttachedParts {
  readonly database: Database;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly readImages: boolean;
  /** The model's, tokens. */
  readonly window: number;
  readonly secrets: readonly string[];
  readonly timings: { readonly filesMs: number };
  readonly log: Log;
}

/** What images may take of the window. */
const IMAGE_SHARE = 0.15;

/** A file after it was looked at; of an image the data URL. */
interface Read {
  readonly file: SpokenFile;
  readonly image?: string;
}

/**
 * @param signal the lease is lost, or the process ends
 * @param ended the turn was stopped early: then nothing more is read
 * @returns the rows with what was read; the same if there was nothing to read, or if the turn has been ended
 * @throws PeacrabError LEASE_LOST; the signal's reason
 */
export async function readAttached(
  parts: AttachedParts,
  lease: Lease,
  events: readonly TurnEvent[],
  signal: AbortSignal,
  ended: AbortSignal,
): Promise<readonly TurnEvent[]> {
  const waiting = events.filter((event) => event.kind === 'message').filter(hasUnread);
  if (waiting.length === 0) return events;
  const limit = AbortSignal.timeout(parts.timings.filesMs);
  const both = AbortSignal.any([signal, ended, limit]);
  const looked = await lookAt(parts, waiting.flatMap(filesOf), waiting[0]?.platform ?? '', both);
  signal.throwIfAborted();
  if (ended.aborted) return events;
  const changed = new Map<InboxId, Partial<MessagePayload>>();
  for (const row of waiting) changed.set(row.id, withRead(row, looked));
  await parts.database.transaction(async (tx) => {
    await underLease(tx, lease);
    for (const row of waiting)
      await tx
        .updateTable('inbox')
        .set({ payload: sql`payload || ${JSON.stringify(changed.get(row.id) ?? {})}::jsonb` })
        .where('id', '=', row.id)
        .execute();
  });
  return events.map((event) => {
    const more = changed.get(event.id);
    return event.kind === 'message' && more ? { ...event, payload: { ...event.payload, ...more } } : event;
  });
}

/**
 * Takes what was read of files out of the messages' rows, now that it is in the history: it is stored once. Part of the
 * transaction that writes it there.
 */
export async function letGoOfFiles(
  tx: Tx,
  turn: { readonly messages: readonly SpokenMessage[]; readonly inboxIds: readonly InboxId[] },
): Promise<void> {
  if (turn.inboxIds.length === 0 || !turn.messages.some(({ files }) => files?.some(isText))) return;
  const rows = await tx
    .selectFrom('inbox')
    .select(['id', 'kind', 'payload'])
    .where('id', 'in', turn.inboxIds)
    .forNoKeyUpdate()
    .execute();
  for (const { id, kind, payload } of rows.map(readEvent)) {
    if (kind !== 'message') continue;
    const { files, again, ...rest } = payload;
    const after = {
      ...rest,
      ...(files ? { files: files.map(withoutText) } : {}),
      ...(again
        ? {
            again: {
              ...again,
              messages: again.messages.map((one) =>
                one.files ? { ...one, files: one.files.map(withoutText) } : one,
              ),
            },
          }
        : {}),
    };
    await tx
      .updateTable('inbox')
      .set({ payload: JSON.stringify(after) })
      .where('id', '=', id)
      .execute();
  }
}

const isText = ({ seen }: SpokenFile): boolean => seen?.as === 'text';

/** As a file that was not looked at: if it is ever needed here, it is fetched again. */
function withoutText(file: SpokenFile): SpokenFile {
  const { seen: _, ...rest } = file;
  return isText(file) ? rest : file;
}

type Message = Pick<InboxEvent<'message'>, 'payload'>;

/** The files of a row's messages, in order. */
function filesOf({ payload }: Message): readonly SpokenFile[] {
  const { files = [], again } = payload;
  return again ? again.messages.flatMap((message) => message.files ?? []) : files;
}

/** Also an image that the model saw in a turn before this one: its bytes are gone. */
function hasUnread(message: Message): boolean {
  const files = filesOf(message);
  const images = files.filter(({ seen }) => seen?.as === 'image').length;
  return files.some(({ seen }) => seen === undefined) || images !== (message.payload.images?.length ?? 0);
}

/** The part of a row's payload that has changed. */
function withRead(message: Message, looked: ReadonlyMap<SpokenFile, Read>): Partial<MessagePayload> {
  const { files, again } = message.payload;
  const read = (file: SpokenFile) => looked.get(file)?.file ?? file;
  return {
    ...(again
      ? {
          again: {
            ...again,
            messages: again.messages.map((one) => (one.files ? { ...one, files: one.files.map(read) } : one)),
          },
        }
      : files
        ? { files: files.map(read) }
        : {}),
    images: filesOf(message).flatMap((file) => looked.get(file)?.image ?? []),
  };
}

/** Looks at the first few of the files at once. What was read as text before stays as it is. */
async function lookAt(
  parts: AttachedParts,
  files: readonly SpokenFile[],
  platform: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<SpokenFile, Read>> {
  const channel = parts.channels.get(platform);
  const all = await Promise.all(
    files.map(async (file, index): Promise<Read> => {
      if (file.seen?.as === 'text') return { file };
      if (file.kind === 'image' && !parts.readImages) return unread(file, 'image');
      if (index >= filesAtMost) return unread(file, `only ${filesAtMost} at once`);
      const most = file.kind === 'unknown' ? mostBytesOf.image : mostBytesOf[file.kind];
      if (file.bytes > most) return unread(file, tooLarge(file.bytes, most));
      const fetched = await fetchOne(channel, file, most, signal, parts.log);
      return fetched.ok ? readOf(parts, file, fetched) : unread(file, fetched.why);
    }),
  );
  const most = Math.min(imagesAtMost, Math.floor((IMAGE_SHARE * parts.window) / imageTokens));
  let images = 0;
  const within = all.map((read) => {
    if (read.image === undefined) return read;
    images += 1;
    return images > most
      ? unread(read.file, most === 0 ? 'no room for images' : `only ${most} at once`)
      : read;
  });
  return new Map(files.flatMap((file, index) => (within[index] ? [[file, within[index]] as const] : [])));
}

const tooLarge = (bytes: number, most: number) => `too large: ${sizeOf(bytes)}, I read ${sizeOf(most)}`;

const unread = (file: SpokenFile, why: string): Read => ({ file: { ...file, seen: { as: 'nothing', why } } });

/** What the channel says, or that it took too long: a channel that does not answer holds nothing up. */
async function fetchOne(
  channel: Channel | undefined,
  file: SpokenFile,
  mostBytes: number,
  signal: AbortSignal,
  log: Log,
): Promise<Fetched> {
  if (!channel?.fetch) return { ok: false, why: 'no files here' };
  const { promise, resolve } = Promise.withResolvers<Fetched>();
  const late = () => resolve({ ok: false, why: 'it took too long' });
  signal.addEventListener('abort', late, { once: true });
  if (signal.aborted) late();
  try {
    return await Promise.race([channel.fetch(file, { mostBytes, signal }), promise]);
  } catch (error) {
    if (!signal.aborted) log.warn({ error: messageOf(error) }, 'a file could not be fetched');
    return { ok: false, why: signal.aborted ? 'it took too long' : 'it could not be fetched' };
  } finally {
    signal.removeEventListener('abort', late);
  }
}

/** What the bytes are, whatever the platform calls them. */
function readOf(parts: AttachedParts, asked: SpokenFile, fetched: Extract<Fetched, { ok: true }>): Read {
  const { name, mediaType, bytes } = fetched;
  const kind = asked.kind === 'unknown' ? kindOfFile(name, mediaType) : asked.kind;
  const file = { ...asked, name, bytes: bytes.byteLength, ...(kind ? { kind } : {}) };
  if (kind === null) return unread(file, 'not a kind that I read');
  if (kind === 'image') {
    const type = imageTypeOf(bytes);
    if (!parts.readImages) return unread(file, 'image');
    if (type === null) return unread(file, 'no image that I can be shown');
    const image = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
    return { file: { ...file, seen: { as: 'image' } }, image };
  }
  if (bytes.byteLength > mostBytesOf.text) return unread(file, tooLarge(bytes.byteLength, mostBytesOf.text));
  const text = textOfBytes(bytes);
  return text === null ? unread(file, 'not text') : { file: { ...file, seen: seenText(parts, text) } };
}

/** As it is shown and stored: without secrets, and with nothing in it that reads like a line of ours. */
function seenText({ secrets }: AttachedParts, written: string): Seen {
  const text = storableText(harmless(withoutSecrets(written, secrets)));
  const lines = text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
  return { as: 'text', text, lines };
}
