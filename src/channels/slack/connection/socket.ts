// Keeps a connection to Slack: when one ends, or Slack asks us to move, the next is opened, with patience after failures.
// One that is open but silent is not believed: Slack is asked whether it is there, and the socket is closed before another
// is opened.
import type { Liveness } from '../../../delivery/channel.ts';
import type { Log } from '../../../log.ts';
import { backoffMs } from '../../backoff.ts';
import { Pulse } from '../../pulse.ts';
import { failureOf } from '../errors.ts';
import type { SlackSettings, SlackTimings } from '../settings.ts';
import { type Envelope, SlackConnection } from './connection.ts';

export interface SocketParts {
  readonly settings: SlackSettings;
  readonly timings: SlackTimings;
  readonly log: Log;
  readonly heard: (envelope: Envelope) => void;
  /** A connection is open; nothing was heard through it yet. */
  readonly opened: () => void;
  /** A cheap call that Slack answers if it is there and knows us. */
  readonly ask: () => Promise<unknown>;
}

export class SlackSocket {
  readonly #parts: SocketParts;
  readonly #connections = new Set<SlackConnection>();
  readonly #pulse: Pulse;
  /** The connection that events are expected through. */
  #current: SlackConnection | null = null;
  #stopping = true;
  #failures = 0;
  /** Whether the present outage was told of. */
  #said = false;
  #timer: NodeJS.Timeout | null = null;
  #beats: NodeJS.Timeout | null = null;
  /** Whether the present silence is being looked into. */
  #asking: Promise<void> | null = null;
  #connecting: Promise<void> = Promise.resolve();
  #count = 1;

  constructor(parts: SocketParts) {
    this.#parts = parts;
    this.#pulse = new Pulse(parts.timings);
  }

  /** Opens the first connection. Resolves at Slack's hello. @throws what apps.connections.open or the socket throws */
  async start(): Promise<void> {
    this.#stopping = false;
    await this.#connect();
    this.#beats = setInterval(() => this.#look(), this.#parts.timings.beatMs);
  }

  /** Closes every connection and opens no other; what was not acknowledged comes again to the next process. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#beats) clearInterval(this.#beats);
    await this.#asking;
    await Promise.all([...this.#connections].map((connection) => connection.close()));
    await this.#connecting;
    await Promise.all([...this.#connections].map((connection) => connection.close()));
    this.#connections.clear();
    this.#current = null;
  }

  /** How many connections the app has, whosever they are, as Slack counted them at the last hello. */
  get connections(): number {
    return this.#count;
  }

  liveness(): Liveness {
    return this.#pulse.liveness(!this.#stopping);
  }

  async #connect(): Promise<void> {
    let openedAt = Number.POSITIVE_INFINITY;
    const connection: SlackConnection = new SlackConnection({
      ...this.#parts,
      alive: () => {
        if (this.#current === connection) this.#pulse.beat();
      },
      opened: (count) => {
        openedAt = performance.now();
        this.#count = count;
        this.#current = connection;
        this.#pulse.beat();
        this.#parts.opened();
      },
      ended: () => {
        if (this.#current === connection) this.#current = null;
        void connection.close().then(() => this.#connections.delete(connection));
        this.#ended(performance.now() - openedAt);
      },
    });
    this.#connections.add(connection);
    try {
      await connection.open();
    } catch (error) {
      this.#connections.delete(connection);
      throw error;
    }
  }

  /** The next one is opened at once, unless sockets end as soon as they are open. */
  #ended(livedMs: number): void {
    if (livedMs >= this.#parts.timings.steadyMs) this.#failures = 0;
    const waitMs = this.#failures === 0 ? 0 : this.#backoff();
    if (waitMs > 0) this.#parts.log.warn({ waitMs }, 'the Slack socket ended as soon as it was open');
    this.#failures++;
    this.#later(waitMs);
  }

  /** Of a connection that we hold; while there is none, another is sought already. */
  #look(): void {
    const look = this.#pulse.look();
    const connection = this.#current;
    if (look === 'well' || connection === null || this.#asking) return;
    this.#asking = this.#doubt(connection, look === 'deaf').finally(() => {
      this.#asking = null;
    });
  }

  /** Slack answers, the socket does not: it is deaf. If Slack does not answer either, another socket would be no better yet. */
  async #doubt(connection: SlackConnection, long: boolean): Promise<void> {
    const { ask, log, timings } = this.#parts;
    const before = this.#pulse.silentMs ?? 0;
    const answers = await ask().then(
      () => true,
      () => false,
    );
    const silentMs = this.#pulse.silentMs ?? 0;
    const isStill = this.#current === connection && silentMs >= before && !this.#stopping;
    if (!isStill || !(answers || long)) return;
    this.#current = null;
    log.warn(
      { silentMs: Math.round(silentMs), deafMs: timings.deafMs, slackAnswers: answers },
      'the Slack socket has gone deaf; it is closed and another opened',
    );
    // Its end opens the next one, when it is closed.
    await connection.close();
    this.#connections.delete(connection);
    this.#later(0);
  }

  #later(waitMs: number): void {
    if (this.#stopping) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#connecting = this.#connect().then(
        () => {
          this.#said = false;
          this.#parts.log.info({}, 'the Slack socket is open again');
        },
        (error: unknown) => this.#failed(error),
      );
    }, waitMs);
  }

  #failed(error: unknown): void {
    const { code, failure, retryAfterMs } = failureOf(error);
    const backoff = this.#backoff();
    this.#failures++;
    const waitMs = failure === 'retry' && code === 'ratelimited' ? Math.max(backoff, retryAfterMs) : backoff;
    const fields = { code, waitMs, failures: this.#failures };
    // Once for each outage; that it is over is said, too.
    if (this.#said) this.#parts.log.debug(fields, 'still no socket to Slack');
    else this.#parts.log.warn(fields, 'no socket to Slack; trying again, with growing waits');
    this.#said = true;
    this.#later(waitMs);
  }

  #backoff(): number {
    const { reconnectMs: firstMs, reconnectMaxMs: maxMs } = this.#parts.timings;
    return backoffMs(this.#failures + 1, { firstMs, maxMs });
  }
}
