// Remembers what was last sent in each conversation, as long as a server may, and says of each request how much of it
// repeats that. In memory only: after a restart the first request of a conversation counts as its first.
import { createHash } from 'node:crypto';
import { type Repeat, type Sent, watch } from '../../../context/budget/watchdog.ts';
import type { ConversationKey } from '../../../database/ids.ts';
import { Bounded } from '../../../process/lru.ts';

const conversationsAtMost = 64;

export class PrefixWatch {
  readonly #last = new Bounded<Sent>(conversationsAtMost, Number.POSITIVE_INFINITY, () => 0);

  /** Holds a request against the last one of its conversation, and remembers it in its place. */
  sent(conversation: ConversationKey, request: Sent, factor: number): Repeat {
    const before = this.#last.get(conversation) ?? null;
    this.#last.set(conversation, request);
    return watch(before, request, factor);
  }
}

/** A key for the model server's prompt cache, which learns nothing of rooms and people by it. */
export function cacheKey(of: ConversationKey | `delegate ${string}`): string {
  return createHash('sha256').update(`cache ${of}`).digest('hex').slice(0, 32);
}
