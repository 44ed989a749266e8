// Keeps a connection to Slack: when one ends, or Slack asks us to move, the next is opened, with patience after failures.
import type { Log } from '../../log.ts';
import { type Envelope, SlackConnection } from './connection.ts';
import { failureOf } from './errors.ts';
import type { SlackSettings, SlackTimings } from './settings.ts';

export interface SocketParts {
  readonly settings: SlackSettings;
  readonly timings: SlackTimings;
  readonly log: Log;
  readonly heard: (envelope: Envelope) => void;
}

export class SlackSocket {
  readonly #parts: SocketParts;
  readonly #connections = new Set<SlackConnection>();
  #stopping = false;
  #failures = 0;
  #timer: NodeJS.Timeout | null = null;
  #connecting: Promise<void> = Promise.resolve();

  constructor(parts: SocketParts) {
    this.#parts = parts;
  }

  /** Opens the first connection. Resolves at Slack's hello. @throws what apps.connections.open or the socket throws */
  async start(): Promise<void> {
    this.#stopping = false;
    await this.#connect();
  }

  /** Closes every connection and opens no other; what was not acknowledged comes again to the next process. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#timer) clearTimeout(this.#timer);
    await Promise.all([...this.#connections].map((connection) => connection.close()));
    await this.#connecting;
    await Promise.all([...this.#connections].map((connection) => connection.close()));
    this.#connections.clear();
  }

  async #connect(): Promise<void> {
    const connection = new SlackConnection({
      ...this.#parts,
      ended: () => {
        void connection.close().then(() => this.#connections.delete(connection));
        this.#later(0);
      },
    });
    this.#connections.add(connection);
    try {
      await connection.open();
    } catch (error) {
      this.#connections.delete(connection);
      throw error;
    }
    this.#failures = 0;
  }

  #later(waitMs: number): void {
    if (this.#stopping) return;
    this.#timer = setTimeout(() => {
      this.#connecting = this.#connect().then(
        () => this.#parts.log.info({}, 'the Slack socket is open again'),
        (error: unknown) => this.#failed(error),
      );
    }, waitMs);
  }

  #failed(error: unknown): void {
    const { reconnectMs, reconnectMaxMs } = this.#parts.timings;
    const { code, failure, retryAfterMs } = failureOf(error);
    const backoff = Math.min(reconnectMaxMs, reconnectMs * 2 ** this.#failures++);
    const waitMs = failure === 'retry' && code === 'ratelimited' ? Math.max(backoff, retryAfterMs) : backoff;
    this.#parts.log.warn({ code, waitMs, failures: this.#failures }, 'no socket to Slack; trying again');
    this.#later(waitMs);
  }
}
