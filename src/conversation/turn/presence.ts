// What people see of a running turn: the channel's own sign (a status, typing, 👀) at once, and when it takes longer a line
// that the reply then replaces; and, where a room wants it, a ✅ at its end. A task or a decision has no message that bears signs, and nobody waits for it.

import type { SpokenMessage } from '../../context/entry.ts';
import type { Channel, Place } from '../../delivery/channel.ts';
import type { Lease } from '../../delivery/lease.ts';
import { messageOf } from '../../errors.ts';
import { type Line, type Say, sayFor } from '../../language/say.ts';
import type { TurnFacts } from './facts/load-facts.ts';
import { sayWaiting } from './in-place.ts';
import type { TurnServices } from './turn.ts';
import type { TurnRow } from './turn-row.ts';

export class TurnPresence {
  readonly #parts: TurnServices;
  readonly #facts: TurnFacts;
  readonly #channel: Channel | null;
  readonly #timer: NodeJS.Timeout | null;
  readonly #say: Say;
  #doing: string;
  #last: string;
  #saying: Promise<void> = Promise.resolve();

  /** Shows at once that we are at it. */
  constructor(parts: TurnServices, lease: Lease, begun: TurnRow, facts: TurnFacts, channel: Channel | null) {
    this.#parts = parts;
    this.#facts = facts;
    this.#say = sayFor(facts.person);
    this.#doing = this.#say('doing.thinking');
    this.#channel = facts.messages.length === 0 ? null : channel;
    this.#last = facts.messages.at(-1)?.messageId ?? '';
    const saysLonger = this.#channel !== null && !this.#channel.showsDuration?.();
    this.#timer = saysLonger
      ? setTimeout(() => {
          this.#saying = this.#wait(lease, begun);
        }, parts.timings.waitLineMs).unref()
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
    if (this.#facts.room.react) void this.#channel?.done?.(placeOf(this.#facts), this.#last);
  }

  end(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#sign(null);
  }

  #sign(doing: string | null): void {
    void this.#channel?.working(placeOf(this.#facts), this.#last, doing, this.#say.language);
  }

  async #wait(lease: Lease, begun: TurnRow): Promise<void> {
    try {
      await sayWaiting(this.#parts.database.db, lease, begun, this.#facts.room, this.#doing, this.#say);
      this.#parts.enqueued();
    } catch (error) {
      this.#parts.log.warn({ error: messageOf(error) }, 'a line that it takes longer was not stored');
    }
  }
}

/** A place for the channel's status, from rows. */
export function placeOf({ room, conversation }: Pick<TurnFacts, 'room' | 'conversation'>): Place {
  return {
    platform: room.platform as Place['platform'],
    room: room.id,
    kind: room.kind,
    conversation: conversation.id,
    thread: conversation.thread,
  };
}
