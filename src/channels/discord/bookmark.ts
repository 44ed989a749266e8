// Where we are in the gateway's stream, kept in the database: a process that takes over within some minutes resumes there
// and is told again what its forerunner heard but did not store. That includes a first message from somebody whose DM we do
// not know yet, which no paging could find.
import { z } from 'zod';
import type { Database } from '../../database/database.ts';

export interface Bookmark {
  readonly sessionId: string;
  readonly resumeUrl: string;
  /** The last event dealt with. */
  readonly sequence: number;
}

const stored = z.object({
  application: z.string(),
  sessionId: z.string(),
  resumeUrl: z.url(),
  sequence: z.number().int(),
});
const key = 'gateway:discord';

/** The bookmark of this application, or null. */
export async function readBookmark(database: Database | null, application: string): Promise<Bookmark | null> {
  if (!database) return null;
  const row = await database.db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  const read = stored.safeParse(row?.value);
  return read.success && read.data.application === application ? read.data : null;
}

export async function writeBookmark(
  database: Database | null,
  application: string,
  bookmark: Bookmark,
): Promise<void> {
  if (!database) return;
  const value = JSON.stringify({ ...bookmark, application });
  await database.db
    .insertInto('setting')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
