// Whether a process lives. Each holds an advisory lock under a name of its own, and its leases bear that name. PostgreSQL
// frees the lock with the connection, however the process ended; from then on its leases are void for all, however
// long they would have lasted. PGlite's one session ends with the process, so there every other owner is dead at the start.
import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { sleep } from '../clock.ts';
import { messageOf, PeacrabError } from '../errors.ts';
import type { Log } from '../log.ts';
import { AdvisoryTurns, type Turn, type Turns } from './advisory.ts';
import type { Database } from './database.ts';

/** A process as the owner of leases, for as long as its lock is held without a break. */
export interface Holder {
  /** What its leases bear; no two holders have the same. */
  readonly name: string;
  /** Fires when the lock is lost: what was leased under the name is no longer ours. */
  readonly lost: AbortSignal;
}

/** Who takes leases. */
export interface Holding {
  /** Null while the lock is not held: then nothing may be leased. */
  readonly holder: Holder | null;
}

const retryMs = 500;
const retryMaxMs = 10_000;

/**
 * The lock of this process. When its connection breaks, the leases of that holder are lost, and the lock is taken again
 * under a new name: what another process has taken over meanwhile cannot be mistaken for ours.
 */
export class ProcessLock implements Holding {
  readonly #turnsOf: (name: string) => Turns;
  readonly #log: Log;
  readonly #stop = new AbortController();
  #turns: Turns | null = null;
  #holder: Holder | null = null;
  #keeping: Promise<void> = Promise.resolve();

  private constructor(turnsOf: (name: string) => Turns, log: Log) {
    this.#turnsOf = turnsOf;
    this.#log = log;
  }

  /**
   * @param url the PostgreSQL server; null: PGlite
   * @throws PeacrabError DATABASE_DOWN if the database does not answer
   */
  static async take(database: Database, url: string | null, log: Log): Promise<ProcessLock> {
    const lock = new ProcessLock(
      (name) => (url === null ? ownSession(database, name) : new AdvisoryTurns({ url, name }, log)),
      log,
    );
    try {
      lock.#keeping = lock.#keep(await lock.#take());
    } catch (cause) {
      throw new PeacrabError(
        'DATABASE_DOWN',
        `The database does not give this process its lock: ${messageOf(cause)}. Check that it runs and takes another connection.`,
        { cause },
      );
    }
    return lock;
  }

  get holder(): Holder | null {
    return this.#holder;
  }

  /** Gives the lock back: what is still leased is free. */
  async release(): Promise<void> {
    this.#stop.abort();
    await this.#turns?.close();
    await this.#keeping;
  }

  async #take(): Promise<Turn> {
    const name = `${process.pid}-${randomUUID()}`;
    const turns = this.#turnsOf(name);
    const turn = await turns.tryTake();
    if (!turn) throw new Error('the lock of a new name is held by another');
    const lost = new AbortController();
    this.#turns = turns;
    this.#holder = { name, lost: lost.signal };
    turn.lost.then(() => {
      this.#holder = null;
      lost.abort();
    });
    return turn;
  }

  /** Takes the lock anew whenever it is lost, until it is given back. */
  async #keep(first: Turn): Promise<void> {
    const { signal } = this.#stop;
    let turn: Turn | null = first;
    for (let failures = 0; ; ) {
      await turn?.lost;
      if (turn && !signal.aborted)
        this.#log.warn({}, 'the lock of this process was lost; what it was working on is free for others');
      if (signal.aborted) return;
      turn = await this.#take().catch((error: unknown) => {
        this.#log.warn(
          { error: messageOf(error) },
          'the lock of this process could not be taken; trying again',
        );
        return null;
      });
      failures = turn ? 0 : failures + 1;
      if (!turn) await sleep(Math.min(retryMaxMs, retryMs * 2 ** (failures - 1)), signal);
      else if (signal.aborted) await this.#turns?.close();
    }
  }
}

/** PGlite has one session, which ends with the process. */
function ownSession({ db }: Database, name: string): Turns {
  let lost: PromiseWithResolvers<void> | null = null;
  const release = async () => {
    if (!lost) return;
    await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(db);
    lost.resolve();
    lost = null;
  };
  return {
    async tryTake() {
      await sql`select pg_advisory_lock(hashtextextended(${name}, 0))`.execute(db);
      lost = Promise.withResolvers<void>();
      return { lost: lost.promise, release };
    },
    close: release,
  };
}

/**
 * SQL: whether the holder of this name lives. All locks are looked up once in a statement, and only if a row asks for it: a row
 * that has changed since is read anew, the locks are not, and its owner may have started in between. So who is not among them
 * is asked for by name: a lock that we cannot share is held. (On PGlite, one session, we can share all; nobody starts there.)
 *
 * @param name a column or a parameter
 */
export const isAlive = (name: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  hashtextextended(${name}, 0) in (
    select (classid::bigint << 32) | objid::bigint from pg_locks
    where locktype = 'advisory' and objsubid = 1 and mode = 'ExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database()))
  or not pg_try_advisory_xact_lock_shared(hashtextextended(${name}, 0)))`;
