// Whether a connection is alive: not assumed because it is open, but known because something was heard. What to do about a
// silence is decided here, purely; the channels listen, ask and close.
import type { Liveness } from '../delivery/channel.ts';

export interface PulseTimings {
  /** How often it is looked whether something was heard, in milliseconds. */
  readonly beatMs: number;
  /** After so long a silence the platform is asked whether it is there. */
  readonly quietMs: number;
  /** After so long a silence the connection is given up. */
  readonly deafMs: number;
}

/** What a look finds: all is well, a silence that is to be broken by asking, or one that has lasted too long. */
export type Look = 'well' | 'quiet' | 'deaf';

/** The clock is one that only goes forward, at the machine's own pace: setting the machine's time does not make us deaf. */
export class Pulse {
  readonly #timings: PulseTimings;
  readonly #now: () => number;
  #heardAt: number | null = null;
  #lookedAt: number | null = null;

  constructor(timings: PulseTimings, now: () => number = () => performance.now()) {
    this.#timings = timings;
    this.#now = now;
  }

  /** Something was heard, or a new connection begins: its silence counts from now. */
  beat(): void {
    this.#heardAt = this.#now();
  }

  get silentMs(): number | null {
    return this.#heardAt === null ? null : this.#now() - this.#heardAt;
  }

  /** To be called every `beatMs`. A look that comes late finds nothing: we were asleep ourselves, and what came is not read yet. */
  look(): Look {
    const { beatMs, quietMs, deafMs } = this.#timings;
    const since = this.#lookedAt === null ? 0 : this.#now() - this.#lookedAt;
    this.#lookedAt = this.#now();
    const silent = this.silentMs;
    if (silent === null || since > beatMs * 3) return 'well';
    if (silent > deafMs) return 'deaf';
    return silent > quietMs ? 'quiet' : 'well';
  }

  /** @param open whether a connection is held or sought; where none is, there is nothing to be deaf */
  liveness(open: boolean): Liveness {
    if (!open) return { state: 'off', silentMs: null };
    const silent = this.silentMs;
    return { state: silent === null || silent > this.#timings.deafMs ? 'deaf' : 'on', silentMs: silent };
  }
}
