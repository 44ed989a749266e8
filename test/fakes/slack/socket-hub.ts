// Socket Mode's server side: envelopes go to one of the connected sockets, wait for their ack, and come again with
// retry_attempt when it does not come. Events have three retries, interactions and commands none.
// Kinder than the real one in one point: with `holdWhileOffline` events wait for a socket without spending retries,
// because tests shorten the retries (0, 1 and 5 minutes in real life) far below the time a process needs to start.
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Changes } from './changes.ts';
import { Connection } from './connection.ts';
import type { Faults } from './faults.ts';
import type { Seeded, Timers } from './seeded.ts';
import type { Fields, Settings } from './types.ts';

export type EnvelopeType = 'events_api' | 'interactive' | 'slash_commands';

/** One delivery as tests see it. */
export interface Delivery {
  readonly type: EnvelopeType;
  readonly body: Fields;
  /** 0 for the first attempt. */
  attempt: number;
  /** Every socket it was handed to, by number, in order. */
  readonly sockets: number[];
  /** Once acknowledged, given up, or while neither. */
  outcome: 'waiting' | 'acknowledged' | 'lost';
}

interface Waiting {
  readonly delivery: Delivery;
  readonly envelopeId: string;
  readonly connection: Connection;
  readonly stop: () => void;
  readonly settle: Settle;
}

interface Settle {
  readonly acknowledged: (payload: Fields) => void;
  readonly failed: () => void;
}

const MAX_CONNECTIONS = 10;
const noSettle: Settle = { acknowledged: () => undefined, failed: () => undefined };

export interface HubParts {
  readonly settings: Settings;
  readonly random: Seeded;
  readonly timers: Timers;
  readonly faults: Faults;
  readonly changes: Changes;
  readonly appId: string;
}

export class SocketHub {
  readonly deliveries: Delivery[] = [];
  /** Tickets of apps.connections.open that no socket has used yet. */
  readonly tickets = new Set<string>();
  readonly #parts: HubParts;
  readonly #connections = new Set<Connection>();
  readonly #waiting = new Map<string, Waiting>();
  #held: Delivery[] = [];
  #reordered: Delivery[] = [];
  #count = 0;

  constructor(parts: HubParts) {
    this.#parts = parts;
  }

