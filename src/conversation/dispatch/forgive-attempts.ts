// An attempt that failed because the database was away says nothing about the row: it is taken off the count, so that only
// what really ends the process is given up. While the database is still away that is remembered and done before the next try.
import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { Lease } from '../../delivery/lease.ts';
import { Bounded } from '../../process/lru.ts';
import type { Work } from './next-work.ts';

/** What is forgotten beyond that counts as an attempt. */
const owedAtMost = 1000;

export class Forgiving {
  readonly #database: Database;
  /** One for each turn that ran when the database went away; it stays where another process has the conversation from then on. */
  readonly #owed = new Bounded<Work>(owedAtMost, Number.POSITIVE_INFINITY, () => 0);

  constructor(database: Database) {
    this.#database = database;
  }

  /** Takes off the attempt that this piece of work has just made. Never throws: what cannot be done now is owed. */
  async forgive(lease: Lease, work: Work): Promise<void> {
    this.#owed.set(lease.conversation, work);
    await this.owed(lease).catch(() => undefined);
  }

  /** Does what is owed to this conversation. @throws an error of the database if it is still away */
  async owed({ conversation }: Lease): Promise<void> {
    const work = this.#owed.get(conversation);
    if (!work) return;
    if (work.type === 'single')
      await sql`update inbox set attempts = greatest(attempts - 1, 0) where id = ${work.event.id}`.execute(
        this.#database.db,
      );
    else
      await sql`update turn set attempts = greatest(attempts - 1, 0), reached = greatest(reached - 1, 0)
        where conversation_id = ${conversation} and state = 'running'`.execute(this.#database.db);
    this.#owed.delete(conversation);
  }
}
