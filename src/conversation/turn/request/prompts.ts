// The system prompt a conversation runs on. A changed prompt, or a changed list of skills in it, would have every running conversation computed again, so it
// comes in only where the cache breaks anyway: at a compaction, or when the cache has gone cold. The texts are kept by
// their hash, also to rebuild a request later.
import { createHash } from 'node:crypto';
import type { ToolSchema } from '../../../context/message.ts';
import type { Database } from '../../../database/database.ts';
import { Bounded } from '../../../process/lru.ts';

/** Prompts change with releases, settings and skills; most conversations share one. */
const knownAtMost = 50;

export interface Prompt {
  readonly hash: string;
  readonly system: string;
}

export class Prompts {
  readonly #database: Database;
  readonly #system: () => string;
  /** Others are read from the database again. */
  readonly #known = new Bounded<{ readonly system: string; readonly tools: string }>(
    knownAtMost,
    Number.POSITIVE_INFINITY,
    () => 0,
  );

  /** @param system reads the prompt as it is now; without a change the same bytes */
  constructor(database: Database, system: () => string) {
    this.#database = database;
    this.#system = system;
  }

  /** The prompt as it reads now, stored. */
  async current(tools: readonly ToolSchema[]): Promise<Prompt> {
    const system = this.#system();
    const json = JSON.stringify(tools);
    const hash = createHash('sha256').update(system).update('\0').update(json).digest('hex').slice(0, 32);
    if (!this.#known.get(hash)) {
      const values = { hash, system, tools: json };
      await this.#database.db
        .insertInto('prompt')
        .values(values)
        .onConflict((same) => same.doNothing())
        .execute();
      this.#known.set(hash, { system, tools: json });
    }
    return { hash, system };
  }

  /**
   * The prompt that a conversation goes on with: the one it had, while the cache may still hold it and the tools are the
   * same.
   *
   * @param had the hash of the one it had, if any
   */
  async goingOn(had: string | null, tools: readonly ToolSchema[], isCold: boolean): Promise<Prompt> {
    const current = await this.current(tools);
    if (had === null || had === current.hash || isCold) return current;
    const known = await this.#read(had);
    return known?.tools === JSON.stringify(tools) ? { hash: had, system: known.system } : current;
  }

  async #read(hash: string): Promise<{ readonly system: string; readonly tools: string } | null> {
    const known = this.#known.get(hash);
    if (known) return known;
    const row = await this.#database.db
      .selectFrom('prompt')
      .select(['system', 'tools'])
      .where('hash', '=', hash)
      .executeTakeFirst();
    if (row) this.#known.set(hash, row);
    return row ?? null;
  }
}
