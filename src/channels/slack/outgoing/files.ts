// A message with a file: Slack takes the content at an address of its own, then shows it in a room. What is for one person
// goes to the DM with them. Found again by its title, which bears a mark of its row.
import { createHash } from 'node:crypto';
import { type OutgoingFile, type OutgoingMessage, SendError } from '../../../delivery/outgoing.ts';
import { sayFor } from '../../../language/say.ts';
import { failureOf } from '../errors.ts';
import { channelOf } from '../keys.ts';
import { fallbackOf } from './message.ts';
import { hasKey, type PostParts, type Searched, searching, send, whisper } from './send.ts';

type WithFile = OutgoingMessage & { readonly file: OutgoingFile };

export const hasFile = (message: OutgoingMessage): message is WithFile => message.file != null;

const withoutScope =
  'I cannot send files here: the app lacks files:write. Whoever runs me finds the mend in docs/slack.md.';

/** @returns an id for the file. Without the scope the words go alone, and say so. @throws SendError */
export async function sendFile(parts: PostParts, message: WithFile): Promise<string> {
  const until = AbortSignal.timeout(parts.timings.sendMs);
  const late = new Promise<never>((_, reject) => {
    until.onabort = () => reject(new SendError('doubt', 'Slack took too long over a file'));
  });
  try {
    return await Promise.race([share(parts, message, until), late]);
  } catch (error) {
    if (failureOf(error).code !== 'missing_scope') throw error;
    return send(parts, { ...message, text: `${message.text}\n${withoutScope}`, file: null });
  }
}

async function share(parts: PostParts, message: WithFile, until: AbortSignal): Promise<string> {
  const { file } = message;
  const where = await targetOf(parts, message);
  const content = Buffer.from(file.text);
  const { upload_url: url, file_id: id } = await parts.sending.files.getUploadURLExternal({
    filename: file.name,
    length: content.byteLength,
  });
  if (!url || !id) throw new SendError('retry', 'Slack gave no address for a file');
  await upload(url, content, until);
  until.throwIfAborted();
  const thread = where.thread === null ? {} : { thread_ts: where.thread };
  await parts.sending.files.completeUploadExternal({
    files: [{ id, title: titleOf(message) }],
    channel_id: where.channel,
    initial_comment: fallbackOf(message),
    ...thread,
  });
  if (where.isElsewhere) await tellWhere(parts, message);
  return `file-${id}`;
}

/** Nothing is shown yet, so whatever goes wrong here may be done again. */
async function upload(url: string, content: Buffer, until: AbortSignal): Promise<void> {
  const response = await fetch(url, { method: 'POST', body: new Uint8Array(content), signal: until }).catch(
    (cause: unknown) => {
      throw new SendError('retry', `Slack did not take a file: ${failureOf(cause).code}`, 2000, { cause });
    },
  );
  await response.arrayBuffer();
  if (!response.ok) throw new SendError('retry', `Slack did not take a file: ${response.status}`, 2000);
}

async function targetOf(parts: PostParts, { place, privateTo }: OutgoingMessage) {
  const here = { channel: channelOf(place.room), thread: place.thread, isElsewhere: false };
  if (privateTo === null || place.kind === 'dm') return here;
  return { channel: await parts.direct(privateTo), thread: null, isElsewhere: true };
}

/** A file cannot be shown to one person in a channel. That it is elsewhere is worth a line, but no second file. */
async function tellWhere(parts: PostParts, message: WithFile): Promise<void> {
  const told = { ...message, text: sayFor(message)('reply.in-dm'), buttons: [], file: null };
  await whisper(parts, told).catch(() => undefined);
}

/** Looks for the file where it goes, or for the words alone. @throws SendError 'doubt' if it cannot look */
export async function findFile(parts: PostParts, message: WithFile): Promise<string | null> {
  const { channel, thread } = await targetOf(parts, message);
  const where: Searched = { channel, thread, createdAt: message.createdAt, begunAgo: 0 };
  const title = titleOf(message);
  return searching(
    parts,
    where,
    (each) => hasKey(each, message.key) || each.files?.some((file) => file.title === title) === true,
  );
}

const titleOf = ({ key, file }: WithFile): string =>
  `${file.name} (${createHash('sha256').update(key).digest('hex').slice(0, 6)})`;
