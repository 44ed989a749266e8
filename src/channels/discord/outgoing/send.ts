// From an outbox row to a message on Discord, by REST alone, and back: where it is if it was sent already. One try each.
import {
  type APIDMChannel,
  type APIMessage,
  RESTJSONErrorCodes as C,
  MessageFlags,
  Routes,
} from 'discord.js';
import type { Clock } from '../../../clock.ts';
import type { PersonId, RoomId } from '../../../database/ids.ts';
import type { Place } from '../../../delivery/channel.ts';
import { type OutgoingMessage, Postponed, SendError } from '../../../delivery/outgoing.ts';
import type { DiscordRest } from '../connection/rest.ts';
import type { Acknowledging } from '../controls/acknowledging.ts';
import { panelContent, panelRows } from '../controls/home.ts';
import { isCode, isExpired, sendError } from '../errors.ts';
import { channelOf, dmPlace, idAt, oldestFirst, userOf } from '../keys.ts';
import { bodyOf, type MessageBody, nonceOf } from './message.ts';
import { type ReplyToken, readReplyToken } from './reply-token.ts';
import type { Threads } from './threads.ts';

/** How far before a row's time we look, for clocks that differ. */
const overlapMs = 60_000;
const pageSize = 100;
const pagesAtMost = 20;
/** How soon the answer is tried again when another process has not acknowledged its interaction yet. */
const acknowledgedSoonMs = 300;

export interface SendingParts {
  /** Bounded in time as a whole: see {@link DiscordRest.within}. */
  readonly rest: DiscordRest;
  readonly threads: Threads;
  readonly clock: Clock;
  readonly acknowledging: Acknowledging;
  /** How old an interaction is when its acknowledgement has surely arrived, or never will, in milliseconds. */
  readonly callbackMs: number;
  /** Our own user id. */
  readonly self: () => Promise<string>;
  /** Whether a message of ours is already known to be another outbox row's. */
  readonly claimed: (room: RoomId, messageId: string) => Promise<boolean>;
}

export class Sending {
  readonly #parts: SendingParts;

  constructor(parts: SendingParts) {
    this.#parts = parts;
  }

