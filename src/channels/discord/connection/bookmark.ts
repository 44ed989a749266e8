// Where we are in the gateway's stream, kept in the database: a process that takes over within some minutes resumes there
// and is told again what its forerunner heard but did not store. That includes a first message from a person whose DM we do
// not know yet, which no paging could find.
import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import { readSetting, writeSetting } from '../../../database/settings.ts';

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
  const read = stored.safeParse(await readSetting(database.db, key));
  return read.success && read.data.application === application ? read.data : null;
}

export async function writeBookmark(
  database: Database | null,
  application: string,
  bookmark: Bookmark,
): Promise<void> {
  if (!database) return;
  await writeSetting(database.db, key, { ...bookmark, application });
}
