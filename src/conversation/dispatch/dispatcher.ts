// Leases conversations that have something waiting and works them off, several at a time, each in order. What fails
// here is dropped with its lease and taken up by the next holder: nothing is lost by it.
import type { Database } from '../../database/database.ts';
import type { Holder, Holding } from '../../database/process-lock.ts';
import { openEvents } from '../../delivery/inbox.ts';
import { type Lease, releaseLease, renewLease, takeLeases } from '../../delivery/lease.ts';
import type { Wake } from '../../delivery/wake.ts';
import { messageOf, PeacrabError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { nextWork, type Work } from './next-work.ts';

export interface DispatcherTimings {
  /** How long a lease lasts without renewal, in milliseconds; it is renewed each third of that. */
  readonly leaseMs: number;
  readonly pollMs: number;
  /** Conversations worked on at the same time. */
  readonly atOnce: number;
}

const dispatcherTimings: DispatcherTimings = { leaseMs: 30_000, pollMs: 1000, atOnce: 32 };

/**
 * Does one piece of work under a lease. `signal` fires when the lease is lost or the time for a clean stop is over,
 * `shutdown` as soon as the process is to stop: background work ends there.
 */
export type Worker = (lease: Lease, work: Work, signal: AbortSignal, shutdown: AbortSignal) => Promise<void>;

export class Dispatcher {
  readonly #database: Database;
  readonly #worker: Worker;
  readonly #wake: Wake;
  readonly #log: Log;
  readonly #lock: Holding;
  readonly #timings: DispatcherTimings;
  readonly #busy = new Set<Promise<void>>();
  readonly #abort = new AbortController();
  readonly #shutdown = new AbortController();
  #running: Promise<void> | null = null;
  #stopped = false;

  constructor(parts: {
    readonly database: Database;
    readonly worker: Worker;
    readonly wake: Wake;
    readonly log: Log;
    readonly lock: Holding;
    readonly timings?: Partial<DispatcherTimings>;
  }) {
    this.#database = parts.database;
    this.#worker = parts.worker;
    this.#wake = parts.wake;
    this.#log = parts.log;
    this.#lock = parts.lock;
    this.#timings = { ...dispatcherTimings, ...parts.timings };
  }

  start(): void {
    this.#running = this.#loop();
  }

  /** Takes no more work, waits up to `graceMs` for what is under way, then lets go: the next start takes it up. */
  async stop(graceMs: number): Promise<void> {
    this.#stopped = true;
    this.#shutdown.abort();
    this.#wake.signal();
    await this.#running;
    const timer = setTimeout(() => this.#abort.abort(), graceMs);
    await Promise.all(this.#busy);
    clearTimeout(timer);
  }

  async #loop(): Promise<void> {
    while (!this.#stopped) {
      const room = this.#timings.atOnce - this.#busy.size;
      const { holder } = this.#lock;
      const leases = room > 0 && holder ? await this.#take(holder, room) : [];
      for (const lease of leases) if (holder) this.#track(this.#holdLease(lease, holder.lost));
      if (leases.length < room || room <= 0) await this.#wake.wait(this.#timings.pollMs);
    }
  }

  async #take({ name }: Holder, room: number): Promise<Lease[]> {
    try {
      return await takeLeases(this.#database, name, this.#timings.leaseMs, room);
    } catch (error) {
      this.#log.error({ error: messageOf(error) }, 'the inbox could not be read; trying again');
      return [];
    }
  }

  #track(work: Promise<void>): void {
    const tracked = work.finally(() => {
      // A lease is given back only when nothing waits there; another look is due if there was no room before.
      if (this.#busy.size >= this.#timings.atOnce) this.#wake.signal();
      this.#busy.delete(tracked);
    });
    this.#busy.add(tracked);
  }

  /** @param dead fires when the lock that the lease rests on is lost */
  async #holdLease(lease: Lease, dead: AbortSignal): Promise<void> {
    const lost = new AbortController();
    const signal = AbortSignal.any([lost.signal, dead, this.#abort.signal]);
    const renewal = setInterval(() => {
      renewLease(this.#database.db, lease, this.#timings.leaseMs).then(
        (held) => held || lost.abort(),
        (error) => this.#log.warn({ error: messageOf(error) }, 'a lease could not be renewed'),
      );
    }, this.#timings.leaseMs / 3);
    try {
      while (!this.#stopped && !signal.aborted) {
        const work = nextWork(await openEvents(this.#database.db, lease.conversation));
        if (work) await this.#worker(lease, work, signal, this.#shutdown.signal);
        if (await releaseLease(this.#database.db, lease, 'idle')) return;
        // With no slot free, another conversation may wait for one: it comes first.
        if (work?.type !== 'single' && this.#busy.size >= this.#timings.atOnce) break;
      }
      await releaseLease(this.#database.db, lease, 'anyway');
      this.#wake.signal();
    } catch (error) {
      await this.#letGo(lease, error, signal);
    } finally {
      clearInterval(renewal);
    }
  }

  /** After an unforeseen error the lease is kept until it ends by itself: a pause before the next attempt. */
  async #letGo(lease: Lease, error: unknown, signal: AbortSignal): Promise<void> {
    const lost = error instanceof PeacrabError && error.code === 'LEASE_LOST';
    if (lost || signal.aborted) {
      await releaseLease(this.#database.db, lease, 'anyway').catch((cause) =>
        this.#log.warn({ error: messageOf(cause) }, 'a lease was not released'),
      );
      return;
    }
    this.#log.error(
      { conversation: lease.conversation, error: messageOf(error) },
      'work on a conversation failed; it will be taken up again',
    );
  }
}
