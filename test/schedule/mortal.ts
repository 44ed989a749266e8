// A process that dies at a numbered boundary: before or after any statement, before or after any commit, before or after
// the platform has taken a message. From then on nothing it does reaches database or platform.
import type { KyselyPlugin } from 'kysely';
import { Database, type Tx } from '../../src/database/database.ts';

export class Dead extends Error {
  constructor() {
    super('this process is dead');
  }
}

export class Life {
  #left: number;
  dead = false;
  /** Boundaries passed so far. */
  steps = 0;

  /** @param boundaries how many are passed before it dies; Infinity: it lives on */
  constructor(boundaries: number) {
    this.#left = boundaries;
  }

  /** A boundary. @throws Dead here and ever after */
  step(): void {
    if (this.dead || this.steps >= this.#left) {
      this.dead = true;
      throw new Dead();
    }
    this.steps += 1;
  }
}

/** The same database as this process sees it while it lives. */
export class MortalDatabase extends Database {
  readonly #life: Life;

  constructor(database: Database, life: Life) {
    super(database.engine, database.db.withPlugin(killer(life)), () => Promise.resolve());
    this.#life = life;
  }

  override async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    this.#life.step();
    const result = await super.transaction(work);
    this.#life.step();
    return result;
  }
}

function killer(life: Life): KyselyPlugin {
  return {
    transformQuery: ({ node }) => {
      life.step();
      return node;
    },
    transformResult: async ({ result }) => {
      life.step();
      return result;
    },
  };
}
