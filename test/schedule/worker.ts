// A process of the crash runs: the real sweep and the real sender on a database and a platform that it can lose.
import type { Database } from '../../src/database/database.ts';
import type { ProcessLock } from '../../src/database/process-lock.ts';
import { Sender } from '../../src/delivery/sender.ts';
import { Wake } from '../../src/delivery/wake.ts';
import { silentLog } from '../../src/log.ts';
import { recordDelivery, wordLate } from '../../src/schedule/sweep/occurrences.ts';
import { sweep } from '../../src/schedule/sweep/sweep.ts';
import { Dead, Life, MortalDatabase } from './mortal.ts';
import type { Platform } from './platform.ts';

export interface World {
  readonly database: Database;
  /** Takes a process lock. */
  readonly alive: () => Promise<ProcessLock>;
  readonly platform: Platform;
  /** The fake clock. */
  readonly now: () => Date;
}

/** Leases outlast the test: what a dead process held is free because it is dead. */
const timings = { leaseMs: 600_000, pollMs: 10, backoffMs: 2, backoffMaxMs: 20 };

export class Worker {
  readonly life: Life;
  readonly #world: World;
  readonly #database: Database;
  readonly #lock: ProcessLock;
  readonly #wake = new Wake();
  readonly #sender: Sender;

  private constructor(world: World, lock: ProcessLock, boundaries: number) {
    this.#lock = lock;
    this.life = new Life(boundaries);
    this.#world = world;
    this.#database = new MortalDatabase(world.database, this.life);
    this.#sender = new Sender({
      database: this.#database,
      lock,
      channels: new Map([['slack', world.platform.channelOf(this.life)]]),
      wake: this.#wake,
      log: silentLog,
      delivered: (tx, row, outcome) => recordDelivery(tx, row, outcome, world.now()),
      worded: (row) => wordLate(this.#database, row, world.now()),
      timings,
    });
  }

  /** Starts one that dies at this boundary. */
  static async start(world: World, boundaries: number): Promise<Worker> {
    const worker = new Worker(world, await world.alive(), boundaries);
    worker.#sender.start();
    return worker;
  }

  /** One look at the clock. A death in it is no error of the test. */
  async tick(): Promise<void> {
    try {
      await sweep(this.#database, this.#world.now());
      this.#wake.signal();
    } catch (error) {
      if (!(error instanceof Dead)) throw error;
    }
  }

  /** Stops the sender's loop; for a dead one nothing of that reaches the database. */
  async stop(): Promise<void> {
    await this.#sender.stop();
    await this.#lock.release();
  }
}

/** Resolves when no message is on its way any more. */
export async function allSent(database: Database, over: () => boolean = () => false): Promise<void> {
  while (!over()) {
    const open = await database.db
      .selectFrom('outbox')
      .select('id')
      .where('state', 'in', ['waiting', 'sending', 'doubt'])
      .limit(1)
      .executeTakeFirst();
    if (!open) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
