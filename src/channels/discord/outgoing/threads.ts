// The thread that a conversation of a channel lives in. It is made from the message that called us, when we first have
// something to say, and has that message's id; so making it twice makes it once.
import { RESTJSONErrorCodes as C, Routes } from 'discord.js';
import type { Clock } from '../../../clock.ts';
import { SendError } from '../../../delivery/outgoing.ts';
import { Bounded } from '../../../process/lru.ts';
import type { DiscordRest } from '../connection/rest.ts';
import { isCode, sendError } from '../errors.ts';
import { nameOf, readMessage } from '../incoming/envelope.ts';
import { readableText } from '../incoming/incoming-text.ts';
import { threadName } from './message.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
const hideAfterMinutes = 1440;

export class Threads {
  readonly #self: () => Promise<string>;
  readonly #known: Bounded<true>;
  /** Messages that Discord made no thread of. */
  readonly #refused: Bounded<true>;

  constructor(self: () => Promise<string>, clock: Clock) {
    this.#self = self;
    const now = () => clock.now().getTime();
    this.#known = new Bounded(2000, day, now);
    this.#refused = new Bounded(500, hour, now);
  }

  /** Whether we have seen that this thread exists. */
  isKnown(thread: string): boolean {
    return this.#known.get(thread) !== undefined;
  }

  /** Whether Discord lately refused to make it, and we have not seen that it exists either. */
  isRefused(thread: string): boolean {
    return !this.isKnown(thread) && this.#refused.get(thread) !== undefined;
  }

  /** It exists: we heard or wrote something in it. */
  know(thread: string): void {
    this.#known.set(thread, true);
  }

  forget(thread: string): void {
    this.#known.delete(thread);
  }

  /**
   * Makes the thread of a message if there is none.
   *
   * @returns false if Discord will not make one there: no permission, not that kind of channel, no such message
   * @throws SendError 'retry': nothing was said yet, so trying again is safe
   */
  async ensure(channel: string, starter: string, rest: DiscordRest): Promise<boolean> {
    if (this.isKnown(starter)) return true;
    if (this.isRefused(starter)) return false;
    const name = await this.#nameFor(channel, starter, rest);
    try {
      await rest.post(Routes.threads(channel, starter), {
        name,
        auto_archive_duration: hideAfterMinutes,
      });
    } catch (error) {
      if (!isCode(error, C.ThreadAlreadyCreatedForMessage)) {
        const failure = sendError(error);
        if (failure.failure === 'gone' || failure.failure === 'refused') {
          this.#refused.set(starter, true);
          return false;
        }
        throw new SendError('retry', failure.message, failure.retryAfterMs, { cause: error });
      }
    }
    this.know(starter);
    return true;
  }

  /** The first words of the message; a plain name if it cannot be read. */
  async #nameFor(channel: string, starter: string, rest: DiscordRest): Promise<string> {
    const message = await rest.get<unknown>(Routes.channelMessage(channel, starter)).then(
      (raw) => readMessage(raw),
      () => null,
    );
    if (!message?.ok) return threadName('');
    const users = new Map(message.told.mentions.map((user) => [user.id, nameOf(user)]));
    const self = await this.#self();
    return threadName(
      readableText(message.told.content, {
        self,
        user: (id) => users.get(id) ?? null,
        role: () => null,
        channel: () => null,
      }),
    );
  }
}
