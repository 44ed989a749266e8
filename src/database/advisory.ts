// Whose turn it is to do what only one process may do at a time. On PostgreSQL an advisory lock of a connection of its own
// says so: it dies with the process, however that dies. PGlite has one process, whose turn it always is.
import pg from 'pg';
import { messageOf } from '../errors.ts';
import type { Log } from '../log.ts';

/** Gives all locks of a connection back; one that no longer answers is not waited for. */
const unlock = { text: 'select pg_advisory_unlock_all()', query_timeout: 1000 };

export interface Turn {
  /** Gives the turn back. */
  release(): Promise<void>;
  /** Resolves when the turn is no longer ours: released, or the connection that held it is gone. */
  readonly lost: Promise<void>;
}

export interface Turns {
  /** Takes the turn if it is free. @returns null if another process has it @throws if the database does not answer */
  tryTake(): Promise<Turn | null>;
  /** Gives back what is held and closes the connection. */
  close(): Promise<void>;
}

/** For one process alone: granted at once, never lost. */
export function alwaysOurs(): Turns {
  return {
    async tryTake() {
      const lost = Promise.withResolvers<void>();
      return { release: async () => lost.resolve(), lost: lost.promise };
    },
    async close() {
      // Nothing is held.
    },
  };
}

export interface AdvisorySettings {
  /** The PostgreSQL server. */
  readonly url: string;
  /** What the turn is for: the same name is the same lock. */
  readonly name: string;
  /** How often a held lock's connection is asked whether it lives, in milliseconds. */
  readonly beatMs?: number;
}

/** Turns by `pg_try_advisory_lock` on a dedicated connection, opened when first needed. */
export class AdvisoryTurns implements Turns {
  readonly #settings: Required<AdvisorySettings>;
  readonly #log: Log;
  #client: pg.Client | null = null;
  #lost: PromiseWithResolvers<void> | null = null;
  #beat: NodeJS.Timeout | null = null;

  constructor(settings: AdvisorySettings, log: Log) {
    this.#settings = { beatMs: 5000, ...settings };
    this.#log = log;
  }

  async tryTake(): Promise<Turn | null> {
    const client = this.#client ?? (await this.#connect());
    const { rows } = await client
      .query<{ taken: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', [
        this.#settings.name,
      ])
      .catch((error: unknown) => {
        this.#drop(client);
        throw error;
      });
    if (!rows[0]?.taken) return null;
    const lost = Promise.withResolvers<void>();
    this.#lost = lost;
    this.#beat = setInterval(() => this.#check(client), this.#settings.beatMs);
    return { lost: lost.promise, release: () => this.#release(client) };
  }

  async close(): Promise<void> {
    if (this.#client) await this.#release(this.#client);
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#settings.url,
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
      keepAlive: true,
      application_name: `peacrab ${this.#settings.name}`,
    });
    client.on('error', (error) => {
      this.#log.warn({ error: error.message }, 'the connection that holds a lock was lost');
      this.#drop(client);
    });
    client.on('end', () => this.#drop(client));
    await client.connect();
    // A machine that is gone without a word is found out, so that its locks are free; later than it finds out itself.
    await client.query(
      `select set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
        set_config('tcp_keepalives_count', '3', false)`,
    );
    this.#client = client;
    return client;
  }

  /** A connection that died silently must not go on holding a turn that the server gave away. */
  #check(client: pg.Client): void {
    client.query('select 1').catch((error: unknown) => {
      this.#log.warn({ error: messageOf(error) }, 'the connection that holds a lock does not answer');
      this.#drop(client);
    });
  }

  /** The server is some time behind with what ends with a connection: the lock is freed first, so that the next can have it. */
  async #release(client: pg.Client): Promise<void> {
    this.#forget(client);
    try {
      await client.query(unlock);
      await client.end();
    } catch (error) {
      this.#log.debug({ error: messageOf(error) }, 'a lock connection ended badly');
    }
  }

  #drop(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#forget(client);
    client
      .end()
      .catch((error: unknown) =>
        this.#log.debug({ error: messageOf(error) }, 'a lock connection ended badly'),
      );
  }

  #forget(client: pg.Client): void {
    if (this.#client === client) this.#client = null;
    if (this.#beat) clearInterval(this.#beat);
    this.#beat = null;
    this.#lost?.resolve();
    this.#lost = null;
  }
}
