// Outbox rows into Slack messages: sent once, found again by their metadata. Nothing is retried here.
import type { ChatPostMessageResponse, WebClient } from '@slack/web-api';
import { sleep } from '../../../clock.ts';
import type { PersonId } from '../../../database/ids.ts';
import { type OutgoingMessage, Postponed, SendError, type SpeakingAs } from '../../../delivery/outgoing.ts';
import type { Routes } from '../connection/route-waits.ts';
import { failureOf, sendErrorOf } from '../errors.ts';
import { channelOf, tsOf, userOf } from '../keys.ts';
import type { SlackTimings } from '../settings.ts';
import { blocksOf, fallbackOf, isDrawn } from './message.ts';
import { answerPrivately } from './response-url.ts';

const eventType = 'peacrab';
/** How much earlier than its row a message may seem to be: two clocks. */
const earlierMs = 60_000;
const pageSize = 200;
const noUnfurls = { unfurl_links: false, unfurl_media: false } as const;

export interface PostParts {
  readonly sending: WebClient;
  readonly looking: WebClient;
  /** Our bot's id; null before we know it. */
  readonly bot: string | null;
  /** Whether Slack lets us post under other names, as far as we know; it may tell us later that it does not. */
  readonly naming: { allowed: boolean };
  /** Whether Slack takes plan blocks here, as far as we know. */
  readonly plans: { allowed: boolean };
  readonly routes: Routes;
  readonly timings: SlackTimings;
  readonly now: () => number;
  /** Ends a wait early when the channel stops. */
  readonly stopped: AbortSignal;
  /** The id of our DM with a person. @throws what the Web API throws */
  readonly direct: (person: PersonId) => Promise<string>;
}

/** @returns the ts. @throws SendError */
export async function send(parts: PostParts, message: OutgoingMessage): Promise<string> {
  const content = { text: fallbackOf(message), blocks: blocksOf(message, parts.plans.allowed) };
  const channel = channelOf(message.place.room);
  try {
    if (message.deletes !== undefined) return await takeAway(parts, channel, message.deletes);
    if (message.privateTo) return await whisper(parts, message);
    const metadata = { event_type: eventType, event_payload: { key: message.key } };
    const { replaces } = message;
    if (replaces) {
      const update = { channel, ts: replaces, ...content, metadata };
      await parts.routes.call('chat.update', channel, () => parts.sending.chat.update(update));
      return replaces;
    }
    const post = {
      channel,
      ...content,
      metadata,
      ...noUnfurls,
      ...(message.place.thread === null ? {} : { thread_ts: message.place.thread }),
    };
    const { ts } = await underName(parts, message.persona ?? null, (look) =>
      parts.routes.call('chat.postMessage', channel, () =>
        parts.sending.chat.postMessage({ ...post, ...look }),
      ),
    );
    if (!ts) throw new SendError('doubt', 'Slack answered a post without its ts');
    return ts;
  } catch (error) {
    throw undrawn(parts, message, error) ?? sendErrorOf('did not take a message', error);
  }
}

/** Where Slack refuses a plan block, lists are words from the next try on, and that is at once. */
function undrawn({ plans }: PostParts, message: OutgoingMessage, error: unknown): SendError | null {
  if (!plans.allowed || !isDrawn(message) || !/^invalid_blocks/.test(failureOf(error).code)) return null;
  plans.allowed = false;
  return new Postponed('Slack does not take a plan block', 0, { cause: error });
}

/** What is gone already is as good as taken away. */
async function takeAway({ routes, sending }: PostParts, channel: string, ts: string): Promise<string> {
  await routes
    .call('chat.delete', channel, () => sending.chat.delete({ channel, ts }))
    .catch((error: unknown) => {
      if (failureOf(error).code !== 'message_not_found') throw error;
    });
  return `deleted-${ts}`;
}

/** Posts under the persona's name. Without the scope for that it is ours, from the next try on, and that is at once. */
async function underName(
  { naming }: PostParts,
  persona: SpeakingAs | null,
  post: (look: { username?: string; icon_emoji?: string }) => Promise<ChatPostMessageResponse>,
): Promise<ChatPostMessageResponse> {
  if (!persona || !naming.allowed) return post({});
  const icon = persona.iconName ? { icon_emoji: `:${persona.iconName}:` } : {};
  try {
    return await post({ username: persona.title, ...icon });
  } catch (error) {
    if (failureOf(error).code !== 'missing_scope') throw error;
    naming.allowed = false;
    throw new Postponed('Slack does not let us post under another name', 0, { cause: error });
  }
}

