// The one SQL dialect behind Kysely, on two engines: PGlite (embedded) or PostgreSQL. This file is the interface; the
// engines are in pglite.ts and postgres.ts.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely, Transaction } from 'kysely';
import { PeacrabError } from '../errors.ts';
import type { Tables } from './tables.ts';

/** Either the database or an open transaction: what a query function takes. */
export type Queries = Kysely<Tables>;
export type Tx = Transaction<Tables>;

const insideTransaction = new AsyncLocalStorage<true>();

/**
 * A database that cannot be asked outside its own open transaction. On PGlite such a query would wait for the
 * transaction that waits for it, for ever; on PostgreSQL it would read around the transaction. So `db` refuses.
 */
export class Database {
  readonly engine: 'pglite' | 'postgres';
  readonly #kysely: Kysely<Tables>;
  readonly #release: () => Promise<void>;

  /** @param release called after the connections are closed, to give back locks */
  constructor(engine: 'pglite' | 'postgres', kysely: Kysely<Tables>, release: () => Promise<void>) {
    this.engine = engine;
    this.#kysely = kysely;
    this.#release = release;
  }

  /** For single queries outside a transaction. @throws PeacrabError DATABASE_NESTED inside one */
  get db(): Kysely<Tables> {
    if (insideTransaction.getStore()) {
      throw new PeacrabError(
        'DATABASE_NESTED',
        'A query was sent to the database from inside a transaction. Use the transaction that was handed in.',
      );
    }
    return this.#kysely;
  }

  /** Runs `work` in one transaction: committed when it resolves, rolled back when it throws. Not nestable. */
  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transaction().execute((tx) => insideTransaction.run(true, () => work(tx)));
  }

  async close(): Promise<void> {
    await this.#kysely.destroy();
    await this.#release();
  }
}
