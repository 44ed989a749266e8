// What was said in a thread or channel before we were called there: one page of messages.
import { MessageType, Routes } from 'discord.js';
import type { Overheard } from '../../../delivery/channel.ts';
import { linesAsked } from '../../discussion.ts';
import { oldestFirst, personOf, timeOf } from '../keys.ts';
import { attachmentsOf } from './attached.ts';
import { type HeardMessage, nameOf, type ReferredMessage, readPage } from './envelope.ts';
import type { HearingParts } from './hearing-parts.ts';
import { readableText } from './incoming-text.ts';
import { namesFor } from './names.ts';

const spoken: readonly MessageType[] = [
  MessageType.Default,
  MessageType.Reply,
  MessageType.ThreadStarterMessage,
];

/**
 * @param guild the server that it is in
 * @throws what the REST API throws
 */
export async function saidBefore(
  parts: HearingParts,
  message: HeardMessage,
  guild: string,
): Promise<readonly Overheard[]> {
  const query = { before: message.id, limit: String(linesAsked) };
  const page = readPage(await parts.rest.get<unknown>(Routes.channelMessages(message.channel_id), query));
  const found = oldestFirst(page)
    .filter(({ type }) => spoken.includes(type))
    .flatMap(wordsOfStarter);
  const answered = message.type === MessageType.Reply ? message.referenced_message : null;
  const lines: readonly ReferredMessage[] =
    !answered || found.some(({ id }) => id === answered.id)
      ? found
      : [answered, ...found.slice(1 - linesAsked)];
  const names = await namesIn(parts, lines, guild);
  return lines.map((line) => ({
    person: line.author.bot ? null : personOf(line.author.id),
    name: names.get(line.author.id) ?? nameOf(line.author),
    text: [
      readableText(line.content, namesFor(parts, line, guild)),
      ...attachmentsOf(line).map((file) => `(${file})`),
    ]
      .filter((part) => part !== '')
      .join(' '),
    sentAt: timeOf(line.id).toISOString(),
  }));
}

/** A thread begins with a copy of the message it was made from. */
const wordsOfStarter = (message: HeardMessage): readonly ReferredMessage[] =>
  message.type === MessageType.ThreadStarterMessage ? [message.referenced_message ?? []].flat() : [message];

/** The names that people bear on this server: the page does not tell them. */
async function namesIn(
  { directory }: HearingParts,
  lines: readonly ReferredMessage[],
  guild: string,
): Promise<ReadonlyMap<string, string>> {
  const people = new Set(lines.flatMap(({ author }) => (author.bot ? [] : author.id)));
  const found = await Promise.all(
    [...people].map(async (id) => {
      const nick = (await directory.member(guild, id).catch(() => null))?.nick;
      return nick ? [[id, nick] as const] : [];
    }),
  );
  return new Map(found.flat());
}
