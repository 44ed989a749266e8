// What people see of a running turn: the channel's own sign (a status, typing, 👀) at once, and when it takes longer a line
// that the reply then replaces; and, where a room wants it, a ✅ at its end. A task or a decision has no message to mark, and no one waits for it.
import type { SpokenMessage } from '../../context/entry.ts';
import type { Channel, Place } from '../../delivery/channel.ts';
import { messageOf } from '../../errors.ts';
import { type Line, type Say, sayFor } from '../../language/say.ts';
import type { AskedFacts, TurnPlace } from './facts/turn-facts.ts';
import { sayWaiting } from './in-place.ts';
import type { DeliveryServices, StoreServices, TurnTimings } from './services.ts';
import type { BegunTurn } from './state.ts';

type Shown = Pick<BegunTurn, 'lease' | 'row'> & {
  readonly services: StoreServices & DeliveryServices & { readonly timings: TurnTimings };
  readonly facts: TurnPlace & Pick<AskedFacts, 'messages'>;
};

export class TurnPresence {
  readonly #turn: Shown;
  readonly #channel: Channel | null;
  readonly #timer: NodeJS.Timeout | null;
  readonly #say: Say;
  #doing: string;
  #last: string;
  #saying: Promise<void> = Promise.resolve();

  /** Shows at once that we are at it. */
  constructor(turn: Shown) {
    const { services, facts } = turn;
    this.#turn = turn;
    this.#say = sayFor(facts.person);
    this.#doing = this.#say('doing.thinking');
    this.#channel = facts.messages.length === 0 ? null : (services.channels.get(facts.room.platform) ?? null);
    this.#last = facts.messages.at(-1)?.messageId ?? '';
    const saysLonger = this.#channel !== null && !this.#channel.showsDuration?.();
    this.#timer = saysLonger
      ? setTimeout(() => {
          this.#saying = this.#wait();
        }, services.timings.waitLineMs).unref()
      : null;
    this.#sign(this.#doing);
  }

  /** @param doing "looking at your reminders" */
  show(doing: string | Line): void {
    this.#doing = typeof doing === 'string' ? doing : doing(this.#say);
    this.#sign(this.#doing);
  }

  /** Messages have been taken in: the last of them bears the signs now. */
  heard(said: readonly SpokenMessage[]): void {
    this.#last = said.at(-1)?.messageId ?? this.#last;
    this.#sign(this.#doing);
  }

  /** Resolves when no line is on its way any more, and none will be. */
  async settled(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    await this.#saying;
  }

  /** The turn has changed something: where the room wants it, its last message gets a ✅. */
  done(): void {
    const { facts } = this.#turn;
    if (facts.room.react) void this.#channel?.done?.(placeOf(facts), this.#last);
  }

  end(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#sign(null);
  }

  #sign(doing: string | null): void {
    void this.#channel?.working(placeOf(this.#turn.facts), this.#last, doing, this.#say.language);
  }

  async #wait(): Promise<void> {
    const { services, lease, row, facts } = this.#turn;
    try {
      await sayWaiting(services.database.db, lease, row, facts.room, this.#doing, this.#say);
      services.enqueued();
    } catch (error) {
      services.log.warn({ error: messageOf(error) }, 'a line that it takes longer was not stored');
    }
  }
}

/** A place for the channel's status, from rows. */
export function placeOf({ room, conversation }: Pick<TurnPlace, 'room' | 'conversation'>): Place {
  return {
    platform: room.platform as Place['platform'],
    room: room.id,
    kind: room.kind,
    conversation: conversation.id,
    thread: conversation.thread,
  };
}
