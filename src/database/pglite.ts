// The embedded engine. Two processes on one folder destroy it silently, so a lock comes first, which the operating system
// gives back when the process dies, however it dies. Beside it a note says who holds it.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import { messageOf, PeacrabError } from '../errors.ts';
import { tighten } from '../process/private-files.ts';
import { cleaning } from './cleaning.ts';
import { Database } from './database.ts';
import { type FileLock, lockFile } from './file-lock.ts';
import { holderAt, holderInWords, howToEnd, noteHolder } from './holder.ts';
import { makePglite, pgliteSettings } from './make-pglite.ts';
import type { Tables } from './tables.ts';

const DATE = 1082;
const INTERVAL = 1186;
const INT8 = 20;

/** The same JavaScript values as postgres.ts gives: int8 as number, date and interval as text. */
const parsers = { [INT8]: Number, [DATE]: (text: string) => text, [INTERVAL]: (text: string) => text };

/**
 * Takes the lock of a data folder.
 *
 * @throws PeacrabError DATABASE_IN_USE if another process holds it
 */
export function lockFolder(folder: string): FileLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const note = join(folder, 'lock-holder.json');
  let lock: FileLock;
  try {
    lock = lockFile(join(folder, 'lock.sqlite'));
  } catch (cause) {
    const found = holderAt(note);
    throw new PeacrabError(
      'DATABASE_IN_USE',
      `Another Peacrab is running on ${folder}: ${found ? holderInWords(found) : messageOf(cause)}. ` +
        `${howToEnd(found)}, give this one another DATA_DIR, or set DATABASE_URL so that both share a PostgreSQL server.`,
      { cause },
    );
  }
  const forget = noteHolder(note);
  return {
    release: () => {
      forget();
      lock.release();
    },
  };
}

/** Opens the database in `folder`, made at the first start. `null`: in memory, for tests. */
export async function openPglite(folder: string | null, loadDataDir?: Blob): Promise<Database> {
  const lock = folder === null ? null : lockFolder(folder);
  try {
    if (folder !== null) await makePglite(folder);
    const pglite = await PGlite.create({
      ...(folder === null ? {} : { dataDir: join(folder, 'db') }),
      ...(loadDataDir ? { loadDataDir } : {}),
      parsers,
      postgresqlconf: pgliteSettings,
    });
    // It makes its first files readable and writable for all users, whatever the umask; later ones are private.
    if (folder !== null) tighten(join(folder, 'db'));
    const kysely = new Kysely<Tables>({ dialect: cleaning(new PGliteDialect({ pglite })) });
    return new Database('pglite', kysely, async () => {
      if (!pglite.closed) await pglite.close();
      lock?.release();
    });
  } catch (cause) {
    lock?.release();
    throw new PeacrabError(
      'DATABASE_DOWN',
      `The database folder ${folder ?? '(memory)'} could not be opened: ${messageOf(cause)}. Restore a backup with ` +
        '"npm run restore -- FILE", or move the folder away to start anew.',
      { cause },
    );
  }
}
