// Snowflakes and seeded chance. Every id the fake hands out is monotonic and carries its time, as Discord's do,
// so that paging by id and `createdTimestamp` work; every random choice comes from one printed seed.
import { mulberry } from '../mulberry.ts';

const DISCORD_EPOCH_MS = 1_420_070_400_000;
const TOKEN_LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Hands out ids that always grow, also within one millisecond and when the clock steps back. */
export class Snowflakes {
  #lastMs = 0;
  #increment = 0;

  /** @param nowMs milliseconds since 1970 */
  next(nowMs: number): string {
    if (nowMs > this.#lastMs) {
      this.#lastMs = nowMs;
      this.#increment = 0;
    } else {
      this.#increment += 1;
      if (this.#increment > 4095) {
        this.#lastMs += 1;
        this.#increment = 0;
      }
    }
    const since = BigInt(Math.max(0, Math.floor(this.#lastMs) - DISCORD_EPOCH_MS));
    return ((since << 22n) | BigInt(this.#increment)).toString();
  }
}

/** The moment, in milliseconds since 1970, that a snowflake carries. */
export function timeOfId(id: string): number {
  return Number(BigInt(id) >> 22n) + DISCORD_EPOCH_MS;
}

/** Discord's own routes and the client's rate-limit buckets know ids of 17 to 19 digits only. */
export function isSnowflake(id: string): boolean {
  return /^\d{17,19}$/.test(id);
}

/** Choices of a seed. */
export class Chance {
  /** In [0, 1). */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = mulberry(seed);
  }

  /** A new array with the same items in another order. */
  shuffle<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, key: this.next() }))
      .sort((a, b) => a.key - b.key)
      .map(({ item }) => item);
  }

  /** Letters and digits, for session ids and interaction tokens. */
  token(length: number): string {
    let out = '';
    while (out.length < length) out += TOKEN_LETTERS.charAt(Math.floor(this.next() * TOKEN_LETTERS.length));
    return out;
  }
}