  /** The sockets that are up now. */
  get connections(): readonly Connection[] {
    return [...this.#connections].filter((c) => c.isUp());
  }

  /** Envelopes handed out, kept for later or to be retried: what is still under way. */
  get underway(): number {
    return this.deliveries.filter((d) => d.outcome === 'waiting').length;
  }

  /** A client connected: greets it, hears its acks, and sends what was held. */
  accept(socket: WebSocket, tcp: Duplex): void {
    const { timers, settings } = this.#parts;
    this.#count += 1;
    const connection = new Connection(this.#count, socket, tcp, timers, settings.pingMs);
    this.#connections.add(connection);
    connection.onFrame((frame) => this.#heard(connection, frame));
    connection.onClose(() => {
      this.#connections.delete(connection);
      this.#parts.changes.touch();
    });
    const refusal = this.#parts.faults.socketModeOff
      ? 'link_disabled'
      : this.connections.length > MAX_CONNECTIONS && 'too_many_websockets';
    if (refusal) {
      connection.disconnect(refusal);
      return;
    }
    connection.send({
      type: 'hello',
      num_connections: this.connections.length,
      debug_info: { host: 'applink-1', build_number: 1, approximate_connection_time: 18060 },
      connection_info: { app_id: this.#parts.appId },
    });
    const held = this.#held;
    this.#held = [];
    for (const delivery of held) this.#hand(delivery, noSettle);
    this.#parts.changes.touch();
  }

  /** Queues an event of the Events API. */
  sendEvent(body: Fields): void {
    const delivery = this.#enter('events_api', body);
    const { faults, timers, random } = this.#parts;
    if (faults.eventsToReorder > 0) {
      faults.eventsToReorder -= 1;
      this.#reordered.push(delivery);
      if (faults.eventsToReorder === 0) this.flushReordered(random);
      return;
    }
    if (faults.eventDelayMs > 0) timers.after(faults.eventDelayMs, () => this.#handEvent(delivery));
    else this.#handEvent(delivery);
  }

  /** Sends the events kept for reordering now, shuffled. */
  flushReordered(random: Seeded): void {
    const kept = this.#reordered;
    this.#reordered = [];
    this.#parts.faults.eventsToReorder = 0;
    for (const delivery of random.shuffle(kept)) this.#handEvent(delivery);
  }

  /** Queues an interaction or a slash command: one attempt, and an answer may come with the ack. */
  sendOnce(type: 'interactive' | 'slash_commands', body: Fields, settle: Settle): void {
    this.#hand(this.#enter(type, body), settle);
  }

  /** Gives up everything under way, as after an outage longer than the retries. */
  loseUndelivered(): void {
    for (const waiting of this.#waiting.values()) waiting.stop();
    this.#waiting.clear();
    this.#held = [];
    this.#reordered = [];
    for (const delivery of this.deliveries) if (delivery.outcome === 'waiting') delivery.outcome = 'lost';
    this.#parts.changes.touch();
  }

  stop(): void {
    for (const waiting of this.#waiting.values()) waiting.stop();
    this.#waiting.clear();
    for (const connection of this.#connections) connection.kill();
    this.#connections.clear();
  }

  #enter(type: EnvelopeType, body: Fields): Delivery {
    const delivery: Delivery = { type, body, attempt: 0, sockets: [], outcome: 'waiting' };
    this.deliveries.push(delivery);
    return delivery;
  }

  #handEvent(delivery: Delivery): void {
    this.#hand(delivery, noSettle);
    if (this.#parts.faults.doubleEvent()) this.#hand(delivery, noSettle);
  }

  #hand(delivery: Delivery, settle: Settle): void {
    if (delivery.outcome === 'lost') return;
    const { settings, random, timers } = this.#parts;
    const connection = random.pick(this.connections.filter((c) => c.takesEvents()));
    if (connection === undefined) {
      if (delivery.type === 'events_api' && settings.holdWhileOffline) this.#held.push(delivery);
      else this.#failed(delivery, settle);
      return;
    }
    const envelopeId = random.uuid();
    const stop = timers.after(settings.ackMs, () => {
      this.#waiting.delete(envelopeId);
      this.#failed(delivery, settle);
    });
    this.#waiting.set(envelopeId, { delivery, envelopeId, connection, stop, settle });
    delivery.sockets.push(connection.id);
    connection.send({
      envelope_id: envelopeId,
      payload: delivery.body,
      type: delivery.type,
      accepts_response_payload:
        delivery.type === 'slash_commands' || (delivery.body as Fields | null)?.type === 'view_submission',
      ...(delivery.type === 'events_api'
        ? { retry_attempt: delivery.attempt, retry_reason: delivery.attempt === 0 ? '' : 'timeout' }
        : {}),
    });
    this.#parts.changes.touch();
  }

  #heard(connection: Connection, frame: Fields): void {
    const waiting = this.#waiting.get(String(frame.envelope_id));
    if (waiting === undefined || waiting.connection !== connection) return;
    if (this.#parts.faults.swallowAck()) return;
    waiting.stop();
    this.#waiting.delete(waiting.envelopeId);
    waiting.delivery.outcome = 'acknowledged';
    waiting.settle.acknowledged((frame.payload as Fields | undefined) ?? {});
    this.#parts.changes.touch();
  }

  #failed(delivery: Delivery, settle: Settle): void {
    const wait = delivery.type === 'events_api' ? this.#parts.settings.retryMs[delivery.attempt] : undefined;
    if (delivery.outcome === 'acknowledged') return;
    if (wait === undefined) {
      delivery.outcome = 'lost';
      settle.failed();
    } else {
      delivery.attempt += 1;
      this.#parts.timers.after(wait, () => this.#hand(delivery, settle));
    }
    this.#parts.changes.touch();
  }
}
