// A gateway session: its sequence numbers and the events it can replay. It outlives its socket for a while.
import type { Json } from './json.ts';

export interface SentEvent {
  readonly s: number;
  readonly t: string;
  readonly d: Json;
}

/** What a session needs of a socket. */
export interface Line {
  sendEvent(event: SentEvent): void;
}

export class Session {
  readonly id: string;
  readonly intents: number;
  line: Line | null = null;
  seq = 0;
  /** When its socket went away, in milliseconds since 1970; null while it has one. */
  lostAt: number | null = null;
  readonly #events: SentEvent[] = [];

  constructor(id: string, intents: number) {
    this.id = id;
    this.intents = intents;
  }

  /** Numbers an event, keeps it for replay, and sends it if there is a socket. */
  push(t: string, d: Json): void {
    this.seq += 1;
    const event = { s: this.seq, t, d };
    this.#events.push(event);
    this.line?.sendEvent(event);
  }

  /** The events after that number, in order. */
  after(seq: number): SentEvent[] {
    return this.#events.filter((event) => event.s > seq);
  }
}