/** Shows a message to one person. @throws SendError, or what the Web API throws */
export async function whisper(parts: PostParts, message: OutgoingMessage): Promise<string> {
  const content = { text: fallbackOf(message), blocks: blocksOf(message) };
  const { place, privateTo, replyToken } = message;
  const answered =
    replyToken !== null &&
    (await answerPrivately(
      replyToken,
      { ...content, ...noUnfurls },
      {
        timeoutMs: parts.timings.sendMs,
        ageMs: parts.now() - message.createdAt.getTime(),
      },
    ));
  // Such an answer has no ts, and cannot be replied to: a name of our own will do.
  if (answered) return `response-${message.id}`;
  const { message_ts: ts } = await parts.sending.chat.postEphemeral({
    channel: channelOf(place.room),
    user: privateTo === null ? '' : userOf(privateTo),
    ...content,
    ...(place.thread === null ? {} : { thread_ts: place.thread }),
  });
  return ts ?? `ephemeral-${message.id}`;
}

/**
 * Looks for a message of ours with this key: twice, because Slack's history may lag behind, unless its send is long ago
 * already. Messages that one person sees cannot be looked for: they count as not there, for seeing one twice is better than never.
 *
 * @throws SendError 'doubt' if it cannot look
 */
export async function find(
  parts: PostParts,
  message: OutgoingMessage,
  begunAgo: number,
): Promise<string | null> {
  if (message.privateTo !== null || message.deletes !== undefined) return null;
  if (message.replaces !== null) return null;
  const { place, key, createdAt } = message;
  const where = { channel: channelOf(place.room), thread: place.thread, createdAt, begunAgo };
  return searching(parts, where, (each) => hasKey(each, key));
}

/** Where a message of ours is looked for, and from when on. */
export interface Searched {
  readonly channel: string;
  readonly thread: string | null;
  readonly createdAt: Date;
  /** How many milliseconds ago it was sent at least, if it was; 0 if that is not known. */
  readonly begunAgo: number;
}

/** Looks twice for a message of ours that passes the test. @returns its ts @throws SendError 'doubt' if it cannot look */
export async function searching(
  parts: PostParts,
  where: Searched,
  test: (each: Found) => boolean,
): Promise<string | null> {
  const until = parts.now() + parts.timings.lookAtMostMs;
  try {
    const first = await look(parts, where, test, until);
    const lagMs = parts.timings.lookAgainMs - where.begunAgo;
    if (first !== null || lagMs <= 0) return first;
    await sleep(lagMs, parts.stopped);
    return await look(parts, where, test, until);
  } catch (error) {
    const { code, retryAfterMs } = failureOf(error);
    if (code === 'thread_not_found') return null;
    throw new SendError('doubt', `Slack does not let us look for a message: ${code}`, retryAfterMs, {
      cause: error,
    });
  }
}

async function look(
  parts: PostParts,
  where: Searched,
  test: (each: Found) => boolean,
  until: number,
): Promise<string | null> {
  const { bot } = parts;
  let cursor: string | undefined;
  do {
    if (bot === null) throw new Error('we do not know yet who we are');
    if (parts.now() > until || parts.stopped.aborted) throw new Error('there was no time to look everywhere');
    const page = await pageOf(parts.looking, where, cursor);
    const messages: readonly Found[] = page.messages ?? [];
    const found = messages.find((each) => each.bot_id === bot && test(each));
    if (found?.ts) return found.ts;
    cursor = page.response_metadata?.next_cursor || undefined;
  } while (cursor !== undefined);
  return null;
}

async function pageOf(
  client: WebClient,
  { channel, thread, createdAt }: Searched,
  cursor: string | undefined,
) {
  const range = {
    channel,
    oldest: tsOf(new Date(createdAt.getTime() - earlierMs)),
    include_all_metadata: true,
    limit: pageSize,
    ...(cursor === undefined ? {} : { cursor }),
  };
  return thread === null
    ? client.conversations.history(range)
    : client.conversations.replies({ ...range, ts: thread });
}

interface Found {
  readonly ts?: string;
  readonly bot_id?: string | null;
  readonly metadata?: { readonly event_type?: string; readonly event_payload?: object };
  readonly files?: readonly { readonly title?: string | null }[];
}

/** Whether it is the message of this row. */
export function hasKey({ metadata }: Found, key: string): boolean {
  const payload = metadata?.event_payload;
  return (
    metadata?.event_type === eventType && payload !== undefined && 'key' in payload && payload.key === key
  );
}
