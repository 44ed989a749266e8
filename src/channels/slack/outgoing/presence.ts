// What people see while we work: a status in a thread, 👀 on the message elsewhere; and ✅ on what was done. Nothing here may fail a turn: what
// Slack does not allow is said once in the log and not tried again.
import type { WebClient } from '@slack/web-api';
import type { Place } from '../../../delivery/channel.ts';
import type { Tag } from '../../../language/languages.ts';
import { sayIn } from '../../../language/say.ts';
import type { Log } from '../../../log.ts';
import { failureOf } from '../errors.ts';
import { channelOf } from '../keys.ts';

const eyes = 'eyes';
const check = 'white_check_mark';
/** Conversations whose signs are remembered; signs of other processes' turns would pile up. */
const shownAtMost = 200;

/** What one conversation shows now. */
interface Shown {
  status: boolean;
  /** The messages that bear our 👀. */
  readonly marked: Set<string>;
  /** Whether a turn runs here. */
  turn: boolean;
  /** What it says of a running turn. */
  doing: string;
  /** The newest wish; an older status that was not shown yet is skipped. */
  wish: number;
  tail: Promise<void>;
}

export class Presence {
  readonly #client: WebClient;
  readonly #log: Log;
  readonly #shown = new Map<string, Shown>();
  /** Kinds of sign that Slack does not allow us: "status dm", "status channel", "reaction". */
  readonly #forbidden = new Set<string>();

  /** @param client one with a short timeout */
  constructor(client: WebClient, log: Log) {
    this.#client = client;
    this.#log = log;
  }

  /** Shows that we are at work on a message (`doing`: "thinking"), or takes every sign away (null). Never throws. */
  show(place: Place, messageId: string, doing: string | null, language: Tag = 'en'): Promise<void> {
    const shown = this.#of(place);
    const wish = ++shown.wish;
    return this.#then(place, shown, async () => {
      if (doing === null) await this.#clear(place, messageId, shown);
      else if (wish === shown.wish || place.thread === null)
        await this.#sign(place, messageId, sayIn(language)('doing.is', { doing }), shown);
    });
  }

  /** A turn has begun (`doing`) or ended (null): its signs are its own business until then. */
  working(place: Place, messageId: string, doing: string | null, language?: Tag): Promise<void> {
    this.#of(place).turn = doing !== null;
    return this.show(place, messageId, doing, language);
  }

  /** We have said something there. What needed no turn (a typed command) is answered by it: its sign goes. */
  answered(place: Place): void {
    const shown = this.#shown.get(place.conversation);
    if (!shown || shown.turn) return;
    void this.#then(place, shown, () => this.#clear(place, '', shown));
  }

  /** Something of a running turn was said there: with each message of ours Slack takes its status away. */
  interrupted(place: Place): void {
    const shown = this.#shown.get(place.conversation);
    if (!shown?.turn || !shown.status) return;
    void this.#then(place, shown, async () => {
      if (shown.turn && shown.status) await this.#sign(place, '', shown.doing, shown);
    });
  }

  /** Marks a message as done (✅). Never throws. */
  done(place: Place, messageId: string): Promise<void> {
    if (!isTs(messageId)) return Promise.resolve();
    return this.#then(place, this.#of(place), async () => {
      await this.#try('reaction', () =>
        this.#client.reactions.add({ channel: channelOf(place.room), timestamp: messageId, name: check }),
      );
    });
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await Promise.all([...this.#shown.values()].map((shown) => shown.tail));
  }

  #of(place: Place): Shown {
    const known = this.#shown.get(place.conversation);
    if (known) return known;
    const [marked, tail] = [new Set<string>(), Promise.resolve()];
    const shown: Shown = { status: false, marked, turn: false, doing: '', wish: 0, tail };
    this.#shown.set(place.conversation, shown);
    for (const [oldest, { turn }] of this.#shown) {
      if (this.#shown.size <= shownAtMost) break;
      if (!turn) this.#shown.delete(oldest);
    }
    return shown;
  }

  /** One thing after the other in a conversation. */
  #then(place: Place, shown: Shown, act: () => Promise<void>): Promise<void> {
    const tail = shown.tail
      .then(act)
      .catch((error) => this.#log.debug({ code: failureOf(error).code }, 'a status could not be shown'))
      .then(() => {
        const idle = shown.tail === tail && !shown.turn && !shown.status && shown.marked.size === 0;
        if (idle) this.#shown.delete(place.conversation);
      });
    shown.tail = tail;
    return tail;
  }

  async #sign(place: Place, messageId: string, doing: string, shown: Shown): Promise<void> {
    if (place.thread !== null && (await this.#status(place, place.thread, `${doing}…`))) {
      shown.status = true;
      shown.doing = doing;
      return;
    }
    if (shown.marked.has(messageId) || !isTs(messageId)) return;
    const done = await this.#try('reaction', () =>
      this.#client.reactions.add({ channel: channelOf(place.room), timestamp: messageId, name: eyes }),
    );
    if (done) shown.marked.add(messageId);
  }

  async #clear(place: Place, messageId: string, shown: Shown): Promise<void> {
    if (shown.status && place.thread !== null) await this.#status(place, place.thread, '');
    shown.status = false;
    const marked = [...shown.marked].filter((ts) => ts <= messageId || !isTs(messageId));
    for (const ts of marked) {
      shown.marked.delete(ts);
      await this.#try('reaction', () =>
        this.#client.reactions.remove({ channel: channelOf(place.room), timestamp: ts, name: eyes }),
      );
    }
  }

  #status(place: Place, thread: string, status: string): Promise<boolean> {
    return this.#try(`status ${place.kind}`, () =>
      this.#client.assistant.threads.setStatus({
        channel_id: channelOf(place.room),
        thread_ts: thread,
        status,
      }),
    );
  }

  /** @returns whether the sign is shown as wished */
  async #try(sign: string, act: () => Promise<unknown>): Promise<boolean> {
    if (this.#forbidden.has(sign)) return false;
    try {
      await act();
      return true;
    } catch (error) {
      const { code } = failureOf(error);
      if (code === 'already_reacted' || code === 'no_reaction') return true;
      if (
        /^(missing_scope|not_allowed_token_type|unknown_method|method_deprecated|access_denied|accesslimited|not_allowed)$/.test(
          code,
        )
      ) {
        this.#forbidden.add(sign);
        this.#log.warn({ sign, code }, 'Slack does not allow this sign of work; going on without it');
      }
      return false;
    }
  }
}

const isTs = (id: string): boolean => /^\d+\.\d+$/.test(id);
