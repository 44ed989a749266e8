// Shows that we are at work: typing, kept alive while it lasts; and 👀 on the message that called us while its thread does
// not exist yet. None of it matters enough to fail for.
import { RESTJSONErrorCodes as C, Routes } from 'discord.js';
import type { Place } from '../../../delivery/channel.ts';
import { messageOf } from '../../../errors.ts';
import type { Log } from '../../../log.ts';
import { patiently } from '../connection/patience.ts';
import type { DiscordRest } from '../connection/rest.ts';
import { isCode } from '../errors.ts';
import { channelOf } from '../keys.ts';
import type { Threads } from './threads.ts';

const eyes = encodeURIComponent('👀');
const check = encodeURIComponent('✅');
/** Typing shows for ten seconds. */
const againMs = 8000;
const atMostMs = 5 * 60_000;

interface Shown {
  readonly messageId: string;
  /** The channel and message that bear our 👀. */
  seen: { readonly channel: string; readonly message: string } | null;
  timer: NodeJS.Timeout | null;
  over: boolean;
  begun: Promise<void>;
}

export class Working {
  readonly #rest: DiscordRest;
  readonly #threads: Threads;
  readonly #log: Log;
  readonly #shown = new Map<string, Shown>();

  constructor(rest: DiscordRest, threads: Threads, log: Log) {
    this.#rest = rest;
    this.#threads = threads;
    this.#log = log;
  }

  /** Never throws. @param doing what we do, or null when it is over */
  async show(place: Place, messageId: string, doing: string | null): Promise<void> {
    const shown = this.#shown.get(place.conversation);
    if (doing !== null && shown?.messageId === messageId) return;
    if (shown) {
      this.#shown.delete(place.conversation);
      await this.#end(shown);
    }
    if (doing !== null && !this.#shown.has(place.conversation)) await this.#start(place, messageId);
  }

  /** Marks a message as done (✅). Never throws. */
  async done(place: Place, messageId: string): Promise<void> {
    const room = channelOf(place.room);
    const mark = (channel: string) =>
      patiently(() => this.#rest.put(Routes.channelMessageOwnReaction(channel, messageId, check)), 5);
    try {
      // The message that a thread was made from is in the room; the first message of a forum's post does not.
      const thread = place.kind === 'dm' ? null : place.thread;
      if (thread === null) await mark(room);
      else {
        const [first, second] = thread === messageId ? [room, thread] : [thread, room];
        await mark(first).catch((error) => {
          if (!isCode(error, C.UnknownMessage, C.UnknownChannel)) throw error;
          return mark(second);
        });
      }
    } catch (error) {
      this.#note(error);
    }
  }

  async #start(place: Place, messageId: string): Promise<void> {
    const shown: Shown = { messageId, seen: null, timer: null, over: false, begun: Promise.resolve() };
    this.#shown.set(place.conversation, shown);
    shown.begun = this.#begin(place, shown).catch((error) => this.#note(error));
    await shown.begun;
  }

  async #begin(place: Place, shown: Shown): Promise<void> {
    const room = channelOf(place.room);
    const thread = place.kind === 'dm' ? null : place.thread;
    if (thread === null) return this.#type(room, shown);
    if (this.#threads.isKnown(thread) || (thread !== shown.messageId && !this.#threads.isRefused(thread))) {
      try {
        return await this.#type(thread, shown);
      } catch (error) {
        if (!isCode(error, C.UnknownChannel)) throw error;
      }
    }
    shown.seen = { channel: room, message: shown.messageId };
    const marked = this.#rest
      .put(Routes.channelMessageOwnReaction(room, shown.messageId, eyes))
      .catch((error) => this.#note(error));
    await Promise.all([marked, this.#type(room, shown)]);
  }

  async #type(channel: string, shown: Shown): Promise<void> {
    const type = () => this.#rest.post(Routes.channelTyping(channel), undefined);
    await type();
    if (shown.over) return;
    let left = Math.floor(atMostMs / againMs);
    shown.timer = setInterval(() => {
      left -= 1;
      if (left <= 0 && shown.timer) clearInterval(shown.timer);
      type().catch((error) => this.#note(error));
    }, againMs);
    shown.timer.unref();
  }

  async #end(shown: Shown): Promise<void> {
    shown.over = true;
    await shown.begun;
    if (shown.timer) clearInterval(shown.timer);
    const { seen } = shown;
    if (!seen) return;
    const remove = () =>
      this.#rest.delete(Routes.channelMessageOwnReaction(seen.channel, seen.message, eyes));
    await patiently(remove, 5).catch((error) => this.#note(error));
  }

  #note(error: unknown): void {
    this.#log.debug({ error: messageOf(error) }, 'the status could not be shown');
  }
}