  /** @throws SendError */
  async send(message: OutgoingMessage): Promise<string> {
    try {
      if (message.deletes !== undefined) return await this.#takeAway(message.place, message.deletes);
      const token = readReplyToken(message.replyToken, this.#parts.clock.now());
      const answered = token ? await this.#answer(token, message) : null;
      if (answered) return answered;
      if (message.replaces) return await this.#replace(message, message.replaces);
      if (isForOneOnly(message)) return await this.#post(await this.#dmOf(message.privateTo), message);
      if (message.place.kind === 'dm' || message.place.thread === null)
        return await this.#post(channelOf(message.place.room), message);
      return await this.#postInThread(channelOf(message.place.room), message.place.thread, message);
    } catch (error) {
      throw sendError(error);
    }
  }

  /** @throws SendError 'doubt' if it cannot look */
  async find(message: OutgoingMessage): Promise<string | null> {
    if (message.deletes !== undefined) return null;
    try {
      const token = readReplyToken(message.replyToken, this.#parts.clock.now());
      const original = token ? await this.#original(token) : null;
      if (original) return this.#answerAsFound(original, message);
      if (message.replaces) return await this.#replacedAsFound(message, message.replaces);
      if (isForOneOnly(message)) return await this.#look(await this.#dmOf(message.privateTo), message);
      return await this.#lookInPlace(message);
    } catch (error) {
      if (error instanceof SendError && error.failure === 'doubt') throw error;
      throw new SendError(
        'doubt',
        `cannot look: ${sendError(error).message}`,
        sendError(error).retryAfterMs,
        { cause: error },
      );
    }
  }

  /** @throws SendError 'gone' if they are unknown or do not take messages from us */
  async direct(person: PersonId): Promise<Place> {
    try {
      return dmPlace(await this.#dmOf(person));
    } catch (error) {
      throw sendError(error);
    }
  }

  async #dmOf(person: PersonId): Promise<string> {
    const body = { recipient_id: userOf(person) };
    return (await this.#parts.rest.post<APIDMChannel>(Routes.userChannels(), body)).id;
  }

  /** A nonce makes Discord give the same message to the same row's second try, for some minutes. */
  async #post(channel: string, message: OutgoingMessage, replyTo: string | null = null): Promise<string> {
    const body = {
      ...bodyFor(message),
      nonce: nonceOf(message.key),
      enforce_nonce: true,
      ...(replyTo ? { message_reference: { message_id: replyTo, fail_if_not_exists: false } } : {}),
    };
    const { file = null } = message;
    return (await this.#parts.rest.post<APIMessage>(Routes.channelMessages(channel), body, { file })).id;
  }

  /** In the thread; where none can be made, as a reply in the channel. */
  async #postInThread(channel: string, thread: string, message: OutgoingMessage): Promise<string> {
    const { threads } = this.#parts;
    if (threads.isRefused(thread)) return this.#post(channel, message, thread);
    const stands = await threads.ensure(channel, thread, this.#parts.rest);
    try {
      const id = await this.#post(thread, message);
      threads.know(thread);
      return id;
    } catch (error) {
      if (!isCode(error, C.UnknownChannel)) throw error;
      threads.forget(thread);
      if (stands) throw error;
      return await this.#post(channel, message, thread);
    }
  }

  /** Fills in the deferred answer of a command or click; what comes after it follows up. Null if the token has run out. */
  async #answer(token: ReplyToken, message: OutgoingMessage): Promise<string | null> {
    const { rest } = this.#parts;
    const original = await this.#original(token);
    if (!original) return null;
    const body = bodyFor(message);
    const options = { auth: false, file: message.file ?? null };
    try {
      // A panel is shown anew where it is.
      if (message.panel || isWaiting(original) || isSame(original, message)) {
        const route = Routes.webhookMessage(token.application, token.token, '@original');
        return (await rest.patch<APIMessage>(route, body, options)).id;
      }
      const followUp = { ...body, flags: (body.flags ?? 0) | MessageFlags.Ephemeral };
      const webhook = Routes.webhook(token.application, token.token);
      return (await rest.post<APIMessage>(webhook, followUp, options)).id;
    } catch (error) {
      if (isExpired(error)) return null;
      throw error;
    }
  }

  /** What acknowledged the interaction; null if there is nothing any more. @throws Postponed while it may still come */
  async #original(token: ReplyToken): Promise<APIMessage | null> {
    await this.#parts.acknowledging.settled(token.interaction);
    const route = Routes.webhookMessage(token.application, token.token, '@original');
    return this.#parts.rest.get<APIMessage>(route, {}, { auth: false }).catch((error: unknown) => {
      if (!isExpired(error)) throw error;
      const { clock, callbackMs } = this.#parts;
      const age = Math.abs(clock.now().getTime() - token.askedAt.getTime());
      if (age < callbackMs && !isCode(error, C.InvalidWebhookToken))
        throw new Postponed('the interaction is not acknowledged yet', acknowledgedSoonMs);
      return null;
    });
  }

  #answerAsFound(original: APIMessage, message: OutgoingMessage): string | null {
    if (isWaiting(original) || message.panel) return null;
    if (isSame(original, message)) return original.id;
    throw new SendError('doubt', 'another answer stands; whether this one followed it cannot be seen');
  }

  async #replace(message: OutgoingMessage, id: string): Promise<string> {
    const edit = (channel: string) =>
      this.#parts.rest.patch<APIMessage>(Routes.channelMessage(channel, id), {
        ...bodyFor(message),
        attachments: [],
      });
    return (await this.#inThreadOrRoom(message.place, edit)).id;
  }

  /** What is gone already is as good as taken away. */
  async #takeAway(place: Place, id: string): Promise<string> {
    const remove = (channel: string) => this.#parts.rest.delete(Routes.channelMessage(channel, id));
    await this.#inThreadOrRoom(place, remove).catch((error: unknown) => {
      if (!isCode(error, C.UnknownMessage, C.UnknownChannel)) throw error;
    });
    return `deleted-${id}`;
  }

  async #replacedAsFound(message: OutgoingMessage, id: string): Promise<string | null> {
    const read = (channel: string) => this.#parts.rest.get<APIMessage>(Routes.channelMessage(channel, id));
    return isSame(await this.#inThreadOrRoom(message.place, read), message) ? id : null;
  }

  async #lookInPlace(message: OutgoingMessage): Promise<string | null> {
    return this.#inThreadOrRoom(message.place, (channel) => this.#look(channel, message));
  }

  /** Runs a call on the thread's channel, or on the room's where the thread was never made. */
  async #inThreadOrRoom<T>(place: Place, call: (channel: string) => Promise<T>): Promise<T> {
    const room = channelOf(place.room);
    if (place.kind === 'dm' || place.thread === null) return call(room);
    try {
      return await call(place.thread);
    } catch (error) {
      if (!isCode(error, C.UnknownChannel, C.UnknownMessage)) throw error;
      return await call(room);
    }
  }

  /** Pages our own messages from the row's time on for one with this text that no other row has. */
  async #look(channel: string, message: OutgoingMessage): Promise<string | null> {
    const self = await this.#parts.self();
    let after = idAt(new Date(message.createdAt.getTime() - overlapMs));
    for (let page = 0; page < pagesAtMost; page++) {
      const query = { after, limit: String(pageSize) };
      const found = oldestFirst(
        await this.#parts.rest.get<APIMessage[]>(Routes.channelMessages(channel), query),
      );
      for (const each of found) {
        if (each.author.id !== self || !isSame(each, message)) continue;
        if (!(await this.#parts.claimed(message.place.room, each.id))) return each.id;
      }
      const newest = found.at(-1);
      if (found.length < pageSize || !newest) return null;
      after = newest.id;
    }
    throw new SendError('doubt', 'too much was said since to find it');
  }
}

const isForOneOnly = (message: OutgoingMessage): message is OutgoingMessage & { privateTo: PersonId } =>
  message.privateTo !== null && message.place.kind !== 'dm';

const isWaiting = (message: APIMessage): boolean => ((message.flags ?? 0) & MessageFlags.Loading) !== 0;

const isSame = (found: APIMessage, wanted: OutgoingMessage): boolean =>
  found.content.trim() === (bodyFor(wanted).content ?? '').trim();

/** What Discord shows: a panel, or the message's own words and buttons. */
function bodyFor(message: OutgoingMessage): MessageBody {
  const body = bodyOf(message);
  if (!message.panel) return body;
  return { ...body, content: panelContent(message.panel), components: panelRows(message.panel) };
}
